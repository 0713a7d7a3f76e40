//! How a proven win is forced, against the longest defence that is known.

use super::perfect::for_a_player;
use crate::search::{Analysis, Budget, Search, Value};
use crate::{Cell, Game, Mark};

/// The most moves of a forced win, by both sides together.
const MAX_MOVES: u64 = 12;

/// How one side can force a win, whatever the other plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The number of moves played before.
    pub ply: usize,
    /// The side that wins.
    pub winner: Mark,
    /// The cells of the next moves, of both sides in turn: each move answers the first cell of the one before. The winner's
    /// are all that were found to win, soonest where the distance is known. The loser's is one that delays that longest.
    pub moves: Vec<Vec<Cell>>,
}

/// How a win can be forced in this game, as far as the budget allows; `None` if none is proven. `found` is its analysis.
#[must_use]
pub fn forced_win(
    game: &Game,
    mut found: Analysis,
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<ForcedWin> {
    let winner = match found.verdict?.value {
        Value::Win => game.to_move()?,
        Value::Loss => game.to_move()?.other(),
        Value::Draw => return None,
    };
    let (mut position, mut nodes, mut moves) = (game.clone(), budget.nodes, Vec::new());
    for left in (0..MAX_MOVES).rev() {
        let is_winners = position.to_move() == Some(winner);
        if is_winners && found.verdict.is_none_or(|verdict| verdict.value != Value::Win) {
            break;
        }
        // Where the distance is known it is soon found again, and else the search uses all of its share.
        let parts =
            if found.verdict.is_some_and(|verdict| verdict.distance.is_some()) { left.min(3) } else { left };
        let mut cells = for_a_player(&position, found, search).best;
        cells.truncate(if is_winners { usize::MAX } else { 1 });
        let Some(Ok(next)) = cells.first().map(|&cell| position.after(cell)) else { break };
        position = next;
        moves.push(cells);
        let Some(share) = nodes.checked_div(parts) else { break };
        found = search.analyse(&position, Budget { nodes: share, ..budget });
        nodes = nodes.saturating_sub(found.nodes);
    }
    // A reply without an answer shows nothing.
    if position.to_move() == Some(winner) {
        moves.pop();
    }
    (!moves.is_empty()).then_some(ForcedWin { ply: game.ply(), winner, moves })
}
