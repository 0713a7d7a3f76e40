//! The board: marks, numbers, the cursor, and what happened last.

use ratatui::layout::{Rect, Size};
use ratatui::text::Span;
use tictactoe_protocol::values::Mark;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, centre, columns};
use super::grid::Grid;
use super::theme::Ink;
use crate::ui::tui::scene::{Hit, MatchScreen};

/// Two rows of points are one row of characters.
const X: [&str; 6] = ["#   #", " # # ", "  #  ", "  #  ", " # # ", "#   #"];
const O: [&str; 6] = [" ### ", "#   #", "#   #", "#   #", "#   #", " ### "];

/// Before and behind a mark or a number.
type Signs = (&'static str, &'static str);

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
    let view = shown.view;
    let sent = view.snapshot.turn.filter(|_| shown.sent == Some(cell)).map(|mark| (mark, Ink::Quiet));
    let mark = view.mark_at(cell).map(|mark| (mark, mark_ink(shown, cell, mark))).or(sent);
    let label = view.key(cell, canvas.display.numbers).filter(|_| shown.review.is_none() && !view.is_over());
    let (place, ink) = if let Some((mark, ink)) = mark {
        if matches!(ink, Ink::Won(_)) {
            canvas.style(area, ink);
        }
        let place = centre(area, mark_size(grid.mark_scale));
        for (row, text) in place.rows().zip(mark_rows(mark, grid.mark_scale, canvas.display.ascii)) {
            canvas.write(row, Span::styled(text, ink));
        }
        (place, ink)
    } else {
        let place = centre(area, Size::new(1, 1));
        let empty = if grid.has_lines() { " " } else { "·" };
        canvas.write(place, Span::styled(label.as_deref().unwrap_or(empty), Ink::Quiet));
        (place, Ink::Quiet)
    };
    let Some((text, around, ink)) = note(shown, cell, ink) else { return };
    if place.bottom() < area.bottom() {
        let below = Rect { y: place.bottom(), height: 1, ..area };
        let text = if text.is_empty() { "─".repeat(place.width.into()) } else { text.to_owned() };
        canvas.write(centre(below, Size::new(columns(text.width()), 1)), Span::styled(text, ink));
    } else {
        enclose(canvas, centre(area, Size::new(1, 1)), place.width / 2 + 1, around, ink);
    }
}

fn mark_ink(shown: &MatchScreen, cell: u8, mark: Mark) -> Ink {
    match shown.view.is_in_winning_line(cell) {
        Some(true) => Ink::Won(mark),
        None if !shown.view.is_over() => Ink::Mark(mark),
        Some(false) | None => Ink::Faded(mark),
    }
}

/// What stands below a mark or a number, or the signs around it where there is no room below. Without words it is a line
/// below the mark.
fn note(shown: &MatchScreen, cell: u8, ink: Ink) -> Option<(&'static str, Signs, Ink)> {
    let view = shown.view;
    let is_last = view.snapshot.moves.last() == Some(&cell);
    match view.is_in_winning_line(cell) {
        _ if shown.hint.contains(&cell) => {
            let text = if shown.review.is_some() { "better" } else { "hint" };
            Some((text, (">", "<"), Ink::Better))
        }
        _ if is_last && shown.review.is_some_and(|review| review.is_mistake) => {
            Some(("mistake", ("?", "?"), Ink::Bad))
        }
        None if is_last => Some(("", ("(", ")"), ink)),
        _ => None,
    }
}

/// Corners where the square has room for them, and else brackets.
fn draw_cursor(canvas: &mut Canvas, grid: &Grid, area: Rect, cell: u8) {
    if grid.mark_scale > 0 {
        for (y, [left, right]) in [(area.y, ["╭", "╮"]), (area.bottom().saturating_sub(1), ["╰", "╯"])]
        {
            for (x, corner) in [(area.x, left), (area.right().saturating_sub(1), right)] {
                canvas.write(Rect::new(x, y, 1, 1), Span::styled(corner, Ink::Strong));
            }
        }
        return;
    }
    let centre = centre(area, Size::new(1, 1));
    enclose(canvas, centre, 1, ("[", "]"), Ink::Cursor);
    let area = Rect { x: centre.x - 1, width: 3, ..centre };
    canvas.style(area, Ink::Cursor);
    canvas.add_hit(area, Hit::Cell(cell));
}

fn enclose(canvas: &mut Canvas, centre: Rect, distance: u16, (open, close): Signs, ink: Ink) {
    canvas.write(Rect { x: centre.x - distance, ..centre }, Span::styled(open, ink));
    canvas.write(Rect { x: centre.x + distance, ..centre }, Span::styled(close, ink));
}

/// A mark is a letter at the scale 0, and else so many times five columns and three rows.
const fn mark_size(scale: u16) -> Size {
    if scale == 0 { Size::new(1, 1) } else { Size::new(5 * scale, 3 * scale) }
}

/// The rows of a mark, in half blocks or in ASCII.
fn mark_rows(mark: Mark, scale: u16, ascii: bool) -> impl Iterator<Item = String> {
    let Size { width, height } = mark_size(scale);
    let point = move |x: u16, y: u16| is_drawn(mark, x / scale, y / scale);
    let symbol = move |x: u16, y: u16| match (point(x, 2 * y), point(x, 2 * y + 1)) {
        (false, false) => ' ',
        _ if ascii => ascii_symbol(mark, x / scale, 2 * y < height - 1),
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
    };
    (0..height).map(move |y| match scale {
        0 => mark.to_string(),
        _ => (0..width).map(|x| symbol(x, y)).collect(),
    })
}

fn is_drawn(mark: Mark, x: u16, y: u16) -> bool {
    let shape = if mark == Mark::X { X } else { O };
    let row = shape.get(usize::from(y)).and_then(|row| row.as_bytes().get(usize::from(x)));
    row == Some(&b'#')
}

const fn ascii_symbol(mark: Mark, x: u16, is_upper: bool) -> char {
    match (mark, x) {
        (Mark::O, _) => 'o',
        (Mark::X, 2) => 'X',
        (Mark::X, _) if (x < 2) == is_upper => '\\',
        (Mark::X, _) => '/',
    }
}
