//! What a move does to the rows on a large board, as players say it.

use std::ops::RangeInclusive;

use crate::search::Search;
use crate::shapes::{Shape, ShapeBoard};
use crate::{Cell, Game};

/// What one move does to a row of one side: with five in a row, for example, that it makes an open three, or blocks a
/// four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeFact {
    /// What the move does to the row.
    pub effect: ShapeEffect,
    /// The number of marks in the row: one or two fewer than a run.
    pub marks: u8,
    /// Whether the row becomes a run on either of two cells: at once, or once it has one more mark. Said of an
    /// opponent's row only if it is not a threat to win at once.
    pub is_open: bool,
}

/// What a move does to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeEffect {
    /// The row is the player's own, and new.
    Makes,
    /// The row was the opponent's greatest threat, and the opponent has none like it any more.
    Blocks,
    /// The opponent's greatest threat is as great as before the move.
    Leaves,
}

/// On smaller boards the value is proven, which says more.
const MIN_CELLS: usize = 65;

/// With a shorter run few rows need words, and longer ones are rarely played.
const RUNS: RangeInclusive<u8> = 4..=6;

/// The most important fact about a move that does not win at once: what it means for a threat of the opponent to win, or
/// to win in two moves, and what it threatens itself. `None` when it does neither, on smaller boards, and in variants.
#[must_use]
pub fn shape_fact(game: &Game, cell: Cell, search: &mut Search) -> Option<ShapeFact> {
    let rules = game.rules();
    if !rules.is_plain() || rules.cell_count() < MIN_CELLS || !RUNS.contains(&rules.run()) {
        return None;
    }
    let (table, before) = search.shapes(game)?;
    let (us, them) = (before.to_move(), before.to_move().other());
    let is_possible = |shape: &Shape| before.empty().contains(cell) && *shape < Shape::RUN;
    let own = before.shapes(us, cell).into_iter().max().filter(is_possible)?;
    let mut after = before.clone();
    after.play(table, cell);
    let [threat, remaining] = [&before, &after].map(|board: &ShapeBoard| board.best_shape(them));
    let answers = threat == Shape::RUN || threat == Shape::OPEN_FOUR && own < Shape::FOUR;
    let (effect, shape) = match answers {
        true if remaining == threat => (ShapeEffect::Leaves, threat),
        true => (ShapeEffect::Blocks, threat),
        false => (ShapeEffect::Makes, own),
    };
    // The opponent's row does not have the mark that makes the threat real.
    let marks = shape.marks(rules.run()) - u8::from(answers);
    (answers || own >= Shape::OPEN_THREE).then_some(ShapeFact { effect, marks, is_open: shape.is_open() })
}
