//! The user interfaces. They turn the core's notices into text and decide nothing.
//!
//! * [`tui`]: the full screen.
//! * [`text`]: sentences and a prompt, for people and screen readers. [`sentences`]: the sentences of both.
//! * [`plain`]: one event a line, for scripts.
//! * [`json`]: the protocol's frames, for scripts and bots.
//! * [`menu`]: a list to choose from, before any of them begins.

pub(crate) mod console;
pub(crate) mod json;
pub(crate) mod menu;
pub(crate) mod plain;
pub(crate) mod sentences;
pub(crate) mod stdin;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod tui;

use tictactoe_protocol::server::Waiting;

use crate::app::App;
use crate::app::notice::Notice;
use crate::mode::InputMode;
use tui::invite::Invite;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ui {
    Tui,
    Lines(LineUi),
    Json,
}

/// The interfaces that write notices as lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineUi {
    Text,
    Plain,
}

impl Ui {
    pub(crate) const fn input_mode(self) -> InputMode {
        match self {
            Self::Tui | Self::Lines(LineUi::Text) => InputMode::Person,
            Self::Json | Self::Lines(LineUi::Plain) => InputMode::Script,
        }
    }
}

impl LineUi {
    /// The text for a notice, each line with its end; empty when there is nothing to say.
    pub(crate) fn say(self, notice: &Notice, app: &App) -> String {
        match self {
            Self::Text => text::say(notice, app),
            Self::Plain => plain::say(notice, app),
        }
    }

    /// How others get here.
    pub(crate) fn invite(self, invite: &Invite, waiting: Option<&Waiting>, has_colours: bool) -> String {
        match self {
            Self::Text => text::invite(invite, has_colours),
            Self::Plain => plain::invite(invite, waiting),
        }
    }
}
