//! Hints and reviews.

use std::slice;

use tictactoe_protocol::analysis::{Effect, ForcedWin, Hint, Review, ReviewedMove, Shape, Worth};
use tictactoe_protocol::snapshot::{GameResult, Reason};
use tictactoe_protocol::values::Mark;

use super::counted;
use super::game::{GameSentences, one_of};
use super::result::gave_up;

/// Of more squares than this, only the first are listed.
const MAX_HINTED: usize = 9;
const MAX_BETTER: usize = 3;

impl GameSentences<'_> {
    pub(crate) fn hint(&self, hint: &Hint) -> String {
        self.hint_at(hint, &self.squares(self.hinted(hint), MAX_HINTED))
    }

    /// Beside a board that marks the squares.
    pub(crate) fn hint_on_board(&self, hint: &Hint) -> String {
        if self.hinted(hint).len() <= MAX_BETTER {
            return self.hint(hint);
        }
        self.hint_at(hint, "one of the marked squares")
    }

    fn hint_at(&self, hint: &Hint, squares: &str) -> String {
        let is_every = self.is_every_square(hint);
        match (hint.worth, hint.shape.zip(self.view.snapshot.turn)) {
            (Some(Worth { value: 0, .. }), _) if is_every => {
                format!("Hint: {squares}. Every square still draws.")
            }
            (Some(Worth { value: 1.., .. }), _) if is_every => format!("Hint: {squares}. Every square wins."),
            (Some(worth), _) => format!("Hint: {squares}. {}", prospects(worth, is_every)),
            (None, Some((shape, mover))) if shape.effect != Effect::Leaves => {
                format!("Hint: {squares}. This {}.", self.shape_made(shape, mover))
            }
            (None, _) if hint.cells.len() == 1 => format!("Hint: {squares} looks best."),
            (None, _) => format!("Hint: {squares}. Best moves found so far."),
        }
    }

    fn is_every_square(&self, hint: &Hint) -> bool {
        hint.cells.len() > 1 && hint.cells.len() == self.view.snapshot.legal.len()
    }

    /// The squares to show: one is enough where all are as good.
    pub(crate) fn hinted<'h>(&self, hint: &'h Hint) -> &'h [u8] {
        if !self.is_every_square(hint) {
            return &hint.cells;
        }
        let middle = self.view.middle();
        let shown = hint.cells.iter().find(|&&cell| cell == middle).or(hint.cells.first());
        shown.map_or(&[], slice::from_ref)
    }

    /// A line for each move, and where the game turned.
    pub(crate) fn review(&self, review: &Review) -> String {
        let title = format!("Review of game {}.", review.game);
        let line = |(number, reviewed)| {
            let win = win_to_show(review, number).map(|win| format!(" {}", self.how_to_win(win)));
            format!("{number}. {}{}", self.reviewed_move(number, reviewed), win.unwrap_or_default())
        };
        let moves = (1..).zip(&review.moves).map(line);
        let lines = [title].into_iter().chain(moves).chain([self.review_summary(review)]);
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn reviewed_move(&self, number: usize, reviewed: &ReviewedMove) -> String {
        let played = self.played(reviewed.mark, reviewed.cell);
        let is_last = number == self.view.snapshot.moves.len();
        let end = self.view.snapshot.result.as_ref().filter(|_| is_last);
        let has_lost = reviewed.mistake && end.is_some_and(|end| lost_by_own_line(end, reviewed.mark));
        let end = end.filter(|_| !has_lost).map_or_else(String::new, |end| self.review_end(end));
        format!("{played}{} {end}", self.remark(reviewed, has_lost)).trim_end().to_owned()
    }

    /// How the game ended, behind its last move.
    fn review_end(&self, end: &GameResult) -> String {
        match (gave_up(end.reason), end.winner) {
            (Some(how), Some(winner)) => format!("Then {} {how}.", self.object(winner.other())),
            _ => self.result(),
        }
    }

    fn remark(&self, reviewed: &ReviewedMove, has_lost: bool) -> String {
        let &ReviewedMove { mark, cell, before, after, ref best, mistake, shape } = reviewed;
        let is_even = |worth: Option<Worth>| worth.is_some_and(|worth| worth.value == 0);
        let squares = || self.squares(best, MAX_BETTER);
        let shape = shape.filter(|shape| after.is_none() || shape.effect == Effect::Leaves);
        let shape = shape.map(|shape| format!(": this {}", self.shape_made(shape, mark)));
        let (remark, better) = if mistake {
            let now = match shape {
                _ if has_lost => " and lost".to_owned(),
                Some(shape) => shape,
                None if is_even(after) => ", which turns a win into a draw".to_owned(),
                None => format!(": now {} can force a win", self.object(mark.other())),
            };
            let kept = if is_even(before) { "a draw" } else { "winning" };
            (now, format!(" Better: {}, still {kept}.", squares()))
        } else {
            let worth = || worth_left(before, after).map(|worth| format!(": {worth}"));
            let is_doubtful = after.is_none() && !best.contains(&cell);
            let better = if is_doubtful { format!(" Perhaps better: {}.", squares()) } else { String::new() };
            (shape.or_else(worth).unwrap_or_default(), better)
        };
        format!("{remark}.{}", if best.is_empty() { "" } else { &better })
    }

    pub(crate) fn review_summary(&self, review: &Review) -> String {
        let mistakes: Vec<_> = (1..)
            .zip(&review.moves)
            .filter(|(_, reviewed)| reviewed.mistake)
            .map(|(number, reviewed)| format!("move {number} ({})", self.object(reviewed.mark)))
            .collect();
        match mistakes.as_slice() {
            [] if review.moves.iter().any(|reviewed| reviewed.after.is_none()) => {
                format!("None of the {} is a proven mistake.", counted(review.moves.len(), "move"))
            }
            [] => format!("No mistakes found in {}.", counted(review.moves.len(), "move")),
            [one] => format!("Mistake: {one}."),
            [others @ .., last] => format!("Mistakes: {} and {last}.", others.join(", ")),
        }
    }

    /// `The win: 1. h8, 2. i8, 3. i9 (or g7).`
    pub(crate) fn how_to_win(&self, win: &ForcedWin) -> String {
        let moves = (1..).zip(&win.moves).map(|(number, cells)| format!("{number}. {}", self.choice(cells)));
        format!("The win: {}.", moves.collect::<Vec<_>>().join(", "))
    }

    /// `Bob: h8.`, of the move at this place of a forced win.
    pub(crate) fn turn_of_win(&self, win: &ForcedWin, at: usize) -> String {
        let is_first = (usize::try_from(win.ply).unwrap_or_default() + at).is_multiple_of(2);
        let mark = if is_first { Mark::X } else { Mark::O };
        let cells = win.moves.get(at).map_or(&[][..], Vec::as_slice);
        format!("{}: {}.", self.subject(mark), self.choice(cells))
    }

    /// The square that is played, and others that are as good.
    fn choice(&self, cells: &[u8]) -> String {
        let mut names: Vec<_> = cells.iter().map(|&cell| self.view.square_name(cell)).collect();
        let more = names.len().saturating_sub(MAX_BETTER);
        if more > 1 {
            names.truncate(MAX_BETTER);
            names.push(format!("any of {more} more"));
        }
        match names.split_first() {
            Some((played, others)) if !others.is_empty() => format!("{played} (or {})", one_of(others)),
            _ => names.concat(),
        }
    }

    /// What a move of this player does to a row, after "this".
    fn shape_made(&self, Shape { effect, marks, open }: Shape, mover: Mark) -> String {
        let name = ["two", "three", "four", "five"].get(usize::from(marks.wrapping_sub(2)));
        let name = name.map_or_else(|| format!("row of {marks}"), |&name| name.to_owned());
        let row = if open { format!("an open {name}") } else { format!("a {name}") };
        match effect {
            Effect::Makes => format!("makes {row}"),
            Effect::Blocks => format!("blocks {row}"),
            Effect::Leaves if open => format!("leaves {} {row}", self.object(mover.other())),
            Effect::Leaves => format!("doesn't block {} {name}", self.possessive(mover.other())),
        }
    }

    /// Squares to choose from.
    fn squares(&self, cells: &[u8], most: usize) -> String {
        let mut names: Vec<_> = cells.iter().map(|&cell| self.view.square_name(cell)).collect();
        if names.len() > most {
            names.truncate(most - 1);
            names.push("others".to_owned());
        }
        one_of(&names)
    }
}

