//! The rules of a game: the size of the board, how many in a row win or lose, and where a mark can be put.

use std::error::Error;
use std::fmt;

use crate::Cell;
use crate::cell::Cells;

/// Columns, rows and run (how many marks in a straight row decide the game), and the variant. They are always playable:
/// [`Rules::new`] refuses all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    columns: u8,
    rows: u8,
    run: u8,
    is_misere: bool,
    has_gravity: bool,
}

/// Why there is no game with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesError {
    /// The number of columns, or that of rows, is not in 1 to [`Rules::MAX_SIDE`].
    Side {
        /// The refused number.
        side: u8,
    },
    /// The run is 0, or longer than the longer side of the board, so that neither player could ever win.
    Run {
        /// The refused run.
        run: u8,
        /// The longest run that fits on the board.
        longest: u8,
    },
}

impl Rules {
    /// The maximum number of columns, and of rows.
    pub const MAX_SIDE: u8 = 15;

    /// Classic tic-tac-toe: 3×3, three in a row.
    pub const CLASSIC: Rules = Rules { columns: 3, rows: 3, run: 3, is_misere: false, has_gravity: false };

    /// The plain game with these numbers: a run wins, and every empty cell can be played.
    ///
    /// # Errors
    /// When a side is not in 1 to [`Rules::MAX_SIDE`], or the run is 0 or longer than the longer side. With several
    /// wrong arguments the error names the first.
    pub fn new(columns: u8, rows: u8, run: u8) -> Result<Rules, RulesError> {
        let sides = 1..=Self::MAX_SIDE;
        let longest = columns.max(rows);
        if let Some(side) = [columns, rows].into_iter().find(|side| !sides.contains(side)) {
            return Err(RulesError::Side { side });
        }
        if !(1..=longest).contains(&run) {
            return Err(RulesError::Run { run, longest });
        }
        Ok(Rules { columns, rows, run, is_misere: false, has_gravity: false })
    }

    /// The same rules, but that the player who completes a run loses, or that they do not.
    #[must_use]
    pub fn with_misere(self, is_misere: bool) -> Self {
        Self { is_misere, ..self }
    }

    /// The same rules, but that a mark falls to the lowest empty cell of its column, or that it does not.
    #[must_use]
    pub fn with_gravity(self, has_gravity: bool) -> Self {
        Self { has_gravity, ..self }
    }

    /// Whether a run wins and every empty cell can be played.
    pub(crate) fn is_plain(self) -> bool {
        !self.is_misere && !self.has_gravity
    }

    /// Whether the player who completes a run loses.
    #[must_use]
    pub fn is_misere(self) -> bool {
        self.is_misere
    }

    /// Whether only the lowest empty cell of a column can be played.
    #[must_use]
    pub fn has_gravity(self) -> bool {
        self.has_gravity
    }

    /// The number of columns: 1 to [`Rules::MAX_SIDE`].
    #[must_use]
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows: 1 to [`Rules::MAX_SIDE`].
    #[must_use]
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// How many marks in a straight row decide the game: at least 1, at most the longer side.
    #[must_use]
    pub fn run(self) -> u8 {
        self.run
    }

    /// The number of cells: 1 to 225.
    #[must_use]
    pub fn cell_count(self) -> usize {
        usize::from(self.columns * self.rows)
    }

    /// The cell with this number, counted from 0 in reading order; `None` when the board has no such cell.
    #[must_use]
    pub fn cell(self, index: usize) -> Option<Cell> {
        u8::try_from(index).ok().filter(|&index| index < self.columns * self.rows).map(Cell)
    }

    /// The cell in this row and column, both counted from 0 at the top left; `None` when it is off the board.
    #[must_use]
    pub fn cell_at(self, row: usize, column: usize) -> Option<Cell> {
        let row = u8::try_from(row).ok().filter(|&row| row < self.rows)?;
        let column = u8::try_from(column).ok().filter(|&column| column < self.columns)?;
        Some(Cell(row * self.columns + column))
    }

    /// Every cell of the board, in reading order.
    pub fn all_cells(self) -> impl Iterator<Item = Cell> {
        (0..self.columns * self.rows).map(Cell)
    }

    /// Those of the empty cells that can be played: all, or under gravity the lowest of each column.
    pub(crate) fn playable<const WORDS: usize>(self, empty: Cells<WORDS>) -> Cells<WORDS> {
        if self.has_gravity { empty.difference(empty.moved_back(self.columns)) } else { empty }
    }

    /// The cell that a mark on this one makes playable under gravity.
    pub(crate) fn cell_above(self, cell: Cell) -> Option<Cell> {
        cell.0.checked_sub(self.columns).map(Cell).filter(|_| self.has_gravity)
    }

