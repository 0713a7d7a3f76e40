//! Boards as aligned characters.

use tictactoe_protocol::values::Mark;

use crate::app::view::{Numbers, View, column_letter};

/// The board with what to type for each empty square: its number, letters and numbers at the edges, or with gravity the
/// number of the column.
pub(super) fn with_labels(view: &View) -> String {
    let is_numbered = view.is_numbered();
    let letters = (1..=view.snapshot.rules.columns.into()).filter_map(column_letter);
    let header = format!("  {}", letters.flat_map(|letter| [' ', letter]).collect::<String>());
    let mut cells = 0..=u8::MAX;
    let rows = (1..).zip(view.rows()).map(|(number, row)| {
        let edge = if is_numbered { String::new() } else { format!("{number:>2}") };
        let squares = row.iter().zip(&mut cells).map(|(&square, cell)| {
            let key = view.key(cell, Numbers::Reading).filter(|_| square.is_none());
            format!(" {}", key.unwrap_or_else(|| symbol(square).to_string()))
        });
        edge + &squares.collect::<String>()
    });
    let header = (!is_numbered).then_some(header);
    header.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// The board as rows of `X`, `O` and `_`.
pub(super) fn rows(view: &View) -> String {
    view.rows().map(|row| row.iter().copied().map(symbol).collect()).collect::<Vec<String>>().join("\n")
}

const fn symbol(square: Option<Mark>) -> char {
    match square {
        Some(Mark::X) => 'X',
        Some(Mark::O) => 'O',
        None => '_',
    }
}
