//! All the places on a board where a run can be completed.

use crate::cell::CellSet;
use crate::lines::{Step, ray};
use crate::{Cell, Rules};

/// Every window of a board: `run` cells in a straight row. A player wins when a window is all theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    windows: Vec<CellSet>,
    /// By cell number: the numbers of the windows that the cell is in.
    through: Vec<Vec<usize>>,
}

impl Windows {
    /// The windows of a board with these rules.
    pub(super) fn new(rules: Rules) -> Self {
        let mut windows = Self { windows: Vec::new(), through: vec![Vec::new(); rules.cells()] };
        for first in rules.all_cells() {
            for step in Step::FORWARD {
                windows.add(rules, first, step);
            }
        }
        windows
    }

    /// Every window, by its number.
    pub(super) fn all(&self) -> &[CellSet] {
        &self.windows
    }

    /// The numbers of the windows that this cell is in.
    pub(super) fn through(&self, cell: Cell) -> &[usize] {
        self.through.get(cell.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether `marked` has all of a window that this cell is in.
    pub(super) fn is_complete(&self, cell: Cell, marked: CellSet) -> bool {
        let mut windows = self.through(cell).iter().filter_map(|&number| self.windows.get(number));
        windows.any(|&window| marked.contains_all(window))
    }

    /// Adds the window that begins here, if there is room for it.
    fn add(&mut self, rules: Rules, first: Cell, step: Step) {
        let run = usize::from(rules.run());
        let cells = || [first].into_iter().chain(ray(rules, first, step)).take(run);
        if cells().count() < run {
            return;
        }
        for cell in cells() {
            if let Some(numbers) = self.through.get_mut(cell.index()) {
                numbers.push(self.windows.len());
            }
        }
        self.windows.push(cells().collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_3x3_board_has_its_eight_lines() {
        let windows = Windows::new(Rules::CLASSIC);
        assert_eq!(windows.all().len(), 8);
        let through: Vec<usize> =
            Rules::CLASSIC.all_cells().map(|cell| windows.through(cell).len()).collect();
        assert_eq!(through, [3, 2, 3, 2, 4, 2, 3, 2, 3]);
    }

    #[test]
    fn a_window_has_as_many_cells_as_the_run_and_never_leaves_the_board() {
        // 15 rows of 11, as many columns, and two diagonal ways of 11 by 11.
        for ((columns, rows, run), count) in [((15, 15, 5), 2 * 15 * 11 + 2 * 11 * 11), ((2, 4, 4), 2)] {
            let windows = Windows::new(Rules::new(columns, rows, run).unwrap());
            assert_eq!(windows.all().len(), count);
            assert!(windows.all().iter().all(|window| window.iter().count() == usize::from(run)));
        }
    }

    #[test]
    fn a_window_is_complete_when_all_of_it_is_marked() {
        let windows = Windows::new(Rules::CLASSIC);
        let [two, three] = [[2, 4, 4], [2, 4, 6]].map(|cells| cells.into_iter().map(Cell).collect());
        assert!(!windows.is_complete(Cell(4), two));
        assert!(windows.is_complete(Cell(4), three));
        assert!(!windows.is_complete(Cell(0), three));
    }
}
