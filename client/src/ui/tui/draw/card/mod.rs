//! What lies over the rest.

mod help;
mod invite;

use ratatui::layout::Rect;

use super::sheet::{Sheet, padded, right_of, row};
use super::theme::Ink;
use super::words;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{Body, Card, Hit, Scene};

/// The widest text that is easy to read.
const WIDEST: u16 = 72;

/// From this width on there is room for a frame.
const FRAMED: u16 = 26;

/// A line: what stands out, from which column on the rest is, and the rest.
#[derive(Debug, Default)]
struct Entry {
    head: String,
    column: u16,
    text: String,
}

/// Draws what lies over this area. Nothing under it can be clicked on any more. Says whether the footer has its place.
pub(super) fn draw(sheet: &mut Sheet, area: Rect, scene: &Scene) -> bool {
    let Some(card) = scene.card else { return true };
    sheet.forget_hits();
    match card {
        Card::Help { scroll } => {
            let lines = help::lines(sheet, text_width(area));
            draw_leaf(sheet, area, "Keys", &lines, scroll);
        }
        Card::Review { lines, scroll } => {
            let wrapped = lines.iter().flat_map(|line| hanging(sheet, line, text_width(area)));
            let lines: Vec<_> = wrapped.collect();
            draw_leaf(sheet, area, "Review", &lines, scroll);
        }
        Card::Invite(invite) => return !invite::draw(sheet, area, invite),
        Card::Question(question) => {
            let view = match &scene.body {
                Body::Table(table) => Some(table.view),
                _ => None,
            };
            draw_question(sheet, area, words::question(question, view));
        }
    }
    true
}

/// The columns for text on a card in this area.
fn text_width(area: Rect) -> u16 {
    if area.width < FRAMED { area.width.saturating_sub(1) } else { area.width.saturating_sub(4).min(WIDEST) }
}

/// Draws an empty card with a title in the middle of the area. Gives the area for its text.
fn draw_empty(sheet: &mut Sheet, area: Rect, title: &str, (width, height): (u16, u16)) -> Rect {
    if area.width < FRAMED {
        sheet.clear(area);
        return area;
    }
    let width = (width + 4).max(sheet.width(&[(title, Ink::Strong)]) + 6).min(area.width);
    let height = height.saturating_add(2).min(area.height);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let place = Rect { x, y, width, height };
    sheet.clear(place);
    sheet.frame(place);
    sheet.write(right_of(row(place, 0), 2), &[(&format!(" {title} "), Ink::Strong)]);
    let inner = Rect { y: y + 1, height: height.saturating_sub(2), ..place };
    padded(padded(inner))
}

/// Draws lines of which some may be scrolled away.
fn draw_leaf(sheet: &mut Sheet, area: Rect, title: &str, lines: &[Entry], scroll: u16) {
    let needed = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let inner = draw_empty(sheet, area, title, (text_width(area), needed));
    sheet.most_scroll = needed.saturating_sub(inner.height);
    let scroll = scroll.min(sheet.most_scroll);
    for (line, place) in lines.iter().skip(scroll.into()).zip(inner.rows()) {
        sheet.write(place, &[(&line.head, Ink::Key)]);
        sheet.write(right_of(place, line.column), &[(&line.text, Ink::Text)]);
    }
    let edge = Rect { width: inner.width + u16::from(area.width >= FRAMED) * 2, ..inner };
    let last = edge.height.saturating_sub(1);
    let signs = [(scroll > 0, 0, sheet.glyphs.up), (scroll < sheet.most_scroll, last, sheet.glyphs.down)];
    for (is_more, index, sign) in signs {
        if is_more {
            sheet.write_right(row(edge, index), &[(sign, Ink::Strong)]);
        }
    }
}

/// A sentence whose further lines are indented.
fn hanging(sheet: &Sheet, text: &str, width: u16) -> Vec<Entry> {
    let indent = if width < FRAMED { 0 } else { 2 };
    let lines = sheet.wrap(text, width.saturating_sub(indent));
    let line =
        |(index, text)| Entry { head: String::new(), column: if index == 0 { 0 } else { indent }, text };
    lines.into_iter().enumerate().map(line).collect()
}

fn draw_question(sheet: &mut Sheet, area: Rect, question: &str) {
    let width = if area.width < FRAMED { area.width } else { text_width(area).min(40) };
    let lines = sheet.wrap(question, width);
    let longest = lines.iter().map(|line| sheet.width(&[(line, Ink::Text)])).max().unwrap_or_default();
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    // Low, so that whose turn it is and the clock stay to be seen.
    let height = (rows + 4).min(area.height);
    let area = Rect { y: area.bottom() - height, height, ..area };
    let inner = draw_empty(sheet, area, "Sure?", (longest.max(16), rows + 2));
    let rest = sheet.write_lines(inner, &lines, Ink::Strong);
    let mut place = row(rest, 1);
    for (key, label, action) in [("y", "yes", Action::Yes), ("n", "no", Action::No)] {
        let used = sheet.write(place, &[(key, Ink::Key), (" ", Ink::Text), (label, Ink::Text)]);
        sheet.touch(Rect { width: used, ..place }, Hit::Do(action));
        place = right_of(place, used + 4);
    }
}

/// How to close a card that covers the footer.
fn draw_close(sheet: &mut Sheet, area: Rect) {
    let place = row(area, 0);
    let width = sheet.write(place, &[("Esc", Ink::Key), (" close", Ink::Text)]);
    sheet.touch(Rect { width, ..place }, Hit::Do(Action::Close));
}
