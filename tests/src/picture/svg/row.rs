//! Characters become text, lines and areas.

use super::put;
use super::style::paint;
use crate::picture::film::{Cell, Look, Paint};

/// The width of a character, in the picture's own units.
pub(super) const CELL_WIDTH: u32 = 8;

/// The height of a row.
pub(super) const CELL_HEIGHT: u32 = 18;

/// Where letters stand.
const BASE: u32 = 13;

/// Where a line below letters is.
const UNDERLINE: u32 = 15;

const MIDDLE_X: u32 = CELL_WIDTH / 2;
const MIDDLE_Y: u32 = CELL_HEIGHT / 2;

/// Draws a row whose upper left corner is at the origin.
pub(super) fn draw(cells: &[Cell]) -> String {
    let mut svg = String::new();
    for (column, run) in runs(cells, |cell| cell.look.ground) {
        if run.look.ground != Paint::Window {
            let (x, width) = (column * CELL_WIDTH, length(run.cells) * CELL_WIDTH);
            let class = paint(run.look.ground);
            put(
                &mut svg,
                format_args!(r#"<rect class="{class}" x="{x}" width="{width}" height="{CELL_HEIGHT}"/>"#),
            );
        }
    }
    draw_lines(&mut svg, cells);
    for (column, run) in runs(cells, |cell| cell.look) {
        draw_words(&mut svg, column, &run);
    }
    svg
}

/// Text as it has to be written between marks.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Cells side by side that have something in common.
struct Run<'a> {
    look: Look,
    cells: &'a [Cell],
}

/// The runs of a row, with their first columns.
fn runs<T: PartialEq>(
    cells: &[Cell],
    of: impl Fn(&Cell) -> T,
) -> impl Iterator<Item = (u32, Run<'_>)> {
    cells.chunk_by(move |one, next| of(one) == of(next)).scan(0, |column, cells| {
        let first = *column;
        *column += length(cells);
        Some((first, Run { look: cells.first()?.look, cells }))
    })
}

fn length(cells: &[Cell]) -> u32 {
    u32::try_from(cells.len()).expect("a short row")
}

fn draw_words(svg: &mut String, column: u32, run: &Run) {
    if run.look.is_underlined {
        let (x, width) = (column * CELL_WIDTH, length(run.cells) * CELL_WIDTH);
        put(
            svg,
            format_args!(r#"<path class="{}" d="M{x} {UNDERLINE}h{width}"/>"#, classes(run.look, "line")),
        );
    }
    let text: String =
        run.cells.iter().map(|cell| if arms(cell).is_some() { " " } else { cell.shown() }).collect();
    let mut at = column;
    for word in pieces(&text) {
        let count = u32::try_from(word.chars().count()).expect("a short row");
        if !word.trim().is_empty() {
            draw_word(svg, at, word, run.look);
        }
        at += count;
    }
}

/// The parts of a text that are drawn on their own: words with single blanks between them, longer blanks, and each
/// character that another font may have to lend.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if first == ' ' {
            rest.find(|char| char != ' ')
        } else if first.is_ascii() {
            rest.char_indices()
                .find(|(at, char)| !char.is_ascii() || rest[*at..].starts_with("  "))
                .map(|(at, _)| at)
        } else {
            Some(first.len_utf8())
        };
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn draw_word(svg: &mut String, column: u32, word: &str, look: Look) {
    let word = word.trim_end();
    let class = classes(look, "");
    let class = if class.is_empty() { class } else { format!(r#" class="{class}""#) };
    let count = u32::try_from(word.chars().count()).expect("a short row");
    let (x, width) = (column * CELL_WIDTH, count * CELL_WIDTH);
    let place = match count {
        1 => format!(r#"x="{}" text-anchor="middle""#, x + MIDDLE_X),
        _ => format!(r#"x="{x}" textLength="{width}""#),
    };
    put(svg, format_args!(r#"<text{class} y="{BASE}" {place}>{}</text>"#, escaped(word)));
}

/// The lines of a row: one path for all that look alike.
fn draw_lines(svg: &mut String, cells: &[Cell]) {
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

/// The classes of a character or a line.
fn classes(look: Look, kind: &'static str) -> String {
    let ink = if look.ink == Paint::Text { "" } else { paint(look.ink) };
    let [bold, dim] =
        [(look.is_bold, "bold"), (look.is_dim, "dim")].map(|(is, class)| if is { class } else { "" });
    let all: Vec<_> = [kind, ink, bold, dim].into_iter().filter(|class| !class.is_empty()).collect();
    all.join(" ")
}
