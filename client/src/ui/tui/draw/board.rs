//! The board: where its squares are, marks, numbers, the cursor, and what happened last.

use ratatui::layout::{Rect, Size};
use ratatui::text::Span;
use tictactoe_protocol::values::Mark;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, centre, columns};
use super::theme::TextStyle;
use crate::app::view::{View, Who, column_letter};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::MatchScreen;

/// Squares from large to small, each with the line to its right and the one below, and the scale of the marks in it: 0
/// is a single character. The smallest squares have no lines.
const SQUARES: [(Size, u16); 5] = [
    (Size::new(22, 11), 2),
    (Size::new(12, 6), 1),
    (Size::new(8, 4), 1),
    (Size::new(4, 2), 0),
    (Size::new(2, 1), 0),
];

/// Two rows of points are one row of characters.
const X: [&str; 6] = ["#   #", " # # ", "  #  ", "  #  ", " # # ", "#   #"];
const O: [&str; 6] = [" ### ", "#   #", "#   #", "#   #", "#   #", " ### "];

/// Brackets around a square.
type Signs = (&'static str, &'static str);

/// Draws the board. While it is frozen there is no cursor.
pub(super) fn draw(canvas: &mut Canvas, grid: &Grid, shown: &MatchScreen, is_frozen: bool) {
    let view = shown.view;
    let is_of_use = |cell: &u8| usize::from(*cell) < view.cells() && !view.is_over() && !is_frozen;
    let cursor = shown.cursor.filter(is_of_use);
    grid.draw(canvas, view, cursor);
    for cell in (0..=u8::MAX).take(view.cells()) {
        let area = grid.square(view, cell);
        draw_square(canvas, grid, area, shown, cell);
        // Without lines, the gap to the right of a mark belongs to it: so there is more to point at.
        let width = area.width + u16::from(!grid.has_lines());
        canvas.add_hit(Rect { width, ..area }, Action::Cell(cell));
    }
    if let Some(cell) = cursor {
        draw_cursor(canvas, grid, grid.square(view, cell), cell);
    }
    if is_frozen {
        canvas.style(grid.body, TextStyle::Quiet);
    }
}

fn draw_square(canvas: &mut Canvas, grid: &Grid, area: Rect, shown: &MatchScreen, cell: u8) {
    let view = shown.view;
    let sent = view.snapshot.turn.filter(|_| shown.sent == Some(cell)).map(|mark| (mark, TextStyle::Quiet));
    let mark =
        view.mark_at(cell).map(|mark| (mark, mark_style(shown, cell, mark, grid.has_lines()))).or(sent);
    let label = view.key(cell).filter(|_| shown.review.is_none() && !view.is_over());
    let (place, style) = if let Some((mark, style)) = mark {
        if matches!(style, TextStyle::Won(_)) {
            canvas.style(area, style);
        }
        let place = centre(area, mark_size(grid.mark_scale));
        for (row, text) in place.rows().zip(mark_rows(mark, grid.mark_scale, canvas.display.ascii)) {
            canvas.write(row, Span::styled(text, style));
        }
        (place, style)
    } else {
        let place = centre(area, Size::new(1, 1));
        let empty = if grid.has_lines() { " " } else { "·" };
        canvas.write(place, Span::styled(label.as_deref().unwrap_or(empty), TextStyle::Quiet));
        (place, TextStyle::Quiet)
    };
    let Some((text, around, style)) = note(shown, cell, style) else { return };
    if place.bottom() < area.bottom() {
        let below = Rect { y: place.bottom(), height: 1, ..area };
        let text = if text.is_empty() { "─".repeat(place.width.into()) } else { text.to_owned() };
        canvas.write(centre(below, Size::new(columns(text.width()), 1)), Span::styled(text, style));
    } else {
        enclose(canvas, centre(area, Size::new(1, 1)), place.width / 2 + 1, around, style);
    }
}

fn mark_style(shown: &MatchScreen, cell: u8, mark: Mark, has_lines: bool) -> TextStyle {
    let is_imagined = shown.review.is_some_and(|step| step.imagined.contains(&cell));
    match shown.view.is_in_winning_line(cell) {
        Some(true) if is_lost(shown.view) && has_lines => TextStyle::Mark(mark),
        Some(true) if is_lost(shown.view) => TextStyle::Lost(mark),
        Some(true) => TextStyle::Won(mark),
        None if !shown.view.is_over() && !is_imagined => TextStyle::Mark(mark),
        Some(false) | None => TextStyle::Faded(mark),
    }
}

