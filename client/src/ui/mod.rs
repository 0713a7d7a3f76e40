//! The user interfaces. They turn the core's notices into text and decide nothing.
//!
//! * [`tui`]: the full screen.
//! * [`text`]: sentences and a prompt, for people, screen readers and pipes. [`sentences`]: the sentences of both.
//! * [`json`]: the protocol's frames, for programs.
//! * [`invite`]: the address and command for others. [`menu`]: a list to choose from, before any of them begins.

pub(crate) mod console;
pub(crate) mod invite;
pub(crate) mod json;
mod line_editor;
pub(crate) mod menu;
pub(crate) mod sentences;
pub(crate) mod stdin;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod tui;

use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ui {
    Tui,
    Text,
    Json,
}

/// What the terminal can show and what its user wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) colour: bool,
    pub(crate) ascii: bool,
    pub(crate) mouse: bool,
}
