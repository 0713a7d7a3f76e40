//! The header, the status line, the footer, and the banner for a lost connection.

use std::time::Duration;

use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, below, columns, right_of};
use super::text_width::wrap;
use super::theme::{Ink, line};
use super::words::{next_try, reconnecting};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{Body, Connection, FooterItem, Hit, Message, Scene, Tone};

/// Draws the header into a row of its own, or into the line at the top of a frame.
pub(super) fn draw_header(canvas: &mut Canvas, area: Rect, scene: &Scene, is_framed: bool) {
    let padded = |text: String| if is_framed && !text.is_empty() { format!(" {text} ") } else { text };
    let status = match scene.connection {
        Connection::Lost { tries, wait, .. } if is_framed => format!("◐ {}", reconnecting(tries, wait)),
        connection => describe(connection),
    };
    let ink = if scene.connection.is_lost() { Ink::Alert } else { Ink::Text };
    let used = canvas.write_right(area, Span::styled(padded(status), ink));
    let room = Rect { width: area.width.saturating_sub(used + 1), ..area };
    if !is_framed {
        let name = scene.room.map(|name| line([("Room ", Ink::Text), (name, Ink::Strong)]));
        canvas.write(room, name.unwrap_or_else(|| line([("Tic-tac-toe", Ink::Strong)])));
        return;
    }
    let rules = match &scene.body {
        Body::Match(shown) => Some(shown.view.snapshot.rules),
        Body::Waiting { rules, .. } => Some(*rules),
        Body::Looking | Body::Picking { .. } | Body::Calling { .. } | Body::MatchGone => None,
    };
    let mut title = line([(" Tic-tac-toe ", Ink::Strong)]);
    for part in scene.room.map(|room| format!("room {room}")).into_iter().chain(rules.map(|r| r.to_string()))
    {
        // The frame's line stays between the parts.
        title.push_span(Span::styled("──", Ink::Text));
        title.push_span(Span::styled(format!(" {part} "), Ink::Text));
    }
    canvas.write(room, title);
}

pub(super) fn describe(connection: Connection) -> String {
    match connection {
        Connection::None => String::new(),
        Connection::Up { latency: None } => "●".to_owned(),
        Connection::Up { latency: Some(latency) } => format!("● {}", milliseconds(latency)),
        Connection::Lost { .. } => "◐ Reconnecting".to_owned(),
    }
}

fn milliseconds(latency: Duration) -> String {
    match latency.as_millis() {
        0 => "<1 ms".to_owned(),
        ms @ 1..=9999 => format!("{ms} ms"),
        _ => format!("{} s", latency.as_secs()),
    }
}

/// Draws over the whole width of the area that the connection is lost, if it is. Returns what is left of the area.
pub(super) fn draw_lost(canvas: &mut Canvas, area: Rect, connection: Connection) -> Rect {
    let Connection::Lost { cause, tries, wait } = connection else { return area };
    let width = area.width.saturating_sub(2);
    let next = format!("◐ {}", reconnecting(tries, wait));
    let lines = [wrap(&next, width, Ink::Alert), wrap(cause, width, Ink::Alert)].concat();
    let place = Rect { height: columns(lines.len()).min(area.height), ..area };
    draw_alert(canvas, place, place.inner(Margin::new(1, 0)), lines);
    below(area, place.height)
}

/// The same in two rows, without why.
pub(super) fn draw_lost_briefly(canvas: &mut Canvas, area: Rect, connection: Connection) {
    let Connection::Lost { tries, wait, .. } = connection else { return };
    let lines = ["◐Reconnecting".to_owned(), next_try(tries, wait)];
    draw_alert(canvas, area, area, lines.map(|line| Line::styled(line, Ink::Alert)).to_vec());
}

fn draw_alert(canvas: &mut Canvas, area: Rect, inner: Rect, lines: Vec<Line>) {
    canvas.clear(area);
    canvas.style(area, Ink::Alert);
    canvas.write_lines(inner, lines);
}

pub(super) const fn has_message(scene: &Scene) -> bool {
    let is_typing = matches!(&scene.body, Body::Match(shown) if shown.typed.is_some());
    is_typing || scene.message.is_some()
}

/// Draws the message, or the coordinate that is being typed.
pub(super) fn draw_message(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    if let Body::Match(shown) = &scene.body
        && let Some(typed) = shown.typed
    {
        let typed = line([("Go to ", Ink::Strong), (typed, Ink::Call), ("_", Ink::Call)]);
        let used = canvas.write(area, typed);
        let rest = Span::styled("  Enter or Esc ends", Ink::Quiet);
        if usize::from(used) + rest.width() <= area.width.into() {
            canvas.write(right_of(area, used), rest);
        }
    } else if let Some(Message { text, tone, .. }) = scene.message {
        let text = text.as_str();
        let line = match tone {
            Tone::News => line([(text, Ink::Text)]),
            Tone::Refusal => line([(text, Ink::Bad)]),
            Tone::Alert => line([("!", Ink::Alert), (" ", Ink::Text), (text, Ink::Strong)]),
        };
        canvas.write(area, line);
    }
}

/// Draws what can be done now: in this order, as much as has room. Help has a place in any case, because it lists the
/// rest. Each can be clicked on.
pub(super) fn draw_footer(canvas: &mut Canvas, area: Rect, scene: &Scene, between: &str) {
    let gap_width = columns(between.width());
    let is_help = |item: &FooterItem| item.action == Some(Action::Help);
    let mut rest = area;
    for (index, item) in scene.footer.iter().enumerate() {
        let to_come = scene.footer.iter().skip(index + 1).find(|item| is_help(item));
        let kept = to_come.map_or(0, |help| gap_width + columns(help.keys.width()));
        let gap = if rest == area { "" } else { between };
        let room = rest.width.saturating_sub(columns(gap.width()) + kept);
        let short = item.label.split(' ').next().unwrap_or_default();
        let help = is_help(item).then(|| footer_item(item, ""));
        let fits = |line: &Line| line.width() <= room.into();
        let line = [item.label, short].map(|label| footer_item(item, label)).into_iter().find(fits);
        let Some(line) = line.or(help) else { continue };
        rest = right_of(rest, canvas.write(rest, Span::styled(gap, Ink::Quiet)));
        let used = canvas.write(rest, line);
        if let Some(action) = item.action {
            canvas.add_hit(Rect { width: used, height: rest.height.min(1), ..rest }, Hit::Do(action));
        }
        rest = right_of(rest, used);
    }
}

fn footer_item(item: &FooterItem, label: &'static str) -> Line<'static> {
    let gap = if label.is_empty() { "" } else { " " };
    line([(item.keys, Ink::Strong), (gap, Ink::Text), (label, Ink::Text)])
}
