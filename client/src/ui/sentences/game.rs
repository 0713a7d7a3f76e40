//! A game: its players, turns and moves, how it ended and what follows.

use tictactoe_protocol::snapshot::{GameResult, Player, PlayerKind, Presence, Reason};
use tictactoe_protocol::values::{Mark, Rules};

use super::{REMATCH_OFFERED, counted, seconds};
use crate::app::view::{View, Who};
use crate::sanitize::sanitize;

/// The sentences about a game. For spectators and hotseat players both players have names; there is no "you".
pub(crate) struct GameSentences<'a> {
    pub(super) view: &'a View,
    /// Shortens a name, so that it does not push out what is said about the player.
    shorten: Box<dyn Fn(&str) -> String + 'a>,
}

impl<'a> GameSentences<'a> {
    pub(crate) fn new(view: &'a View) -> Self {
        Self { view, shorten: Box::new(str::to_owned) }
    }

    pub(crate) fn with_short_names(self, shorten: impl Fn(&str) -> String + 'a) -> Self {
        Self { shorten: Box::new(shorten), ..self }
    }

    pub(crate) fn began(&self) -> String {
        let snapshot = &self.view.snapshot;
        let [x, o] = [Mark::X, Mark::O].map(|mark| introduction(self.view.player(mark), &self.name(mark)));
        let players = match self.view.you {
            Some(Mark::X) => format!("You are X, {o} is O."),
            Some(Mark::O) => format!("You are O, {x} is X."),
            None if self.view.is_spectator => {
                format!("{x} is X, {o} is O. You are watching: type quit to leave.")
            }
            None => format!("{x} is X, {o} is O."),
        };
        let board = match snapshot.rules {
            rules if rules == Rules::default() => String::new(),
            rules => format!(" The board is {rules}."),
        };
        let id = sanitize(&snapshot.match_id.0);
        format!("Game {} of match {id}. {players}{board}", snapshot.game)
    }

    /// Whose turn it is, or how the game ended, in a few words.
    pub(crate) fn title(&self) -> String {
        let snapshot = &self.view.snapshot;
        match (&snapshot.result, snapshot.turn) {
            (Some(GameResult { winner: Some(winner), .. }), _) => match self.view.who(*winner) {
                Who::You => "You won".to_owned(),
                Who::Them => "You lost".to_owned(),
                Who::Other(_) => format!("{} won", self.name(*winner)),
            },
            (Some(GameResult { reason: Reason::Cancelled, .. }), _) => "Game cancelled".to_owned(),
            (Some(_), _) => "Draw".to_owned(),
            (None, Some(mark)) => match (self.view.who(mark), self.view.player(mark).presence) {
                (Who::You, _) => "Your turn".to_owned(),
                (Who::Them, Presence::Away) => format!("{} is away", self.name(mark)),
                (Who::Them, _) => format!("{}'s turn", self.name(mark)),
                (Who::Other(_), _) => format!("{mark} to move: {}", self.name(mark)),
            },
            (None, None) => String::new(),
        }
    }

    /// The line that won, or why the game is over; empty while it is on.
    pub(crate) fn detail(&self) -> String {
        let Some(result) = &self.view.snapshot.result else { return String::new() };
        let loser = result.winner.map_or_else(String::new, |winner| self.subject(winner.other(), "you"));
        match result.reason {
            Reason::Line => self.lines(result),
            Reason::Full => "the board is full".to_owned(),
            Reason::Resigned => format!("{loser} resigned"),
            Reason::Time => format!("{loser} ran out of time"),
            Reason::Left => format!("{loser} left"),
            Reason::Cancelled => format!("{}. It doesn't count", self.why_cancelled()),
        }
    }

    fn why_cancelled(&self) -> String {
        match self.view.opponent().map(|mark| (mark, self.view.player(mark).presence)) {
            Some((mark, Presence::Left)) if self.view.has_moved(mark) => format!("{} left", self.name(mark)),
            Some((mark, Presence::Left)) => format!("{} left before moving", self.name(mark)),
            Some((mark, Presence::Away)) => format!("{} lost the connection", self.name(mark)),
            _ => "a player never moved".to_owned(),
        }
    }

    /// `1-5-9 and 3-5-7`.
    fn lines(&self, result: &GameResult) -> String {
        let label = |&cell: &u8| self.view.label(cell);
        let line = |cells: &Vec<u8>| cells.iter().map(label).collect::<Vec<_>>().join("-");
        result.lines.iter().map(line).collect::<Vec<_>>().join(" and ")
    }

