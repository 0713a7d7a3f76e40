//! The position to solve, and the names of its squares.

use anyhow::{anyhow, bail};
use tictactoe_engine::{Cell, Game, IllegalMove, Rules, RulesError};

/// Parses the position after these moves: squares separated by commas, or an empty text. Each error has two lines: what
/// is wrong, and what to write instead.
pub(crate) fn parse(rules: Result<Rules, RulesError>, moves: &str) -> anyhow::Result<Game> {
    let rules = rules.map_err(|error| anyhow!("{error}\nExample: tictactoe-server solve 5x4 --run 4"))?;
    let mut game = Game::new(rules);
    let squares = moves.split(',').map(str::trim);
    for (number, square) in (1..).zip(squares.filter(|_| !moves.trim().is_empty())) {
        let Some(cell) = parse_square(square, rules) else {
            bail!(
                "Move {number} of --moves cannot be read: '{}'.\n\
                Write squares as numbers from 1, or as column and row like b2, with commas between.",
                square.escape_debug()
            )
        };
        cell.and_then(|cell| game.play(cell)).map_err(|illegal| {
            let lowest = match illegal {
                IllegalMove::Floating { lowest } => format!(" It is {}.", square_name(lowest, rules)),
                _ => String::new(),
            };
            anyhow!("Move {number} of --moves, {square}, is not allowed.\n{illegal}{lowest}")
        })?;
    }
    Ok(game)
}

/// Parses a number in reading order from 1, or a column letter and a row number. `None` when it is neither.
fn parse_square(text: &str, rules: Rules) -> Option<Result<Cell, IllegalMove>> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic);
    let cell = match letter {
        None => parse_number(text)?.checked_sub(1).and_then(|index| rules.cell(index)),
        Some(letter) => {
            let column = ('a'..letter.to_ascii_lowercase()).count();
            let row = parse_number(text.get(1..)?)?.checked_sub(1);
            row.and_then(|row| rules.cell_at(row, column))
        }
    };
    Some(cell.ok_or(IllegalMove::NoSuchCell))
}

/// Digits only, although `parse` accepts `+5`.
fn parse_number(text: &str) -> Option<usize> {
    text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The largest board whose squares are named by number, as in the client.
const NUMBERED_CELLS: usize = 9;

/// The names of cells, separated by spaces.
pub(crate) fn square_names(cells: &[Cell], rules: Rules) -> String {
    cells.iter().map(|&cell| square_name(cell, rules)).collect::<Vec<_>>().join(" ")
}

fn square_name(cell: Cell, rules: Rules) -> String {
    let (index, columns) = (cell.index(), usize::from(rules.columns()));
    if rules.cell_count() <= NUMBERED_CELLS {
        return format!("{}", index + 1);
    }
    let letter = ('a'..='z').nth(index % columns).unwrap_or('?');
    format!("{letter}{}", index / columns + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(board: (u8, u8), moves: &str) -> Game {
        parse(Rules::new(board.0, board.1, 3), moves).unwrap()
    }

    fn error(moves: &str) -> String {
        parse(Ok(Rules::CLASSIC), moves).unwrap_err().to_string()
    }

    #[test]
    fn moves_are_named_by_number_or_by_column_and_row() {
        for moves in ["5,1,9", "b2,a1,c3", " B2 , 1 ,9"] {
            assert_eq!(position((3, 3), moves).board().to_string(), "O__\n_X_\n__X", "{moves}");
        }
        for none in ["", " "] {
            assert_eq!(position((3, 3), none).ply(), 0);
        }
    }

    #[test]
    fn squares_have_the_same_names_as_in_the_client() {
        let names = |board, indices: [usize; 2]| {
            let rules = position(board, "").rules();
            square_names(&indices.map(|index| rules.cell(index).unwrap()), rules)
        };
        assert_eq!(names((3, 3), [0, 8]), "1 9");
        assert_eq!(names((5, 2), [0, 9]), "a1 e2");
        assert_eq!(names((15, 15), [14, 224]), "o1 o15");
    }

    #[test]
    fn an_error_is_explained_in_two_lines() {
        assert_eq!(
            error("5,1,5"),
            "Move 3 of --moves, 5, is not allowed.\nThat cell is taken. Choose one of the empty cells."
        );
        let floating = parse(Ok(Rules::CLASSIC.with_gravity(true)), "2").unwrap_err().to_string();
        assert!(floating.ends_with("Choose the lowest empty cell of the column. It is 8."), "{floating}");
        for (moves, message) in [("5,b0", "b0"), ("10", "10"), ("d1", "d1"), ("1,4,2,5,3,6", "Move 6")] {
            assert!(error(moves).contains(message) && error(moves).lines().count() == 2, "{moves}");
        }
        for moves in ["5,", ",5", "x", "5 1", "-1", "+1", "b", "é1", "\u{1b}[31m", "99999999999999999999"] {
            let message = error(moves);
            assert!(message.contains("cannot be read") && message.lines().count() == 2, "{message}");
            assert!(!message.contains('\u{1b}'));
        }
        let wide = parse(Rules::new(16, 3, 3), "").unwrap_err().to_string();
        assert!(wide.contains("16") && wide.lines().count() == 2, "{wide}");
    }
}
