//! The texts beside a board: the sentences of [`crate::ui::sentences`] with their ink, in signs that the terminal has.

use ratatui::text::Span;
use tictactoe_protocol::snapshot::{PlayerKind, Presence};
use tictactoe_protocol::values::Mark;

use super::text_width::cut;
use super::theme::Ink;
use crate::app::command::Verb;
use crate::app::view::Who;
use crate::ui::sentences::{self, Answer, GameSentences, labelled};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, Scene};

/// From this many seconds on, the clock stands out.
const SHORT: u64 = 10;

#[derive(Debug, Clone, Copy)]
pub(super) struct MatchTexts<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) shown: &'a MatchScreen<'a>,
    /// The widest name within a sentence.
    pub(super) most_name: u16,
}

impl MatchTexts<'_> {
    pub(super) fn sentences(&self) -> GameSentences<'_> {
        let most = usize::from(self.most_name);
        GameSentences::new(self.shown.view).with_short_names(move |name| cut(name, most))
    }

    /// Whose turn it is, or how the game ended: the largest thing beside the board, on the colour of the player.
    pub(super) fn headline(&self) -> (String, Ink) {
        if let Some(review) = self.shown.review {
            return (review.title.clone(), Ink::Filled(None));
        }
        let snapshot = &self.shown.view.snapshot;
        let side = snapshot.result.as_ref().map_or(snapshot.turn, |result| result.winner);
        let is_sent = self.shown.sent.is_some();
        let text = if is_sent { sentences::MOVE_SENT.to_owned() } else { self.sentences().headline() };
        (text, if self.is_mover_away() { Ink::Alert } else { Ink::Filled(side) })
    }

    /// What happened, in a sentence: the last move, or how the game ended.
    pub(super) fn news(&self) -> String {
        match (self.shown.review, self.clock()) {
            (Some(review), _) => review.sentence.clone(),
            (None, Some((clock, _))) if self.is_mover_away() => format!("{clock} left to return."),
            (None, _) => self.sentences().detail(),
        }
    }

    /// Whether the opponent is to move and away, so that [`Self::clock`] is the time that is left to return.
    pub(super) fn is_mover_away(&self) -> bool {
        let view = self.shown.view;
        let mover = view.snapshot.turn.filter(|&mark| view.who(mark) == Who::Them);
        mover.is_some_and(|mark| self.presence(mark) == Some(Presence::Away))
    }

    /// What one player asks of the other, or who has left.
    pub(super) fn offer(&self) -> Option<(String, Ink)> {
        if self.shown.review.is_some() {
            return None;
        }
        let view = self.shown.view;
        let asked_by = view.takeback_asked_by();
        let has_asked =
            self.shown.has_asked || view.has_offered() || asked_by.is_some() && asked_by == view.you;
        let accepts = if view.is_over() { Verb::Rematch } else { Verb::TakeBack };
        let can_answer = self.scene.footer.iter().any(|key| key.action() == Some(Action::Say(accepts)));
        let text = self.sentences().offer(has_asked, can_answer.then_some(Answer::Keys))?;
        Some((text, if has_asked { Ink::Quiet } else { Ink::Strong }))
    }

    pub(super) fn clock(&self) -> Option<(String, Ink)> {
        let seconds = self.shown.clock?;
        let ink = if seconds <= SHORT { Ink::Alert } else { Ink::Strong };
        Some((format!("{}:{:02}", seconds / 60, seconds % 60), ink))
    }

    /// The clock of the player to move, or whether the player is there.
    pub(super) fn clock_or_presence(&self, mark: Mark) -> Span<'static> {
        match (self.presence(mark), self.clock()) {
            (None | Some(Presence::Online), Some((clock, ink)))
                if self.shown.view.snapshot.turn == Some(mark) =>
            {
                Span::styled(clock, ink)
            }
            _ => self.there(mark),
        }
    }

    /// The games won, the viewer's first.
    pub(super) fn score(&self) -> String {
        let [first, second] = self.shown.view.marks().map(|mark| self.shown.view.snapshot.score.of(mark));
        format!("{first}-{second}")
    }

    pub(super) fn spectators(&self) -> Option<String> {
        let count = self.shown.view.snapshot.spectators;
        (count > 0).then(|| format!("{count} watching"))
    }

    /// Whether a player is connected; none for the computer, for players at this keyboard, and without a connection.
    pub(super) fn presence(&self, mark: Mark) -> Option<Presence> {
        let view = self.shown.view;
        let is_known = !self.scene.connection.is_lost()
            && !view.plays(mark)
            && view.player(mark).kind != PlayerKind::Computer;
        is_known.then_some(view.player(mark).presence)
    }

    /// The same in a sign and a word; nothing where there is nothing to say.
    pub(super) fn there(&self, mark: Mark) -> Span<'static> {
        match self.presence(mark) {
            None => Span::default(),
            Some(Presence::Online) => Span::styled("● online", Ink::Quiet),
            Some(Presence::Away) => Span::styled("◐ away", Ink::Alert),
            Some(Presence::Left) => Span::styled("left", Ink::Strong),
        }
    }

    pub(super) fn name(&self, mark: Mark) -> String {
        let player = self.shown.view.player(mark);
        match self.shown.view.who(mark) {
            Who::You => "You".to_owned(),
            // The header says the level.
            Who::Them => labelled(player.kind, None, player.name.as_str()),
            Who::Other(_) => labelled(player.kind, player.level, player.name.as_str()),
        }
    }
}