    pub(crate) fn result(&self) -> String {
        format!("{}: {}.", self.title(), self.detail())
    }

    pub(crate) fn score(&self) -> String {
        let score = self.view.snapshot.score;
        let [first, second] = self.view.marks().map(|mark| match self.view.who(mark) {
            Who::Other(_) => format!("{} {}", self.name(mark), score.of(mark)),
            Who::You | Who::Them => score.of(mark).to_string(),
        });
        let between = if self.view.opponent().is_some() { "-" } else { ", " };
        format!("Score {first}{between}{second}, {}.", counted(score.draws, "draw"))
    }

    /// Whose turn it is, and for the player to move here what can be typed.
    pub(crate) fn turn(&self) -> String {
        let (title, time) = (self.title(), self.time_to_move());
        match self.view.mover().map(|mark| (mark, self.view.who(mark))) {
            Some((mark, Who::You)) => {
                format!("{title}. You are {mark}.{time} Type {}, or help.", self.typed_moves())
            }
            Some(_) => format!("{title}.{time} Type {}, or help.", self.typed_moves()),
            None => format!("{title}.{time}"),
        }
    }

    fn time_to_move(&self) -> String {
        let ms_left = self.view.snapshot.ms_left;
        ms_left.map_or_else(String::new, |ms| format!(" {} s to move.", seconds(ms)))
    }

    /// What can be typed to move.
    fn typed_moves(&self) -> String {
        if !self.view.is_numbered() {
            return "a column and a row, like b2".to_owned();
        }
        let labels: Vec<_> = self.view.snapshot.legal.iter().map(|&cell| self.view.label(cell)).collect();
        match labels.as_slice() {
            [] => "help".to_owned(),
            [first, .., last] if labels.len() == self.view.cells() => {
                format!("a number from {first} to {last}")
            }
            labels => one_of(labels),
        }
    }

    /// A move, without a full stop. `with_place`: with the row and the column.
    pub(crate) fn played(&self, mark: Mark, cell: u8, with_place: bool) -> String {
        let square = if with_place { self.square(cell) } else { self.view.label(cell) };
        format!("{} played {square}", self.subject(mark, "You"))
    }

    /// A square with its row and column.
    pub(super) fn square(&self, cell: u8) -> String {
        let (row, column) = self.view.row_column(cell);
        format!("{} (row {row}, column {column})", self.view.label(cell))
    }

    /// A player lost the connection; the clock of the player to move goes on.
    pub(crate) fn away(&self, mark: Mark) -> String {
        let is_mover = self.view.snapshot.turn == Some(mark);
        let time = if is_mover { self.time_to_move() } else { String::new() };
        format!("{} is away.{time}", self.name(mark))
    }

    pub(crate) fn rematch_offered(&self, mark: Mark, can_accept: bool) -> String {
        match self.view.who(mark) {
            Who::You => REMATCH_OFFERED.to_owned(),
            Who::Them if can_accept => format!("{} wants a rematch. Press r to accept", self.name(mark)),
            _ => format!("{} wants a rematch", self.name(mark)),
        }
    }

    pub(crate) fn no_rematch(&self, gone: Mark) -> String {
        format!("{} has left: no rematch", self.name(gone))
    }

    /// A player's name, in quotes where a sentence with it would seem to be about the reader or the computer.
    pub(crate) fn name(&self, mark: Mark) -> String {
        let player = self.view.player(mark);
        let name = player.name.as_str();
        let small = name.to_lowercase();
        let misleads = small == "you" || small == "your" || small.starts_with("computer");
        let is_quoted = misleads && player.kind != PlayerKind::Computer;
        (self.shorten)(&if is_quoted { format!("\"{name}\"") } else { name.to_owned() })
    }

    /// A player as the subject of a sentence: `you`, in the given spelling, or the name.
    pub(super) fn subject(&self, mark: Mark, you: &str) -> String {
        if self.view.who(mark) == Who::You { you.to_owned() } else { self.name(mark) }
    }
}

/// A player, and what plays: a bot, or the computer at a level.
pub(crate) fn introduction(player: &Player, name: &str) -> String {
    match (player.kind, player.level) {
        (PlayerKind::Bot, _) => format!("{name} (bot)"),
        (_, Some(level)) => format!("{name} ({level})"),
        _ => name.to_owned(),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn one_of(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_list_comes_after_an_or() {
        for (words, list) in [("", ""), ("a", "a"), ("a b", "a or b"), ("a b c", "a, b or c")] {
            let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            assert_eq!(one_of(&words), list);
        }
    }
}
