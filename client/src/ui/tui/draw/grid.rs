//! Where the squares of a board are: how large, which of them, and what stands at its edges.

use ratatui::layout::{Rect, Size};

use super::sheet::Sheet;
use super::theme::Ink;
use crate::app::command::column_letter;
use crate::app::view::View;

/// How large a square is, with the line to its right and the one below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// Without lines: square beside square.
    Dense,
    /// Within lines, as narrow as it can be.
    Small,
    /// Within lines, with room for marks around the mark.
    Medium,
    /// Within lines, as high as wide.
    Large,
}

impl Scale {
    const fn pitch(self) -> Size {
        match self {
            Self::Dense => Size::new(2, 1),
            Self::Small => Size::new(4, 2),
            Self::Medium => Size::new(6, 2),
            Self::Large => Size::new(8, 4),
        }
    }

    const fn has_lines(self) -> bool {
        !matches!(self, Self::Dense)
    }

    /// The room for so many squares, edges included.
    const fn room(self, columns: u16, rows: u16) -> Size {
        let Size { width, height } = self.pitch();
        Size::new(columns * width + 1, rows * height + self.has_lines() as u16)
    }
}

/// A part of the board's columns or of its rows: the ones that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    /// The first that is shown, from 0.
    pub(super) first: u16,
    /// How many are shown.
    pub(super) count: u16,
    /// How many there are.
    pub(super) all: u16,
}

impl Span {
    /// Shows `at`, and moves in steps, so that most steps of a cursor move nothing else.
    pub(super) fn around(at: u16, count: u16, all: u16) -> Self {
        let count = count.min(all);
        let step = (count / 2).max(1);
        let margin = count.saturating_sub(step) / 2;
        let first = at.saturating_sub(margin) / step * step;
        Self { first: first.min(all - count), count, all }
    }

    pub(super) const fn is_more_before(self) -> bool {
        self.first > 0
    }

    pub(super) const fn is_more_after(self) -> bool {
        self.first + self.count < self.all
    }

    /// Where it is among the shown ones.
    fn place(self, at: u16) -> Option<u16> {
        at.checked_sub(self.first).filter(|&place| place < self.count)
    }

    /// The shown ones.
    pub(super) const fn range(self) -> std::ops::Range<u16> {
        self.first..self.first + self.count
    }
}

/// Where the squares are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) scale: Scale,
    pub(super) columns: Span,
    pub(super) rows: Span,
    /// The columns for the names of rows, at the left; none without names at the edges.
    margin: u16,
    /// The area of squares and lines.
    body: Rect,
}

impl Grid {
    /// The largest that has room; if even the smallest has none, a part of the board with the square `around` in it.
    pub(super) fn new(view: &View, room: Size, has_names: bool, around: u8) -> Self {
        let rules = view.rules();
        let (columns, rows) = (u16::from(rules.columns), u16::from(rules.rows));
        let margin = if has_names { 2 + u16::from(rows > 9) } else { 0 };
        let room = Size::new(room.width.saturating_sub(margin), room.height.saturating_sub(has_names.into()));
        let fits = |scale: &Scale| {
            let needed = scale.room(columns, rows);
            needed.width <= room.width && needed.height <= room.height
        };
        let scales = [Scale::Large, Scale::Medium, Scale::Small];
        let scale = scales.into_iter().find(fits).unwrap_or(Scale::Dense);
        let (row, column) = view.row_column(around);
        let (columns, rows) = if scale.has_lines() {
            (Span::around(0, columns, columns), Span::around(0, rows, rows))
        } else {
            let across = room.width.saturating_sub(1) / scale.pitch().width;
            (
                Span::around(u16::from(column) - 1, across, columns),
                Span::around(u16::from(row) - 1, room.height, rows),
            )
        };
        let Size { width, height } = scale.room(columns.count, rows.count);
        let body = Rect::new(margin, has_names.into(), width, height);
        Self { scale, columns, rows, margin, body }
    }

    /// The same at another place.
    pub(super) const fn at(self, x: u16, y: u16) -> Self {
        let body = Rect { x: x + self.margin, y: y + self.head(), ..self.body };
        Self { body, ..self }
    }

    /// What it takes, with the names at its edges.
    pub(super) const fn size(&self) -> Size {
        Size::new(self.body.width + self.margin, self.body.height + self.head())
    }

    /// Whether all squares are shown.
    pub(super) const fn is_whole(&self) -> bool {
        self.columns.count == self.columns.all && self.rows.count == self.rows.all
    }

    /// The rows above the squares, for the names of columns.
    const fn head(&self) -> u16 {
        (self.margin > 0) as u16
    }

    /// The area of squares and lines.
    pub(super) const fn body(&self) -> Rect {
        self.body
    }

