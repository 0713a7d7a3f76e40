//! Boards as aligned characters.

use tictactoe_protocol::values::Mark;

use crate::app::view::View;

/// The board with what to type for each empty square: its number, or letters and numbers at the edges.
pub(super) fn numbered(view: &View) -> String {
    if view.is_numbered() { with_numbers(view) } else { with_edges(view) }
}

/// The board as rows of `X`, `O` and `_`.
pub(super) fn rows(view: &View) -> String {
    view.rows()
        .map(|row| row.iter().map(|&square| sign(square)).collect())
        .collect::<Vec<String>>()
        .join("\n")
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
    let letters: String = ('a'..='z').take(view.rules().columns.into()).flat_map(|c| [' ', c]).collect();
    let mut lines = vec![format!("  {letters}")];
    for (row, squares) in (1..).zip(view.rows()) {
        let signs: String = squares.iter().flat_map(|&square| [' ', sign(square)]).collect();
        lines.push(format!("{row:>2}{signs}"));
    }
    lines.join("\n")
}

const fn sign(square: Option<Mark>) -> char {
    match square {
        Some(Mark::X) => 'X',
        Some(Mark::O) => 'O',
        None => '_',
    }
}
