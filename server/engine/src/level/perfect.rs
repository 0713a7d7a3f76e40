//! The level that people cannot beat.

use super::forced;
use crate::random::SplitMix64;
use crate::search::{deepening, minimax};
use crate::{Cell, Game};

/// On boards of up to this many cells the whole tree is searched: it has at most 986,410 nodes.
const SOLVED_CELLS: usize = 9;

/// A forced move if there is one, else the best move: of the whole tree when that is small enough, else of
/// what can be searched of it.
pub(super) fn choose(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    let forced = forced::cells(game);
    if !forced.is_empty() {
        return random.pick(&forced);
    }
    if game.rules().cells() <= SOLVED_CELLS {
        return random.pick(&minimax(game).best);
    }
    deepening(game, random)
}
