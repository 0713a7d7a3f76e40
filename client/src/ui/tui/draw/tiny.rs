//! The tiny size: the board, and the few words without which it cannot be played.

use ratatui::layout::{Rect, Size};
use tictactoe_protocol::snapshot::Presence;

use super::grid::Grid;
use super::sheet::{Sheet, right_of, row, split_bottom};
use super::theme::Ink;
use super::words::{self, Headline, Words};
use super::{board, card, edge, notice, page};
use crate::app::view::Perspective;
use crate::ui::tui::scene::{Body, Scene, Table};

/// From this size on.
pub(super) const LEAST: Size = Size::new(13, 5);

/// The columns of the panel.
const PANEL: u16 = 5;

/// From this height on, the message has a row of its own.
const ROOMY: u16 = 6;

pub(super) fn draw(sheet: &mut Sheet, scene: &Scene) {
    let (inner, foot) = split_bottom(sheet.area(), 1);
    let is_said = edge::has_message(scene) && !scene.signal.is_lost();
    let is_roomy = sheet.area().height >= ROOMY && is_said;
    let (upper, message) = if is_roomy { split_bottom(inner, 1) } else { (inner, foot) };
    match &scene.body {
        Body::Table(table) => draw_table(sheet, upper, scene, table),
        other => page::draw(sheet, upper, scene, other),
    }
    edge::draw_message(sheet, message, scene);
    let (above, last) = split_bottom(inner, 1);
    let is_lost = scene.signal.is_lost();
    let has_place = card::draw(sheet, if is_lost { above } else { inner }, scene);
    if is_lost {
        notice::draw_short(sheet, last.union(foot), scene.signal);
    }
    let is_free = !is_lost && (is_roomy || !is_said);
    if has_place && (is_free || scene.card.is_some()) {
        sheet.clear(foot);
        edge::draw_footer(sheet, foot, scene, " ");
    }
}

fn draw_table(sheet: &mut Sheet, area: Rect, scene: &Scene, table: &Table) {
    let (upper, state) = split_bottom(area, 1);
    let most_name = area.width.saturating_sub(7);
    let words = Words { table, glyphs: sheet.glyphs, most_name, is_lost: scene.signal.is_lost() };
    let around = board::focus(table);
    let room = Size::new(upper.width.saturating_sub(PANEL), upper.height);
    let beside = Grid::new(table.view, room, false, around);
    let has_panel = beside.is_whole();
    let grid = if has_panel { beside } else { Grid::new(table.view, upper.as_size(), false, around) };
    board::draw(sheet, &grid.at(upper.x, upper.y), table, words.is_lost);
    if has_panel {
        draw_panel(sheet, right_of(upper, grid.size().width + 1), scene, &words);
        draw_state(sheet, state, &words);
    } else {
        draw_state_and_clock(sheet, state, &words, around);
    }
}

/// Whose turn it is or how the game ended.
fn draw_state(sheet: &mut Sheet, area: Rect, words: &Words) {
    let Headline { text, ink, detail } = words.headline();
    sheet.write_with(area, &[(&text, ink)], &[(" ", Ink::Text), (&detail, ink)]);
}

/// The same with the clock, and the name of the square with the cursor: no names are at the edges.
fn draw_state_and_clock(sheet: &mut Sheet, area: Rect, words: &Words, around: u8) {
    let (clock, ink) = words.clock().unwrap_or_default();
    let label = words.table.view.label(around);
    let gap = if clock.is_empty() { "" } else { " " };
    let used = sheet.write_right(area, &[(&clock, ink), (gap, Ink::Text), (&label, Ink::Text)]);
    let room = Rect { width: area.width.saturating_sub(used + 1), ..area };
    let Headline { text, ink, .. } = words.headline();
    let is_short = sheet.width(&[(&text, ink)]) > room.width;
    let text = if is_short { text.strip_prefix("YOUR ").unwrap_or(&text) } else { &text };
    sheet.write(room, &[(text, ink)]);
}

/// What fits beside the board: the viewer's mark, the clock, and whether somebody is not there.
fn draw_panel(sheet: &mut Sheet, area: Rect, scene: &Scene, words: &Words) {
    if let Perspective::Player(you) = words.table.view.perspective() {
        sheet.write(row(area, 0), &[("You ", Ink::Quiet), (&you.to_string(), Ink::Mark(you))]);
    } else {
        sheet.write(row(area, 0), &[(&words.score(), Ink::Text)]);
    }
    let (clock, ink) = words.clock().unwrap_or_default();
    sheet.write(row(area, 1), &[(&clock, ink)]);
    let (told, ink) = absent(words).unwrap_or_else(|| {
        let signal = edge::told(scene.signal, sheet.glyphs);
        (signal.replace(" ms", "ms"), Ink::Text)
    });
    sheet.write(row(area, 2), &[(if words.is_lost { "" } else { &told }, ink)]);
}

/// Who is not there.
fn absent(words: &Words) -> Option<(String, Ink)> {
    let there = |(_, mark)| Some((mark, words.presence(mark)?));
    let mut players = words.players().into_iter().filter_map(there);
    let (mark, presence) = players.find(|&(_, presence)| presence != Presence::Online)?;
    let is_player = matches!(words.table.view.perspective(), Perspective::Player(_));
    let told = match (presence, is_player) {
        (Presence::Left, true) => "left".to_owned(),
        (_, true) => "away".to_owned(),
        (_, false) => format!("{mark} off"),
    };
    Some((told, words::presence(presence, words.glyphs).1))
}
