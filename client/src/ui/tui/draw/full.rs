//! The full size: a frame around everything, the board beside its panel.

use ratatui::layout::{Rect, Size};

use super::grid::Grid;
use super::sheet::{Sheet, below, padded, right_of, row, split_bottom};
use super::theme::Ink;
use super::{board, card, edge, notice, page, panel};
use crate::ui::tui::scene::{Body, Scene, Table};

/// From this size on.
pub(super) const LEAST: Size = Size::new(60, 16);

/// The least and the most columns of the panel.
const PANEL: (u16, u16) = (20, 40);

/// The panel's columns for the longest of the usual sentences.
const SENTENCE: u16 = 30;

pub(super) fn draw(sheet: &mut Sheet, scene: &Scene) {
    let area = sheet.area();
    sheet.frame(area);
    edge::draw_framed_header(sheet, padded(row(area, 0)), scene);
    let (inner, foot) = split_bottom(padded(below(area, 1)), 3);
    draw_rule(sheet, Rect { x: area.x, width: area.width, height: 1, ..foot });
    let (body, message) = split_bottom(padded(inner), 1);
    match &scene.body {
        Body::Table(table) => draw_table(sheet, body, scene, table),
        other => {
            let body = if scene.signal.is_lost() { notice::draw(sheet, body, scene.signal) } else { body };
            page::draw(sheet, below(padded(body), 1), scene, other);
        }
    }
    edge::draw_message(sheet, message, scene);
    if card::draw(sheet, padded(inner), scene) {
        let between = sheet.glyphs.between;
        edge::draw_footer(sheet, padded(row(foot, 1)), scene, between);
    }
}

/// The line between everything else and the footer.
fn draw_rule(sheet: &mut Sheet, area: Rect) {
    let lines = &sheet.glyphs.lines;
    let [_, [left, _, right], _] = lines.joints;
    let line = lines.horizontal.repeat(usize::from(area.width.saturating_sub(2)));
    sheet.write(area, &[(left, Ink::Text), (&line, Ink::Text), (right, Ink::Text)]);
}

fn draw_table(sheet: &mut Sheet, area: Rect, scene: &Scene, table: &Table) {
    let (least, most) = PANEL;
    let room = Size::new(area.width.saturating_sub(least + 2), area.height);
    let grid = Grid::new(table.view, room, true, board::focus(table));
    let size = grid.size();
    let rest = area.width.saturating_sub(size.width);
    let gap = rest.saturating_sub(SENTENCE).clamp(2, 6);
    let width = rest.saturating_sub(gap).min(most);
    let left = area.width.saturating_sub(size.width + gap + width) / 2;
    let top = area.height.saturating_sub(size.height) / 2;
    let grid = grid.at(area.x + left, area.y + top);
    board::draw(sheet, &grid, table, scene.signal.is_lost());
    // Its first row is the board's.
    let beside = right_of(below(area, top + 1), left + size.width + gap);
    panel::draw(sheet, Rect { width, ..beside }, scene, table);
}
