//! The review of a game: what each move did to its value.

use crate::search::{Analysis, Verdict};
use crate::{Cell, Game, Mark};

/// One move of a game, with the value of the game before and after it, to the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReview {
    /// The cell that was played.
    pub cell: Cell,
    /// The player who played it.
    pub mark: Mark,
    /// The value before the move, to that player.
    pub before: Verdict,
    /// The value after the move, to that player.
    pub after: Verdict,
    /// The best cells that were found, in reading order.
    pub best: Vec<Cell>,
}

impl MoveReview {
    /// Whether the move provably turned a win into a draw or a loss, or a draw into a loss.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        matches!((self.before.value(), self.after.value()), (Some(before), Some(after)) if after < before)
    }

    fn new(cell: Cell, mark: Mark, before: &Analysis, after: &Analysis) -> Self {
        let (best, after) = (before.best.clone(), after.verdict.for_opponent());
        Self { cell, mark, before: before.verdict, after, best }
    }
}

/// Reviews every move of a game, in order. `analyses` has one analysis for each position of the game, from before
/// the first move to after the last: one more than there are moves. Where one is missing the review ends.
#[must_use]
pub fn review(game: &Game, analyses: &[Analysis]) -> Vec<MoveReview> {
    let marks = [Mark::X, Mark::O].into_iter().cycle();
    let before_and_after = analyses.iter().zip(analyses.iter().skip(1));
    let moves = game.cells().iter().zip(marks).zip(before_and_after);
    moves.map(|((&cell, mark), (before, after))| MoveReview::new(cell, mark, before, after)).collect()
}
