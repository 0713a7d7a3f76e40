//! Whether a hint or a review makes sense.

use thiserror::Error;
use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};

use crate::app::view::View;

/// What is wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum Flaw {
    /// A hint names no cell, or one that cannot be played.
    #[error("a hint that cannot be played")]
    Hint,
    /// A review is not of the moves that were played.
    #[error("a review of another game")]
    Moves,
    /// A best move of a review could not have been played.
    #[error("a review with impossible moves")]
    Best,
    /// A worth is none, does not fit the board or who moves last, or contradicts another.
    #[error("an impossible worth of a game")]
    Worth,
}

/// Checks a hint about the position that is seen.
pub(super) fn hint(view: &View, hint: &Hint) -> Result<(), Flaw> {
    let legal = &view.snapshot().legal;
    if hint.cells.is_empty() || !is_ascending(&hint.cells) || hint.cells.iter().any(|c| !legal.contains(c)) {
        return Err(Flaw::Hint);
    }
    let empty = view.cells().saturating_sub(view.snapshot().moves.len());
    if hint.worth.is_some_and(|worth| !before_a_move(worth, empty)) { Err(Flaw::Worth) } else { Ok(()) }
}

/// Checks a review of the game that is seen.
pub(super) fn review(view: &View, review: &Review) -> Result<(), Flaw> {
    let played = &view.snapshot().moves;
    let is_played = |(reviewed, &cell): (&ReviewedMove, &u8)| {
        reviewed.cell == cell && view.mark_at(cell) == Some(reviewed.mark)
    };
    if review.moves.len() != played.len() || !review.moves.iter().zip(played).all(is_played) {
        return Err(Flaw::Moves);
    }
    let mut empty: Vec<u8> = (0..=u8::MAX).take(view.cells()).collect();
    for reviewed in &review.moves {
        if !is_best_possible(reviewed, &empty) {
            return Err(Flaw::Best);
        }
        if !is_consistent(reviewed, empty.len()) {
            return Err(Flaw::Worth);
        }
        empty.retain(|&cell| cell != reviewed.cell);
    }
    Ok(())
}

/// Whether the best moves could have been played, and are other than a mistake. None may have been found.
fn is_best_possible(reviewed: &ReviewedMove, empty: &[u8]) -> bool {
    let ReviewedMove { cell, best, mistake, .. } = reviewed;
    is_ascending(best)
        && best.iter().all(|best| empty.binary_search(best).is_ok())
        && !(*mistake && best.contains(cell))
}

/// Whether what is said of a move fits together. There were so many empty cells before it.
fn is_consistent(reviewed: &ReviewedMove, empty: usize) -> bool {
    let &ReviewedMove { before, after, mistake, .. } = reviewed;
    if before.is_some_and(|worth| !before_a_move(worth, empty))
        || after.is_some_and(|worth| !after_a_move(worth, empty.saturating_sub(1)))
    {
        return false;
    }
    match (before, after) {
        (Some(before), Some(after)) => after.value <= before.value && mistake == (after.value < before.value),
        _ => !mistake,
    }
}

/// Whether a game can be worth so much to the player to move.
fn before_a_move(worth: Worth, empty: usize) -> bool {
    is_possible(worth, empty, true) && worth.distance != Some(0)
}

/// Whether a game can be worth so much to the player who has just moved.
fn after_a_move(worth: Worth, empty: usize) -> bool {
    is_possible(worth, empty, false)
}

/// Whoever wins makes the last move, and there are as many moves left as empty cells at the most.
fn is_possible(worth: Worth, empty: usize, moves_next: bool) -> bool {
    let Worth { value, distance } = worth;
    let moves_last = distance.map(|distance| (distance % 2 == 1) == moves_next);
    distance.is_none_or(|distance| usize::from(distance) <= empty)
        && match value {
            1 => moves_last != Some(false),
            0 => true,
            -1 => moves_last != Some(true),
            _ => false,
        }
}

fn is_ascending(cells: &[u8]) -> bool {
    cells.is_sorted_by(|a, b| a < b)
}
