//! Characters become text and areas.

use super::style::paint;
use super::{lines, put};
use crate::picture::film::{Cell, Look, Paint};

/// The width of a character, in the picture's own units.
pub(super) const CELL_WIDTH: u32 = 8;

/// The height of a row.
pub(super) const CELL_HEIGHT: u32 = 18;

/// Where letters stand.
const BASE: u32 = 13;

/// Where a line below letters is.
const UNDERLINE: u32 = 15;

/// Draws a row whose upper left corner is at the origin.
pub(super) fn draw(cells: &[Cell]) -> String {
    let mut svg = String::new();
    for (column, run) in runs(cells, |cell| cell.look.ground) {
        draw_ground(&mut svg, column, &run);
    }
    lines::draw(&mut svg, cells);
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
fn runs<T: PartialEq>(cells: &[Cell], of: impl Fn(&Cell) -> T) -> impl Iterator<Item = (u32, Run<'_>)> {
    cells.chunk_by(move |one, next| of(one) == of(next)).scan(0, |column, cells| {
        let first = *column;
        *column += length(cells);
        Some((first, Run { look: cells.first()?.look, cells }))
    })
}

fn length(cells: &[Cell]) -> u32 {
    u32::try_from(cells.len()).expect("a short row")
}

fn draw_ground(svg: &mut String, column: u32, run: &Run) {
    if run.look.ground != Paint::Window {
        let (x, width) = (column * CELL_WIDTH, length(run.cells) * CELL_WIDTH);
        let class = paint(run.look.ground);
        put(svg, format_args!(r#"<rect class="{class}" x="{x}" width="{width}" height="{CELL_HEIGHT}"/>"#));
    }
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
        run.cells.iter().map(|cell| if lines::is_line(cell) { " " } else { cell.shown() }).collect();
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
        1 => format!(r#"x="{}" text-anchor="middle""#, x + CELL_WIDTH / 2),
        _ => format!(r#"x="{x}" textLength="{width}""#),
    };
    put(svg, format_args!(r#"<text{class} y="{BASE}" {place}>{}</text>"#, escaped(word)));
}

/// The classes of a character or a line.
pub(super) fn classes(look: Look, kind: &'static str) -> String {
    let ink = if look.ink == Paint::Text { "" } else { paint(look.ink) };
    let [bold, dim] =
        [(look.is_bold, "bold"), (look.is_dim, "dim")].map(|(is, class)| if is { class } else { "" });
    let all: Vec<_> = [kind, ink, bold, dim].into_iter().filter(|class| !class.is_empty()).collect();
    all.join(" ")
}
