//! What is drawn on: characters, and with them what a click on them means.
//!
//! Whatever is drawn is remembered here together with its meaning, so that the two cannot differ.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Block, Clear, Widget};

use super::fit;
use super::glyphs::Glyphs;
use super::theme::{Ink, style};
use crate::ui::tui::display::Display;
use crate::ui::tui::scene::Hit;

/// A buffer, and what a click on its parts means.
#[derive(Debug)]
pub(super) struct Sheet<'b> {
    buffer: &'b mut Buffer,
    hits: Vec<(Rect, Hit)>,
    has_colour: bool,
    pub(super) glyphs: &'static Glyphs,
    /// How far what lies over the screen can be scrolled.
    pub(super) most_scroll: u16,
}

/// A part of a line.
pub(super) type Part<'a> = (&'a str, Ink);

impl<'b> Sheet<'b> {
    pub(super) fn new(buffer: &'b mut Buffer, look: Display) -> Self {
        let (has_colour, glyphs) = (look.colour, Glyphs::of(look));
        Self { buffer, hits: Vec::new(), has_colour, glyphs, most_scroll: 0 }
    }

    pub(super) fn area(&self) -> Rect {
        self.buffer.area
    }

    /// What a click here means: what was drawn last counts.
    pub(super) fn hit(&self, at: Position) -> Option<Hit> {
        self.hits.iter().rev().find_map(|&(area, hit)| area.contains(at).then_some(hit))
    }

    /// From now on a click on this area means this.
    pub(super) fn touch(&mut self, area: Rect, hit: Hit) {
        self.hits.push((area, hit));
    }

    /// Nothing that is drawn so far can be clicked on.
    pub(super) fn forget_hits(&mut self) {
        self.hits.clear();
    }

    pub(super) const fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// Writes into the first row of the area, cut to its width. Gives the columns that were used.
    pub(super) fn write(&mut self, area: Rect, parts: &[Part]) -> u16 {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return 0;
        }
        let pieces = self.pieces(parts);
        let most = usize::from(area.width);
        let is_cut = total(&pieces) > most;
        let more = fit::cut(self.glyphs.more, most, self.glyphs);
        let room = if is_cut { most - fit::width(&more) } else { most };
        let mut x = area.x;
        let mut last = Ink::Text;
        for (piece, ink) in pieces {
            if usize::from(x - area.x) + fit::columns(&piece) > room {
                break;
            }
            (x, _) = self.buffer.set_stringn(x, area.y, piece, room, self.anew(ink));
            last = ink;
        }
        if is_cut {
            (x, _) = self.buffer.set_stringn(x, area.y, more, most, self.anew(last));
        }
        x - area.x
    }

    /// Writes at the right end of the area's first row. Gives the columns that were used.
    pub(super) fn write_right(&mut self, area: Rect, parts: &[Part]) -> u16 {
        let width = self.width(parts).min(area.width);
        self.write(Rect { x: area.right() - width, width, ..area }, parts)
    }

    /// Writes the first of these, and the rest too if all of it has room. Says whether it had.
    pub(super) fn write_with(&mut self, area: Rect, first: &[Part], rest: &[Part]) -> bool {
        let fits = self.width(first).saturating_add(self.width(rest)) <= area.width;
        let used = self.write(area, first);
        if fits {
            self.write(right_of(area, used), rest);
        }
        fits
    }

    /// Writes one below the other what has room in the area. Gives what is left of the area.
    pub(super) fn write_lines(&mut self, area: Rect, lines: &[String], ink: Ink) -> Rect {
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
        for (line, row) in lines.iter().zip(area.rows()) {
            self.write(row, &[(line, ink)]);
        }
        below(area, rows)
    }

    /// The columns that these take.
    pub(super) fn width(&self, parts: &[Part]) -> u16 {
        u16::try_from(total(&self.pieces(parts))).unwrap_or(u16::MAX)
    }

    /// The text in lines, in signs that the terminal can show.
    pub(super) fn wrap(&self, text: &str, width: u16) -> Vec<String> {
        fit::wrap(&fit::shown(text, self.glyphs), width.into())
    }

    /// As much of the text as fits, in signs that the terminal can show.
    pub(super) fn cut(&self, text: &str, width: u16) -> String {
        fit::cut(&fit::shown(text, self.glyphs), width.into(), self.glyphs)
    }

    /// Gives the area these looks too.
    pub(super) fn ink(&mut self, area: Rect, ink: Ink) {
        self.buffer.set_style(area, style(ink, self.has_colour));
    }

    /// Empties the area.
    pub(super) fn clear(&mut self, area: Rect) {
        Clear.render(area.intersection(self.buffer.area), self.buffer);
    }

    /// Draws a frame.
    pub(super) fn frame(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        Block::bordered().border_set(self.glyphs.lines.border).render(area, self.buffer);
    }

    /// These looks and nothing of those that were there before.
    fn anew(&self, ink: Ink) -> Style {
        Style::reset().patch(style(ink, self.has_colour))
    }

    fn pieces(&self, parts: &[Part]) -> Vec<(String, Ink)> {
        let of = |&(text, ink): &Part| {
            let pieces = fit::pieces(&fit::shown(text, self.glyphs));
            pieces.into_iter().map(move |piece| (piece, ink))
        };
        parts.iter().flat_map(of).collect()
    }
}

fn total(pieces: &[(String, Ink)]) -> usize {
    pieces.iter().map(|(piece, _)| fit::columns(piece)).sum()
}

/// The area without so many of its first rows.
pub(super) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// One row of an area, counted from 0; empty where the area has no such row.
pub(super) fn row(area: Rect, index: u16) -> Rect {
    Rect { height: below(area, index).height.min(1), ..below(area, index) }
}

/// What is right of the first columns of an area.
pub(super) fn right_of(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect { x: area.x + columns, width: area.width - columns, ..area }
}

/// The area without its first and its last column.
pub(super) fn padded(area: Rect) -> Rect {
    let inner = right_of(area, 1);
    Rect { width: inner.width.saturating_sub(1), ..inner }
}

/// The area without so many of its last rows, and those.
pub(super) fn split_bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    let upper = area.height.saturating_sub(rows);
    (Rect { height: upper, ..area }, below(area, upper))
}
