//! The levels that search.

use std::cmp::Reverse;

use crate::random::SplitMix64;
use crate::search::{Analysis, Budget, Search, Value, has_tablebase, lookup};
use crate::shapes::Threat;
use crate::{Cell, Game};

/// How many of the best moves are compared by the replies that they leave.
const MAX_COMPARED: usize = 12;

/// With fewer nodes for each reply a search proves little, and setting it up takes longer than running it.
const MIN_NODES_PER_REPLY: u64 = 100;

/// The nodes that a proof may take on a board of up to 25 cells, whatever the budget: in the plain game, and in a variant,
/// where each takes less time. With them, 5×5 with four in a row, 5×5 and 6×4 with gravity, and small misere boards are not
/// lost where they can be held. A very wide board with gravity, such as 8×3, may be.
const NODES_TO_HOLD: [u64; 2] = [25_000, 400_000];

/// The value of the game to the side to move, and the moves that [`Level::Perfect`](crate::Level::Perfect) chooses from,
/// with the most promising of the best moves first.
///
/// In the plain game, where one side threatens to win at once, they are only those that win or block, even if all moves
/// lose equally soon. Where a loss is near, or the board is large, it is only the most promising of those that lose
/// equally soon.
#[must_use]
pub fn hint(game: &Game, search: &mut Search, budget: Budget<'_>) -> Analysis {
    candidates(game, search, enough_to_hold(game, budget))
}

/// At least as many nodes as it takes to hold the board.
pub(super) fn enough_to_hold<'a>(game: &Game, budget: Budget<'a>) -> Budget<'a> {
    let [plain, variant] = NODES_TO_HOLD;
    let least = match game.rules().cell_count() {
        26.. => 0,
        _ if game.rules().is_plain() => plain,
        _ => variant,
    };
    Budget { nodes: budget.nodes.max(least), ..budget }
}

/// A hint, with this budget.
fn candidates(game: &Game, search: &mut Search, budget: Budget<'_>) -> Analysis {
    let analysis = search.analyse(game, budget);
    for_a_player(game, analysis, search)
}

/// The analysis of a game with the best moves that a [`hint`] names.
pub(super) fn for_a_player(game: &Game, mut analysis: Analysis, search: &mut Search) -> Analysis {
    let forced = forced_moves(game, search);
    let is_lost = analysis.verdict.value() == Some(Value::Loss);
    let is_hopeless = forced.is_empty() && is_lost && compared_value(game, &analysis).is_none();
    let best = if forced.is_empty() { analysis.best } else { forced };
    analysis.best = most_promising(game, best, search);
    analysis.best.truncate(if is_hopeless { 1 } else { usize::MAX });
    analysis
}

/// A forced move without a search; else one of the best that the search finds: in a draw or a loss the one with the
/// fewest safe replies, as far as the budget allows, and the most promising of these. The search for the best may take as long
/// as `proof` allows.
pub(super) fn choose_move(
    game: &Game,
    random: &mut SplitMix64,
    search: &mut Search,
    budget: Budget<'_>,
    proof: Budget<'_>,
) -> Option<Cell> {
    if let [forced] = *forced_moves(game, search) {
        return Some(forced);
    }
    let analysis = candidates(game, search, proof);
    let value = compared_value(game, &analysis);
    let rest = Budget { nodes: budget.nodes.saturating_sub(analysis.nodes), ..budget };
    let best = most_promising(game, random.shuffled(analysis.best), search);
    let chosen = value.and_then(|value| hardest_to_answer(game, value, &best, search, rest));
    chosen.or_else(|| best.first().copied()).or_else(|| random.pick(&game.legal_cells()))
}

/// The moves, the most promising first, and of equal ones in this order.
fn most_promising(game: &Game, mut moves: Vec<Cell>, search: &mut Search) -> Vec<Cell> {
    if let Some((table, board)) = search.shapes(game) {
        moves.sort_by_key(|&cell| Reverse(board.promise(table, cell)));
    }
    moves
}

/// The value that the moves keep, if they are compared by their replies: not on a board of more than 64 cells, which has
/// too many, nor where the opponent sees a win within four moves.
fn compared_value(game: &Game, analysis: &Analysis) -> Option<Value> {
    let value = analysis.verdict.value().filter(|&value| value != Value::Win)?;
    let is_near = value == Value::Loss && analysis.verdict.distance().is_some_and(|moves| moves <= 4);
    let compares = has_tablebase(game.rules()) || !is_near && game.rules().cell_count() <= 64;
    compares.then_some(value)
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

/// The first of these moves, all of which keep `value`, that leaves the fewest safe replies, if the budget suffices. Each
/// reply gets the same share of it.
fn hardest_to_answer(
    game: &Game,
    value: Value,
    moves: &[Cell],
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<Cell> {
    let compared = moves.len().min(MAX_COMPARED);
    let replies = compared * game.board().playable_cells().count();
    let share = Budget { nodes: budget.nodes.checked_div(replies as u64)?, ..budget };
    let suffices = compared > 1 && share.nodes >= MIN_NODES_PER_REPLY;
    let safe_replies = |cell: &&Cell| safe_replies(game, **cell, value, search, share);
    moves.iter().take(compared).filter(|_| suffices).min_by_key(safe_replies).copied()
}

/// The number of replies to a move that keep the game at `value`. Replies without a proof count as safe.
fn safe_replies(game: &Game, cell: Cell, value: Value, search: &mut Search, share: Budget<'_>) -> usize {
    let Ok(moved) = game.after(cell) else { return usize::MAX };
    if let Some(&(_, safe_moves)) = lookup(&moved) {
        return safe_moves;
    }
    let mut is_mistake = |reply: &Cell| {
        !share.control.is_stopped()
            && moved.after(*reply).is_ok_and(|next| search.value(&next, share).0 > Some(value))
    };
    let replies = moved.legal_cells();
    replies.len() - replies.iter().filter(|reply| is_mistake(reply)).count()
}
