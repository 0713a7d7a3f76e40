//! The square to play: moved by keys, or by a coordinate that is typed, on a board that is too large for numbers.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::command::Square;
use crate::app::view::View;
use crate::ui::tui::keys::Action;

#[derive(Debug, Default)]
pub(super) struct Cursor {
    pub(super) cell: u8,
    /// What was typed so far of a coordinate.
    pub(super) typed: Option<String>,
}

impl Cursor {
    /// Moves by one square, and stays at the edge.
    pub(super) fn step(&mut self, action: Action, view: &View) {
        let rules = view.snapshot.rules;
        let (row, column) = view.row_column(self.cell);
        let (row, column) = match action {
            Action::Left => (row, column.saturating_sub(1).max(1)),
            Action::Right => (row, column.saturating_add(1).min(rules.columns)),
            Action::Up => (row.saturating_sub(1).max(1), column),
            _ => (row.saturating_add(1).min(rules.rows), column),
        };
        self.cell = view.cell(Square::At { row: row.into(), column: column.into() }).unwrap_or(self.cell);
    }

    /// Takes a key of a coordinate, if one is being typed, and follows it. What is no square's name cannot be typed.
    /// Returns whether the key was taken.
    pub(super) fn type_key(&mut self, key: KeyEvent, view: &View) -> bool {
        let Some(typed) = &mut self.typed else { return false };
        let is_bare = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        match key.code {
            KeyCode::Char(char) if char.is_ascii_alphanumeric() && is_bare => {
                let longer = format!("{typed}{}", char.to_ascii_lowercase());
                if (0..=u8::MAX).take(view.cells()).any(|cell| view.label(cell).starts_with(&longer)) {
                    *typed = longer;
                }
            }
            KeyCode::Backspace if !typed.is_empty() => {
                typed.pop();
            }
            KeyCode::Backspace | KeyCode::Enter => self.typed = None,
            _ => return false,
        }
        if let Some(square @ Square::At { .. }) = self.typed.as_deref().and_then(Square::parse) {
            self.cell = view.cell(square).unwrap_or(self.cell);
        }
        true
    }
}
