//! What stands beside a board, in words.

use std::time::Duration;

use tictactoe_protocol::snapshot::{GameResult, PlayerKind, Presence, Reason};
use tictactoe_protocol::values::Mark;

use super::glyphs::Glyphs;
use super::text_width::cut;
use super::theme::Ink;
use crate::app::notice::Question;
use crate::app::view::{Cost, Perspective, View, Who};
use crate::ui::text;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, Scene};

/// From so many seconds on the clock stands out.
const SHORT: u64 = 10;

/// The words about a match. Names in them are cut to a width, so that they never push out what is said about them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) screen: &'a MatchScreen<'a>,
    pub(super) glyphs: &'static Glyphs,
    /// The widest name within a sentence.
    pub(super) most_name: u16,
    /// Without a connection nobody knows who is there.
    pub(super) is_lost: bool,
}

/// What matters most at a time, in capitals where it is the viewer's to act or to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Headline {
    pub(super) text: String,
    pub(super) ink: Ink,
    /// The rest of it: `1-5-9`, or why the game is over.
    pub(super) detail: String,
}

impl Words<'_> {
    const fn view(&self) -> &View {
        self.screen.view
    }

    /// A player's name within a sentence.
    fn name(&self, mark: Mark) -> String {
        self.short(&text::name(self.view(), mark))
    }

    fn short(&self, name: &str) -> String {
        cut(name, self.most_name.into(), self.glyphs)
    }

    /// Whose turn it is, or how the game ended.
    pub(super) fn headline(&self) -> Headline {
        let snapshot = self.view().snapshot();
        match (&snapshot.result, snapshot.turn) {
            (Some(result), _) => self.outcome(result),
            (None, Some(mark)) => self.turn(mark),
            (None, None) => Headline { text: String::new(), ink: Ink::Text, detail: String::new() },
        }
    }

    fn turn(&self, mark: Mark) -> Headline {
        let (text, ink) = match self.view().who(mark) {
            _ if self.screen.sent.is_some() => ("Move sent".to_owned(), Ink::Quiet),
            Who::You => ("YOUR TURN".to_owned(), Ink::Call),
            Who::Them if self.presence(mark) == Some(Presence::Away) => {
                (format!("{} is away", self.name(mark)), Ink::Alert)
            }
            Who::Them => (format!("{}'s turn", self.name(mark)), Ink::Strong),
            Who::Other(_) => (format!("{mark} to move: {}", self.name(mark)), Ink::Call),
        };
        Headline { text, ink, detail: String::new() }
    }

    fn outcome(&self, result: &GameResult) -> Headline {
        let (text, ink) = match result.winner.map(|winner| (winner, self.view().who(winner))) {
            Some((_, Who::You)) => ("YOU WIN".to_owned(), Ink::Good),
            Some((_, Who::Them)) => ("YOU LOSE".to_owned(), Ink::Bad),
            Some((winner, Who::Other(_))) => (self.wins(winner), Ink::Good),
            None if result.reason == Reason::Cancelled => ("CANCELLED".to_owned(), Ink::Strong),
            None => ("DRAW".to_owned(), Ink::Strong),
        };
        Headline { text, ink, detail: self.reason(result) }
    }

    fn wins(&self, winner: Mark) -> String {
        format!("{} WINS", self.short(&text::name(self.view(), winner).to_uppercase()))
    }

    fn reason(&self, result: &GameResult) -> String {
        let loser = result.winner.map(Mark::other);
        let is_you = loser.is_some_and(|loser| self.view().who(loser) == Who::You);
        let name = || loser.map_or_else(String::new, |loser| self.name(loser));
        match result.reason {
            Reason::Line => {
                let line = |cells: &Vec<u8>| {
                    cells.iter().map(|&cell| self.view().label(cell)).collect::<Vec<_>>().join("-")
                };
                result.lines.iter().map(line).collect::<Vec<_>>().join(" and ")
            }
            Reason::Full => "the board is full".to_owned(),
            Reason::Resigned if is_you => "you resigned".to_owned(),
            Reason::Resigned => format!("{} resigned", name()),
            Reason::Time if is_you => "your time ran out".to_owned(),
            Reason::Time => format!("{}'s time ran out", name()),
            Reason::Left if is_you => "you left".to_owned(),
            Reason::Left => format!("{} left", name()),
            Reason::Cancelled => "a player never moved: it does not count".to_owned(),
        }
    }

    /// What was played last: with the row and the column where squares go by numbers.
    pub(super) fn last_move(&self, is_long: bool) -> Option<String> {
        let view = self.view();
        let &cell = view.snapshot().moves.last()?;
        let mark = view.mark_at(cell)?;
        let who = if view.who(mark) == Who::You { "You".to_owned() } else { self.name(mark) };
        let played = format!("{who} played {}", view.label(cell));
        let (row, column) = view.row_column(cell);
        let place = if is_long && view.is_numbered() {
            format!(" (row {row}, column {column})")
        } else {
            String::new()
        };
        Some(played + &place)
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
            return Some((format!("{} has left: no rematch", self.name(gone)), Ink::Strong));
        }
        if self.screen.has_asked || view.has_offered() {
            return Some(("You asked for a rematch: wait for the answer".to_owned(), Ink::Text));
        }
        let &mark = rematch.offers.iter().find(|&&mark| view.who(mark) != Who::You)?;
        let can_agree = scene.footer.iter().any(|item| item.action == Some(Action::Rematch));
        let how = if can_agree { ": r agrees" } else { "" };
        Some((format!("{} wants a rematch{how}", self.name(mark)), Ink::Call))
    }

    /// What is left of the time to move.
    pub(super) fn clock(&self) -> Option<(String, Ink)> {
        let seconds = self.screen.clock?;
        Some((clock(seconds), if seconds <= SHORT { Ink::Alert } else { Ink::Strong }))
    }

    /// Whether the time is what is left to come back.
    pub(super) fn is_mover_away(&self) -> bool {
        let turn = self.view().snapshot().turn;
        let is_away =
            |mark| self.view().who(mark) == Who::Them && self.presence(mark) == Some(Presence::Away);
        turn.is_some_and(is_away)
    }

    pub(super) fn watchers(&self) -> Option<String> {
        let watchers = self.view().snapshot().spectators;
        let others = match self.view().perspective() {
            Perspective::Spectator => watchers.saturating_sub(1),
            _ => watchers,
        };
        (others > 0).then(|| match self.view().perspective() {
            Perspective::Spectator => format!("{others} more watching"),
            _ => format!("{others} watching"),
        })
    }

    /// The score, the viewer's games first.
    pub(super) fn score(&self) -> String {
        let score = self.view().snapshot().score;
        let first = match self.view().perspective() {
            Perspective::Player(you) => you,
            Perspective::Spectator | Perspective::Both { .. } => Mark::X,
        };
        format!("{}-{}", score.of(first), score.of(first.other()))
    }

    pub(super) fn draws(&self) -> String {
        match self.view().snapshot().score.draws {
            1 => "1 draw".to_owned(),
            draws => format!("{draws} draws"),
        }
    }

    /// Whether a player is there; none for the computer, which always is, for who sits here, and where it is not known.
    pub(super) fn presence(&self, mark: Mark) -> Option<Presence> {
        let player = self.view().player(mark);
        let is_elsewhere = match self.view().perspective() {
            Perspective::Player(you) => you != mark,
            Perspective::Spectator => true,
            Perspective::Both { .. } => false,
        };
        if self.is_lost || !is_elsewhere || player.kind == PlayerKind::Computer {
            return None;
        }
        Some(player.presence)
    }

    /// The players, the viewer first, with what they are to the viewer.
    pub(super) fn players(&self) -> [(&'static str, Mark); 2] {
        match self.view().perspective() {
            Perspective::Player(you) => [("You", you), ("Foe", you.other())],
            Perspective::Spectator | Perspective::Both { .. } => [("", Mark::X), ("", Mark::O)],
        }
    }

    /// A player's name, and for the computer how well it plays.
    pub(super) fn introduce(&self, mark: Mark) -> String {
        let player = self.view().player(mark);
        match (player.kind, player.level) {
            (PlayerKind::Bot, _) => format!("{} (bot)", player.name.as_str()),
            (_, Some(level)) => format!("{} ({level})", player.name.as_str()),
            _ => player.name.as_str().to_owned(),
        }
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

/// Seconds as a clock shows them: `0:52`.
fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// How it stands with a lost connection.
pub(super) fn reconnecting(tries: u32, wait: Option<Duration>) -> String {
    format!("Reconnecting, {}", next_try(tries, wait))
}

/// Which try comes when: `try 2, 1.6 s`.
pub(super) fn next_try(tries: u32, wait: Option<Duration>) -> String {
    let number = tries.saturating_add(1);
    match wait {
        Some(wait) => format!("try {number}, {:.1} s", wait.as_secs_f64()),
        None => format!("try {number}, now"),
    }
}

/// The words of a question, with what a yes costs.
pub(super) fn question(question: Question, view: Option<&View>) -> &'static str {
    match (question, view.map(View::cost_of_leaving)) {
        (Question::Resign, _) => "Give this game up?",
        (Question::New, Some(Cost::Lost)) => "New opponent? The game is lost then.",
        (Question::New, Some(Cost::Cancelled)) => "New opponent? The game is cancelled then.",
        (Question::New, _) => "New opponent? The game ends then.",
        (Question::Quit, Some(Cost::Lost)) => "Leave? The game is lost then.",
        (Question::Quit, Some(Cost::Cancelled)) => "Leave? The game is cancelled then.",
        (Question::Quit, _) => "Leave? The game ends then.",
    }
}
