//! A line that is typed in the place of the status line: a name or a board.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::command::{Command, LineError};
use crate::ui::tui::keys::Prompt;
use crate::ui::tui::scene::{Message, Tone};

/// The longest name.
const MAX_CHARS: usize = 24;

#[derive(Debug)]
pub(super) struct Entry {
    prompt: Prompt,
    typed: String,
    message: Message,
}

#[derive(Debug)]
pub(super) enum Typed {
    More,
    Cancelled,
    Done(Result<Option<Command>, LineError>),
}

impl Entry {
    pub(super) fn new(prompt: Prompt) -> Self {
        let message = Message { tone: Tone::News, text: String::new(), is_kept: false };
        let mut entry = Self { prompt, typed: String::new(), message };
        entry.show();
        entry
    }

    pub(super) const fn message(&self) -> &Message {
        &self.message
    }

    pub(super) fn type_key(&mut self, key: KeyEvent) -> Typed {
        let is_bare = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        match key.code {
            KeyCode::Char(char) if is_bare && self.typed.chars().count() < MAX_CHARS => self.typed.push(char),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter if !self.typed.trim().is_empty() => {
                let word = match self.prompt {
                    Prompt::Name => "name",
                    Prompt::Board => "board",
                };
                return Typed::Done(Command::parse(&format!("{word} {}", self.typed)));
            }
            KeyCode::Enter | KeyCode::Esc => return Typed::Cancelled,
            _ => {}
        }
        self.show();
        Typed::More
    }

    fn show(&mut self) {
        let asked = match self.prompt {
            Prompt::Name => "Your name",
            Prompt::Board => "Board, like 4x4 or 5x4 4",
        };
        self.message.text = format!("{asked}: {}_", self.typed);
    }
}
