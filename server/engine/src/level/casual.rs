//! The level that people can beat.

use super::forced;
use crate::random::SplitMix64;
use crate::{Cell, Game, Rules};

/// Wins in one if it can, else blocks in one, else answers a first move at the border in the centre, else
/// takes a random free corner, else a random cell.
pub(super) fn choose(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    random
        .pick(&forced::cells(game))
        .or_else(|| answer(game))
        .or_else(|| random.pick(&free_corners(game)))
        .or_else(|| random.pick(&game.legal_cells()))
}

/// The centre, when it is free and all that has been played is one cell in a corner or on an edge.
fn answer(game: &Game) -> Option<Cell> {
    let &[first] = game.cells() else { return None };
    let rules = game.rules();
    let (row, column) = rules.row_and_column(first);
    let at_border = row == 0 || column == 0 || row + 1 == rules.rows() || column + 1 == rules.columns();
    centre(rules).filter(|&centre| at_border && centre != first)
}

/// The middle cell; with an even number of rows or columns, the one above or to the left of the middle.
fn centre(rules: Rules) -> Option<Cell> {
    rules.cell_at(usize::from((rules.rows() - 1) / 2), usize::from((rules.columns() - 1) / 2))
}

/// The corners that can be played, each once, even where corners fall together.
fn free_corners(game: &Game) -> Vec<Cell> {
    let (rows, columns) = (game.rules().rows(), game.rules().columns());
    let is_end = |place: u8, places: u8| place == 0 || place + 1 == places;
    let is_corner = |&cell: &Cell| {
        let (row, column) = game.rules().row_and_column(cell);
        is_end(row, rows) && is_end(column, columns)
    };
    game.legal_cells().into_iter().filter(is_corner).collect()
}
