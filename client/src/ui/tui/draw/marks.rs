//! Marks: a letter at the scale 0, and else so many times five columns and three rows.

use ratatui::layout::Size;
use tictactoe_protocol::values::Mark;

/// Two rows of points are one row of characters.
const X: [&str; 6] = ["#   #", " # # ", "  #  ", "  #  ", " # # ", "#   #"];
const O: [&str; 6] = [" ### ", "#   #", "#   #", "#   #", "#   #", " ### "];

pub(super) const fn size(scale: u16) -> Size {
    if scale == 0 { Size::new(1, 1) } else { Size::new(5 * scale, 3 * scale) }
}

/// The rows of a mark, in half blocks or in ASCII.
pub(super) fn rows(mark: Mark, scale: u16, ascii: bool) -> impl Iterator<Item = String> {
    let Size { width, height } = size(scale);
    let point = move |x: u16, y: u16| is_drawn(mark, x / scale, y / scale);
    let symbol = move |x: u16, y: u16| match (point(x, 2 * y), point(x, 2 * y + 1)) {
        (false, false) => ' ',
        _ if ascii => ascii_symbol(mark, x / scale, 2 * y < height - 1),
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
    };
    (0..height).map(move |y| match scale {
        0 => mark.to_string(),
        _ => (0..width).map(|x| symbol(x, y)).collect(),
    })
}

fn is_drawn(mark: Mark, x: u16, y: u16) -> bool {
    let shape = if mark == Mark::X { X } else { O };
    let row = shape.get(usize::from(y)).and_then(|row| row.as_bytes().get(usize::from(x)));
    row == Some(&b'#')
}

const fn ascii_symbol(mark: Mark, x: u16, is_upper: bool) -> char {
    match (mark, x) {
        (Mark::O, _) => 'o',
        (Mark::X, 2) => 'X',
        (Mark::X, _) if (x < 2) == is_upper => '\\',
        (Mark::X, _) => '/',
    }
}
