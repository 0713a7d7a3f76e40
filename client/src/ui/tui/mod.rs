//! The full-screen interface. Pure: keys, clicks and notices in, a scene and
//! inputs for the core out; sockets, clock and terminal are elsewhere.
//!
//! * [`keys`]: the table of keys.
//! * [`scene`]: the content of one frame, as plain data. [`draw`] renders it.
//! * [`screen`]: what is remembered beside the core, and what keys, clicks and notices change in it.
//! * [`start_screen`]: the same before there is a match.

pub(crate) mod draw;
pub(crate) mod keys;
pub(crate) mod scene;
pub(crate) mod screen;
pub(crate) mod start_screen;
#[cfg(test)]
mod tests;
