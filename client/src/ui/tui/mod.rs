//! The full-screen face: a board to point at, for people at a terminal. Pure: keys and notices in, a scene and what to
//! do out; sockets, clock and the terminal itself are elsewhere.
//!
//! Modules in reading order:
//! * [`look`]: what the terminal can show and what its user wants.
//! * [`keys`]: the table of keys.
//! * [`scene`]: everything that one frame shows.
//! * [`screen`]: what is remembered beside the core, and the scene that comes of both.
//! * `ways`: what can be done now, for the footer.
//! * `told`: what notices change.
//! * [`press`]: what keys and clicks do.
//! * `typed`: a coordinate, key by key.
//! * [`entrance`]: the screen before there is a connection.
//! * [`reach`]: how somebody else gets to the server.
//! * `countdown`: a time that was told once, and runs since.
//! * [`draw`]: a scene becomes characters, and a place on the screen what is shown there.

mod countdown;
pub(crate) mod display;
pub(crate) mod draw;
pub(crate) mod entrance;
pub(crate) mod keys;
pub(crate) mod press;
pub(crate) mod reach;
pub(crate) mod scene;
pub(crate) mod screen;
#[cfg(test)]
mod tests;
mod told;
mod typed;
mod ways;
