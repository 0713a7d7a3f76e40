//! The full-screen interface: a board to point at, for people at a terminal. Pure: keys and notices in, a scene and what
//! to do out; sockets, clock and the terminal itself are elsewhere.
//!
//! * [`keys`]: the table of keys.
//! * [`scene`]: everything that one frame shows. [`draw`] makes characters of it.
//! * [`screen`]: what is remembered beside the core, and what keys, clicks and notices change in it.
//! * [`picker`]: the screen before there is a server to connect to.
//! * `overlay`: what lies over either. [`invite`]: how others get to the server.

pub(crate) mod draw;
pub(crate) mod invite;
pub(crate) mod keys;
mod overlay;
pub(crate) mod picker;
pub(crate) mod scene;
pub(crate) mod screen;
#[cfg(test)]
mod tests;

use crate::app::view::Numbers;

/// What the terminal can show and what its user wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) colour: bool,
    pub(crate) ascii: bool,
    pub(crate) numbers: Numbers,
    pub(crate) mouse: bool,
}
