//! Every place on a board where a run can be completed.

use crate::cell::CellSet;
use crate::lines;
use crate::{Cell, Rules};

/// Every winning line of a board: `run` cells in a straight row. A player who has all cells of one wins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WinningLines {
    rules: Rules,
    /// The cells of all lines, `run` for each.
    cells: Vec<Cell>,
    cell_sets: Vec<CellSet>,
    /// By cell number: the lines that the cell is in.
    through: Vec<Vec<u16>>,
}

impl WinningLines {
    pub(super) fn new(rules: Rules) -> Self {
        let mut lines = Self {
            rules,
            cells: Vec::new(),
            cell_sets: Vec::new(),
            through: vec![Vec::new(); rules.cell_count()],
        };
        // With a run of 1 a line is the same in every direction.
        let directions = if rules.run() == 1 { 0..1 } else { 0..4 };
        for (_, ray) in lines::rays(rules).filter(|(direction, _)| directions.contains(direction)) {
            ray.windows(rules.run().into()).for_each(|line| lines.add(line));
        }
        lines
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.cell_sets.len()
    }

    /// The cells of a line, in order.
    pub(super) fn cells(&self, line: usize) -> &[Cell] {
        let run = usize::from(self.rules.run());
        self.cells.get(line * run..(line + 1) * run).unwrap_or_default()
    }

    pub(super) fn cell_set(&self, line: usize) -> CellSet {
        self.cell_sets.get(line).copied().unwrap_or_default()
    }

    /// The numbers of the lines that this cell is in.
    pub(super) fn through(&self, cell: Cell) -> impl Iterator<Item = usize> {
        self.through.get(cell.index()).into_iter().flatten().map(|&line| usize::from(line))
    }

    fn add(&mut self, line: &[Cell]) {
        for cell in line {
            if let (Some(numbers), Ok(number)) =
                (self.through.get_mut(cell.index()), u16::try_from(self.cell_sets.len()))
            {
                numbers.push(number);
            }
        }
        self.cells.extend_from_slice(line);
        self.cell_sets.push(line.iter().copied().collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_3x3_board_has_eight_lines() {
        let lines = WinningLines::new(Rules::CLASSIC);
        assert_eq!(lines.len(), 8);
        let through = Rules::CLASSIC.all_cells().map(|cell| lines.through(cell).count());
        assert!(through.eq([3, 2, 3, 2, 4, 2, 3, 2, 3]));
    }

    #[test]
    fn a_line_has_as_many_cells_as_the_run_and_never_leaves_the_board() {
        // 15 rows of 11, as many columns, and 11 by 11 in both diagonal directions.
        for ((columns, rows, run), count) in
            [((15, 15, 5), 2 * 15 * 11 + 2 * 11 * 11), ((2, 4, 4), 2), ((4, 3, 1), 12)]
        {
            let lines = WinningLines::new(Rules::new(columns, rows, run).unwrap());
            assert_eq!(lines.len(), count);
            for line in 0..count {
                assert_eq!(lines.cell_set(line).len(), u32::from(run));
                assert!(lines.cell_set(line).iter().eq({
                    let mut cells = lines.cells(line).to_vec();
                    cells.sort_unstable();
                    cells
                }));
            }
        }
    }
}
