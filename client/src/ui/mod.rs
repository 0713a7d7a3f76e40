//! The user interfaces. They turn the core's notices into text and decide nothing.
//!
//! * [`tui`]: the full screen.
//! * [`text`]: sentences and a prompt, for people and screen readers. [`sentences`]: the sentences of both.
//! * [`plain`]: one event a line, for scripts.
//! * [`json`]: the protocol's frames, for scripts and bots.
//! * [`menu`]: a list to choose from, before any of them begins.

pub(crate) mod console;
pub(crate) mod json;
mod line_editor;
pub(crate) mod menu;
pub(crate) mod plain;
pub(crate) mod sentences;
pub(crate) mod stdin;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod tui;

use crate::app::App;
use crate::app::notice::Notice;
use crate::mode::InputMode;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ui {
    Tui,
    Text,
    Plain,
    Json,
}

impl Ui {
    pub(crate) const fn input_mode(self) -> InputMode {
        match self {
            Self::Tui | Self::Text => InputMode::Person,
            Self::Plain | Self::Json => InputMode::Script,
        }
    }
}

/// The text for a notice, each line with its end; empty when there is nothing to say. A person reads sentences, a script
/// reads events.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    match app.input_mode() {
        InputMode::Person => text::say(notice, app),
        InputMode::Script => plain::say(notice, app),
    }
}
