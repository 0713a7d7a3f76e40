//! Moves that hardly leave a choice.

use crate::{Cell, Game, Mark, lines};

/// The cells that win at once, if there are any; else those on which the opponent would win at once. In
/// row-column order.
///
/// Any of them is a best move: with one threat to block nothing else delays the loss, and with several no
/// move does.
pub(super) fn cells(game: &Game) -> Vec<Cell> {
    let Some(mark) = game.to_move() else { return Vec::new() };
    let wins = completing(game, mark);
    if wins.is_empty() { completing(game, mark.other()) } else { wins }
}

fn completing(game: &Game, mark: Mark) -> Vec<Cell> {
    game.board().empty_cells().filter(|&cell| lines::completes(game.board(), cell, mark)).collect()
}
