//! What people call squares: by numbers on a small board, by letters and numbers on a large one.

use std::fmt;

use tictactoe_protocol::values::Rules;

use super::View;

/// Boards of up to this many cells are numbered where no marks fall; others have coordinates.
const NUMBERED_CELLS: usize = 9;

const MIDDLE: &str = "middle";
const ROWS: [&str; 3] = ["top", MIDDLE, "bottom"];
const COLUMNS: [&str; 3] = ["left", MIDDLE, "right"];

/// `two`, up to nine; then `10`.
pub(crate) fn number_word(number: usize) -> String {
    const WORDS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = number.checked_sub(2).and_then(|index| WORDS.get(index));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A square as people name it, by its number or its row and column, all from 1. The board may not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Square {
    // As the full screen has it.
    Cell(u8),
    Number(u32),
    At { row: u32, column: u32 },
}

impl View {
    pub(crate) fn is_numbered(&self) -> bool {
        !self.snapshot.rules.gravity && self.squares.len() <= NUMBERED_CELLS
    }

    pub(crate) fn row_column(&self, cell: u8) -> (u8, u8) {
        let columns = self.snapshot.rules.columns.max(1);
        // A server may name cells that the board does not have.
        ((cell / columns).saturating_add(1), cell % columns + 1)
    }

    /// What people call a cell: `5`, or `h8` on a board without numbered squares.
    pub(crate) fn label(&self, cell: u8) -> String {
        if self.is_numbered() {
            return (u16::from(cell) + 1).to_string();
        }
        let (row, column) = self.row_column(cell);
        Square::At { row: row.into(), column: column.into() }.to_string()
    }

    /// What people call a square: `top left`, or its label on other boards.
    pub(crate) fn square_name(&self, cell: u8) -> String {
        let (row, column) = self.row_column(cell);
        match (ROWS.get(usize::from(row) - 1), COLUMNS.get(usize::from(column) - 1)) {
            (Some(&MIDDLE), Some(&MIDDLE)) if self.has_places() => "centre".to_owned(),
            (Some(row), Some(column)) if self.has_places() => format!("{row} {column}"),
            _ => self.label(cell),
        }
    }

    /// What people call a line of squares that won: `the top row`, or `four in a row, a1 to d4` on other boards.
    pub(crate) fn line_name(&self, cells: &[u8]) -> String {
        let &[first, .., last] = cells else { return format!("{} in a row", number_word(cells.len())) };
        let ((row, column), (last_row, last_column)) = (self.row_column(first), self.row_column(last));
        let name = |names: [&'static str; 3], place: u8| names.get(usize::from(place) - 1).copied();
        match (name(ROWS, row), name(COLUMNS, column)) {
            _ if !self.has_places() || cells.len() != 3 => {
                let [first, last] = [first, last].map(|cell| self.square_name(cell));
                format!("{} in a row, {first} to {last}", number_word(cells.len()))
            }
            (Some(row_name), _) if row == last_row => format!("the {row_name} row"),
            (_, Some(column_name)) if column == last_column => format!("the {column_name} column"),
            _ => "the diagonal".to_owned(),
        }
    }

    /// The squares of this board have names.
    const fn has_places(&self) -> bool {
        matches!(self.snapshot.rules, Rules { columns: 3, rows: 3, .. })
    }

    /// What is drawn in an empty square: the key that plays it. In a game with gravity, that is the number of its column.
    pub(crate) fn key(&self, cell: u8) -> Option<String> {
        let (_, column) = self.row_column(cell);
        if self.snapshot.rules.gravity {
            return (column <= 9 && self.snapshot.legal.contains(&cell)).then(|| column.to_string());
        }
        self.is_numbered().then(|| self.label(cell))
    }

    /// The square in the middle, or next to it.
    pub(crate) fn middle(&self) -> u8 {
        let Rules { columns, rows, .. } = self.snapshot.rules;
        (rows.saturating_sub(1) / 2) * columns + columns.saturating_sub(1) / 2
    }

    pub(crate) fn cell(&self, square: Square) -> Option<u8> {
        let Rules { columns, rows, .. } = self.snapshot.rules;
        let index = match square {
            Square::Cell(cell) => cell.into(),
            Square::Number(number) => number.checked_sub(1)?,
            Square::At { row, column } => {
                let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
                if row >= u32::from(rows) || column >= u32::from(columns) {
                    return None;
                }
                row * u32::from(columns) + column
            }
        };
        u8::try_from(index).ok().filter(|&cell| usize::from(cell) < self.squares.len())
    }
}

impl Square {
    /// Reads `5`, or `b2`: column b, row 2.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.chars().next()? {
            letter @ 'a'..='z' => Some(Self::At {
                row: number(text.get(1..)?)?,
                column: u32::from(letter) - u32::from('a') + 1,
            }),
            _ => Some(Self::Number(number(text)?)),
        }
    }
}

/// The letter of a column, counted from 1, as far as the alphabet goes.
pub(crate) fn column_letter(column: u32) -> char {
    ('a'..='z').zip(1..).find_map(|(letter, number)| (number == column).then_some(letter)).unwrap_or('?')
}

/// Digits only: `parse` alone would take `+5` too.
fn number(text: &str) -> Option<u32> {
    text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => write!(f, "{}", u16::from(*cell) + 1),
            Self::Number(number) => write!(f, "{number}"),
            Self::At { row, column } => write!(f, "{}{row}", column_letter(*column)),
        }
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::snapshot::Snapshot;

    use super::*;
    use crate::testing::snapshots::{on_board, snapshot};

    fn view(snapshot: Snapshot) -> View {
        View::new(snapshot, false).unwrap()
    }

    #[test]
    fn squares_are_labelled_from_one() {
        let small = view(snapshot(&[]));
        assert_eq!((small.label(0), small.label(8)), ("1".into(), "9".into()));
        assert_eq!(small.cell(Square::At { row: 3, column: 1 }), Some(6));
        assert_eq!(small.cell(Square::Number(10)), None);
        assert_eq!(small.cell(Square::At { row: 1, column: 4 }), None);
        let falling = view(on_board(&[], Rules { gravity: true, ..Rules::new(4, 2, 3) }));
        assert_eq!((falling.is_numbered(), falling.label(4)), (false, "a2".into()));
        let large = view(on_board(&[], Rules::new(15, 15, 5)));
        assert_eq!((large.label(0), large.label(224)), ("a1".into(), "o15".into()));
        assert_eq!(large.cell(Square::Number(225)), Some(224));
        assert_eq!(large.cell(Square::At { row: u32::MAX, column: u32::MAX }), None);
    }

    #[test]
    fn squares_and_lines_of_the_usual_board_have_names() {
        let usual = view(snapshot(&[]));
        let names = [0, 1, 4, 5, 6].map(|cell| usual.square_name(cell)).join(", ");
        assert_eq!(names, "top left, top middle, centre, middle right, bottom left");
        for (cells, name) in
            [([3, 4, 5], "the middle row"), ([2, 5, 8], "the right column"), ([2, 4, 6], "the diagonal")]
        {
            assert_eq!(usual.line_name(&cells), name);
        }
        let large = view(on_board(&[], Rules::new(5, 4, 4)));
        assert_eq!(
            (&*large.square_name(1), &*large.line_name(&[0, 6, 12, 18])),
            ("b1", "four in a row, a1 to d4")
        );
    }
}
