//! What stands at the edges of every screen: the header, the message, the footer.

use std::time::Duration;

use ratatui::layout::Rect;
use tictactoe_protocol::values::Rules;

use super::glyphs::Glyphs;
use super::sheet::{Part, Sheet, right_of};
use super::theme::Ink;
use super::words::reconnecting;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{Body, Hit, Message, Scene, Signal, Tone, Way};

/// With less room a title says nothing.
const LEAST_TITLE: u16 = 12;

/// Draws the header into the line at the top of a frame.
pub(super) fn draw_framed_header(sheet: &mut Sheet, area: Rect, scene: &Scene) {
    let line = sheet.glyphs.lines.horizontal.repeat(2);
    let (signal, ink) = match scene.signal {
        Signal::Lost { tries, wait, .. } => {
            (format!(" {} {} ", sheet.glyphs.away, reconnecting(tries, wait)), Ink::Alert)
        }
        signal => (format!(" {} ", told(signal, sheet.glyphs)), Ink::Text),
    };
    let used = if scene.signal == Signal::None { 0 } else { sheet.write_right(area, &[(&signal, ink)]) };
    let room = Rect { width: area.width.saturating_sub(used + 1), ..area };
    let mut rest = right_of(room, sheet.write(room, &[(" Tic-tac-toe ", Ink::Strong)]));
    let titles =
        [scene.room.map(|room| format!("room {room}")), rules(&scene.body).map(|rules| rules.to_string())];
    for title in titles.iter().flatten() {
        rest = right_of(rest, sheet.width(&[(&line, Ink::Text)]));
        if rest.width < LEAST_TITLE {
            return;
        }
        let title = sheet.cut(title, rest.width - 2);
        rest = right_of(rest, sheet.write(rest, &[(" ", Ink::Text), (&title, Ink::Text), (" ", Ink::Text)]));
    }
}

/// Draws the header into a row of its own.
pub(super) fn draw_header(sheet: &mut Sheet, area: Rect, scene: &Scene) {
    let ink = if scene.signal.is_lost() { Ink::Alert } else { Ink::Text };
    let used = sheet.write_right(area, &[(&told(scene.signal, sheet.glyphs), ink)]);
    let room = Rect { width: area.width.saturating_sub(used + 1), ..area };
    match scene.room {
        Some(name) => sheet.write(room, &[("Room ", Ink::Text), (name, Ink::Strong)]),
        None => sheet.write(room, &[("Tic-tac-toe", Ink::Strong)]),
    };
}

/// How it stands with the connection, in a few columns.
pub(super) fn told(signal: Signal, glyphs: &Glyphs) -> String {
    match signal {
        Signal::None => String::new(),
        Signal::Up { latency: None } => glyphs.here.to_owned(),
        Signal::Up { latency: Some(latency) } => format!("{} {}", glyphs.here, milliseconds(latency)),
        Signal::Lost { .. } => format!("{} Reconnecting", glyphs.away),
    }
}

fn milliseconds(latency: Duration) -> String {
    match latency.as_millis() {
        0 => "<1 ms".to_owned(),
        ms @ 1..=9999 => format!("{ms} ms"),
        _ => format!("{} s", latency.as_secs()),
    }
}

/// The board's rules, where there is one.
fn rules(body: &Body) -> Option<Rules> {
    match body {
        Body::Table(table) => Some(table.view.rules()),
        Body::Waiting(waiting) => Some(waiting.rules),
        Body::Looking | Body::Picking { .. } | Body::Calling { .. } | Body::MatchGone => None,
    }
}

/// Whether there is anything to say.
pub(super) const fn has_message(scene: &Scene) -> bool {
    let is_typing = matches!(&scene.body, Body::Table(table) if table.typed.is_some());
    is_typing || scene.message.is_some()
}

/// Draws what was said last, or the coordinate that is being typed. Says whether there is anything.
pub(super) fn draw_message(sheet: &mut Sheet, area: Rect, scene: &Scene) -> bool {
    if let Body::Table(table) = &scene.body
        && let Some(typed) = table.typed
    {
        let parts = [("Go to ", Ink::Strong), (typed, Ink::Call), ("_", Ink::Call)];
        sheet.write_with(area, &parts, &[("  Enter or Esc ends", Ink::Quiet)]);
        return true;
    }
    let Some(Message { text, tone }) = scene.message else { return false };
    match tone {
        Tone::News => sheet.write(area, &[(text, Ink::Text)]),
        Tone::Refusal => sheet.write(area, &[(text, Ink::Bad)]),
        Tone::Alert => sheet.write(area, &[("!", Ink::Alert), (" ", Ink::Text), (text, Ink::Strong)]),
    };
    true
}

/// Draws what can be done now: in this order, as much as has room. Help has a place in any case, because it tells the
/// rest. Each can be clicked on.
pub(super) fn draw_footer(sheet: &mut Sheet, area: Rect, scene: &Scene, between: &str) {
    let gap_width = sheet.width(&[(between, Ink::Quiet)]);
    let is_help = |way: &Way| way.action == Some(Action::Help);
    let mut rest = area;
    for (index, way) in scene.footer.iter().enumerate() {
        let to_come = scene.footer.iter().skip(index + 1).find(|way| is_help(way));
        let kept = to_come.map_or(0, |help| gap_width + sheet.width(&[(help.keys, Ink::Key)]));
        let gap = if rest == area { "" } else { between };
        let room = rest.width.saturating_sub(sheet.width(&[(gap, Ink::Quiet)]) + kept);
        let Some(label) = label(sheet, way, room).or(is_help(way).then_some("")) else { continue };
        rest = right_of(rest, sheet.write(rest, &[(gap, Ink::Quiet)]));
        let used = sheet.write(rest, &parts(way, label));
        if let Some(action) = way.action {
            sheet.touch(Rect { width: used, height: rest.height.min(1), ..rest }, Hit::Do(action));
        }
        rest = right_of(rest, used);
    }
}

/// The longest label that has room: the whole or its first word.
fn label(sheet: &Sheet, way: &Way, room: u16) -> Option<&'static str> {
    let first = way.label.split(' ').next().unwrap_or_default();
    [way.label, first].into_iter().find(|label| sheet.width(&parts(way, label)) <= room)
}

fn parts(way: &Way, label: &'static str) -> [Part<'static>; 3] {
    [(way.keys, Ink::Key), (if label.is_empty() { "" } else { " " }, Ink::Text), (label, Ink::Text)]
}