    /// Where a square is, without the lines around it; none if it is not shown.
    pub(super) fn square(&self, view: &View, cell: u8) -> Option<Rect> {
        let (row, column) = view.row_column(cell);
        let column = self.columns.place(u16::from(column) - 1)?;
        let row = self.rows.place(u16::from(row) - 1)?;
        let Size { width, height } = self.scale.pitch();
        let line = u16::from(self.scale.has_lines());
        Some(Rect {
            x: self.body.x + 1 + column * width,
            y: self.body.y + line + row * height,
            width: width - 1,
            height: height - line,
        })
    }

    /// Draws lines and edges. The names of the cursor's row and column stand out.
    pub(super) fn draw(&self, sheet: &mut Sheet, view: &View, cursor: Option<u8>) {
        if self.scale.has_lines() {
            self.draw_lines(sheet);
        } else {
            self.draw_more(sheet);
        }
        if self.margin > 0 {
            self.draw_names(sheet, view, cursor.map(|cell| view.row_column(cell)));
        }
    }

    fn draw_lines(&self, sheet: &mut Sheet) {
        let lines = &sheet.glyphs.lines;
        let Size { width, height } = self.scale.pitch();
        for (y, area) in (0..).zip(self.body.rows()) {
            let [left, inner, right] = if y % height == 0 {
                third((y, self.body.height), lines.joints)
            } else {
                [lines.vertical; 3]
            };
            let fill = if y % height == 0 { lines.horizontal } else { " " };
            let squares = vec![fill.repeat(usize::from(width) - 1); self.columns.count.into()];
            sheet.write(area, &[(left, Ink::Quiet), (&squares.join(inner), Ink::Quiet), (right, Ink::Quiet)]);
        }
    }

    /// Signs at those edges beyond which the board goes on.
    fn draw_more(&self, sheet: &mut Sheet) {
        let (glyphs, body) = (sheet.glyphs, self.body);
        let last = body.height.saturating_sub(1);
        let signs = [
            (self.columns.is_more_before(), 0, body.height / 2, glyphs.left),
            (self.columns.is_more_after(), body.width.saturating_sub(1), body.height / 2, glyphs.right),
            (self.rows.is_more_before(), 0, 0, glyphs.up),
            (self.rows.is_more_after(), 0, last, glyphs.down),
        ];
        for (is_more, x, y, sign) in signs {
            if is_more {
                sheet.write(Rect::new(body.x + x, body.y + y, 1, 1), &[(sign, Ink::Strong)]);
            }
        }
    }

    /// The names of columns above, and of rows at the left.
    fn draw_names(&self, sheet: &mut Sheet, view: &View, cursor: Option<(u8, u8)>) {
        let ink = |is_here| if is_here { Ink::Strong } else { Ink::Quiet };
        let Size { width, height } = self.scale.pitch();
        for (place, column) in (0..).zip(self.columns.range()) {
            let name = match column_letter(u32::from(column) + 1).filter(|_| !view.is_numbered()) {
                Some(letter) => letter.to_string(),
                None => (column + 1).to_string(),
            };
            let x = self.body.x + place * width + width / 2;
            sheet.write(
                Rect::new(x, self.body.y.saturating_sub(1), 1, 1),
                &[(&name, ink(cursor.is_some_and(|(_, here)| u16::from(here) == column + 1)))],
            );
        }
        for (place, row) in (0..).zip(self.rows.range()) {
            let y = self.body.y + place * height + height / 2;
            let area = Rect::new(self.body.x - self.margin, y, self.margin - 1, 1);
            sheet.write_right(
                area,
                &[(&(row + 1).to_string(), ink(cursor.is_some_and(|(here, _)| u16::from(here) == row + 1)))],
            );
        }
    }
}

/// The first at the beginning, the last at the end, and the other between.
fn third<T>((at, length): (u16, u16), [first, inner, last]: [T; 3]) -> T {
    if at == 0 {
        first
    } else if at + 1 == length {
        last
    } else {
        inner
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_looked_at_is_always_shown(at in 0u16..99, count in 1u16..99, all in 1u16..99) {
            let at = at.min(all - 1);
            let span = Span::around(at, count, all);
            prop_assert!(span.range().contains(&at));
            prop_assert!(span.first + span.count <= all);
        }
    }

    #[test]
    fn a_cursor_has_its_neighbours_in_view() {
        for (count, all) in [(3, 15), (10, 15), (6, 26)] {
            for at in 0..all {
                let span = Span::around(at, count, all);
                assert!(at == 0 || span.range().contains(&(at - 1)), "{at} of {all}, {count} shown");
                assert!(at + 1 == all || span.range().contains(&(at + 1)), "{at} of {all}, {count} shown");
            }
        }
    }
}
