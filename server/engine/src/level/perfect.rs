//! The level that people cannot beat.

use super::forced;
use crate::random::SplitMix64;
use crate::search::{Analysis, Budget, Search, Value};
use crate::solved::solved;
use crate::{Cell, Game};

/// How many of the best moves are compared by the replies that they leave.
const COMPARED: usize = 12;

/// With fewer nodes for each reply the comparison finds out little, and setting it up takes longer than it.
const LEAST_SHARE: u64 = 100;

/// What the game is worth, and the moves that the level chooses from: the best ones, and where one side
/// threatens to win at once only those that win or block.
pub(super) fn advise(game: &Game, search: &mut Search, budget: Budget<'_>) -> Analysis {
    let mut analysis = search.analyse(game, budget);
    let forced = forced::cells(game);
    if !forced.is_empty() {
        analysis.best = forced;
    }
    analysis
}

/// On 3×3 by the solved game. Elsewhere a forced move if there is one, else one of the best that the search
/// finds: where they certainly do not win, the one with the fewest safe replies, as far as the budget allows.
pub(super) fn choose(
    game: &Game,
    random: &mut SplitMix64,
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<Cell> {
    if let Some(solved) = solved(game) {
        return solved.choose(random);
    }
    let forced = forced::cells(game);
    if !forced.is_empty() {
        return random.pick(&forced);
    }
    let analysis = search.analyse(game, budget);
    let best = random.shuffled(analysis.best);
    let left = Budget { nodes: budget.nodes.saturating_sub(analysis.nodes), ..budget };
    let chosen = match analysis.verdict.value() {
        Some(value @ (Value::Draw | Value::Loss)) => hardest_to_answer(game, value, &best, search, left),
        Some(Value::Win) | None => best.first().copied(),
    };
    chosen.or_else(|| random.pick(&game.legal_cells()))
}

/// Of these moves, all of which keep `value`, the one that leaves the fewest safe replies, and the first among
/// equals. Each reply has the same share of the budget.
fn hardest_to_answer(
    game: &Game,
    value: Value,
    moves: &[Cell],
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<Cell> {
    let compared = moves.len().min(COMPARED);
    let replies = compared * game.board().empty_cells().count();
    let share = Budget { nodes: budget.nodes.checked_div(replies as u64)?, ..budget };
    if compared == 1 || share.nodes < LEAST_SHARE {
        return moves.first().copied();
    }
    let safe_replies = |cell: &&Cell| safe_replies(game, **cell, value, search, share);
    moves.iter().take(compared).min_by_key(safe_replies).copied()
}

/// How many replies to a move keep a game at `value`. Those of which that is not found out count as safe.
fn safe_replies(game: &Game, cell: Cell, value: Value, search: &mut Search, share: Budget<'_>) -> usize {
    let after = |game: &Game, cell| {
        let mut next = game.clone();
        next.play(cell).map(|()| next)
    };
    let Ok(moved) = after(game, cell) else { return usize::MAX };
    let mut is_mistake = |reply: &Cell| {
        !share.control.is_stopped()
            && after(&moved, *reply).is_ok_and(|next| search.value(&next, share).0 > Some(value))
    };
    let replies = moved.legal_cells();
    replies.len() - replies.iter().filter(|reply| is_mistake(reply)).count()
}
