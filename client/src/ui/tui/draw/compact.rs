//! The compact size: no frame; the board beside a narrow panel, or above a line about the players.

use ratatui::layout::{Rect, Size};
use tictactoe_protocol::values::Mark;

use super::grid::Grid;
use super::sheet::{Sheet, below, right_of, row, split_bottom};
use super::theme::Ink;
use super::words::{Headline, Words, presence};
use super::{board, card, edge, notice, page};
use crate::app::view::{Perspective, Who};
use crate::ui::tui::scene::{Body, Scene, Table};

/// From this size on.
pub(super) const LEAST: Size = Size::new(26, 11);

/// The least columns of the panel.
const PANEL: u16 = 12;

/// The columns for a turn and a clock around a name.
const TURN: u16 = 14;

pub(super) fn draw(sheet: &mut Sheet, scene: &Scene) {
    let area = sheet.area();
    edge::draw_header(sheet, row(area, 0), scene);
    let (inner, foot) = split_bottom(below(area, 1), 1);
    match &scene.body {
        Body::Table(table) => draw_table(sheet, inner, scene, table),
        other => {
            let (body, message) = split_bottom(inner, 1);
            let body = if scene.signal.is_lost() { notice::draw(sheet, body, scene.signal) } else { body };
            page::draw(sheet, body, scene, other);
            edge::draw_message(sheet, message, scene);
        }
    }
    if card::draw(sheet, inner, scene) {
        let between = sheet.glyphs.between;
        edge::draw_footer(sheet, foot, scene, between);
    }
}

fn draw_table(sheet: &mut Sheet, area: Rect, scene: &Scene, table: &Table) {
    let (upper, lower) = split_bottom(area, 2);
    let is_lost = scene.signal.is_lost();
    let most_name = area.width.saturating_sub(TURN);
    let words = Words { table, glyphs: sheet.glyphs, most_name, is_lost };
    if let Some(grid) = beside(table, upper) {
        let size = grid.size();
        let top = upper.height.saturating_sub(size.height) / 2;
        board::draw(sheet, &grid.at(upper.x, upper.y + top), table, is_lost);
        draw_panel(sheet, right_of(below(upper, top), size.width + 1), &words);
    } else {
        let (upper, players) = split_bottom(upper, 1);
        let grid = Grid::new(table.view, upper.as_size(), true, board::focus(table));
        board::draw(sheet, &grid.at(upper.x, upper.y), table, is_lost);
        draw_players(sheet, players, &words);
    }
    if is_lost {
        notice::draw(sheet, lower, scene.signal);
    } else {
        draw_state(sheet, lower, scene, &words);
    }
}

/// The whole board beside a panel, if there is room for both. A numbered board does without names at its edges.
fn beside(table: &Table, area: Rect) -> Option<Grid> {
    let room = Size::new(area.width.saturating_sub(PANEL + 1), area.height);
    let grid = |has_names| Grid::new(table.view, room, has_names, board::focus(table));
    let without = Some(grid(false)).filter(|_| table.view.is_numbered());
    let choices = [Some(grid(true)), without];
    let largest = choices.into_iter().flatten().filter(Grid::is_whole);
    // With names only where that does not make the squares smaller.
    largest.max_by_key(|grid| (grid.body().area(), grid.size().area()))
}

/// Two rows: whose turn it is or how the game ended, and what was said last or happened last.
fn draw_state(sheet: &mut Sheet, area: Rect, scene: &Scene, words: &Words) {
    let Headline { text, ink, detail } = words.headline();
    let line = row(area, 0);
    let (clock, clock_ink) = words.clock().unwrap_or_default();
    let used = sheet.write_right(line, &[(&clock, clock_ink)]);
    let line = Rect { width: line.width.saturating_sub(if used > 0 { used + 1 } else { 0 }), ..line };
    let fits = sheet.write_with(line, &[(&text, ink)], &[("  ", Ink::Text), (&detail, ink)]);
    let line = row(area, 1);
    if edge::draw_message(sheet, line, scene) {
        return;
    }
    let rest = (!fits).then_some((detail, Ink::Text));
    let is_long = |last: &String| sheet.width(&[(last, Ink::Text)]) > line.width;
    let long = words.last_move(true).filter(|last| !is_long(last));
    let last = long.or_else(|| words.last_move(false)).map(|last| (last, Ink::Text));
    let news = words.rematch(scene).or(rest).or(last).unwrap_or_default();
    sheet.write(line, &[(&news.0, news.1)]);
}

/// A narrow panel: two rows for each player, and the score.
fn draw_panel(sheet: &mut Sheet, area: Rect, words: &Words) {
    for ((title, mark), index) in words.players().into_iter().zip([0, 2]) {
        draw_seat(sheet, row(area, index), words, title, mark);
        sheet.write(right_of(row(area, index + 1), 1), &[(&words.introduce(mark), Ink::Strong)]);
    }
    sheet.write(row(area, 5), &[("Score ", Ink::Text), (&words.score(), Ink::Text)]);
    sheet.write(row(area, 6), &[(&words.watchers().unwrap_or_else(|| words.draws()), Ink::Text)]);
}

/// What a player is to the viewer, the mark, and whether the player is there.
fn draw_seat(sheet: &mut Sheet, area: Rect, words: &Words, title: &str, mark: Mark) {
    let gap = if title.is_empty() { "" } else { " " };
    let parts = [(title, Ink::Quiet), (gap, Ink::Text), (&mark.to_string(), Ink::Mark(mark))];
    let used = sheet.write(area, &parts);
    if let Some(at) = words.presence(mark) {
        let (told, ink) = presence(at, sheet.glyphs);
        sheet.write(right_of(area, used + 1), &[(&told, ink)]);
    }
}

/// One row about both players: `You X  Bob O ● here`.
fn draw_players(sheet: &mut Sheet, area: Rect, words: &Words) {
    let [(_, first), (_, second)] = words.players();
    let is_player = matches!(words.table.view.perspective(), Perspective::Player(_));
    let width = if is_player { 7 } else { area.width / 2 };
    for (mark, area) in [(first, Rect { width, ..area }), (second, right_of(area, width))] {
        let (told, ink) = match words.presence(mark) {
            Some(at) => presence(at, sheet.glyphs),
            None => (String::new(), Ink::Text),
        };
        let is_you = words.table.view.who(mark) == Who::You;
        let name = if is_you { "You".to_owned() } else { words.introduce(mark) };
        let name = sheet.cut(&name, area.width.saturating_sub(4 + sheet.width(&[(&told, ink)])));
        let sign = mark.to_string();
        let gap = (" ", Ink::Text);
        sheet.write(area, &[(&name, Ink::Strong), gap, (&sign, Ink::Mark(mark)), gap, (&told, ink)]);
    }
}
