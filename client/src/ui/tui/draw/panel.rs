//! What stands beside a board: who plays, the score, whose turn it is, what happened.

use ratatui::layout::Rect;

use super::notice;
use super::sheet::{Sheet, below, right_of, row};
use super::theme::Ink;
use super::words::{Headline, Words, presence};
use crate::app::view::Perspective;
use crate::ui::tui::scene::{Scene, Table};

/// The column of the clock, where there is room for it.
const CLOCK_AT: u16 = 21;

/// Up to this width gaps are narrow.
const NARROW: u16 = 28;

/// The widest name within a sentence.
const MOST_NAME: u16 = 16;

/// Draws the panel of the full size.
pub(super) fn draw(sheet: &mut Sheet, area: Rect, scene: &Scene, table: &Table) {
    let most_name = area.width.saturating_sub(11).min(MOST_NAME);
    let words = Words { table, glyphs: sheet.glyphs, most_name, is_lost: scene.signal.is_lost() };
    draw_players(sheet, area, &words);
    let label = usize::from(label_width(&words, area.width).max(6));
    let score = format!("{:label$}{}, {}", "Score", words.score(), words.draws());
    sheet.write(row(area, 2), &[(&score, Ink::Text)]);
    let rest = below(area, 4);
    let mut rest = if words.is_lost {
        below(notice::draw(sheet, rest, scene.signal), 1)
    } else {
        draw_headline(sheet, rest, &words)
    };
    for (text, ink) in news(&words, scene) {
        let lines = sheet.wrap(&text, area.width);
        rest = sheet.write_lines(rest, &lines, ink);
    }
}

/// What else there is to tell, the most important first.
fn news(words: &Words, scene: &Scene) -> Vec<(String, Ink)> {
    let last = words.last_move(true).filter(|_| !words.table.view.is_over());
    let plain = |text| (text, Ink::Text);
    let rematch = words.rematch(scene);
    rematch.into_iter().chain(last.map(plain)).chain(words.watchers().map(plain)).collect()
}

/// Whose turn it is with the clock, or how the game ended. Gives what is left of the area.
fn draw_headline(sheet: &mut Sheet, area: Rect, words: &Words) -> Rect {
    let Headline { text, ink, detail } = words.headline();
    if let Some((clock, _)) = words.clock().filter(|_| words.is_mover_away()) {
        let lines = sheet.wrap(&format!("{text}: {clock} to return"), area.width);
        return sheet.write_lines(area, &lines, ink);
    }
    let line = row(area, 0);
    let used = sheet.write(line, &[(&text, ink)]);
    let (rest, ink) = words.clock().unwrap_or((detail, ink));
    if rest.is_empty() {
        return below(area, 1);
    }
    let width = sheet.width(&[(&rest, ink)]);
    let fits = |at: &u16| *at >= used + 2 && at.saturating_add(width) <= area.width;
    let column = if words.table.clock.is_some() { CLOCK_AT } else { used + 2 };
    if let Some(at) = [column, used + 2].into_iter().find(fits) {
        sheet.write(right_of(line, at), &[(&rest, ink)]);
        return below(area, 1);
    }
    let lines = sheet.wrap(&rest, area.width);
    sheet.write_lines(below(area, 1), &lines, ink)
}

fn label_width(words: &Words, width: u16) -> u16 {
    match words.table.view.perspective() {
        Perspective::Player(_) if width > NARROW => 6,
        Perspective::Player(_) => 4,
        Perspective::Spectator | Perspective::Both => 0,
    }
}

/// A row for each player: what they are to the viewer, the name, the mark, and whether they are there.
fn draw_players(sheet: &mut Sheet, area: Rect, words: &Words) {
    let gap = if area.width > NARROW { 3 } else { 1 };
    let label = label_width(words, area.width);
    let widths = words.players().map(|(_, mark)| {
        let told = words.presence(mark).map(|at| presence(at, sheet.glyphs).0).unwrap_or_default();
        (sheet.width(&[(&words.introduce(mark), Ink::Strong)]), sheet.width(&[(&told, Ink::Text)]))
    });
    let [(first, first_told), (second, second_told)] = widths;
    let room = area.width.saturating_sub(label + 2 + 1 + gap + first_told.max(second_told));
    let names = first.max(second).min(room);
    for (index, (title, mark)) in (0..).zip(words.players()) {
        let line = row(area, index);
        sheet.write(line, &[(title, Ink::Quiet)]);
        let name = sheet.cut(&words.introduce(mark), names);
        sheet.write(right_of(line, label), &[(&name, Ink::Strong)]);
        let line = right_of(line, label + names + 2);
        sheet.write(line, &[(&mark.to_string(), Ink::Mark(mark))]);
        if let Some(at) = words.presence(mark) {
            let (told, ink) = presence(at, sheet.glyphs);
            sheet.write(right_of(line, 1 + gap), &[(&told, ink)]);
        }
    }
}
