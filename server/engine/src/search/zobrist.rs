//! Zobrist hashing (Zobrist, "A new hashing method with application for game playing", 1970) of a board and of its
//! rotations and reflections.

use crate::random::SplitMix64;
use crate::{Cell, Mark, Rules};

/// The maximum number of rotations and reflections that map a board onto itself, the identity included.
pub(super) const MAX_SYMMETRIES: usize = 8;

/// A random number for each mark on each cell, under each symmetry of the board. The exclusive or over the marks of
/// a board is its hash.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ZobristKeys {
    symmetries: usize,
    /// By cell number, then side.
    keys: Vec<[[u64; MAX_SYMMETRIES]; 2]>,
}

impl ZobristKeys {
    /// The keys are the same each time, so that every search of a position is the same.
    pub(super) fn new(rules: Rules) -> Self {
        let mut random = SplitMix64::new(0, 0);
        let identity: Vec<[u64; 2]> = rules.all_cells().map(|_| [random.next(), random.next()]).collect();
        let key = |cell: Cell, side: usize, symmetry: usize| {
            let image = image(rules, cell, symmetry).index();
            identity.get(image).and_then(|keys| keys.get(side)).copied().unwrap_or_default()
        };
        let keys = |cell| [0, 1].map(|side| std::array::from_fn(|symmetry| key(cell, side, symmetry)));
        Self { symmetries: symmetries(rules), keys: rules.all_cells().map(keys).collect() }
    }

    /// What a mark on this cell contributes to the hash, by symmetry.
    pub(super) fn keys(&self, cell: Cell, mark: Mark) -> [u64; MAX_SYMMETRIES] {
        let keys = self.keys.get(cell.index()).and_then(|keys| keys.get(mark as usize));
        keys.copied().unwrap_or_default()
    }

    /// The same hash for all rotations and reflections of a board, by its hashes under each symmetry, and the symmetry that
    /// has it.
    pub(super) fn canonical(&self, hashes: &[u64; MAX_SYMMETRIES]) -> (u64, usize) {
        hashes.iter().copied().zip(0..).take(self.symmetries).min().unwrap_or_default()
    }
}

fn symmetries(rules: Rules) -> usize {
    match (rules.has_gravity(), rules.columns() == rules.rows()) {
        (true, _) => 2,
        (false, false) => MAX_SYMMETRIES / 2,
        (false, true) => MAX_SYMMETRIES,
    }
}

/// Where a symmetry takes a cell: bit 0 reverses the columns, bit 1 the rows, and bit 2 swaps rows and
/// columns, which only a square board allows. Where marks fall only the first is a symmetry.
pub(super) fn image(rules: Rules, cell: Cell, symmetry: usize) -> Cell {
    let (mut row, mut column) = rules.row_and_column(cell);
    if symmetry & 1 != 0 {
        column = rules.columns() - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = rules.rows() - 1 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    rules.cell_at(row.into(), column.into()).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::super::winning_lines::WinningLines;
    use super::*;

    #[test]
    fn every_symmetry_of_a_board_keeps_its_winning_lines() {
        for (columns, rows, run) in [(4, 4, 3), (5, 3, 3)] {
            let rules = Rules::new(columns, rows, run).unwrap();
            let lines = WinningLines::new(rules);
            let sorted = |mut cells: Vec<Cell>| {
                cells.sort_unstable();
                cells
            };
            let all: Vec<Vec<Cell>> =
                (0..lines.len()).map(|line| sorted(lines.cells(line).to_vec())).collect();
            for symmetry in 0..symmetries(rules) {
                for line in &all {
                    let images = line.iter().map(|&cell| image(rules, cell, symmetry)).collect();
                    assert!(all.contains(&sorted(images)));
                }
            }
        }
    }
}
