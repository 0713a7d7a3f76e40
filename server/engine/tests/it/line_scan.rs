//! A naive scan of the whole board for lines: an independent check of what the engine calls a win.

use std::iter::successors;

use tictactoe_engine::{Cell, Game, Mark};

/// A row and a column.
type Square = (usize, usize);

/// Every whole unbroken row of `letter` that is at least `run` long, as cell numbers, sorted. `rows` is the text form
/// of the board.
pub(crate) fn lines(rows: &[String], letter: char, run: usize) -> Vec<Vec<usize>> {
    let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let columns = grid[0].len();
    let ours = |&(row, column): &Square| grid.get(row).and_then(|row| row.get(column)) == Some(&letter);
    let mut lines = Vec::new();
    for index in 0..grid.len() * columns {
        let square = (index / columns, index % columns);
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            if step(square, -down, -right).as_ref().is_none_or(|before| !ours(before)) {
                let next = |&square: &Square| step(square, down, right).filter(ours);
                let line = successors(Some(square).filter(ours), next);
                lines.push(line.map(|(row, column)| row * columns + column).collect::<Vec<usize>>());
            }
        }
    }
    lines.retain(|line| line.len() >= run);
    lines.sort();
    lines.dedup();
    lines
}

fn step((row, column): Square, down: isize, right: isize) -> Option<Square> {
    Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
}

/// The cells on which `mark` would complete a run at once.
pub(crate) fn runs_in_one(game: &Game, mark: Mark) -> Vec<Cell> {
    let completes = |cell: &Cell| {
        let mut letters: Vec<char> = game.board().rows().concat().chars().collect();
        letters[cell.index()] = letter(mark);
        let rows: Vec<String> =
            letters.chunks(game.rules().columns().into()).map(|row| row.iter().collect()).collect();
        !lines(&rows, letter(mark), game.rules().run().into()).is_empty()
    };
    game.legal_cells().into_iter().filter(completes).collect()
}

pub(crate) fn letter(mark: Mark) -> char {
    match mark {
        Mark::X => 'X',
        Mark::O => 'O',
    }
}
