//! A running game: its players, turns and moves.

use tictactoe_protocol::snapshot::{Player, PlayerKind, Presence};
use tictactoe_protocol::values::{Mark, Rules};

use super::{ASKED, seconds};
use crate::app::notice::NextOptions;
use crate::app::view::{Perspective, View, Who};
use crate::sanitize::sanitize;

/// The sentences about a game. Spectators, and two people at one keyboard, read of both players by name.
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
        let snapshot = self.view.snapshot();
        let [x, o] = [Mark::X, Mark::O].map(|mark| introduction(self.view.player(mark), &self.name(mark)));
        let players = match self.view.perspective() {
            Perspective::Player(Mark::X) => format!("You are X, {o} is O."),
            Perspective::Player(Mark::O) => format!("You are O, {x} is X."),
            Perspective::Spectator | Perspective::Both => format!("{x} is X, {o} is O."),
        };
        let board = match snapshot.rules {
            rules if rules == Rules::default() => String::new(),
            rules => format!(" The board is {rules}."),
        };
        let watching = match self.view.perspective() {
            Perspective::Spectator => " You are watching: type quit to leave.",
            _ => "",
        };
        let id = sanitize(&snapshot.match_id.0);
        format!("Game {} of match {id}. {players}{board}{watching}", snapshot.game)
    }

    /// Whose turn it is, and for the player to move here what can be typed.
    pub(crate) fn turn(&self, mark: Mark) -> String {
        let name = self.name(mark);
        let time = self.view.snapshot().ms_left.map(seconds);
        if self.view.mover().is_some() {
            let time = time.map_or_else(String::new, |time| format!(" {time} s to move."));
            let typed = self.typed_moves();
            return match self.view.who(mark) {
                Who::You => format!("Your turn. You are {mark}.{time} Type {typed}, or help."),
                _ => format!("{mark} to move: {name}.{time} Type {typed}, or help."),
            };
        }
        if self.view.perspective() == Perspective::Spectator {
            return format!("{mark} to move: {name}.");
        }
        let time = time.map_or_else(String::new, |time| format!(", {time} s to move"));
        if self.view.player(mark).presence == Presence::Online {
            format!("{name}'s turn{time}.")
        } else {
            format!("{name}'s turn{time}. {name} is not connected.")
        }
    }

    /// What can be typed to move.
    fn typed_moves(&self) -> String {
        if !self.view.is_numbered() {
            return "a column and a row, like b2".to_owned();
        }
        let labels: Vec<_> = self.view.snapshot().legal.iter().map(|&cell| self.view.label(cell)).collect();
        match labels.as_slice() {
            [] => "help".to_owned(),
            [first, .., last] if labels.len() == self.view.cells() => {
                format!("a number from {first} to {last}")
            }
            labels => one_of(labels),
        }
    }

    /// Whose turn it is, on the full screen: in capitals when it is the viewer's.
    pub(crate) fn turn_title(&self, mark: Mark, is_away: bool) -> String {
        let name = self.name(mark);
        match self.view.who(mark) {
            Who::You => "YOUR TURN".to_owned(),
            Who::Them if is_away => format!("{name} is away"),
            Who::Them => format!("{name}'s turn"),
            Who::Other(_) => format!("{mark} to move: {name}"),
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
        let name = self.name(mark);
        match self.view.snapshot().ms_left.filter(|_| self.view.snapshot().turn == Some(mark)) {
            Some(ms) => {
                format!("{name} has lost the connection: {} s left to come back and move.", seconds(ms))
            }
            None => format!("{name} has lost the connection."),
        }
    }

    pub(crate) fn back(&self, mark: Mark) -> String {
        format!("{} is back.", self.name(mark))
    }

    pub(crate) fn left(&self, mark: Mark) -> String {
        format!("{} left.", self.name(mark))
    }

    pub(crate) fn rematch_offered(&self, mark: Mark, options: NextOptions) -> String {
        match (self.view.who(mark), options) {
            (Who::You, _) => format!("{ASKED}."),
            (Who::Them, NextOptions::Choice { .. }) => {
                format!("{} wants a rematch: type r to accept.", self.name(mark))
            }
            _ => format!("{} wants a rematch.", self.name(mark)),
        }
    }

    /// The same on the full screen.
    pub(crate) fn rematch_title(&self, mark: Mark, can_agree: bool) -> String {
        let how = if can_agree { ": r agrees" } else { "" };
        format!("{} wants a rematch{how}", self.name(mark))
    }

    pub(crate) fn no_rematch(&self, gone: Mark) -> String {
        format!("{} has left: no rematch", self.name(gone))
    }

    pub(crate) fn spectators(&self) -> Option<String> {
        let (others, what) = match (self.view.snapshot().spectators, self.view.perspective()) {
            (count, Perspective::Spectator) => (count.saturating_sub(1), "more watching"),
            (count, _) => (count, "watching"),
        };
        (others > 0).then(|| format!("{others} {what}"))
    }

    pub(super) fn name(&self, mark: Mark) -> String {
        (self.shorten)(&quoted_name(self.view.player(mark)))
    }

    /// A player as the subject of a sentence: `you`, in the given spelling, or the name.
    pub(super) fn subject(&self, mark: Mark, you: &str) -> String {
        if self.view.who(mark) == Who::You { you.to_owned() } else { self.name(mark) }
    }

    pub(super) fn upper_case_name(&self, mark: Mark) -> String {
        (self.shorten)(&quoted_name(self.view.player(mark)).to_uppercase())
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

/// A player's name, in quotes where a sentence with it would seem to be about the reader or the computer.
fn quoted_name(player: &Player) -> String {
    let name = player.name.as_str();
    let small = name.to_lowercase();
    let misleads = small == "you" || small == "your" || small.starts_with("computer");
    if misleads && player.kind != PlayerKind::Computer { format!("\"{name}\"") } else { name.to_owned() }
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
