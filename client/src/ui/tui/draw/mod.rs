//! Draws a scene, and maps clicks to actions.
//!
//! One layout with three breakpoints divides the screen by its size.
//!
//! * `header_footer`: header, status line and footer.
//! * `match_screen`: the `board`, and what stands beside it.
//! * `pages`: the screens without a board, and what lies over a screen: help, invitation, questions.
//! * `canvas`, `theme`: characters, widths and looks.

mod board;
mod canvas;
mod header_footer;
mod match_screen;
mod pages;
#[cfg(test)]
mod tests;
mod theme;

use std::ops::Range;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect, Size};

use self::canvas::{Canvas, below, wrap};
use self::theme::Ink;
use super::keys::Action;
use super::scene::{Body, Scene};

/// Below this size there is only a sentence about it.
const LEAST: Size = Size::new(13, 5);

/// In windows of these heights, the code and the links of a waiting player need the rows of the margin.
const TIGHT_WAIT: Range<u16> = 22..26;

/// With so many rows above its footer, a tiny screen has a row of its own for the status line.
const ROOMY: u16 = 5;

/// Draws a scene over the whole frame.
pub(crate) fn draw(scene: &Scene, frame: &mut Frame) {
    paint(scene, frame.buffer_mut()).write_links();
}

/// What a click at this place means, where the scene is drawn over this area.
pub(crate) fn hit(scene: &Scene, area: Rect, at: Position) -> Option<Action> {
    paint(scene, &mut Buffer::empty(area)).hit(at)
}

/// Whether anything of a scene can be seen in such an area.
pub(crate) fn has_room(area: Rect) -> bool {
    Breakpoint::of(area).is_some()
}

/// How many lines of the overlay can be scrolled away, where the scene is drawn over this area.
pub(crate) fn most_scroll(scene: &Scene, area: Rect) -> u16 {
    paint(scene, &mut Buffer::empty(area)).most_scroll
}

fn paint<'b>(scene: &Scene, buffer: &'b mut Buffer) -> Canvas<'b> {
    let mut canvas = Canvas::new(buffer, scene.display);
    let area = canvas.area();
    if let Some(breakpoint) = Breakpoint::of(area) {
        lay_out(&mut canvas, scene, breakpoint);
    } else {
        let Size { width, height } = LEAST;
        let need = format!("Need {width}x{height}, have {}x{}", area.width, area.height);
        canvas.write_lines(area, wrap(&need, area.width, Ink::Text));
    }
    canvas.adapt_to_display();
    canvas
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breakpoint {
    /// A margin around everything, and the board beside a panel.
    Full,
    /// No margin; the board beside a narrow panel or above a row about the players.
    Compact,
    /// No header; the board and the few words without which it cannot be played.
    Tiny,
}

impl Breakpoint {
    /// None if there is no room for anything.
    fn of(area: Rect) -> Option<Self> {
        let breakpoints =
            [(Self::Full, Size::new(60, 16)), (Self::Compact, Size::new(26, 11)), (Self::Tiny, LEAST)];
        let has_room = |least: Size| area.width >= least.width && area.height >= least.height;
        breakpoints.into_iter().find_map(|(breakpoint, least)| has_room(least).then_some(breakpoint))
    }
}

fn lay_out(canvas: &mut Canvas, scene: &Scene, breakpoint: Breakpoint) {
    let (is_full, is_tiny) = (breakpoint == Breakpoint::Full, breakpoint == Breakpoint::Tiny);
    let has_banner = is_tiny && scene.connection.is_lost();
    let has_message = scene.message.is_some() && !has_banner;
    let is_waiting = matches!(scene.body, Body::Waiting { .. });
    let has_code = scene.invite.as_ref().is_some_and(|invite| invite.url.is_some());
    let is_tight = is_waiting && has_code && TIGHT_WAIT.contains(&canvas.area().height);
    let margin = if is_full { Margin::new(2, u16::from(!is_tight)) } else { Margin::default() };
    let [header, main, footer] = canvas.area().inner(margin).layout(&Layout::vertical([
        Constraint::Length(u16::from(!is_tiny)),
        Constraint::Fill(1),
        Constraint::Length(1 + u16::from(has_banner)),
    ]));
    let is_footer_free = !has_message || !is_tiny || main.height >= ROOMY;
    let [body, status] = match breakpoint {
        Breakpoint::Tiny if !has_message || !is_footer_free => [main, footer],
        _ if is_waiting && !has_message => [main, Rect::ZERO],
        _ => split_bottom(main, 1),
    };
    header_footer::draw_header(canvas, header, scene);
    header_footer::draw_message(canvas, status, scene);
    match &scene.body {
        Body::Match(shown) => match_screen::draw(canvas, (body, status), scene, shown, breakpoint),
        other => {
            let body = if is_tiny { body } else { header_footer::draw_lost(canvas, body, scene.connection) };
            let gap = u16::from(is_full && !is_waiting);
            pages::draw(canvas, below(body, gap), scene, other);
        }
    }
    if has_banner {
        header_footer::draw_lost(canvas, footer, scene.connection);
    }
    let is_covered = scene.overlay.is_some() || scene.question.is_some();
    if is_covered {
        canvas.forget_hits();
    }
    if is_covered || is_footer_free && !has_banner {
        let [_, footer] = split_bottom(footer, 1);
        let between = match breakpoint {
            Breakpoint::Full => "   ",
            Breakpoint::Compact => "  ",
            Breakpoint::Tiny => " ",
        };
        canvas.clear(footer);
        header_footer::draw_footer(canvas, footer, &scene.footer, between);
    }
    pages::draw_overlay(canvas, if has_message { body } else { main }, scene, is_tiny);
}

/// The area without so many of its last rows, and those.
fn split_bottom(area: Rect, rows: u16) -> [Rect; 2] {
    area.layout(&Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]))
}
