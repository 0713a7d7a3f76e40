//! Films side by side, as a picture that moves.
//!
//! Each row of a terminal is a strip: all that was ever in it, side by side, one in sight and the others far to the
//! right. An animation moves the strip in jumps. What is in sight without one is what was seen last: that is what
//! somebody gets who wishes for less motion, and whatever shows no animations.
//!
//! Nothing comes from elsewhere: no fonts, no scripts. Lines are drawn, and runs of characters have a fixed place and
//! width, so that a board is a board in every font. Modules in reading order:
//! * `strip`: what was in one row, and when.
//! * `row`: characters become text, lines and areas.
//! * `style`: colours, fonts, light and dark.

mod row;
mod strip;
mod style;

use std::fmt::{self, Write};

use self::row::{CELL_HEIGHT, CELL_WIDTH, escaped};
use self::strip::Strip;
use super::film::{Beat, Film, Shot};
use super::window::{COLUMNS, ROWS};

/// Between the frame of a window and its characters.
const PADDING: u32 = 12;

/// The bar with the title.
const BAR: u32 = 30;

/// Between two windows.
const GAP: u32 = 14;

/// Around them, for their frames.
const MARGIN: u32 = 1;

const SCREEN_WIDTH: u32 = COLUMNS as u32 * CELL_WIDTH;
const SCREEN_HEIGHT: u32 = ROWS as u32 * CELL_HEIGHT;
const WIDTH: u32 = SCREEN_WIDTH + 2 * PADDING;
const HEIGHT: u32 = BAR + SCREEN_HEIGHT + 2 * PADDING;

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
    let (width, height) = (windows * (WIDTH + GAP) - GAP + 2 * MARGIN, HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{}">
<!-- A game as it was played. Recorded anew: cargo run -p tictactoe-tests - -bin picture -->
{}"#,
        escaped(description),
        style::sheet(end / SECOND),
    );
    for (name, film) in ('a'..).zip(films) {
        draw_window(&mut svg, name, film, end);
    }
    svg + "</svg>\n"
}

fn draw_window(svg: &mut String, name: char, film: &Film, end: Beat) {
    let index = u32::from(name) - u32::from('a');
    let x = MARGIN + index * (WIDTH + GAP);
    let (right, bottom) = (WIDTH, BAR);
    put_line(
        svg,
        format_args!(r#"<svg x="{x}" y="{MARGIN}" width="{WIDTH}" height="{HEIGHT}" overflow="visible">"#),
    );
    put_line(svg, format_args!(r#"<rect class="window" width="{WIDTH}" height="{HEIGHT}" rx="8"/>"#));
    put_line(
        svg,
        format_args!(
            r#"<path class="bar" d="M0 {bottom}V8a8 8 0 0 1 8-8H{}a8 8 0 0 1 8 8V{bottom}z"/>"#,
            right - 8
        ),
    );
    for dot in 0..3 {
        put_line(svg, format_args!(r#"<circle class="dot" cx="{}" cy="{}" r="5"/>"#, 18 + dot * 17, BAR / 2));
    }
    let title = |text: &str| match text {
        "" => String::new(),
        text => {
            format!(r#"<text class="title" x="{}" y="{}">{}</text>"#, WIDTH / 2, BAR / 2 + 4, escaped(text))
        }
    };
    put_line(svg, format_args!(r#"<svg width="{WIDTH}" height="{BAR}">"#));
    Strip::of(film.shots(), |shot| title(&shot.title)).draw(svg, &format!("{name}t"), end, 0);
    put_line(svg, format_args!("</svg>"));
    put_line(
        svg,
        format_args!(
            r#"<svg x="{PADDING}" y="{}" width="{SCREEN_WIDTH}" height="{SCREEN_HEIGHT}">"#,
            BAR + PADDING
        ),
    );
    for (number, y) in (0..usize::from(ROWS)).zip((0..).step_by(CELL_HEIGHT as usize)) {
        let markup = |shot: &Shot| shot.rows.get(number).map_or_else(String::new, |row| row::draw(row));
        Strip::of(film.shots(), markup).draw(svg, &format!("{name}{number}"), end, y);
    }
    put_line(svg, format_args!("</svg>\n</svg>"));
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
