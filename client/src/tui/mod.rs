//! The full-screen face: a board to point at, for people at a terminal. Pure: keys and notices in, a scene and what to
//! do out; sockets, clock and the terminal itself are elsewhere.
//!
//! Modules in reading order:
//! * [`look`]: what the terminal can show and what its user wants.
//! * [`keys`]: the table of keys.
//! * [`scene`]: everything that one frame shows.
//! * [`draw`]: a scene becomes characters, and a place on the screen what is shown there.

pub mod draw;
pub mod keys;
pub mod look;
pub mod scene;
