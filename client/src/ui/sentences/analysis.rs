//! Hints and reviews.

use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};

use super::counted;
use super::game::{GameSentences, one_of};

/// Of more squares than this, only the first are listed.
const MAX_LISTED: usize = 9;

impl GameSentences<'_> {
    pub(crate) fn hint(&self, hint: &Hint) -> String {
        let squares = match hint.cells.as_slice() {
            &[cell] => self.square(cell),
            cells if cells.len() == self.view.snapshot.legal.len() => "any square".to_owned(),
            cells => self.list(cells),
        };
        format!("Hint: {squares}. {}", prospects(hint.worth))
    }

    /// A line for each move, and where the game turned.
    pub(crate) fn review(&self, review: &Review) -> String {
        let title = format!("Review of game {}.", review.game);
        let moves = (1..).zip(&review.moves).map(|(number, reviewed)| self.reviewed_move(number, reviewed));
        let lines = [title].into_iter().chain(moves).chain([self.review_summary(review)]);
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn reviewed_move(&self, number: usize, reviewed: &ReviewedMove) -> String {
        let &ReviewedMove { mark, cell, before, after, ref best, mistake } = reviewed;
        if let (true, Some(before), Some(after)) = (mistake, before, after) {
            let (square, had, has) = (self.square(cell), outcome(before), outcome(after));
            let better = match best.as_slice() {
                [] => String::new(),
                best => format!("; {} would have kept the {had}", self.list(best)),
            };
            return format!(
                "Move {number}, {mark} at {square}: a mistake. It turned a {had} into a {has}{better}."
            );
        }
        let square = self.view.label(cell);
        let remark = match (before, after) {
            (_, Some(Worth { value: 1, distance: Some(0) })) => "wins".to_owned(),
            (Some(_), Some(Worth { value: 1, .. })) => "still winning".to_owned(),
            (Some(_), Some(Worth { value: 0, .. })) => "still a draw".to_owned(),
            (Some(_), Some(_)) => "already lost".to_owned(),
            (None, Some(Worth { value: 1, .. })) => "winning from here".to_owned(),
            (None, Some(Worth { value: 0, .. })) => "a draw from here".to_owned(),
            (None, Some(_)) => "lost from here".to_owned(),
            (_, None) if best.is_empty() || best.contains(&cell) => {
                return format!("Move {number}, {mark} at {square}.");
            }
            (_, None) => format!("{} looked best", self.list(best)),
        };
        format!("Move {number}, {mark} at {square}: {remark}.")
    }

    pub(crate) fn review_summary(&self, review: &Review) -> String {
        let is_certain = review.moves.iter().all(|played| played.before.is_some() && played.after.is_some());
        let mistake = if is_certain { "mistake" } else { "certain mistake" };
        let moves = counted(review.moves.len(), "move");
        let mistakes: Vec<_> = (1..)
            .zip(&review.moves)
            .filter(|(_, reviewed)| reviewed.mistake)
            .map(|(number, reviewed)| format!("move {number} by {}", self.subject(reviewed.mark, "you")))
            .collect();
        match mistakes.len() {
            0 => format!("No {mistake}s in {moves}."),
            count => format!("{} in {moves}: {}.", counted(count, mistake), mistakes.join(", ")),
        }
    }

    /// Squares to choose from.
    fn list(&self, cells: &[u8]) -> String {
        let mut labels: Vec<_> = cells.iter().map(|&cell| self.view.label(cell)).collect();
        if labels.len() > MAX_LISTED {
            labels.truncate(MAX_LISTED - 1);
            labels.push("others".to_owned());
        }
        one_of(&labels)
    }
}

/// What a hint is worth. Only the computer's opponent gets one.
fn prospects(worth: Option<Worth>) -> String {
    let Some(Worth { value, distance }) = worth else { return "Best move found so far.".to_owned() };
    match (value, distance) {
        (0, _) => "It is a draw when both play their best.".to_owned(),
        (1.., Some(plies)) => format!("You can win in {}.", counted(plies.div_ceil(2), "move")),
        (1.., None) => "You can win.".to_owned(),
        (_, Some(plies)) => {
            let moves = counted(plies / 2, "move");
            format!("The computer can force a win in {moves}; this delays it longest.")
        }
        (_, None) => "The computer can force a win.".to_owned(),
    }
}

/// What a position is worth when both play their best.
const fn outcome(worth: Worth) -> &'static str {
    match worth.value {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}
