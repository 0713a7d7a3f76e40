//! The marks on the cells.

use std::fmt;
use std::iter::successors;

use crate::cell::CellSet;
use crate::{Cell, Mark, Rules};

/// The marks on the cells of a board. Only a [`Game`](crate::Game) makes one, so it can always be reached by legal
/// moves.
///
/// Its text form is its rows from the top, joined by newlines: `X`, `O`, and `_` for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rules: Rules,
    x: CellSet,
    o: CellSet,
}

impl Board {
    /// The mark on this cell; `None` when it is empty or not on this board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Mark> {
        [Mark::X, Mark::O].into_iter().find(|&mark| self.cells_with(mark).contains(cell))
    }

    /// The board's text form: one string for each row, from the top, with one character for each column.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let mut letters = self.rules.all_cells().map(|cell| self.letter(cell));
        let columns = self.rules.columns().into();
        (0..self.rules.rows()).map(|_| letters.by_ref().take(columns).collect()).collect()
    }

    /// The empty cells, in reading order.
    pub(crate) fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        self.rules.all_cells().filter(|&cell| self.get(cell).is_none())
    }

    /// The empty cells that can be played: all, or under gravity the lowest of each column. In reading order.
    pub(crate) fn playable_cells(&self) -> impl Iterator<Item = Cell> {
        self.rules.playable(self.empty_cells().collect::<CellSet>()).iter()
    }

    /// The lower cell to which a mark on this empty cell falls, if it does. Each move asks, also while a stored game is
    /// replayed: only the cells below are looked at, and without gravity none.
    pub(crate) fn fall(&self, cell: Cell) -> Option<Cell> {
        if !self.rules.has_gravity() {
            return None;
        }
        let columns = usize::from(self.rules.columns());
        let below = |of: &Cell| self.rules.cell(of.index() + columns).filter(|&it| self.get(it).is_none());
        successors(below(&cell), below).last()
    }

    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, x: CellSet::default(), o: CellSet::default() }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn cells_with(&self, mark: Mark) -> CellSet {
        match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        }
    }

    /// Puts the mark on a cell, which the caller knows to be an empty one of this board.
    pub(crate) fn place(&mut self, cell: Cell, mark: Mark) {
        match mark {
            Mark::X => self.x.toggle(cell),
            Mark::O => self.o.toggle(cell),
        }
    }

    fn letter(&self, cell: Cell) -> char {
        match self.get(cell) {
            Some(Mark::X) => 'X',
            Some(Mark::O) => 'O',
            None => '_',
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_form_is_rows_joined_by_newlines() {
        let rules = Rules::new(4, 2, 3).unwrap();
        let mut board = Board::new(rules);
        assert_eq!(board.to_string(), "____\n____");
        board.place(rules.cell(1).unwrap(), Mark::X);
        board.place(rules.cell(7).unwrap(), Mark::O);
        assert_eq!(board.rows(), ["_X__", "___O"]);
        assert_eq!(board.to_string(), "_X__\n___O");
    }

    #[test]
    fn a_cell_that_is_not_on_the_board_has_no_mark() {
        let cell = Rules::new(15, 15, 5).unwrap().cell(200).unwrap();
        assert_eq!(Board::new(Rules::CLASSIC).get(cell), None);
    }
}
