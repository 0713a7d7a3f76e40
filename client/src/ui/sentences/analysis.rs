//! Hints and reviews.

use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};

use super::counted;
use super::game::{GameSentences, one_of};
use crate::app::view::Perspective;

/// Of more squares than this, only the first are listed.
const MAX_LISTED: usize = 9;

impl GameSentences<'_> {
    pub(crate) fn hint(&self, hint: &Hint) -> String {
        let squares = match hint.cells.as_slice() {
            &[cell] => self.square(cell),
            cells if cells.len() == self.view.snapshot().legal.len() => "any square".to_owned(),
            cells => self.list(cells),
        };
        format!("Hint: {squares}. {}", self.prospects(hint.worth))
    }

    /// What a hint is worth.
    fn prospects(&self, worth: Option<Worth>) -> String {
        let Some(Worth { value, distance }) = worth else {
            return "The best that was found: nothing is certain yet.".to_owned();
        };
        let opponent = match self.view.perspective() {
            Perspective::Player(you) => self.name(you.other()),
            Perspective::Spectator | Perspective::Both => "the opponent".to_owned(),
        };
        match (value, distance) {
            (0, _) => "It is a draw when both play their best.".to_owned(),
            (1.., Some(1)) => "You win at once.".to_owned(),
            (1.., Some(all)) => {
                format!("You can win in {} of your moves, this one included.", all.div_ceil(2))
            }
            (1.., None) => "You can win.".to_owned(),
            (_, Some(2)) => format!("Whatever you play, {opponent} can win with the next move."),
            (_, Some(all)) => format!(
                "Whatever you play, {opponent} can win in {} of its moves; this holds out longest.",
                all / 2
            ),
            (_, None) => format!("Whatever you play, {opponent} can win."),
        }
    }

    /// A line for each move, and where the game turned.
    pub(crate) fn review(&self, review: &Review) -> String {
        let title = format!("Review of game {}.", review.game);
        let moves = (1..).zip(&review.moves).map(|(number, reviewed)| self.reviewed_move(number, reviewed));
        let lines = [title].into_iter().chain(moves).chain([self.review_summary(review)]);
        lines.collect::<Vec<_>>().join("\n")
    }

    fn reviewed_move(&self, number: usize, reviewed: &ReviewedMove) -> String {
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
            (Some(_), Some(Worth { value: 1, .. })) => "keeps the win".to_owned(),
            (Some(_), Some(Worth { value: 0, .. })) => "keeps the draw".to_owned(),
            (Some(_), Some(_)) => "lost in any case".to_owned(),
            (None, Some(Worth { value: 1, .. })) => "a win from here on".to_owned(),
            (None, Some(Worth { value: 0, .. })) => "a draw from here on".to_owned(),
            (None, Some(_)) => "lost from here on".to_owned(),
            (_, None) if best.is_empty() || best.contains(&cell) => {
                return format!("Move {number}, {mark} at {square}.");
            }
            (_, None) => format!("{} looked best", self.list(best)),
        };
        format!("Move {number}, {mark} at {square}: {remark}.")
    }

    fn review_summary(&self, review: &Review) -> String {
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

/// What a position is worth when both play their best.
const fn outcome(worth: Worth) -> &'static str {
    match worth.value {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}
