//! A line that is typed in the place of the status line: a name, a game or a square.

use std::ops::ControlFlow;

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::Mark;

use crate::app::command::Command;
use crate::app::game::no_such_square;
use crate::app::view::{Square, View};
use crate::ui::tui::keys::{Prompt, is_bare};
use crate::ui::tui::scene::{Message, Tone};

/// The longest name, or game.
const MAX_CHARS: usize = 40;

#[derive(Debug)]
pub(super) struct Entry {
    prompt: Prompt,
    asked: String,
    typed: String,
    pub(super) message: Message,
}

impl Entry {
    /// `mark`: of the player who gets another name, where there are two at this keyboard.
    pub(super) fn new(prompt: Prompt, mark: Option<Mark>, name: Option<&Name>) -> Self {
        let typed = name.filter(|_| prompt == Prompt::Name).map_or_else(String::new, ToString::to_string);
        let asked = match prompt {
            Prompt::Name => mark.map_or_else(|| "Your name".to_owned(), |mark| format!("Name of {mark}")),
            Prompt::Game => "Game, like 5x4 4, 3x3 misere, 7x6 4 gravity best of 3".to_owned(),
            Prompt::Square => "Go to a square, like h8".to_owned(),
        };
        let message = Message { tone: Tone::News, text: String::new(), until: None };
        let mut entry = Self { prompt, asked, typed, message };
        entry.show();
        entry
    }

    /// Breaks with what was asked for; with nothing if that was cancelled.
    pub(super) fn type_key(&mut self, key: KeyEvent, view: Option<&View>) -> ControlFlow<Option<Command>> {
        match (key.code, self.prompt) {
            // What cannot be a square stays, to be mended.
            (KeyCode::Enter, Prompt::Square) if !self.typed.is_empty() => {
                let Some(view) = view else { return ControlFlow::Continue(()) };
                if let Some(cell) = self.cell(view) {
                    return ControlFlow::Break(Some(Command::Play(Square::Cell(cell))));
                }
                self.message.text = no_such_square(view, self.typed.clone()).to_string();
                return ControlFlow::Continue(());
            }
            (KeyCode::Char(char), _) if is_bare(key) && self.typed.chars().count() < MAX_CHARS => {
                self.typed.push(if self.is_square() { char.to_ascii_lowercase() } else { char });
            }
            (KeyCode::Backspace, _) => drop(self.typed.pop()),
            (KeyCode::Esc, _) | (KeyCode::Enter, Prompt::Square) => return ControlFlow::Break(None),
            (KeyCode::Enter, _) if self.typed.trim().is_empty() => return ControlFlow::Break(None),
            (KeyCode::Enter, Prompt::Name | Prompt::Game) => {
                let word = if self.prompt == Prompt::Name { "name" } else { "game" };
                match Command::parse(&format!("{word} {}", self.typed)) {
                    Ok(command) => return ControlFlow::Break(command),
                    // What was typed stays, to be mended.
                    Err(error) => self.message.text = error.to_string(),
                }
                return ControlFlow::Continue(());
            }
            _ => {}
        }
        self.show();
        ControlFlow::Continue(())
    }

    pub(super) fn is_square(&self) -> bool {
        self.prompt == Prompt::Square
    }

    /// The square whose name has been typed.
    pub(super) fn cell(&self, view: &View) -> Option<u8> {
        // With gravity, the letter of a column is enough.
        let column = || view.snapshot.rules.gravity.then(|| Square::parse(&format!("{}1", self.typed)))?;
        view.cell(Square::parse(&self.typed).or_else(column).filter(|_| self.is_square())?)
    }

    fn show(&mut self) {
        self.message.text = format!("{}: {}_", self.asked, self.typed);
    }
}
