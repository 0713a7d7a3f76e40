//! Draws what lies over the screen: help, invitation, questions.

use ratatui::layout::{Margin, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::Block;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, centre, columns, right_of, wrap};
use super::match_screen::has_room_for_invitation;
use super::pages::{draw_invite, draw_list, list_width};
use super::split_bottom;
use super::theme::{Ink, line};
use crate::ui::sentences;
use crate::ui::tui::keys::{Binding, Choice, Context, KEYS};
use crate::ui::tui::scene::{Body, Overlay, Scene};

/// The widest text that is easy to read.
const WIDEST: u16 = 72;

/// From this width on there is room for a frame.
const FRAMED: u16 = 26;

/// The least columns for what a key does, beside it.
const LEAST_MEANING: u16 = 24;

/// Draws what lies over this area, or over everything. A question has room beside or below the board, unless that is
/// tiny.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, is_tiny: bool) {
    let view = match &scene.body {
        Body::Match(shown) => Some(shown.view),
        _ => None,
    };
    if let Some(question) = scene.question {
        if is_tiny {
            canvas.clear(area);
            let question = sentences::question(question, view);
            canvas.write_lines(area, wrap(&question, area.width, Ink::Strong));
        }
        return;
    }
    match scene.overlay {
        Some(Overlay::Help { scroll }) => {
            draw_scrolled(canvas, area, "Keys", key_lines(text_width(area), scene.context), scroll);
        }
        Some(Overlay::Invite) if view.is_some() && has_room_for_invitation(canvas.area()) => {}
        Some(Overlay::Invite) => draw_invite(canvas, area, scene),
        Some(Overlay::Choose { choice, cursor }) => draw_choice(canvas, area, choice, cursor),
        None => {}
    }
}

fn text_width(area: Rect) -> u16 {
    if area.width < FRAMED { area.width.saturating_sub(1) } else { area.width.saturating_sub(4).min(WIDEST) }
}

/// Draws an empty box with a title in the middle of the area. Returns the area for its text.
fn draw_box(canvas: &mut Canvas, area: Rect, title: &str, (width, height): (u16, u16)) -> Rect {
    if area.width < FRAMED {
        canvas.clear(area);
        return area;
    }
    let width = width.saturating_add(4).max(columns(title.width()) + 6).min(area.width);
    let height = height.saturating_add(2).min(area.height);
    let place = centre(area, Size::new(width, height));
    canvas.clear(place);
    canvas.render(Block::bordered(), place);
    canvas.write(right_of(place, 2), Span::styled(format!(" {title} "), Ink::Strong));
    place.inner(Margin::new(2, 1))
}

/// Draws lines of which some may be scrolled away.
fn draw_scrolled(canvas: &mut Canvas, area: Rect, title: &str, lines: Vec<Line>, scroll: u16) {
    let needed = columns(lines.len());
    let inner = draw_box(canvas, area, title, (text_width(area), needed));
    canvas.most_scroll = needed.saturating_sub(inner.height);
    let scroll = scroll.min(canvas.most_scroll);
    canvas.write_lines(inner, lines.into_iter().skip(scroll.into()));
    let edge = Rect { width: inner.width + u16::from(area.width >= FRAMED) * 2, ..inner };
    canvas.write_scroll_signs(edge, (scroll > 0, scroll < canvas.most_scroll));
}

/// Draws a choice, low, so that the board stays to be seen. A click chooses, too.
fn draw_choice(canvas: &mut Canvas, area: Rect, choice: Choice, cursor: usize) {
    let rows: Vec<_> = choice.rows().into_iter().map(|(row, _)| row).collect();
    let height = columns(rows.len());
    let [_, area] = split_bottom(area, (height + 2).min(area.height));
    let inner = draw_box(canvas, area, choice.title(), (list_width(&rows), height));
    draw_list(canvas, inner, &rows, cursor);
}

/// What works here, then the rest.
fn key_lines(width: u16, here: Context) -> Vec<Line<'static>> {
    let (here, elsewhere): (Vec<_>, Vec<_>) = KEYS.iter().partition(|key| key.is_for(here));
    let mut lines: Vec<_> = here.into_iter().flat_map(|key| describe(key, width)).collect();
    lines.extend([Line::default(), line([("Elsewhere", Ink::Strong)])]);
    lines.extend(elsewhere.into_iter().flat_map(|key| describe(key, width)));
    lines
}

/// Keys with their meaning behind them if there is room for that, or else below.
fn describe(&Binding { keys, meaning, .. }: &Binding, width: u16) -> Vec<Line<'static>> {
    let widest = KEYS.iter().map(|key| key.keys.width()).max().unwrap_or_default();
    let room = width.saturating_sub(columns(widest + 3));
    if room < LEAST_MEANING {
        return [wrap(keys, width, Ink::Strong), wrap(meaning, width, Ink::Quiet)].concat();
    }
    let mut lines = wrap(meaning, room, Ink::Quiet);
    for (index, line) in lines.iter_mut().enumerate() {
        let keys = if index == 0 { keys } else { "" };
        line.spans.insert(0, Span::styled(format!("{keys:widest$}   "), Ink::Strong));
    }
    lines
}
