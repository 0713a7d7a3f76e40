//! The texts beside a board: the sentences of [`crate::ui::sentences`] with their ink, in signs that the terminal has.

use ratatui::text::Span;
use tictactoe_protocol::snapshot::{PlayerKind, Presence};
use tictactoe_protocol::values::Mark;

use super::text_width::cut;
use super::theme::Ink;
use crate::app::command::Verb;
use crate::app::view::Who;
use crate::ui::sentences::{self, GameSentences, REMATCH_OFFERED, introduction};
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

/// Whose turn it is, or how the game ended.
#[derive(Debug, Default)]
pub(super) struct Headline {
    pub(super) text: String,
    pub(super) ink: Ink,
    /// The winning line, or why the game is over.
    pub(super) detail: String,
}

impl MatchTexts<'_> {
    pub(super) fn sentences(&self) -> GameSentences<'_> {
        let most = usize::from(self.most_name);
        GameSentences::new(self.shown.view).with_short_names(move |name| cut(name, most))
    }

    pub(super) fn headline(&self) -> Headline {
        let view = self.shown.view;
        let who = |mark| view.who(mark);
        let winner = view.snapshot.result.as_ref().map(|result| result.winner.map(who));
        let ink = match (winner, view.snapshot.turn.map(who)) {
            (None, _) if self.shown.sent.is_some() => {
                let text = sentences::MOVE_SENT.to_owned();
                return Headline { text, ink: Ink::Quiet, detail: String::new() };
            }
            (Some(Some(Who::Them)), _) => Ink::Bad,
            (None, Some(Who::Them)) if self.is_mover_away() => Ink::Alert,
            (Some(None), _) | (None, Some(Who::Them)) => Ink::Strong,
            (Some(Some(_)), _) | (None, Some(_)) => Ink::Call,
            (None, None) => Ink::Text,
        };
        let sentences = self.sentences();
        Headline { text: sentences.title(), ink, detail: sentences.detail() }
    }

    /// Whether the opponent is to move and away, so that [`Self::clock`] is the time that is left to return.
    pub(super) fn is_mover_away(&self) -> bool {
        let view = self.shown.view;
        let mover = view.snapshot.turn.filter(|&mark| view.who(mark) == Who::Them);
        mover.is_some_and(|mark| self.presence(mark) == Some(Presence::Away))
    }

    /// The last move. `is_long`: with the row and the column, where squares have numbers.
    pub(super) fn last_move(&self, is_long: bool) -> Option<String> {
        let view = self.shown.view;
        let &cell = view.snapshot.moves.last()?;
        let mark = view.mark_at(cell)?;
        Some(self.sentences().played(mark, cell, is_long && view.is_numbered()))
    }

    pub(super) fn rematch(&self) -> Option<(String, Ink)> {
        let view = self.shown.view;
        let rematch = &view.snapshot.rematch;
        let is_other = |mark: &Mark| view.who(*mark) != Who::You;
        if !view.is_over() {
            return None;
        }
        if !rematch.open {
            let mut others = self.shown.view.marks().into_iter().filter(is_other);
            let gone = others.find(|&mark| view.player(mark).presence == Presence::Left)?;
            return Some((self.sentences().no_rematch(gone), Ink::Strong));
        }
        if self.shown.has_asked || view.has_offered() {
            return Some((REMATCH_OFFERED.to_owned(), Ink::Text));
        }
        let &mark = rematch.offers.iter().find(|mark| is_other(mark))?;
        let can_agree = self.scene.footer.iter().any(|key| key.action() == Some(Action::Say(Verb::Rematch)));
        Some((self.sentences().rematch_offered(mark, can_agree), Ink::Call))
    }

    pub(super) fn clock(&self) -> Option<(String, Ink)> {
        let seconds = self.shown.clock?;
        let ink = if seconds <= SHORT { Ink::Alert } else { Ink::Strong };
        Some((format!("{}:{:02}", seconds / 60, seconds % 60), ink))
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
            Some(Presence::Online) => Span::styled("● here", Ink::Text),
            Some(Presence::Away) => Span::styled("◐ away", Ink::Alert),
            Some(Presence::Left) => Span::styled("left", Ink::Strong),
        }
    }

    pub(super) fn name(&self, mark: Mark) -> String {
        let player = self.shown.view.player(mark);
        match self.shown.view.who(mark) {
            Who::You => "You".to_owned(),
            Who::Them | Who::Other(_) => introduction(player, player.name.as_str()),
        }
    }
}
