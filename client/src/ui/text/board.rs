//! Boards as aligned characters.

use tictactoe_protocol::values::Mark;

use crate::app::command::column_letter;
use crate::app::view::View;

/// The board with what to type for each empty square: its number, or letters and numbers at the edges.
pub(super) fn with_labels(view: &View) -> String {
    if view.is_numbered() { with_numbers(view) } else { with_edges(view) }
}

/// The board as rows of `X`, `O` and `_`.
pub(super) fn rows(view: &View) -> String {
    view.rows().map(|row| row.iter().copied().map(symbol).collect()).collect::<Vec<String>>().join("\n")
}

fn with_numbers(view: &View) -> String {
    let mut number = 0;
    let mut square = |square: &Option<Mark>| {
        number += 1;
        square.map_or_else(|| format!(" {number}"), |mark| format!(" {mark}"))
    };
    view.rows().map(|row| row.iter().map(&mut square).collect()).collect::<Vec<String>>().join("\n")
}

fn with_edges(view: &View) -> String {
    let letters = (1..=view.rules().columns.into()).filter_map(column_letter);
    let header = format!("  {}", letters.flat_map(|letter| [' ', letter]).collect::<String>());
    let row = |(number, squares): (usize, &[Option<Mark>])| {
        format!("{number:>2}{}", squares.iter().flat_map(|&square| [' ', symbol(square)]).collect::<String>())
    };
    [header].into_iter().chain((1..).zip(view.rows()).map(row)).collect::<Vec<_>>().join("\n")
}

const fn symbol(square: Option<Mark>) -> char {
    match square {
        Some(Mark::X) => 'X',
        Some(Mark::O) => 'O',
        None => '_',
    }
}