/// The winner's board shines, the loser's does not.
fn is_lost(view: &View) -> bool {
    let winner = view.snapshot.result.as_ref().and_then(|result| result.winner);
    winner.is_some_and(|winner| view.who(winner) == Who::Them)
}

/// What stands below a mark or a number, or the signs around it where there is no room below. Without words it is a line
/// below the mark.
fn note(shown: &MatchScreen, cell: u8, style: TextStyle) -> Option<(&'static str, Signs, TextStyle)> {
    let view = shown.view;
    let is_last = view.snapshot.moves.last() == Some(&cell);
    match view.is_in_winning_line(cell) {
        _ if shown.hint.contains(&cell) => {
            let text = match shown.review {
                Some(step) if step.imagined.is_empty() => "better",
                Some(_) => "wins",
                None => "hint",
            };
            Some((text, (">", "<"), TextStyle::Better))
        }
        _ if is_last && shown.review.is_some_and(|review| review.is_mistake) => {
            Some(("mistake", ("?", "?"), TextStyle::Bad))
        }
        None if is_last => Some(("", ("(", ")"), style)),
        Some(true) if matches!(style, TextStyle::Mark(_)) => Some(("", ("(", ")"), style)),
        _ => None,
    }
}

/// Corners where the square has room for them, and else brackets.
fn draw_cursor(canvas: &mut Canvas, grid: &Grid, area: Rect, cell: u8) {
    if grid.mark_scale > 0 {
        for (y, [left, right]) in [(area.y, ["╭", "╮"]), (area.bottom().saturating_sub(1), ["╰", "╯"])]
        {
            for (x, corner) in [(area.x, left), (area.right().saturating_sub(1), right)] {
                canvas.write(Rect::new(x, y, 1, 1), Span::styled(corner, TextStyle::Strong));
            }
        }
        return;
    }
    let centre = centre(area, Size::new(1, 1));
    enclose(canvas, centre, 1, ("[", "]"), TextStyle::Cursor);
    let area = Rect { x: centre.x - 1, width: 3, ..centre };
    canvas.style(area, TextStyle::Cursor);
    canvas.add_hit(area, Action::Cell(cell));
}

fn enclose(canvas: &mut Canvas, centre: Rect, distance: u16, (open, close): Signs, style: TextStyle) {
    canvas.write(Rect { x: centre.x - distance, ..centre }, Span::styled(open, style));
    canvas.write(Rect { x: centre.x + distance, ..centre }, Span::styled(close, style));
}

/// A mark is a letter at the scale 0, and else so many times five columns and three rows.
const fn mark_size(scale: u16) -> Size {
    if scale == 0 { Size::new(1, 1) } else { Size::new(5 * scale, 3 * scale) }
}

/// The rows of a mark, in half blocks or in ASCII.
fn mark_rows(mark: Mark, scale: u16, ascii: bool) -> impl Iterator<Item = String> {
    let Size { width, height } = mark_size(scale);
    let point = move |x: u16, y: u16| is_drawn(mark, x / scale, y / scale);
    let symbol = move |x: u16, y: u16| match (point(x, 2 * y), point(x, 2 * y + 1)) {
        (false, false) => ' ',
        _ if ascii => ascii_symbol(mark, x / scale, 2 * y < height - 1),
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
    };
    (0..height).map(move |y| match scale {
        0 => mark.to_string(),
        _ => (0..width).map(|x| symbol(x, y)).collect(),
    })
}

fn is_drawn(mark: Mark, x: u16, y: u16) -> bool {
    let shape = if mark == Mark::X { X } else { O };
    let row = shape.get(usize::from(y)).and_then(|row| row.as_bytes().get(usize::from(x)));
    row == Some(&b'#')
}

