//! How the client shows itself. A face turns the core's notices into text; it decides nothing.
//!
//! * [`text`]: sentences and a prompt, for people and their screen readers.
//! * [`plain`]: one event a line, for scripts.
//!
//! The `json` face shows frames instead of notices: it is [`crate::bridge`]. The full screen keeps a state of its own:
//! it is [`crate::tui`].

pub mod plain;
#[cfg(test)]
mod tests;
pub mod text;

use crate::app::App;
use crate::app::notice::Notice;
use crate::errand::Manner;

/// How the client shows itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// On the full screen.
    Tui,
    /// In words.
    Spoken(Spoken),
    /// As the protocol's frames.
    Json,
}

/// The faces that use words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoken {
    /// Sentences and a prompt.
    Text,
    /// One event a line.
    Plain,
}

impl Face {
    /// Who sits before this face.
    #[must_use]
    pub const fn manner(self) -> Manner {
        match self {
            Self::Tui => Manner::Person,
            Self::Spoken(face) => face.manner(),
            Self::Json => Manner::Script,
        }
    }
}

impl Spoken {
    /// The words for a notice, each line with its end; empty when there is nothing to say.
    #[must_use]
    pub fn say(self, notice: &Notice, app: &App) -> String {
        match self {
            Self::Text => text::say(notice, app),
            Self::Plain => plain::say(notice, app),
        }
    }

    /// Who sits before this face.
    #[must_use]
    pub const fn manner(self) -> Manner {
        match self {
            Self::Text => Manner::Person,
            Self::Plain => Manner::Script,
        }
    }
}
