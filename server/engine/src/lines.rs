//! Straight lines through a cell, and which of them win.

use std::iter;

use crate::{Board, Cell, Mark, Rules};

/// A step along a line: rows down and columns to the right.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    down: i8,
    right: i8,
}

impl Step {
    /// One step for each direction of a line, in the order in which [`Outcome::Win`](crate::Outcome::Win) lists
    /// lines: along the row, along the column, down to the right, down to the left. Each leads to a higher cell
    /// number.
    pub(crate) const FORWARD: [Step; 4] = [
        Step { down: 0, right: 1 },
        Step { down: 1, right: 0 },
        Step { down: 1, right: 1 },
        Step { down: 1, right: -1 },
    ];

    pub(crate) fn reversed(self) -> Step {
        Step { down: -self.down, right: -self.right }
    }
}

/// The cells after `from` in the direction of `step`, nearest first, up to the edge of the board.
pub(crate) fn ray(rules: Rules, from: Cell, step: Step) -> impl Iterator<Item = Cell> {
    let next = move |&(row, column): &(u8, u8)| {
        Some((row.checked_add_signed(step.down)?, column.checked_add_signed(step.right)?))
    };
    iter::successors(Some(rules.row_and_column(from)), next)
        .skip(1)
        .map_while(move |(row, column)| rules.cell_at(row.into(), column.into()))
}

/// Every row, column and diagonal, with the place of its direction in [`Step::FORWARD`].
pub(crate) fn rays(rules: Rules) -> impl Iterator<Item = (usize, Vec<Cell>)> {
    Step::FORWARD.into_iter().enumerate().flat_map(move |(direction, step)| {
        let is_first = move |&cell: &Cell| ray(rules, cell, step.reversed()).next().is_none();
        let from = move |first| [first].into_iter().chain(ray(rules, first, step)).collect();
        rules.all_cells().filter(is_first).map(move |first| (direction, from(first)))
    })
}

#[cfg(test)]
/// Whether `mark` on `cell` makes a line that is long enough to win. The cell itself may be empty.
pub(crate) fn is_winning_move(board: &Board, cell: Cell, mark: Mark) -> bool {
    let run = usize::from(board.rules().run());
    let count = |step| adjacent(board, cell, mark, step).count();
    Step::FORWARD.into_iter().any(|step| 1 + count(step) + count(step.reversed()) >= run)
}

/// The lines of `mark` through `cell` that are long enough to win, in the order of [`Step::FORWARD`], each
/// whole and with its cells ascending. With a run of 1 all four can be the same single cell, which is one line.
pub(crate) fn completed_lines(board: &Board, cell: Cell, mark: Mark) -> Vec<Vec<Cell>> {
    let run = usize::from(board.rules().run());
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    for step in Step::FORWARD {
        line.clear();
        line.extend(adjacent(board, cell, mark, step.reversed()));
        line.reverse();
        line.push(cell);
        line.extend(adjacent(board, cell, mark, step));
        if line.len() >= run && !lines.contains(&line) {
            lines.push(line.clone());
        }
    }
    lines
}

/// The unbroken row of `mark` next to `cell` in the direction of `step`.
pub(crate) fn adjacent(board: &Board, cell: Cell, mark: Mark, step: Step) -> impl Iterator<Item = Cell> {
    let marked = board.cells_with(mark);
    ray(board.rules(), cell, step).take_while(move |&next| marked.contains(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_ends_at_the_edge_of_the_board() {
        let rules = Rules::new(4, 3, 3).unwrap();
        let from = rules.cell(5).unwrap();
        let rays = Step::FORWARD.map(|step| ray(rules, from, step).map(Cell::index).collect::<Vec<_>>());
        assert_eq!(rays, [vec![6, 7], vec![9], vec![10], vec![8]]);
        let back =
            Step::FORWARD.map(|step| ray(rules, from, step.reversed()).map(Cell::index).collect::<Vec<_>>());
        assert_eq!(back, [vec![4], vec![1], vec![0], vec![2]]);
    }
}
