//! A line that is typed in the place of the status line: a name or a board.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::ui::tui::keys::Prompt;
use crate::ui::tui::scene::{Message, Tone};

/// The longest name.
const MAX_CHARS: usize = 24;

#[derive(Debug)]
pub(super) struct Entry {
    prompt: Prompt,
    typed: String,
    pub(super) message: Message,
}

impl Entry {
    pub(super) fn new(prompt: Prompt) -> Self {
        let message = Message { tone: Tone::News, text: String::new(), is_kept: false };
        let mut entry = Self { prompt, typed: String::new(), message };
        entry.show();
        entry
    }

    /// Returns the line for the core when it is complete; an empty one if it was cancelled.
    pub(super) fn type_key(&mut self, key: KeyEvent) -> Option<String> {
        let is_bare = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        match (key.code, self.prompt) {
            (KeyCode::Char(char), _) if is_bare && self.typed.chars().count() < MAX_CHARS => {
                self.typed.push(char);
            }
            (KeyCode::Backspace, _) => drop(self.typed.pop()),
            (KeyCode::Esc, _) => return Some(String::new()),
            (KeyCode::Enter, _) if self.typed.trim().is_empty() => return Some(String::new()),
            (KeyCode::Enter, Prompt::Name) => return Some(format!("name {}", self.typed)),
            (KeyCode::Enter, Prompt::Board) => return Some(format!("board {}", self.typed)),
            _ => {}
        }
        self.show();
        None
    }

    fn show(&mut self) {
        let asked = match self.prompt {
            Prompt::Name => "Your name",
            Prompt::Board => "Board, like 4x4 or 5x4 4",
        };
        self.message.text = format!("{asked}: {}_", self.typed);
    }
}
