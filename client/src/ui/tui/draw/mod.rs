//! Draws a scene, and says what a click on it means.
//!
//! One layout with two breakpoints divides the screen by its size.
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

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect, Size};

use self::canvas::{Canvas, below, columns, wrap};
use self::header_footer::message_lines;
use self::theme::TextStyle;
use super::keys::Action;
use super::scene::{Body, Scene};

/// The columns at the left and at the right of a full screen.
const MARGIN: u16 = 2;

/// The longest message names a file: in 80 columns it has four rows.
const MOST_STATUS_ROWS: u16 = 4;

/// A drawn frame: the meaning of a click on it, and how many lines of its list can be scrolled away.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    hits: Vec<(Rect, Action)>,
    pub(crate) most_scroll: u16,
    /// The message has the place of the news.
    pub(crate) is_compact: bool,
    /// Only the size that the scene needs was drawn.
    pub(crate) is_too_small: bool,
}

impl Drawn {
    /// The action of a click: what was drawn last counts.
    pub(crate) fn hit(&self, at: Position) -> Option<Action> {
        self.hits.iter().rev().find_map(|&(area, hit)| area.contains(at).then_some(hit))
    }
}

/// Draws a scene over the whole buffer.
pub(crate) fn draw(scene: &Scene, buffer: &mut Buffer) -> Drawn {
    let mut canvas = Canvas::new(buffer, scene.display);
    let area = canvas.area();
    match Breakpoint::of(area, scene) {
        Ok(breakpoint) => lay_out(&mut canvas, scene, breakpoint),
        Err(Size { width, height }) => {
            canvas.drawn.is_too_small = true;
            let need = format!(
                "The window must be at least {width}x{height}. It is {}x{}: enlarge it, or press q to leave.",
                area.width, area.height
            );
            let asked = scene.question.as_ref().map(|question| format!("{question} Press y or n."));
            let need = asked.unwrap_or(need);
            canvas.write_lines(area, wrap(&need, area.width, TextStyle::Text));
        }
    }
    canvas.adapt_to_display();
    canvas.drawn
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breakpoint {
    /// A margin around everything, and the board beside a panel.
    Full,
    /// No margin, and the board beside a narrow panel.
    Compact,
}

impl Breakpoint {
    const fn least(self) -> Size {
        match self {
            Self::Full => Size::new(60, 16),
            Self::Compact => Size::new(26, 11),
        }
    }

    /// The error is the size that the scene needs.
    fn of(area: Rect, scene: &Scene) -> Result<Self, Size> {
        let needs = |breakpoint: Self| {
            let least = breakpoint.least();
            let Body::Match(shown) = &scene.body else { return least };
            let of_match = match_screen::least_window(shown.view, breakpoint);
            Size::new(least.width.max(of_match.width), least.height.max(of_match.height))
        };
        let has_room = |needed: Size| area.width >= needed.width && area.height >= needed.height;
        let fitting = [Self::Full, Self::Compact].into_iter().find(|&breakpoint| has_room(needs(breakpoint)));
        fitting.ok_or_else(|| needs(Self::Compact))
    }
}

fn lay_out(canvas: &mut Canvas, scene: &Scene, breakpoint: Breakpoint) {
    let is_full = breakpoint == Breakpoint::Full;
    canvas.drawn.is_compact = !is_full;
    let is_waiting = matches!(scene.body, Body::Waiting { .. });
    // The code and the links of a waiting player need all rows.
    let margin = if is_full { Margin::new(MARGIN, u16::from(!is_waiting)) } else { Margin::default() };
    let [header, main, footer] = canvas.area().inner(margin).layout(&Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ]));
    // While a question is open, nothing covers it.
    let message = scene.message.filter(|_| scene.question.is_none());
    let message_rows = message.map_or(0, |message| columns(message_lines(message, main.width).len()));
    let (rows, most_rows) = match &scene.body {
        Body::Waiting { .. } => (message.is_some().into(), MOST_STATUS_ROWS),
        Body::Match(shown) if !is_full => {
            let most = match_screen::rows_below(shown.view, main).min(MOST_STATUS_ROWS);
            (message_rows.clamp(1, most), most)
        }
        _ => (1, MOST_STATUS_ROWS),
    };
    let [body, status] = split_bottom(main, rows);
    header_footer::draw_header(canvas, header, scene);
    match &scene.body {
        Body::Match(shown) if is_full => match_screen::draw_full(canvas, body, scene, shown),
        Body::Match(shown) => match_screen::draw_compact(canvas, (body, status), scene, shown),
        other => {
            let body = header_footer::draw_lost(canvas, body, scene.retry_in);
            let gap = u16::from(is_full && !is_waiting);
            pages::draw(canvas, below(body, gap), scene, other);
        }
    }
    // A long message covers what is above, which keeps its place, but no code.
    let most_rows = most_rows.min(rows + canvas.rows_below_code(body));
    let [body, status] = split_bottom(main, message_rows.min(most_rows));
    header_footer::draw_message(canvas, status, message);
    if scene.overlay.is_some() || scene.question.is_some() {
        canvas.drawn.hits.clear();
    }
    header_footer::draw_footer(canvas, footer, &scene.footer, if is_full { "   " } else { "  " });
    pages::draw_overlay(canvas, body, scene);
}

/// The area without so many of its last rows, and those.
fn split_bottom(area: Rect, rows: u16) -> [Rect; 2] {
    area.layout(&Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]))
}
