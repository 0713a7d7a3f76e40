//! The position to solve, and the names of its squares.

use thiserror::Error;
use tictactoe_engine::{Cell, Game, IllegalMove, Mark, Rules, RulesError};

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    game: Game,
}

/// Why there is no such position. Each is two lines: what is wrong, and what can be written instead.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Unplayable {
    /// There is no game by these rules.
    #[error("{0}\nExample: tictactoe-server solve 5x4 --run 4")]
    Rules(#[from] RulesError),
    /// This move is not the name of a square.
    #[error(
        "Move {number} of --moves cannot be read: '{}'.\n\
        Write squares as numbers from 1, or as column and row like b2, with commas between.",
        text.escape_debug()
    )]
    Unreadable {
        /// Which move it is, from 1.
        number: usize,
        /// What is written there.
        text: String,
    },
    /// This move is not allowed.
    #[error("Move {number} of --moves, {square}, is not allowed.\n{illegal}")]
    Illegal {
        /// Which move it is, from 1.
        number: usize,
        /// What is written there.
        square: String,
        /// Why not.
        illegal: IllegalMove,
    },
}

impl Problem {
    /// The position after these moves: squares with commas between, none if the text is empty.
    ///
    /// # Errors
    /// When there is no such position.
    pub(crate) fn new((columns, rows): (u8, u8), run: u8, moves: &str) -> Result<Self, Unplayable> {
        let rules = Rules::new(columns, rows, run)?;
        let mut game = Game::new(rules);
        let squares = moves.split(',').map(str::trim);
        for (number, square) in (1..).zip(squares.filter(|_| !moves.trim().is_empty())) {
            let unreadable = || Unplayable::Unreadable { number, text: square.to_owned() };
            let cell = Square::parse(square).ok_or_else(unreadable)?.on(rules);
            let played = cell.ok_or(IllegalMove::NoSuchCell).and_then(|cell| game.play(cell));
            let refused = |illegal| Unplayable::Illegal { number, square: square.to_owned(), illegal };
            played.map_err(refused)?;
        }
        Ok(Self { game })
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Whose turn it is, or would be if the game were not over.
    pub(crate) fn side(&self) -> Mark {
        if self.game.ply().is_multiple_of(2) { Mark::X } else { Mark::O }
    }

    /// The names of cells, with spaces between: numbers on small boards, on others columns and rows, as in the
    /// client.
    pub(crate) fn names(&self, cells: &[Cell]) -> String {
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    fn name(&self, cell: Cell) -> String {
        let (rules, index) = (self.game.rules(), cell.index());
        if rules.cell_count() <= NUMBERED {
            return format!("{}", index + 1);
        }
        let columns = usize::from(rules.columns());
        let letter = ('a'..='z').nth(index % columns).unwrap_or('?');
        format!("{letter}{}", index / columns + 1)
    }
}

/// The largest board whose squares go by numbers.
const NUMBERED: usize = 9;

/// A square as people name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Square {
    /// Its number in reading order, from 1.
    Number(usize),
    /// Its row and column, from 1.
    At { row: usize, column: usize },
}

impl Square {
    fn parse(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic);
        let Some(letter) = letter.map(|letter| letter.to_ascii_lowercase()) else {
            return number(text).map(Self::Number);
        };
        let column = ('a'..=letter).count();
        Some(Self::At { row: number(text.get(1..)?)?, column })
    }

    fn on(self, rules: Rules) -> Option<Cell> {
        match self {
            Self::Number(number) => rules.cell(number.checked_sub(1)?),
            Self::At { row, column } => rules.cell_at(row.checked_sub(1)?, column.checked_sub(1)?),
        }
    }
}

/// Digits only: `parse` alone would take `+5` too.
fn number(text: &str) -> Option<usize> {
    text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(sides: (u8, u8), moves: &str) -> Problem {
        Problem::new(sides, 3, moves).unwrap()
    }

    fn refusal(moves: &str) -> String {
        Problem::new((3, 3), 3, moves).unwrap_err().to_string()
    }

    #[test]
    fn moves_are_named_by_number_or_by_column_and_row() {
        for moves in ["5,1,9", "b2,a1,c3", " B2 , 1 ,9"] {
            assert_eq!(problem((3, 3), moves).game().board().to_string(), "O__\n_X_\n__X", "{moves}");
        }
        for none in ["", " "] {
            assert_eq!(problem((3, 3), none).game().ply(), 0);
        }
    }

    #[test]
    fn squares_have_the_names_that_the_client_gives_them() {
        let names = |sides, indices: [usize; 2]| {
            let problem = problem(sides, "");
            let cell = |index| problem.game().rules().cell(index).unwrap();
            problem.names(&indices.map(cell))
        };
        assert_eq!(names((3, 3), [0, 8]), "1 9");
        assert_eq!(names((5, 2), [0, 9]), "a1 e2");
        assert_eq!(names((15, 15), [14, 224]), "o1 o15");
    }

    #[test]
    fn the_side_is_the_one_to_move_or_the_one_that_would_be() {
        assert_eq!(problem((3, 3), "5").side(), Mark::O);
        let over = problem((3, 3), "1,4,2,5,3");
        assert_eq!((over.game().to_move(), over.side()), (None, Mark::O));
    }

    #[test]
    fn what_is_wrong_is_said_in_two_lines() {
        assert_eq!(
            refusal("5,1,5"),
            "Move 3 of --moves, 5, is not allowed.\nThat cell is taken: choose one of the empty cells."
        );
        for (moves, said) in [("5,b0", "b0"), ("10", "10"), ("d1", "d1"), ("1,4,2,5,3,6", "Move 6")] {
            assert!(refusal(moves).contains(said) && refusal(moves).lines().count() == 2, "{moves}");
        }
        for moves in ["5,", ",5", "x", "5 1", "-1", "+1", "b", "é1", "\u{1b}[31m", "99999999999999999999"] {
            let said = refusal(moves);
            assert!(said.contains("cannot be read") && said.lines().count() == 2, "{said}");
            assert!(!said.contains('\u{1b}'));
        }
        let wide = Problem::new((16, 3), 3, "").unwrap_err().to_string();
        assert!(wide.contains("16") && wide.lines().count() == 2, "{wide}");
    }
}
