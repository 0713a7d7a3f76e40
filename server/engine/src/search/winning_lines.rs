//! Every place on a board where a run can be completed.

use crate::Rules;
use crate::cell::CellSet;
use crate::lines;

/// Every winning line of a board: `run` cells in a straight row. A player who has all cells of one wins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WinningLines {
    /// The lines of each row, column and diagonal that is long enough, in order.
    pub(super) rays: Vec<Vec<CellSet>>,
    /// By cell number: the number of lines that the cell is in.
    pub(super) through: Vec<usize>,
}

impl WinningLines {
    pub(super) fn new(rules: Rules) -> Self {
        let lines = |(_, ray): (usize, Vec<_>)| -> Vec<CellSet> {
            ray.windows(rules.run().into()).map(|line| line.iter().copied().collect()).collect()
        };
        let rays: Vec<_> = lines::rays(rules).map(lines).filter(|lines| !lines.is_empty()).collect();
        let through = |cell| rays.iter().flatten().filter(|line| line.contains(cell)).count();
        Self { through: rules.all_cells().map(through).collect(), rays }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_3x3_board_has_eight_lines() {
        let lines = WinningLines::new(Rules::CLASSIC);
        assert_eq!(lines.rays.iter().map(Vec::len).collect::<Vec<_>>(), [1; 8]);
        assert_eq!(lines.through, [3, 2, 3, 2, 4, 2, 3, 2, 3]);
    }

    #[test]
    fn a_line_has_as_many_cells_as_the_run_and_never_leaves_the_board() {
        // 15 rows of 11, as many columns, and 11 by 11 in both diagonal directions.
        for ((columns, rows, run), count) in [((15, 15, 5), 2 * 15 * 11 + 2 * 11 * 11), ((2, 4, 4), 2)] {
            let lines = WinningLines::new(Rules::new(columns, rows, run).unwrap());
            assert_eq!(lines.rays.iter().flatten().count(), count);
            assert!(lines.rays.iter().flatten().all(|line| line.len() == u32::from(run)));
        }
    }

    #[test]
    fn each_line_of_a_ray_shares_all_cells_but_one_with_the_line_before() {
        let lines = WinningLines::new(Rules::new(5, 4, 4).unwrap());
        let mut neighbours = lines.rays.iter().flat_map(|ray| ray.windows(2));
        assert!(neighbours.all(|pair| pair[0].intersection(pair[1]).len() == 3));
    }
}
