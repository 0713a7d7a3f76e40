//! The header, the status line, the footer, and the banner for a lost connection.

use std::time::Duration;

use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use tictactoe_protocol::values::{Mark, Rules};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, below, columns, right_of, wrap};
use super::theme::{TextStyle, line};
use crate::named_games;
use crate::ui::sentences::{level_name, reconnecting};
use crate::ui::tui::keys::Binding;
use crate::ui::tui::scene::{Body, MatchScreen, Message, Scene, Tone};

pub(super) fn draw_header(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    let lost = if scene.is_lost() { "◐ Reconnecting" } else { "" };
    let used = canvas.write_right(area, Span::styled(lost, TextStyle::Alert));
    let room = Rect { width: area.width.saturating_sub(used + 1), ..area };
    let room_name = || scene.room.map_or_else(|| "Tic-tac-toe".to_owned(), |room| format!("Room {room}"));
    let name = scene.arena.clone().unwrap_or_else(room_name);
    let (rules, level) = match &scene.body {
        Body::Match(MatchScreen { view, .. }) => (Some(view.snapshot.rules), view.computer_level()),
        Body::Waiting { rules, .. } => (Some(*rules), None),
        Body::Arena(entered) => (entered.table.as_ref().map(|(table, _)| table.rules), None),
        Body::Picking(_) | Body::Sentence(..) => (None, None),
    };
    let level = level.zip(rules);
    let level = level.map_or_else(String::new, |(level, rules)| format!("  {}", level_name(level, rules)));
    // In as many words as have room. The time that is left of an arena is nowhere else.
    let titles = rules.map(|rules| {
        let (game, described) = (named_games::name(rules), named_games::describe(rules));
        let described = if rules == Rules::default() { &game } else { &described };
        let least = scene.arena.clone().unwrap_or_else(|| format!("{game}{level}"));
        [format!("{name}  {described}{level}"), format!("{name}  {game}{level}"), least, game]
    });
    let signs = [("✕", TextStyle::Mark(Mark::X)), ("◯", TextStyle::Mark(Mark::O)), (" ", TextStyle::Text)];
    let has_room = |title: &String| title.width() + signs.len() <= room.width.into();
    let title = titles.into_iter().flatten().find(has_room).unwrap_or(name);
    canvas.write(room, line([signs[0], signs[1], signs[2], (&title, TextStyle::Strong)]));
}

/// Draws over the whole width of the area that the connection is lost, if it is. Returns what is left of the area.
pub(super) fn draw_lost(canvas: &mut Canvas, area: Rect, retry_in: Option<Duration>) -> Rect {
    let Some(wait) = retry_in else { return area };
    let inner = area.inner(Margin::new(1, 0));
    let next = wrap(&format!("◐ {}", reconnecting(wait)), inner.width, TextStyle::Alert);
    let lines = [next, wrap("The connection was lost.", inner.width, TextStyle::Alert)].concat();
    let place = Rect { height: columns(lines.len()).min(area.height), ..area };
    canvas.clear(place);
    canvas.style(place, TextStyle::Alert);
    canvas.write_lines(Rect { height: place.height, ..inner }, lines);
    below(area, place.height)
}

/// Draws the whole message, or as much as fits into one row.
pub(super) fn draw_message(canvas: &mut Canvas, area: Rect, message: Option<&Message>) {
    let Some(message) = message else { return };
    let lines = message_lines(message, area.width);
    let has_room = lines.len() <= area.height.into();
    canvas.clear(area);
    canvas.write_lines(area, if has_room { lines } else { message_lines(message, u16::MAX) });
}

pub(super) fn message_lines(message: &Message, width: u16) -> Vec<Line<'static>> {
    let Message { text, tone, .. } = message;
    match tone {
        Tone::News => wrap(text, width, TextStyle::Text),
        Tone::Refusal => wrap(text, width, TextStyle::Strong),
        Tone::Alert => {
            let mut lines = wrap(text, width.saturating_sub(2), TextStyle::Strong);
            if let Some(first) = lines.first_mut() {
                let sign = [Span::styled("!", TextStyle::Alert), Span::styled(" ", TextStyle::Text)];
                first.spans.splice(0..0, sign);
            }
            lines
        }
    }
}

/// Draws the keys that do something now, as many as have room. Help, which lists the rest, closing,
/// withdrawing and quitting have a place in any case. Each can be clicked on.
pub(super) fn draw_footer(canvas: &mut Canvas, area: Rect, footer: &[Binding], between: &str) {
    let gap = columns(between.width());
    let mut rest = area;
    for (index, binding) in footer.iter().enumerate() {
        let is_kept = |key: &&Binding| ["close", "withdraw", "more", "quit"].contains(&key.label);
        let to_come = footer.iter().skip(index + 1).filter(is_kept);
        let to_come: u16 = to_come.map(|key| gap + columns(describe_key(key, key.label).width())).sum();
        let between = if rest == area { "" } else { between };
        let room = rest.width.saturating_sub(columns(between.width()) + to_come);
        let telling = binding.label.trim_start_matches("take ").trim_start_matches("the ");
        let labels = [binding.label, telling.split(' ').next().unwrap_or_default(), ""];
        let labels = labels.iter().filter(|label| !label.is_empty() || is_kept(&binding));
        let mut lines = labels.map(|label| describe_key(binding, label));
        let Some(line) = lines.find(|line| line.width() <= room.into()) else { continue };
        rest = right_of(rest, canvas.write(rest, Span::styled(between, TextStyle::Quiet)));
        let used = canvas.write(rest, line);
        if let Some(action) = binding.click() {
            canvas.add_hit(Rect { width: used, height: rest.height.min(1), ..rest }, action);
        }
        rest = right_of(rest, used);
    }
}

fn describe_key(binding: &Binding, label: &'static str) -> Line<'static> {
    let gap = if label.is_empty() { "" } else { " " };
    let keys = binding.keys();
    let first = keys.split(", ").next().unwrap_or_default().to_owned();
    let label = Span::styled(label, TextStyle::Quiet);
    Line::from(vec![Span::styled(first, TextStyle::Strong), Span::styled(gap, TextStyle::Text), label])
}
