//! The board: marks, numbers, the cursor, and what happened last.

use ratatui::layout::{Rect, Size};
use ratatui::text::Span;

use super::canvas::{Canvas, centre};
use super::grid::Grid;
use super::theme::Ink;
use crate::ui::tui::scene::{Hit, MatchScreen};

/// The square that has to be in view where not all are.
pub(super) fn focus(shown: &MatchScreen) -> u8 {
    let view = shown.view;
    let last = || view.snapshot.moves.last().copied();
    shown.cursor.filter(|&cell| usize::from(cell) < view.cells()).or_else(last).unwrap_or_default()
}

/// Draws the board. While it is frozen there is no cursor.
pub(super) fn draw(canvas: &mut Canvas, grid: &Grid, shown: &MatchScreen, is_frozen: bool) {
    let view = shown.view;
    // Where nothing can be played, a cursor is of use only if the board moves with it.
    let is_needed = !grid.is_whole() || !(view.is_over() || view.is_spectator);
    let cursor = shown.cursor.filter(|_| is_needed && !is_frozen);
    grid.draw(canvas, view, cursor);
    for cell in (0..=u8::MAX).take(view.cells()) {
        if let Some(area) = grid.square(view, cell) {
            draw_square(canvas, grid, area, shown, cell);
            // Without lines, the gap to the right of a mark belongs to it: so there is more to point at.
            let width = area.width + u16::from(!grid.has_lines());
            canvas.add_hit(Rect { width, ..area }, Hit::Cell(cell));
        }
    }
    if let Some((cell, area)) = cursor.and_then(|cell| Some((cell, grid.square(view, cell)?))) {
        draw_cursor(canvas, grid, area, cell);
    }
    if is_frozen {
        canvas.style(grid.body, Ink::Quiet);
    }
}

fn draw_square(canvas: &mut Canvas, grid: &Grid, area: Rect, shown: &MatchScreen, cell: u8) {
    let (view, snapshot) = (shown.view, &shown.view.snapshot);
    let label = (view.is_numbered() && !view.is_over()).then(|| view.label(cell));
    let has_won = snapshot.result.iter().flat_map(|result| &result.lines).flatten().any(|&won| won == cell);
    let is_last = snapshot.moves.last() == Some(&cell);
    // What stands around a mark or a number, so that colours and attributes are not needed.
    let (text, ink, around) = match view.mark_at(cell) {
        Some(mark) => {
            let around = match (has_won && !canvas.display.colour, is_last) {
                (true, _) => Some(("*", "*")),
                (false, true) => Some(("(", ")")),
                (false, false) => None,
            };
            let ink = if has_won { Ink::Win(mark) } else { Ink::Mark(mark) };
            (Some(mark.to_string()), ink, around)
        }
        None if shown.sent == Some(cell) => (snapshot.turn.map(|mark| mark.to_string()), Ink::Quiet, None),
        None if shown.hint.contains(&cell) => (label, Ink::Hint, Some((">", "<"))),
        None if shown.may_play && label.is_some() => (label, Ink::Text, None),
        None => (label, Ink::Quiet, None),
    };
    let centre = centre(area, Size::new(1, 1));
    if let Some(around) = around {
        let ink = if matches!(ink, Ink::Win(_)) { ink } else { Ink::Strong };
        enclose(canvas, centre, 1, around, ink);
    }
    let empty = if grid.has_lines() { " " } else { "·" };
    canvas.write(centre, Span::styled(text.as_deref().unwrap_or(empty), ink));
}

fn draw_cursor(canvas: &mut Canvas, grid: &Grid, area: Rect, cell: u8) {
    let (distance, centre) = (grid.cursor_distance(), centre(area, Size::new(1, 1)));
    enclose(canvas, centre, distance, ("[", "]"), Ink::Cursor);
    let area = Rect { x: centre.x - distance, width: 2 * distance + 1, ..centre };
    canvas.style(area, Ink::Cursor);
    canvas.add_hit(area, Hit::Cell(cell));
}

fn enclose(canvas: &mut Canvas, centre: Rect, distance: u16, (open, close): (&str, &str), ink: Ink) {
    canvas.write(Rect { x: centre.x - distance, ..centre }, Span::styled(open, ink));
    canvas.write(Rect { x: centre.x + distance, ..centre }, Span::styled(close, ink));
}
