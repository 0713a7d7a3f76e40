//! Films side by side, as a picture that moves.
//!
//! Each row of a terminal is a strip: all that was ever in it, side by side, one in sight and the others far to the
//! right. An animation moves the strip in jumps. What is in sight without one is what was seen last: that is what
//! somebody gets who wishes for less motion, and whatever shows no animations.
//!
//! Nothing comes from elsewhere: no fonts, no scripts. Lines are drawn, and runs of characters have a fixed place and
//! width, so that a board is a board in every font. Modules in reading order:
//! * `window`: a frame with a title around rows.
//! * `strip`: what was in one row, and when.
//! * `row`: characters become text and areas.
//! * `lines`: characters that are lines become lines.
//! * `style`: colours, fonts, light and dark.

mod lines;
mod row;
mod strip;
mod style;
mod window;

use std::fmt::{self, Write};

use self::row::escaped;
use super::film::{Cell, Film};
use super::metronome::Beat;

/// Between two windows.
const GAP: u32 = 12;

/// Around them, for their frames.
const MARGIN: u32 = 1;

/// How long the end stays before everything begins again.
const REST: Beat = 60;

/// Whole seconds, so that small differences do not change the length.
const SECOND: Beat = 10;

/// Draws films that were made at the same time, in windows side by side.
pub fn draw(films: &[&Film], description: &str) -> String {
    let shots = films.iter().flat_map(|film| film.shots());
    let end = shots.map(|(beat, _)| *beat).max().unwrap_or_default() + REST;
    let end = end.next_multiple_of(SECOND);
    let windows: u32 = films.len().try_into().expect("few windows");
    let (width, height) = (windows * (window::WIDTH + GAP) - GAP + 2 * MARGIN, window::HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{}">
<!-- A real game. Record it anew rather than edit it: tests/src/bin/picture.rs -->
{}"#,
        escaped(description),
        style::sheet(end / SECOND),
    );
    let places = (MARGIN..).step_by((window::WIDTH + GAP) as usize);
    for ((name, film), x) in ('a'..).zip(films).zip(places) {
        window::draw(&mut svg, (x, MARGIN), name, film, end);
    }
    svg + "</svg>\n"
}

/// Draws one row: what every picture contains in which it is seen.
pub fn draw_row(cells: &[Cell]) -> String {
    row::draw(cells)
}

/// Adds a line.
fn put_line(svg: &mut String, line: fmt::Arguments) {
    put(svg, line);
    svg.push('\n');
}

/// Adds text.
fn put(svg: &mut String, text: fmt::Arguments) {
    svg.write_fmt(text).expect("text takes everything");
}
