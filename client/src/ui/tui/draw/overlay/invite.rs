//! How others get here: the address, and its QR code where the whole of it has room.

use ratatui::layout::{Rect, Size};
use ratatui::text::Span;
use tictactoe_lan::qr::Code;

use super::super::canvas::{Canvas, below, columns, right_of};
use super::super::header_footer::{draw_footer, draw_lost};
use super::super::layout::split_bottom;
use super::super::pages::{draw_page, invitation};
use super::super::theme::Ink;
use crate::ui::tui::scene::Scene;

/// The least columns beside a code, and the least rows below it, for the text.
const LEAST: Size = Size::new(26, 8);

/// Draws over the whole screen, because the code needs it.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene) {
    canvas.clear(canvas.area());
    let area = draw_lost(canvas, canvas.area(), scene.connection);
    let invite = scene.invite.as_ref();
    let (text, note) = match invite.and_then(|invite| invite.url.as_deref()) {
        None => (area, None),
        Some(_) if canvas.display.ascii => (area, Some("The QR code cannot be drawn in ASCII.".to_owned())),
        Some(url) => match Code::for_url(url) {
            None => (area, Some("The address is too long for a QR code.".to_owned())),
            Some(code) => draw_code(canvas, area, &code),
        },
    };
    let [text, button] = split_bottom(text, 1);
    let mut entries = invitation(invite, text.width);
    entries.extend(note.as_deref().map(|note| (note, "")));
    let title = if text.width < LEAST.width { "" } else { "Invite others" };
    draw_page(canvas, text, title, &entries);
    draw_footer(canvas, button, &scene.footer, " ");
}

/// Draws the code, if there is room for it and for text beside or below it. Returns the area for the text, and else
/// also what would be needed.
fn draw_code(canvas: &mut Canvas, area: Rect, code: &Code) -> (Rect, Option<String>) {
    let Size { width, height } = Size::new(columns(code.width()), columns(code.rows().len()));
    let (beside, under) = (right_of(below(area, 1), width + 2), below(area, height + 1));
    let text = if area.height >= height && beside.width >= LEAST.width {
        beside
    } else if area.width >= width && under.height >= LEAST.height {
        under
    } else {
        let (width, height) = (area.width.max(width + 2 + LEAST.width), area.height.max(height));
        return (area, Some(format!("The QR code needs a window of {width}x{height}.")));
    };
    for (line, row) in code.rows().iter().zip(area.rows()) {
        canvas.write(row, Span::styled(line.as_str(), Ink::Code));
    }
    (text, None)
}
