//! Wins in one and blocks in one.

use crate::{Cell, Game, Mark, lines};

/// The cells that win at once, if there are any; else those on which the opponent would win at once. In reading
/// order.
///
/// Each of them is a best move: against one threat nothing but a block delays the loss, and against several no
/// move does.
pub(super) fn forced_moves(game: &Game) -> Vec<Cell> {
    let Some(mark) = game.to_move() else { return Vec::new() };
    let wins = winning_moves(game, mark);
    if wins.is_empty() { winning_moves(game, mark.other()) } else { wins }
}

fn winning_moves(game: &Game, mark: Mark) -> Vec<Cell> {
    game.board().empty_cells().filter(|&cell| lines::is_winning_move(game.board(), cell, mark)).collect()
}
