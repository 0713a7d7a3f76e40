//! The words beside a board: the sentences of [`crate::ui::sentences`] with their ink, in signs that the terminal has.

use tictactoe_protocol::snapshot::{GameResult, PlayerKind, Presence};
use tictactoe_protocol::values::Mark;

use super::glyphs::Glyphs;
use super::text_width::cut;
use super::theme::Ink;
use crate::app::command::Verb;
use crate::app::view::{Perspective, View, Who};
use crate::ui::sentences::{self, ASKED, GameSentences, introduction};
pub(super) use crate::ui::sentences::{next_try, question, reconnecting};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, Scene};

/// From this many seconds on, the clock stands out.
const SHORT: u64 = 10;

/// The words about a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) screen: &'a MatchScreen<'a>,
    pub(super) glyphs: &'static Glyphs,
    /// The widest name within a sentence.
    pub(super) most_name: u16,
    /// Without a connection the presence of players is not known.
    pub(super) is_lost: bool,
}

/// Whose turn it is, or how the game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Headline {
    pub(super) text: String,
    pub(super) ink: Ink,
    /// The winning line, or why the game is over.
    pub(super) detail: String,
}

impl Words<'_> {
    const fn view(&self) -> &View {
        self.screen.view
    }

    fn sentences(&self) -> GameSentences<'_> {
        let most = usize::from(self.most_name);
        GameSentences::new(self.view()).with_short_names(move |name| cut(name, most, self.glyphs))
    }

    pub(super) fn headline(&self) -> Headline {
        let snapshot = self.view().snapshot();
        match (&snapshot.result, snapshot.turn) {
            (Some(result), _) => self.result(result),
            (None, Some(mark)) => self.turn(mark),
            (None, None) => Headline { text: String::new(), ink: Ink::Text, detail: String::new() },
        }
    }

    fn turn(&self, mark: Mark) -> Headline {
        let is_away = self.presence(mark) == Some(Presence::Away);
        let text = self.sentences().turn_title(mark, is_away);
        let (text, ink) = match self.view().who(mark) {
            _ if self.screen.sent.is_some() => (sentences::MOVE_SENT.to_owned(), Ink::Quiet),
            Who::Them if is_away => (text, Ink::Alert),
            Who::Them => (text, Ink::Strong),
            Who::You | Who::Other(_) => (text, Ink::Call),
        };
        Headline { text, ink, detail: String::new() }
    }

    fn result(&self, result: &GameResult) -> Headline {
        let ink = match result.winner.map(|winner| self.view().who(winner)) {
            Some(Who::You | Who::Other(_)) => Ink::Good,
            Some(Who::Them) => Ink::Bad,
            None => Ink::Strong,
        };
        let sentences = self.sentences();
        Headline { text: sentences.result_title(result), ink, detail: sentences.result_detail(result) }
    }

    /// The last move. `is_long`: with the row and the column, where squares have numbers.
    pub(super) fn last_move(&self, is_long: bool) -> Option<String> {
        let view = self.view();
        let &cell = view.snapshot().moves.last()?;
        let mark = view.mark_at(cell)?;
        Some(self.sentences().played(mark, cell, is_long && view.is_numbered()))
    }

    /// Who wants a rematch, or why there is none.
    pub(super) fn rematch(&self, scene: &Scene) -> Option<(String, Ink)> {
        let (view, rematch) = (self.view(), &self.view().snapshot().rematch);
        if !view.is_over() {
            return None;
        }
        if !rematch.open {
            let has_left =
                |&mark: &Mark| view.player(mark).presence == Presence::Left && view.who(mark) != Who::You;
            let gone = [Mark::X, Mark::O].into_iter().find(has_left)?;
            return Some((self.sentences().no_rematch(gone), Ink::Strong));
        }
        if self.screen.has_asked || view.has_offered() {
            return Some((ASKED.to_owned(), Ink::Text));
        }
        let &mark = rematch.offers.iter().find(|&&mark| view.who(mark) != Who::You)?;
        let can_agree = scene.footer.iter().any(|way| way.action == Some(Action::Say(Verb::Rematch)));
        Some((self.sentences().rematch_title(mark, can_agree), Ink::Call))
    }

    /// What is left of the time to move.
    pub(super) fn clock(&self) -> Option<(String, Ink)> {
        let seconds = self.screen.clock?;
        let ink = if seconds <= SHORT { Ink::Alert } else { Ink::Strong };
        Some((format!("{}:{:02}", seconds / 60, seconds % 60), ink))
    }

    /// Whether [`Self::clock`] is the time that is left to return.
    pub(super) fn is_mover_away(&self) -> bool {
        let is_away =
            |mark| self.view().who(mark) == Who::Them && self.presence(mark) == Some(Presence::Away);
        self.view().snapshot().turn.is_some_and(is_away)
    }

    pub(super) fn watchers(&self) -> Option<String> {
        self.sentences().spectators()
    }

    /// The score, the viewer's games first.
    pub(super) fn score(&self) -> String {
        let score = self.view().snapshot().score;
        let [(_, first), (_, second)] = self.players();
        format!("{}-{}", score.of(first), score.of(second))
    }

    pub(super) fn draws(&self) -> String {
        sentences::draws(self.view().snapshot().score.draws)
    }

    /// Whether a player is connected; none for the computer, for players at this keyboard, and where it is not known.
    pub(super) fn presence(&self, mark: Mark) -> Option<Presence> {
        let player = self.view().player(mark);
        let is_elsewhere = match self.view().perspective() {
            Perspective::Player(you) => you != mark,
            Perspective::Spectator => true,
            Perspective::Both => false,
        };
        let is_known = !self.is_lost && is_elsewhere && player.kind != PlayerKind::Computer;
        is_known.then_some(player.presence)
    }

    /// The players, the viewer first, with what they are to the viewer.
    pub(super) fn players(&self) -> [(&'static str, Mark); 2] {
        match self.view().perspective() {
            Perspective::Player(you) => [("You", you), ("Foe", you.other())],
            Perspective::Spectator | Perspective::Both => [("", Mark::X), ("", Mark::O)],
        }
    }

    pub(super) fn introduce(&self, mark: Mark) -> String {
        let player = self.view().player(mark);
        introduction(player, player.name.as_str())
    }
}

/// A player's presence in a sign and a word.
pub(super) fn presence(presence: Presence, glyphs: &Glyphs) -> (String, Ink) {
    match presence {
        Presence::Online => (format!("{} here", glyphs.here), Ink::Text),
        Presence::Away => (format!("{} away", glyphs.away), Ink::Alert),
        Presence::Left => ("left".to_owned(), Ink::Strong),
    }
}
