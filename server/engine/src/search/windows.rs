//! All the places on a board where a run can be completed, and how the board can be turned.

use std::ops::Range;

use crate::cell::CellSet;
use crate::lines::{Step, ray};
use crate::random::SplitMix64;
use crate::{Cell, Rules};

/// How many ways there are at most to turn and mirror a board onto itself.
pub(super) const WAYS: usize = 8;

/// Every window of a board: `run` cells in a straight row. A player wins when a window is all theirs.
///
/// Windows are numbered along their straights: one straight after the other, each from its first cell on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Windows {
    rules: Rules,
    /// The cells of the windows, one window after the other.
    cells: Vec<Cell>,
    sets: Vec<CellSet>,
    /// By cell number: the numbers of the windows that the cell is in.
    through: Vec<Vec<u16>>,
    straights: Vec<Range<usize>>,
    keys: Vec<Keys>,
}

/// One number for each mark on a cell, by mark, and by the way in which the board is turned. Exclusive or
/// over the marks of a board makes its key.
type Keys = [[u64; WAYS]; 2];

impl Windows {
    /// The windows of a board with these rules.
    pub(super) fn new(rules: Rules) -> Self {
        let mut windows = Self {
            rules,
            cells: Vec::new(),
            sets: Vec::new(),
            through: vec![Vec::new(); rules.cells()],
            straights: Vec::new(),
            keys: keys(rules),
        };
        // With a run of 1 every way is the same.
        let ways = if rules.run() == 1 { 1 } else { Step::FORWARD.len() };
        for step in Step::FORWARD.into_iter().take(ways) {
            for first in rules.all_cells().filter(|&cell| ray(rules, cell, step.back()).next().is_none()) {
                windows.add_straight(first, step);
            }
        }
        windows
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// How many windows there are.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The cells of a window, in order.
    pub(super) fn cells(&self, window: usize) -> &[Cell] {
        let run = usize::from(self.rules.run());
        self.cells.get(window * run..(window + 1) * run).unwrap_or_default()
    }

    /// The cells of a window, as a set.
    pub(super) fn set(&self, window: usize) -> CellSet {
        self.sets.get(window).copied().unwrap_or_default()
    }

    /// The numbers of the windows that this cell is in.
    pub(super) fn through(&self, cell: Cell) -> impl Iterator<Item = usize> {
        self.through.get(cell.index()).into_iter().flatten().map(|&window| usize::from(window))
    }

    /// The windows of each row, column and diagonal that is long enough to have any, as ranges of numbers.
    pub(super) fn straights(&self) -> &[Range<usize>] {
        &self.straights
    }

    /// The numbers that stand for a mark on this cell.
    pub(super) fn keys(&self, cell: Cell) -> Keys {
        self.keys.get(cell.index()).copied().unwrap_or_default()
    }

    /// How many ways there are to turn and mirror this board onto itself, the one that it lies in included.
    pub(super) fn ways(&self) -> usize {
        if self.rules.columns() == self.rules.rows() { WAYS } else { WAYS / 2 }
    }

    /// Adds the windows of the straight that begins here.
    fn add_straight(&mut self, first: Cell, step: Step) {
        let straight: Vec<Cell> = [first].into_iter().chain(ray(self.rules, first, step)).collect();
        let number = self.len();
        for window in straight.windows(self.rules.run().into()) {
            for cell in window {
                if let (Some(numbers), Ok(number)) =
                    (self.through.get_mut(cell.index()), u16::try_from(self.sets.len()))
                {
                    numbers.push(number);
                }
            }
            self.cells.extend_from_slice(window);
            self.sets.push(window.iter().copied().collect());
        }
        if self.len() > number {
            self.straights.push(number..self.len());
        }
    }
}

/// The numbers for every cell of the board. They are always the same, so that a search always goes the same
/// way.
fn keys(rules: Rules) -> Vec<Keys> {
    let mut random = SplitMix64::new(0, 0);
    let plain: Vec<[u64; 2]> = rules.all_cells().map(|_| [random.next(), random.next()]).collect();
    let turned = |cell: Cell, mark: usize, way: usize| {
        let cell = turn(rules, cell, way).index();
        plain.get(cell).and_then(|keys| keys.get(mark)).copied().unwrap_or_default()
    };
    let of = |cell| [0, 1].map(|mark| std::array::from_fn(|way| turned(cell, mark, way)));
    rules.all_cells().map(of).collect()
}

/// Where a cell comes to lie: bit 0 of the way turns the rows around, bit 1 the columns, bit 2 swaps rows and
/// columns, which only a square board can.
fn turn(rules: Rules, cell: Cell, way: usize) -> Cell {
    let (mut row, mut column) = rules.row_and_column(cell);
    if way & 1 != 0 {
        row = rules.rows() - 1 - row;
    }
    if way & 2 != 0 {
        column = rules.columns() - 1 - column;
    }
    if way & 4 != 0 {
        (row, column) = (column, row);
    }
    rules.cell_at(row.into(), column.into()).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_3x3_board_has_its_eight_lines() {
        let windows = Windows::new(Rules::CLASSIC);
        assert_eq!((windows.len(), windows.straights().len()), (8, 8));
        let through = Rules::CLASSIC.all_cells().map(|cell| windows.through(cell).count());
        assert!(through.eq([3, 2, 3, 2, 4, 2, 3, 2, 3]));
    }

    #[test]
    fn a_window_has_as_many_cells_as_the_run_and_never_leaves_the_board() {
        // 15 rows of 11, as many columns, and two diagonal ways of 11 by 11.
        for ((columns, rows, run), count) in
            [((15, 15, 5), 2 * 15 * 11 + 2 * 11 * 11), ((2, 4, 4), 2), ((4, 3, 1), 12)]
        {
            let windows = Windows::new(Rules::new(columns, rows, run).unwrap());
            assert_eq!(windows.len(), count);
            for window in 0..count {
                assert_eq!(windows.set(window).len(), u32::from(run));
                assert!(windows.set(window).iter().eq({
                    let mut cells = windows.cells(window).to_vec();
                    cells.sort_unstable();
                    cells
                }));
            }
        }
    }

    #[test]
    fn straights_are_the_windows_that_follow_each_other() {
        let windows = Windows::new(Rules::new(5, 4, 4).unwrap());
        assert_eq!(windows.straights().iter().map(Range::len).sum::<usize>(), windows.len());
        for straight in windows.straights() {
            for window in straight.clone().skip(1) {
                assert_eq!(windows.cells(window - 1).get(1..), windows.cells(window).get(..3));
            }
        }
    }

    #[test]
    fn turning_a_board_every_way_keeps_its_windows() {
        for (columns, rows, run) in [(4, 4, 3), (5, 3, 3)] {
            let rules = Rules::new(columns, rows, run).unwrap();
            let windows = Windows::new(rules);
            let sorted = |mut cells: Vec<Cell>| {
                cells.sort_unstable();
                cells
            };
            let all: Vec<Vec<Cell>> =
                (0..windows.len()).map(|at| sorted(windows.cells(at).to_vec())).collect();
            for way in 0..windows.ways() {
                for window in &all {
                    let turned = window.iter().map(|&cell| turn(rules, cell, way)).collect();
                    assert!(all.contains(&sorted(turned)));
                }
            }
        }
    }
}
