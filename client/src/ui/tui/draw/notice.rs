//! That the connection is lost: it must not be missed.

use ratatui::layout::Rect;

use super::sheet::{Sheet, below, padded};
use super::theme::Ink;
use super::words::{next_try, reconnecting};
use crate::ui::tui::scene::Signal;

/// Draws the notice over the whole width of the area. Gives what is left of the area.
pub(super) fn draw(sheet: &mut Sheet, area: Rect, signal: Signal) -> Rect {
    let Signal::Lost { cause, tries, wait } = signal else { return area };
    let width = area.width.saturating_sub(2);
    let mut lines = sheet.wrap(&format!("{} {}", sheet.glyphs.away, reconnecting(tries, wait)), width);
    lines.extend(sheet.wrap(cause, width));
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { height: rows, ..area };
    sheet.clear(place);
    sheet.ink(place, Ink::Alert);
    sheet.write_lines(padded(place), &lines, Ink::Alert);
    below(area, rows)
}

/// The same in two rows, without why.
pub(super) fn draw_short(sheet: &mut Sheet, area: Rect, signal: Signal) {
    let Signal::Lost { tries, wait, .. } = signal else { return };
    let lines = [format!("{}Reconnecting", sheet.glyphs.away), next_try(tries, wait)];
    sheet.clear(area);
    sheet.ink(area, Ink::Alert);
    sheet.write_lines(area, &lines, Ink::Alert);
}
