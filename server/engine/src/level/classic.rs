//! Casual on 3×3, as the computer of this game played before it searched: it wins and blocks in one, answers a corner
//! with the centre, and else prefers a corner. It loses to a fork.

use crate::random::SplitMix64;
use crate::search::Search;
use crate::{Cell, Game};

use super::perfect::forced_moves;

const CORNERS: [Cell; 4] = [Cell(0), Cell(2), Cell(6), Cell(8)];
const CENTRE: Cell = Cell(4);

/// `None` when the game is over. A corner is twice as likely as another cell.
pub(super) fn choose_move(game: &Game, random: &mut SplitMix64, search: &mut Search) -> Option<Cell> {
    let (forced, legal) = (forced_moves(game, search), game.legal_cells());
    let corners = CORNERS.into_iter().filter(|corner| legal.contains(corner));
    random.pick(&match game.cells() {
        _ if !forced.is_empty() => forced,
        [corner] if CORNERS.contains(corner) => vec![CENTRE],
        _ => legal.iter().copied().chain(corners).collect(),
    })
}
