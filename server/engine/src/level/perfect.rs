//! The levels that search.

use std::cmp::Reverse;

use crate::random::SplitMix64;
use crate::search::{Analysis, Budget, Search, Value, has_tablebase, lookup};
use crate::shapes::Threat;
use crate::{Cell, Game};

/// The nodes that a proof may take on a board of at most so many cells, whatever the budget: in the plain game, and in a
/// variant, where a node takes less time. With them, 5×5 and 6×5 with four in a row, 5×5 and 6×4 with gravity, and small misere
/// boards are not lost where they can be held, and 6×5 with gravity hardly ever.
const NODES_TO_HOLD: [u64; 2] = [200_000, 400_000];
const MOST_CELLS_TO_HOLD: usize = 30;

/// The value of the game to the side to move, and the moves that [`Level::Perfect`](crate::Level::Perfect) chooses from,
/// with the most promising of the best moves first.
///
/// In the plain game, where one side threatens to win at once, they are only those that win or block, even if all moves
/// lose equally soon. Of the moves of a lost game it is only the most promising of those that delay the loss longest, but
/// on 3×3.
#[must_use]
pub fn hint(game: &Game, search: &mut Search, budget: Budget<'_>) -> Analysis {
    let found = search.analyse(game, enough_to_hold(game, budget));
    for_a_player(game, found, search)
}

/// At least as many nodes as it takes to hold the board.
pub(super) fn enough_to_hold<'a>(game: &Game, budget: Budget<'a>) -> Budget<'a> {
    let (rules, [plain, variant]) = (game.rules(), NODES_TO_HOLD);
    let enough = if rules.is_plain() { plain } else { variant };
    let least = if rules.cell_count() > MOST_CELLS_TO_HOLD { 0 } else { enough };
    Budget { nodes: budget.nodes.max(least), ..budget }
}

/// The analysis of a game with the best moves that a [`hint`] names.
pub(super) fn for_a_player(game: &Game, mut analysis: Analysis, search: &mut Search) -> Analysis {
    let forced = forced_moves(game, search);
    let is_lost = analysis.verdict.is_some_and(|verdict| verdict.value == Value::Loss);
    let is_hopeless = forced.is_empty() && is_lost && !has_tablebase(game.rules());
    let best = if forced.is_empty() { analysis.best } else { forced };
    analysis.best = most_promising(game, best, search);
    analysis.best.truncate(if is_hopeless { 1 } else { usize::MAX });
    analysis
}

/// A forced move without a search; else one of the best that the search finds: where a tablebase has them, one with the
/// fewest safe replies, and the most promising of these.
pub(super) fn choose_move(
    game: &Game,
    random: &mut SplitMix64,
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<Cell> {
    if let [forced] = *forced_moves(game, search) {
        return Some(forced);
    }
    let found = search.analyse(game, budget);
    let best = random.shuffled(for_a_player(game, found, search).best);
    let safe_replies =
        |&cell: &Cell| game.after(cell).ok().and_then(|next| lookup(&next)).map_or(0, |&(_, safe)| safe);
    let chosen = most_promising(game, best, search).into_iter().min_by_key(safe_replies);
    chosen.or_else(|| random.pick(&game.legal_cells()))
}

/// The moves, the most promising first, and of equal ones in this order.
fn most_promising(game: &Game, mut moves: Vec<Cell>, search: &mut Search) -> Vec<Cell> {
    if let Some((table, board)) = search.shapes(game) {
        moves.sort_by_key(|&cell| Reverse(board.promise(table, cell)));
    }
    moves
}

/// The cells that win at once, if there are any; else those on which the opponent would win at once. In reading order.
///
/// None in a variant, where the search knows more. Each of them is a best move: against one threat nothing but a block
/// delays the loss, and against several no move does.
pub(super) fn forced_moves(game: &Game, search: &mut Search) -> Vec<Cell> {
    let Some((_, board)) = search.shapes(game).filter(|_| game.rules().is_plain()) else {
        return Vec::new();
    };
    let us = board.to_move();
    let [wins, blocks] = [us, us.other()].map(|mark| board.threats(mark, Threat::Win));
    (if wins.is_empty() { blocks } else { wins }).iter().collect()
}
