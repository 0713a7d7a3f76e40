//! Looking back at a game.

use crate::search::{Analysis, Verdict};
use crate::{Cell, Game, Mark};

/// One move of a game, and what it was worth to the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    /// The cell that was played.
    pub cell: Cell,
    /// Who played it.
    pub mark: Mark,
    /// What the game was worth to that player before the move.
    pub before: Verdict,
    /// What it was worth to that player after it.
    pub after: Verdict,
    /// The best cells that were found, in row-column order.
    pub best: Vec<Cell>,
}

impl Reviewed {
    /// Whether the move certainly turned a win or a draw into less.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        matches!((self.before.value(), self.after.value()), (Some(before), Some(after)) if after < before)
    }

    fn new(cell: Cell, mark: Mark, before: &Analysis, after: &Analysis) -> Self {
        let (best, after) = (before.best.clone(), after.verdict.reversed());
        Self { cell, mark, before: before.verdict, after, best }
    }
}

/// Every move of a game, in order, with what it was worth. The analyses are those of the game after none of its
/// moves, after the first, and so on to the last: one more than there are moves. Where one is missing the review
/// ends.
#[must_use]
pub fn review(game: &Game, analyses: &[Analysis]) -> Vec<Reviewed> {
    let marks = [Mark::X, Mark::O].into_iter().cycle();
    let around = analyses.iter().zip(analyses.iter().skip(1));
    let moves = game.cells().iter().zip(marks).zip(around);
    moves.map(|((&cell, mark), (before, after))| Reviewed::new(cell, mark, before, after)).collect()
}
