//! How others get here: the address, and its QR code where the whole of it has room.

use ratatui::layout::{Rect, Size};
use ratatui::text::Span;
use tictactoe_lan::qr::Code;

use super::super::canvas::{Canvas, below, columns, right_of};
use super::super::pages::{draw_entries, invitation};
use super::super::theme::Ink;
use super::{draw_box, draw_button, text_width};
use crate::ui::tui::invite::Invite;
use crate::ui::tui::keys::Action;

const TITLE: &str = "Invite";

/// The least and the most columns for the text beside a code, with the gap.
const BESIDE: (u16, u16) = (26, 42);

/// Up to this width a frame would take room that an address needs.
const NARROW: u16 = 40;

/// The least rows for the text below a code.
const BELOW: u16 = 6;

/// Draws the box. Says whether it took the whole screen, because the code needs it.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, invite: Option<&Invite>) -> bool {
    let note = match code(canvas, invite) {
        Err(why) => Some(why.to_owned()),
        Ok(None) => None,
        Ok(Some(code)) => {
            let whole = canvas.area();
            let framed = Rect { width: text_width(area), height: area.height.saturating_sub(2), ..area };
            if let Some(Size { width, height }) = needed(&code, framed) {
                let place = draw_box(canvas, area, TITLE, (width, height));
                draw_code(canvas, place, &code, invite);
                return false;
            }
            if needed(&code, whole).is_some() {
                canvas.clear(whole);
                let rest = draw_code(canvas, whole, &code, invite);
                draw_button(canvas, below(rest, 1), ("Esc", " close"), Action::Close);
                return true;
            }
            let Size { width, height } = size(&code);
            let (width, height) = (whole.width.max(width.saturating_add(BESIDE.0)), whole.height.max(height));
            Some(format!("A bigger window shows the QR code: {width}x{height}."))
        }
    };
    let mut lines = invitation(invite, text_width(area));
    lines.extend(note.as_deref().map(|note| (note, "")));
    let place = if area.width > NARROW {
        draw_box(canvas, area, TITLE, (text_width(area), 6))
    } else {
        canvas.clear(area);
        area
    };
    draw_entries(canvas, place, &lines);
    false
}

/// The code of the address; none where others cannot open it.
fn code(canvas: &Canvas, invite: Option<&Invite>) -> Result<Option<Code>, &'static str> {
    match invite.and_then(|invite| invite.url.as_deref()) {
        None => Ok(None),
        Some(_) if canvas.display.ascii => Err("ASCII has no signs for a QR code."),
        Some(url) => Code::for_url(url).map(Some).ok_or("The address is too long for a QR code."),
    }
}

fn size(code: &Code) -> Size {
    Size::new(columns(code.width()), columns(code.rows().len()))
}

/// What code and text take in this area; none if they have no room.
fn needed(code: &Code, area: Rect) -> Option<Size> {
    let (code, (least, most)) = (size(code), BESIDE);
    if area.height >= code.height && area.width >= code.width.saturating_add(least) {
        return Some(Size::new(area.width.min(code.width.saturating_add(most)), code.height));
    }
    let height = code.height.saturating_add(BELOW);
    (area.height >= height && area.width >= code.width)
        .then(|| Size::new(code.width.max(least).min(area.width), height))
}

/// Draws the code, and the text beside or below it. Returns what is left of the text's area.
fn draw_code(canvas: &mut Canvas, area: Rect, code: &Code, invite: Option<&Invite>) -> Rect {
    for (line, place) in code.rows().iter().zip(area.rows()) {
        canvas.write(place, Span::styled(line.as_str(), Ink::Code));
    }
    let Size { width, height } = size(code);
    let is_beside = area.width >= width.saturating_add(BESIDE.0);
    let place = if is_beside { right_of(below(area, 1), width + 2) } else { below(area, height + 1) };
    draw_entries(canvas, place, &invitation(invite, place.width))
}
