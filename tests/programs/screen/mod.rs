//! The full screen as people see it: the real client in tmux, and the real server.
//!
//! * `person`: a person at a terminal.
//! * `keyboard` and `mouse`: matches.
//! * `boards`: larger boards.
//! * `typing`: lines of the text interface.
//! * `sizes`: a terminal of unknown size.
//! * `appearance`: without colors, and in ASCII.
//! * `server_restart`: a server that is killed and started again.

mod appearance;
mod boards;
mod keyboard;
mod mouse;
mod person;
mod server_restart;
mod sizes;
mod typing;

/// Nothing happens by itself on a slow machine: no computer joins, no clock expires.
pub(crate) const CALM: &[&str] = &["--ai-after", "1h", "--move-time", "10m"];
