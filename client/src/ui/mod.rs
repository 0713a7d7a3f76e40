//! How the client shows itself. A face turns the core's notices into text; it decides nothing.
//!
//! * [`text`]: sentences and a prompt, for people and their screen readers.
//! * [`plain`]: one event a line, for scripts.
//!
//! The `json` face shows frames instead of notices: it is [`crate::ui::json`]. The full screen keeps a state of its own:
//! it is [`crate::ui::tui`].

pub(crate) mod console;
pub(crate) mod json;
pub(crate) mod plain;
pub(crate) mod stdin;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod tui;

use crate::app::App;
use crate::app::notice::Notice;
use crate::mode::InputMode;

/// How the client shows itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ui {
    /// On the full screen.
    Tui,
    /// In words.
    Lines(LineUi),
    /// As the protocol's frames.
    Json,
}

/// The faces that use words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineUi {
    /// Sentences and a prompt.
    Text,
    /// One event a line.
    Plain,
}

impl Ui {
    /// Who sits before this face.
    pub(crate) const fn input_mode(self) -> InputMode {
        match self {
            Self::Tui => InputMode::Person,
            Self::Lines(face) => face.input_mode(),
            Self::Json => InputMode::Script,
        }
    }
}

impl LineUi {
    /// The words for a notice, each line with its end; empty when there is nothing to say.
    pub(crate) fn say(self, notice: &Notice, app: &App) -> String {
        match self {
            Self::Text => text::say(notice, app),
            Self::Plain => plain::say(notice, app),
        }
    }

    /// Who sits before this face.
    pub(crate) const fn input_mode(self) -> InputMode {
        match self {
            Self::Text => InputMode::Person,
            Self::Plain => InputMode::Script,
        }
    }
}