const fn ascii_symbol(mark: Mark, x: u16, is_upper: bool) -> char {
    match (mark, x) {
        (Mark::O, _) => 'o',
        (Mark::X, 2) => 'X',
        (Mark::X, _) if (x < 2) == is_upper => '\\',
        (Mark::X, _) => '/',
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    square: Size,
    mark_scale: u16,
    columns: u16,
    rows: u16,
    /// The room for the names of rows at the left and of columns above; none without names.
    margin: Size,
    pub(super) body: Rect,
}

impl Grid {
    /// The largest that has room; the smallest if none has.
    pub(super) fn new(view: &View, room: Size) -> Self {
        let rules = view.snapshot.rules;
        // Numbered squares need no names at the edges.
        let has_names = !view.is_numbered();
        let margin = if has_names { Size::new(2 + u16::from(rules.rows > 9), 1) } else { Size::ZERO };
        let (columns, rows) = (rules.columns.into(), rules.rows.into());
        let [largest, others @ ..] = SQUARES.map(|(square, mark_scale)| {
            let line = line_width(square);
            let (width, height) = (columns * square.width + 1 - 2 * line, rows * square.height - line);
            let body = Rect { x: margin.width, y: margin.height, width, height };
            Self { square, mark_scale, columns, rows, margin, body }
        });
        others.into_iter().fold(largest, |larger, smaller| if larger.fits(room) { larger } else { smaller })
    }

    fn fits(&self, room: Size) -> bool {
        let Size { width, height } = self.size();
        width <= room.width && height <= room.height
    }

    pub(super) const fn at(self, x: u16, y: u16) -> Self {
        let body = Rect { x: x + self.margin.width, y: y + self.margin.height, ..self.body };
        Self { body, ..self }
    }

    /// What it takes, with the names at its edges.
    pub(super) const fn size(&self) -> Size {
        Size::new(self.body.width + self.margin.width, self.body.height + self.margin.height)
    }

    /// Where a square is, without the lines around it.
    fn square(&self, view: &View, cell: u8) -> Rect {
        let (row, column) = view.row_column(cell);
        self.place(u16::from(column) - 1, u16::from(row) - 1)
    }

    /// The same by its column and row, counted from 0.
    fn place(&self, column: u16, row: u16) -> Rect {
        let (Size { width, height }, line) = (self.square, line_width(self.square));
        // Without lines, there is room for a sign at the left of the first mark.
        let (x, y) = (self.body.x + 1 - line + column * width, self.body.y + row * height);
        Rect { x, y, width: width - 1, height: height - line }
    }

    const fn has_lines(&self) -> bool {
        line_width(self.square) > 0
    }

    /// Draws the lines between squares, and the edges. The names of the cursor's row and column stand out.
    fn draw(&self, canvas: &mut Canvas, view: &View, cursor: Option<u8>) {
        if self.has_lines() {
            for (place, row) in (1u16..).zip(self.body.rows()) {
                let Size { width, height } = self.square;
                let symbol = |x: u16| match (x.is_multiple_of(width), place.is_multiple_of(height)) {
                    (true, true) => '┼',
                    (true, false) => '│',
                    (false, true) => '─',
                    (false, false) => ' ',
                };
                let line: String = (1..=self.body.width).map(symbol).collect();
                canvas.write(row, Span::styled(line, TextStyle::Quiet));
            }
        }
        if self.margin != Size::ZERO {
            self.draw_names(canvas, cursor.map(|cell| view.row_column(cell)));
        }
    }

    /// The names of columns above, and of rows at the left.
    fn draw_names(&self, canvas: &mut Canvas, cursor: Option<(u8, u8)>) {
        let style = |is_here| if is_here { TextStyle::Strong } else { TextStyle::Quiet };
        let (row, column) = cursor.map_or((0, 0), |(row, column)| (row.into(), column.into()));
        for (place, number) in (0..self.columns).map(|place| (place, place + 1)) {
            let name = column_letter(number.into()).to_string();
            let square = self.place(place, 0);
            let area = Rect::new(square.x + square.width / 2, self.body.y.saturating_sub(1), 1, 1);
            canvas.write(area, Span::styled(name, style(number == column)));
        }
        for (place, number) in (0..self.rows).map(|place| (place, place + 1)) {
            let square = self.place(0, place);
            let y = square.y + square.height / 2;
            let area = Rect::new(self.body.x - self.margin.width, y, self.margin.width - 1, 1);
            canvas.write_right(area, Span::styled(number.to_string(), style(number == row)));
        }
    }
}

const fn line_width(square: Size) -> u16 {
    (square.height > 1) as u16
}
