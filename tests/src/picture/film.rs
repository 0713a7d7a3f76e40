//! What was seen, and when.

use vt100::{Color, Screen};

use super::metronome::Beat;

/// One terminal's screens, from the first to the last.
#[derive(Debug, Clone, Default)]
pub struct Film {
    shots: Vec<(Beat, Shot)>,
}

/// A screen at one time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shot {
    /// The title that the program wants its window to have.
    pub title: String,
    /// The rows from above.
    pub rows: Vec<Vec<Cell>>,
}

/// A place for a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The character; empty if there is none.
    pub text: String,
    /// How it looks.
    pub look: Look,
}

/// How a character looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The colour of the character.
    pub ink: Paint,
    /// The colour behind it.
    pub ground: Paint,
    /// Heavier.
    pub is_bold: bool,
    /// Fainter.
    pub is_dim: bool,
    /// With a line below.
    pub is_underlined: bool,
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// The colour that characters have if nobody says otherwise.
    Text,
    /// The colour that is behind them then.
    Window,
    /// One of the eight that every terminal has, in its own shade.
    Hue(u8),
}

impl Film {
    /// Adds what is seen from a beat on. Within a beat, what came last counts.
    pub fn add(&mut self, beat: Beat, shot: Shot) {
        if self.shots.last().is_some_and(|(_, last)| *last == shot) {
            return;
        }
        self.shots.retain(|(at, _)| *at < beat);
        self.shots.push((beat, shot));
    }

    /// All shots in their order.
    pub fn shots(&self) -> &[(Beat, Shot)] {
        &self.shots
    }

    /// What was seen last.
    pub fn last(&self) -> Option<&Shot> {
        self.shots.last().map(|(_, shot)| shot)
    }
}

impl Shot {
    /// What is on a screen.
    pub fn of(screen: &Screen, title: &str) -> Self {
        let (rows, columns) = screen.size();
        let cursor = (!screen.hide_cursor()).then(|| screen.cursor_position());
        let cell = |row, column| {
            let cell = screen.cell(row, column).expect("a place on the screen");
            Cell {
                text: cell.contents().to_owned(),
                look: Look::of(cell, cell.inverse() != (cursor == Some((row, column)))),
            }
        };
        let row = |row| (0..columns.get()).map(|column| cell(row, column)).collect();
        Self { title: title.to_owned(), rows: (0..rows.get()).map(row).collect() }
    }

    /// Its characters, without the blanks at the ends of rows and the empty rows at the end.
    pub fn text(&self) -> String {
        let line = |row: &Vec<Cell>| {
            let line: String = row.iter().map(Cell::shown).collect();
            line.trim_end().to_owned() + "\n"
        };
        let text: String = self.rows.iter().map(line).collect();
        text.trim_end().to_owned() + "\n"
    }
}

impl Cell {
    /// Its character, or a blank.
    pub fn shown(&self) -> &str {
        if self.text.is_empty() { " " } else { &self.text }
    }
}

impl Look {
    fn of(cell: &vt100::Cell, is_reversed: bool) -> Self {
        let (ink, ground) =
            (Paint::of(cell.fgcolor(), Paint::Text), Paint::of(cell.bgcolor(), Paint::Window));
        let (ink, ground) = if is_reversed { (ground, ink) } else { (ink, ground) };
        Self { ink, ground, is_bold: cell.bold(), is_dim: cell.dim(), is_underlined: cell.underline() }
    }
}

impl Paint {
    fn of(colour: Color, unsaid: Self) -> Self {
        match colour {
            Color::Default => unsaid,
            Color::Idx(hue @ 0..8) => Self::Hue(hue),
            other => panic!("the picture has no {other:?}"),
        }
    }
}
