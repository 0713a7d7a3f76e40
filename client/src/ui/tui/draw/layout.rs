//! How a screen is divided: one layout with three breakpoints.

use ratatui::layout::{Constraint, Layout, Margin, Rect, Size};
use ratatui::text::Span;
use ratatui::widgets::Block;

use super::canvas::{Canvas, below, row};
use super::theme::Ink;
use super::{header_footer, match_screen, overlay, pages};
use crate::ui::tui::scene::{Body, Scene};

/// Below this size there is only a sentence about it.
pub(super) const LEAST: Size = Size::new(13, 5);

/// From this height on, a tiny screen has a row of its own for the status line.
const ROOMY: u16 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breakpoint {
    /// A frame around everything, and the board beside a panel.
    Full,
    /// No frame; the board beside a narrow panel or above a row about the players.
    Compact,
    /// No header; the board and the few words without which it cannot be played.
    Tiny,
}

impl Breakpoint {
    /// None if there is no room for anything.
    pub(super) fn of(area: Rect) -> Option<Self> {
        let breakpoints =
            [(Self::Full, Size::new(60, 16)), (Self::Compact, Size::new(26, 11)), (Self::Tiny, LEAST)];
        let has_room = |least: Size| area.width >= least.width && area.height >= least.height;
        breakpoints.into_iter().find_map(|(breakpoint, least)| has_room(least).then_some(breakpoint))
    }
}

pub(super) fn draw(canvas: &mut Canvas, scene: &Scene, breakpoint: Breakpoint) {
    let (area, is_lost) = (canvas.area(), scene.connection.is_lost());
    let is_tiny = breakpoint == Breakpoint::Tiny;
    let is_covered = scene.overlay.is_some() || scene.question.is_some();
    let has_message = header_footer::has_message(scene) && !(is_tiny && is_lost);
    // An overlay may cover the main part.
    let [main, footer] = match breakpoint {
        Breakpoint::Full => {
            let [main, footer] = split_bottom(area.inner(Margin::new(2, 1)), 1);
            [split_bottom(main, 1)[0], footer]
        }
        Breakpoint::Compact => split_bottom(below(area, 1), 1),
        Breakpoint::Tiny => split_bottom(area, 1),
    };
    let [body, status] = match breakpoint {
        Breakpoint::Tiny if area.height < ROOMY || !has_message => [main, footer],
        _ => split_bottom(main, 1),
    };
    match breakpoint {
        Breakpoint::Full => {
            draw_frame(canvas, area);
            header_footer::draw_header(canvas, row(area.inner(Margin::new(1, 0)), 0), scene, true);
        }
        Breakpoint::Compact => header_footer::draw_header(canvas, row(area, 0), scene, false),
        Breakpoint::Tiny => {}
    }
    header_footer::draw_message(canvas, status, scene);
    match &scene.body {
        Body::Match(shown) => match_screen::draw(canvas, (body, status), scene, shown, breakpoint),
        other => {
            let body = if is_tiny { body } else { header_footer::draw_lost(canvas, body, scene.connection) };
            let margin = u16::from(breakpoint == Breakpoint::Full);
            pages::draw(canvas, below(body.inner(Margin::new(margin, 0)), margin), scene, other);
        }
    }
    let has_footer = if is_tiny && is_lost {
        let [above, last] = split_bottom(main, 1);
        let is_uncovered = overlay::draw(canvas, above, scene);
        header_footer::draw_lost_briefly(canvas, last.union(footer), scene.connection);
        is_uncovered && is_covered
    } else {
        let is_free = status != footer || !has_message || is_covered;
        overlay::draw(canvas, main, scene) && is_free
    };
    if has_footer {
        let between = match canvas.display.ascii {
            _ if is_tiny => " ",
            true => " | ",
            false => " · ",
        };
        if is_tiny {
            canvas.clear(footer);
        }
        header_footer::draw_footer(canvas, footer, scene, between);
    }
}

/// A frame, and the line between everything else and the footer.
fn draw_frame(canvas: &mut Canvas, area: Rect) {
    canvas.render(Block::bordered(), area);
    let line = "─".repeat(usize::from(area.width.saturating_sub(2)));
    let rule = row(area, area.height.saturating_sub(3));
    canvas.write(rule, Span::styled(format!("├{line}┤"), Ink::Text));
}

/// The area without so many of its last rows, and those.
pub(super) fn split_bottom(area: Rect, rows: u16) -> [Rect; 2] {
    area.layout(&Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]))
}
