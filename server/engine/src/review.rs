//! The review of a game: what each move did to its value.

use crate::search::{Analysis, Search, Verdict};
use crate::{Cell, Game, Mark, ShapeFact, shape_fact};

/// One move of a game, with the value of the game before and after it, to the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReview {
    /// The cell that was played.
    pub cell: Cell,
    /// The player who played it.
    pub mark: Mark,
    /// The value before the move, to that player; `None` if it is not proven.
    pub before: Option<Verdict>,
    /// The value after the move, to that player; `None` if it is not proven.
    pub after: Option<Verdict>,
    /// The best cells that were found, in reading order.
    pub best: Vec<Cell>,
    /// What the move does to the rows on a large board.
    pub shape: Option<ShapeFact>,
}

impl MoveReview {
    /// Whether the move provably turned a win into a draw or a loss, or a draw into a loss.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        matches!((self.before, self.after), (Some(before), Some(after)) if after.value < before.value)
    }
}

/// Reviews every move of a game, in order. `analyses` has one analysis for each position of the game, from before
/// the first move to after the last: one more than there are moves. Where one is missing the review ends.
#[must_use]
pub fn review(game: &Game, analyses: &[Analysis], search: &mut Search) -> Vec<MoveReview> {
    let mut position = Game::new(game.rules());
    let before_and_after = analyses.iter().zip(analyses.iter().skip(1));
    let review_move = |(&cell, (before, after)): (&Cell, (&Analysis, &Analysis))| {
        let (mark, shape) = (position.to_move()?, shape_fact(&position, cell, search));
        position.play(cell).ok()?;
        let (best, after) = (before.best.clone(), after.verdict.map(Verdict::for_opponent));
        Some(MoveReview { cell, mark, before: before.verdict, after, best, shape })
    };
    game.cells().iter().zip(before_and_after).map_while(review_move).collect()
}
