//! A coordinate, key by key: on a board that is too large for numbers. What no square is called cannot be typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::screen::Screen;
use crate::app::command::{Command, Square};
use crate::app::view::View;

impl Screen {
    /// Takes a key that is part of a coordinate. The cursor follows what is typed. Says whether it was one.
    pub(super) fn type_on(&mut self, key: KeyEvent, view: &View) -> bool {
        let Some(typed) = &mut self.typed else { return false };
        match key.code {
            KeyCode::Char(char) if char.is_ascii_alphanumeric() && is_bare(key) => {
                let longer = format!("{typed}{}", char.to_ascii_lowercase());
                if begins_a_label(&longer, view) {
                    *typed = longer;
                }
            }
            KeyCode::Backspace if typed.is_empty() => self.typed = None,
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Enter => self.typed = None,
            _ => return false,
        }
        if let Some(cell) = self.typed.as_deref().and_then(square).and_then(|square| view.cell(square)) {
            self.cursor = cell;
        }
        true
    }
}

/// Whether some square of the board has a name that begins like this.
fn begins_a_label(text: &str, view: &View) -> bool {
    (0..=u8::MAX).take(view.cells()).any(|cell| view.label(cell).starts_with(text))
}

fn is_bare(key: KeyEvent) -> bool {
    (key.modifiers - KeyModifiers::SHIFT).is_empty()
}

fn square(typed: &str) -> Option<Square> {
    match Command::parse(typed)? {
        Command::Play(square @ Square::At { .. }) => Some(square),
        _ => None,
    }
}
