//! A frame with a title around rows.

use super::put_line;
use super::row::{self, CELL_HEIGHT, CELL_WIDTH, escaped};
use super::strip::Strip;
use crate::picture::film::{Film, Shot};
use crate::picture::metronome::Beat;
use crate::picture::window::{COLUMNS, ROWS};

/// Between the frame and the characters.
const PADDING: u32 = 10;

/// The bar with the title.
const BAR: u32 = 30;

const SCREEN_WIDTH: u32 = COLUMNS as u32 * CELL_WIDTH;
const SCREEN_HEIGHT: u32 = ROWS as u32 * CELL_HEIGHT;

/// The width of a window.
pub(super) const WIDTH: u32 = SCREEN_WIDTH + 2 * PADDING;

/// Its height.
pub(super) const HEIGHT: u32 = BAR + SCREEN_HEIGHT + 2 * PADDING;

/// Draws a film at this place. Its animations have names that begin with this letter.
pub(super) fn draw(svg: &mut String, (x, y): (u32, u32), name: char, film: &Film, end: Beat) {
    put_line(svg, format_args!(r#"<g transform="translate({x} {y})">"#));
    draw_frame(svg);
    put_line(svg, format_args!(r#"<svg width="{WIDTH}" height="{BAR}">"#));
    Strip::of(film.shots(), title).draw(svg, &format!("{name}t"), end, 0);
    put_line(svg, format_args!("</svg>"));
    let (x, y) = (PADDING, BAR + PADDING);
    put_line(svg, format_args!(r#"<svg x="{x}" y="{y}" width="{SCREEN_WIDTH}" height="{SCREEN_HEIGHT}">"#));
    for (number, y) in (0..usize::from(ROWS)).zip((0..).step_by(CELL_HEIGHT as usize)) {
        let strip = Strip::of(film.shots(), |shot| row::draw(&shot.rows[number]));
        strip.draw(svg, &format!("{name}{number}"), end, y);
    }
    put_line(svg, format_args!("</svg>\n</g>"));
}

fn draw_frame(svg: &mut String) {
    let right = WIDTH - 8;
    put_line(svg, format_args!(r#"<rect class="window" width="{WIDTH}" height="{HEIGHT}" rx="8"/>"#));
    put_line(
        svg,
        format_args!(r#"<path class="bar" d="M0 {BAR}V8a8 8 0 0 1 8-8H{right}a8 8 0 0 1 8 8V{BAR}z"/>"#),
    );
    for x in [18, 35, 52] {
        put_line(svg, format_args!(r#"<circle class="dot" cx="{x}" cy="{}" r="5"/>"#, BAR / 2));
    }
}

fn title(shot: &Shot) -> String {
    if shot.title.is_empty() {
        return String::new();
    }
    let (x, y) = (WIDTH / 2, BAR / 2 + 4);
    format!(r#"<text class="title" x="{x}" y="{y}">{}</text>"#, escaped(&shot.title))
}