    /// Row and column, both from 0, of a cell of this board.
    pub(crate) fn row_and_column(self, cell: Cell) -> (u8, u8) {
        (cell.0 / self.columns, cell.0 % self.columns)
    }
}

impl Default for Rules {
    /// [`Rules::CLASSIC`].
    fn default() -> Self {
        Self::CLASSIC
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, run, is_misere, has_gravity } = self;
        let misere = if *is_misere { ", misere" } else { "" };
        let gravity = if *has_gravity { ", gravity" } else { "" };
        write!(f, "{columns}x{rows}, {run} in a row{misere}{gravity}")
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = Rules::MAX_SIDE;
        match self {
            Self::Side { side } => {
                write!(f, "A board has 1 to {most} columns and rows, not {side}. Choose one of those.")
            }
            Self::Run { run: 0, longest } => {
                write!(f, "A run of 0 cannot win. Choose a run of 1 to {longest}, or a bigger board.")
            }
            Self::Run { run, longest } => write!(
                f,
                "{run} in a row do not fit on this board. Choose a run of 1 to {longest}, or a bigger board."
            ),
        }
    }
}

impl Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_classic_tic_tac_toe() {
        assert_eq!(Rules::new(3, 3, 3), Ok(Rules::CLASSIC));
        assert_eq!(Rules::default(), Rules::CLASSIC);
        assert_eq!(Rules::CLASSIC.to_string(), "3x3, 3 in a row");
    }

    #[test]
    fn a_variant_differs_from_the_plain_game_and_says_so() {
        let rules = Rules::new(7, 6, 4).unwrap();
        let text =
            |is_misere, has_gravity| rules.with_misere(is_misere).with_gravity(has_gravity).to_string();
        assert_eq!(rules.with_misere(false).with_gravity(false), rules);
        assert_eq!(text(true, false), "7x6, 4 in a row, misere");
        assert_eq!(text(false, true), "7x6, 4 in a row, gravity");
        assert_eq!(text(true, true), "7x6, 4 in a row, misere, gravity");
    }

    #[test]
    fn boards_from_1x1_to_15x15_are_allowed_and_no_others() {
        for columns in 0..=u8::MAX {
            for rows in 0..=u8::MAX {
                let fits = (1..=15).contains(&columns) && (1..=15).contains(&rows);
                assert_eq!(Rules::new(columns, rows, 1).is_ok(), fits, "{columns}x{rows}");
            }
        }
    }

    #[test]
    fn a_run_may_be_longer_than_one_side_but_not_than_both() {
        assert!(Rules::new(7, 2, 7).is_ok());
        assert!(Rules::new(2, 7, 7).is_ok());
        assert_eq!(Rules::new(7, 2, 8), Err(RulesError::Run { run: 8, longest: 7 }));
        assert_eq!(Rules::new(1, 1, 0), Err(RulesError::Run { run: 0, longest: 1 }));
    }

    #[test]
    fn an_error_says_what_to_do() {
        let message = |columns, rows, run| Rules::new(columns, rows, run).unwrap_err().to_string();
        assert_eq!(message(16, 0, 0), "A board has 1 to 15 columns and rows, not 16. Choose one of those.");
        assert_eq!(message(3, 0, 3), "A board has 1 to 15 columns and rows, not 0. Choose one of those.");
        assert_eq!(
            message(3, 4, 5),
            "5 in a row do not fit on this board. Choose a run of 1 to 4, or a bigger board."
        );
        assert_eq!(message(3, 4, 0), "A run of 0 cannot win. Choose a run of 1 to 4, or a bigger board.");
    }

    #[test]
    fn cells_are_numbered_in_reading_order() {
        let rules = Rules::new(4, 3, 3).unwrap();
        assert_eq!(rules.cell_count(), 12);
        assert_eq!(rules.cell(11), rules.cell_at(2, 3));
        assert_eq!(rules.cell_at(1, 0).map(Cell::index), Some(4));
        for (index, cell) in rules.all_cells().enumerate() {
            let (row, column) = rules.row_and_column(cell);
            assert_eq!(cell.index(), index);
            assert_eq!(rules.cell(index), Some(cell));
            assert_eq!(rules.cell_at(row.into(), column.into()), Some(cell));
        }
    }

    #[test]
    fn a_board_has_no_cells_beyond_its_edges() {
        let rules = Rules::new(15, 15, 5).unwrap();
        assert_eq!(rules.cell(224).map(Cell::index), Some(224));
        for index in [225, 255, 256, 512, usize::MAX] {
            assert_eq!(rules.cell(index), None);
        }
        for (row, column) in [(15, 0), (0, 15), (256, 0), (0, 256), (usize::MAX, usize::MAX)] {
            assert_eq!(rules.cell_at(row, column), None);
        }
    }
}