/// The forced win to show beside a move: the one that it allowed, or else the one that it gave away.
pub(crate) fn win_to_show(review: &Review, number: usize) -> Option<&ForcedWin> {
    let is_mistake = number.checked_sub(1).and_then(|index| review.moves.get(index))?.mistake;
    let at = |plies: usize| review.forced_wins.iter().find(|win| u32::try_from(plies) == Ok(win.ply));
    worth_showing(at(number).or_else(|| at(number - 1).filter(|_| is_mistake)))
}

/// A win with the next move is plain to see.
pub(crate) fn worth_showing(win: Option<&ForcedWin>) -> Option<&ForcedWin> {
    win.filter(|win| win.moves.len() > 1)
}

/// In misere, a player loses by a row of the own marks.
fn lost_by_own_line(end: &GameResult, mover: Mark) -> bool {
    end.reason == Reason::Line && end.winner == Some(mover.other())
}

/// What a move left of the value before it, where that is known.
fn worth_left(before: Option<Worth>, after: Option<Worth>) -> Option<&'static str> {
    let after = after.filter(|after| after.distance != Some(0))?;
    Some(match (before, after.value) {
        (Some(_), 1..) => "still winning",
        (Some(_), 0) => "still a draw",
        (Some(_), _) => "already lost",
        (None, 1..) => "winning from here",
        (None, 0) => "a draw from here",
        (None, _) => "losing from here",
    })
}

/// What a hint is worth. Only the computer's opponent gets one. Where a row loses, the loser moves last: the distance to
/// a win is even, and to a loss odd. `is_every`: it is that of every square.
fn prospects(Worth { value, distance }: Worth, is_every: bool) -> String {
    match (value, distance) {
        (0, _) => "Still a draw.".to_owned(),
        (1.., Some(1)) => "You can win now.".to_owned(),
        (1.., Some(plies)) => format!("You can win in {}.", counted(plies.div_ceil(2), "move")),
        (1.., None) => "You can win.".to_owned(),
        (_, Some(1)) => "Every square completes a line.".to_owned(),
        (_, Some(2)) => "The computer can win on its next move.".to_owned(),
        (_, Some(plies)) if is_every => {
            format!("The computer can force a win in {}, whatever you play.", counted(plies / 2, "move"))
        }
        (_, Some(plies)) => {
            format!("The computer can force a win in {}; this delays it longest.", counted(plies / 2, "move"))
        }
        (_, None) => "The computer can force a win.".to_owned(),
    }
}
