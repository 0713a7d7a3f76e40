//! What is drawn on: a buffer, and what a click on its parts means. Both are written together, so that what is seen and
//! what is hit cannot differ.

use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthChar;

use super::Drawn;
use super::theme::{CODE, TextStyle};
use crate::ui::Display;
use crate::ui::tui::keys::Action;

#[derive(Debug)]
pub(super) struct Canvas<'b> {
    buffer: &'b mut Buffer,
    pub(super) display: Display,
    pub(super) drawn: Drawn,
}

impl<'b> Canvas<'b> {
    pub(super) fn new(buffer: &'b mut Buffer, display: Display) -> Self {
        Self { buffer, display, drawn: Drawn::default() }
    }

    pub(super) fn area(&self) -> Rect {
        self.buffer.area
    }

    pub(super) fn add_hit(&mut self, area: Rect, hit: Action) {
        self.drawn.hits.push((area, hit));
    }

    /// Writes into the first row of the area, cut to its width. Returns the columns that were used.
    pub(super) fn write<'a>(&mut self, area: Rect, line: impl Into<Line<'a>>) -> u16 {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return 0;
        }
        let line = line.into();
        let is_cut = line.width() > area.width.into();
        let (mut end, _) = self.buffer.set_line(area.x, area.y, &line, area.width - u16::from(is_cut));
        if is_cut {
            let style = line.spans.last().map_or(Style::reset(), |span| span.style);
            (end, _) = self.buffer.set_stringn(end, area.y, "…", 1, style);
        }
        end - area.x
    }

    /// Writes at the right end of the area's first row. Returns the columns that were used.
    pub(super) fn write_right<'a>(&mut self, area: Rect, line: impl Into<Line<'a>>) -> u16 {
        let line = line.into();
        let width = columns(line.width()).min(area.width);
        self.write(Rect { x: area.right() - width, width, ..area }, line)
    }

    /// Writes one below the other as many as have room. Returns what is left of the area.
    pub(super) fn write_lines<'a>(&mut self, area: Rect, lines: impl IntoIterator<Item = Line<'a>>) -> Rect {
        let mut rest = area;
        for line in lines {
            self.write(rest, line);
            rest = below(rest, 1);
        }
        rest
    }

    /// Signs in the first and the last row of the area, if there is more above and below.
    pub(super) fn write_scroll_signs(&mut self, area: Rect, (above, below): (bool, bool)) {
        for (is_more, y, sign) in [(above, area.y, "▴"), (below, area.bottom().saturating_sub(1), "▾")] {
            if is_more {
                self.write_right(
                    Rect { y, height: area.height.min(1), ..area },
                    Span::styled(sign, TextStyle::Strong),
                );
            }
        }
    }

    /// How many rows at the end of the area have no part of a code.
    pub(super) fn rows_below_code(&self, area: Rect) -> u16 {
        let is_code = |at| self.buffer.cell(at).is_some_and(|cell| CODE.contains(&cell.bg));
        let has_code = |row: &Rect| row.positions().any(is_code);
        columns(area.rows().rev().take_while(|row| !has_code(row)).count())
    }

    pub(super) fn style(&mut self, area: Rect, style: TextStyle) {
        self.buffer.set_style(area, style.style());
    }

    pub(super) fn clear(&mut self, area: Rect) {
        self.render(Clear, area);
    }

    pub(super) fn render(&mut self, widget: impl Widget, area: Rect) {
        widget.render(area.intersection(self.buffer.area), self.buffer);
    }

    /// Replaces, cell by cell, what the terminal cannot show or its user does not want.
    pub(super) fn adapt_to_display(&mut self) {
        for cell in &mut self.buffer.content {
            // Terminals do not agree on the width of an emoji of several parts: its first part is drawn.
            if cell.symbol().contains(['\u{200d}', '\u{fe0f}'])
                && let Some(first) = cell.symbol().chars().next().filter(|&first| first > '\u{2000}')
            {
                let width = usize::from(cell.symbol().cell_width());
                let gap = width.saturating_sub(first.width().unwrap_or_default());
                cell.set_symbol(&format!("{first}{}", " ".repeat(gap)));
            }
            if self.display.ascii && !cell.symbol().is_ascii() {
                cell.set_symbol(ascii(cell.symbol()));
            }
            if !self.display.colour {
                if cell.bg != Color::Reset && !CODE.contains(&cell.bg) {
                    cell.modifier |= Modifier::BOLD | Modifier::REVERSED;
                }
                for colour in [&mut cell.fg, &mut cell.bg] {
                    // A QR code is read by a machine: its colours stay.
                    if !CODE.contains(colour) {
                        *colour = Color::Reset;
                    }
                }
            }
        }
    }
}

pub(super) fn columns(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// The area without so many of its first rows.
pub(super) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// The area without so many of its first columns.
pub(super) fn right_of(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect { x: area.x + columns, width: area.width - columns, ..area }
}

/// A part of this size in the middle of the area.
pub(super) fn centre(area: Rect, size: Size) -> Rect {
    let (width, height) = (size.width.min(area.width), size.height.min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

/// What is shown in one column instead of a sign that is not ASCII.
fn ascii(symbol: &str) -> &'static str {
    match symbol {
        "─" => "-",
        "│" => "|",
        "┌" | "┐" | "┼" | "└" | "┘" | "╭" | "╮" | "╰" | "╯" => "+",
        "✕" => "X",
        "◯" => "O",
        "·" => ".",
        "●" => "*",
        "◐" => "!",
        "…" => "~",
        "▴" => "^",
        "▾" => "v",
        _ => "?",
    }
}

/// The text in lines, broken between words where that is possible; none for an empty text.
pub(super) fn wrap(text: &str, width: u16, style: TextStyle) -> Vec<Line<'static>> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let options = Options::new(width.into()).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options).into_iter();
    lines.map(|line| Line::from(Span::styled(line.into_owned(), style))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_where_that_is_possible() {
        let wrapped = |text, width| -> Vec<String> {
            wrap(text, width, TextStyle::Text).iter().map(Line::to_string).collect()
        };
        assert_eq!(wrapped("the computer joins", 12), ["the computer", "joins"]);
        assert_eq!(wrapped("http://box/", 5), ["http:", "//box", "/"]);
        assert_eq!(wrapped("run --room", 8), ["run", "--room"]);
        assert_eq!(wrapped("", 5), [""; 0]);
    }
}
