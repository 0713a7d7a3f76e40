//! The board: marks, numbers, the cursor, and what happened last.

use ratatui::layout::Rect;

use super::grid::{Grid, Scale};
use super::sheet::Sheet;
use super::theme::Ink;
use crate::app::view::{Perspective, View};
use crate::ui::tui::scene::{Hit, Table};

/// The square that has to be in view where not all are.
pub(super) fn focus(table: &Table) -> u8 {
    let view = table.view;
    let middle = || u8::try_from(view.cells().saturating_sub(1) / 2).unwrap_or_default();
    let last = || view.snapshot().moves.last().copied();
    table.cursor.filter(|&cell| usize::from(cell) < view.cells()).or_else(last).unwrap_or_else(middle)
}

/// Draws the board. While it is frozen there is no cursor.
pub(super) fn draw(sheet: &mut Sheet, grid: &Grid, table: &Table, is_frozen: bool) {
    let view = table.view;
    // Where nothing can be played, a cursor is of use only if the board moves with it.
    let is_needed = !grid.is_whole() || !(view.is_over() || view.perspective() == Perspective::Spectator);
    let cursor = table.cursor.filter(|_| is_needed && !is_frozen);
    grid.draw(sheet, view, cursor);
    let has_colour = sheet.has_colour();
    for cell in cells(view) {
        if let Some(area) = grid.square(view, cell) {
            draw_square(sheet, grid.scale, area, &Square::new(table, cell, has_colour));
            sheet.touch(if grid.scale == Scale::Dense { widened(area) } else { area }, Hit::Cell(cell));
        }
    }
    if let Some((cell, area)) = cursor.and_then(|cell| Some((cell, grid.square(view, cell)?))) {
        draw_cursor(sheet, grid.scale, area, cell);
    }
    if is_frozen {
        sheet.ink(grid.body(), Ink::Quiet);
    }
}

/// All cells of a board.
pub(super) fn cells(view: &View) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).take(view.cells())
}

/// What is seen of a square.
struct Square {
    /// A mark or a number; nothing where neither is.
    sign: Option<String>,
    ink: Ink,
    /// What stands around the sign, so that colours and attributes are not needed.
    around: Option<(&'static str, &'static str)>,
}

impl Square {
    fn new(table: &Table, cell: u8, has_colour: bool) -> Self {
        let (view, snapshot) = (table.view, table.view.snapshot());
        let label = (view.is_numbered() && !view.is_over()).then(|| view.label(cell));
        let has_won =
            snapshot.result.iter().flat_map(|result| &result.lines).flatten().any(|&won| won == cell);
        let is_last = snapshot.moves.last() == Some(&cell);
        let is_hinted = table.hint.contains(&cell);
        match view.mark_at(cell) {
            Some(mark) => Self {
                sign: Some(mark.to_string()),
                ink: if has_won { Ink::Win(mark) } else { Ink::Mark(mark) },
                around: match (has_won && !has_colour, is_last) {
                    (true, _) => Some(("*", "*")),
                    (false, true) => Some(("(", ")")),
                    (false, false) => None,
                },
            },
            // What was played and is not yet on the board.
            None if table.sent == Some(cell) => {
                Self { sign: snapshot.turn.map(|mark| mark.to_string()), ink: Ink::Quiet, around: None }
            }
            None if is_hinted => Self { sign: label, ink: Ink::Hint, around: Some((">", "<")) },
            None if table.may_play && label.is_some() => Self { sign: label, ink: Ink::Text, around: None },
            None => Self { sign: label, ink: Ink::Quiet, around: None },
        }
    }
}

fn draw_square(sheet: &mut Sheet, scale: Scale, area: Rect, square: &Square) {
    let centre = centre(area);
    if let Some(around) = square.around {
        let ink = if matches!(square.ink, Ink::Win(_)) { square.ink } else { Ink::Strong };
        enclose(sheet, centre, 1, around, ink);
    }
    let empty = if scale == Scale::Dense { sheet.glyphs.empty } else { " " };
    sheet.write(centre, &[(square.sign.as_deref().unwrap_or(empty), square.ink)]);
}

fn draw_cursor(sheet: &mut Sheet, scale: Scale, area: Rect, cell: u8) {
    let reach = if matches!(scale, Scale::Dense | Scale::Small) { 1 } else { 2 };
    let centre = centre(area);
    enclose(sheet, centre, reach, ("[", "]"), Ink::Cursor);
    let area = Rect { x: centre.x - reach, width: 2 * reach + 1, ..centre };
    sheet.ink(area, Ink::Cursor);
    sheet.touch(area, Hit::Cell(cell));
}

fn enclose(sheet: &mut Sheet, centre: Rect, reach: u16, (open, close): (&str, &str), ink: Ink) {
    sheet.write(Rect { x: centre.x - reach, ..centre }, &[(open, ink)]);
    sheet.write(Rect { x: centre.x + reach, ..centre }, &[(close, ink)]);
}

const fn centre(area: Rect) -> Rect {
    Rect::new(area.x + area.width / 2, area.y + area.height / 2, 1, 1)
}

/// Without lines, the gap to the right of a mark belongs to it: so there is more to point at.
const fn widened(area: Rect) -> Rect {
    Rect { width: area.width + 1, ..area }
}
