//! Characters that are lines become lines. So they meet from row to row, in every font.

use super::put;
use super::row::{CELL_HEIGHT, CELL_WIDTH, classes};
use crate::picture::film::{Cell, Look};

const MIDDLE_X: u32 = CELL_WIDTH / 2;
const MIDDLE_Y: u32 = CELL_HEIGHT / 2;

/// Whether a character is one.
pub(super) fn is_line(cell: &Cell) -> bool {
    arms(cell).is_some()
}

/// Draws the lines of a row: one path for all that look alike.
pub(super) fn draw(svg: &mut String, cells: &[Cell]) {
    let all = (0..).zip(cells).filter_map(|(column, cell)| Some((column, cell.look, arms(cell)?)));
    let mut rest: Vec<(u32, Look, Arms)> = all.collect();
    while let Some(&(_, look, _)) = rest.first() {
        let alike = rest.extract_if(.., |(_, other, _)| *other == look);
        let path = path(alike.map(|(column, _, arms)| (column, arms)));
        put(svg, format_args!(r#"<path class="{}" d="{path}"/>"#, classes(look, "line")));
    }
}

/// The way of a pen: from left to right, and then down in each column.
fn path(lines: impl Iterator<Item = (u32, Arms)>) -> String {
    let mut across: Vec<(u32, u32)> = Vec::new();
    let mut down = String::new();
    for (column, arms) in lines {
        let middle = column * CELL_WIDTH + MIDDLE_X;
        let [left, right] = [(arms.left, middle - MIDDLE_X), (arms.right, middle + MIDDLE_X)]
            .map(|(has, end)| if has { end } else { middle });
        match across.last_mut() {
            Some((_, end)) if *end == left => *end = right,
            _ if left < right => across.push((left, right)),
            _ => {}
        }
        let [top, bottom] =
            [(arms.up, 0), (arms.down, CELL_HEIGHT)].map(|(has, end)| if has { end } else { MIDDLE_Y });
        if top < bottom {
            put(&mut down, format_args!("M{middle} {top}V{bottom}"));
        }
    }
    let mut path = String::new();
    for (from, to) in across {
        put(&mut path, format_args!("M{from} {MIDDLE_Y}H{to}"));
    }
    path + &down
}

/// In which directions a line leaves the middle of a cell.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a direction")]
struct Arms {
    left: bool,
    right: bool,
    up: bool,
    down: bool,
}

/// The lines that a character consists of; none if it is no such character.
fn arms(cell: &Cell) -> Option<Arms> {
    let directions = match cell.text.as_str() {
        "\u{2500}" => "lr",
        "\u{2502}" => "ud",
        "\u{250c}" => "rd",
        "\u{2510}" => "ld",
        "\u{2514}" => "ru",
        "\u{2518}" => "lu",
        "\u{251c}" => "rud",
        "\u{2524}" => "lud",
        "\u{252c}" => "lrd",
        "\u{2534}" => "lru",
        "\u{253c}" => "lrud",
        _ => return None,
    };
    let has = |direction| directions.contains(direction);
    Some(Arms { left: has('l'), right: has('r'), up: has('u'), down: has('d') })
}
