//! The full screen as people see it: the real client in tmux, and the real server.
//!
//! * `person`: somebody at a terminal.
//! * `keyboard` and `mouse`: whole matches.
//! * `waiting`: before there is an opponent.
//! * `boards`: larger boards.
//! * `company`: two at one keyboard, somebody who watches, and a computer that helps.
//! * `sizes`: another size in the middle of a game.
//! * `looks`: without colours, and with ASCII only.
//! * `survival`: a server that is killed and started again.
//! * `faces`: one game in three faces.

mod boards;
mod company;
mod faces;
mod keyboard;
mod looks;
mod mouse;
mod person;
mod sizes;
mod survival;
mod waiting;

/// The squares of a game that X wins by 1, 5 and 9, by turns.
pub(crate) const SQUARES: [&str; 5] = ["5", "2", "1", "3", "9"];

/// Nothing happens by itself while a loaded machine makes a test slow: no computer comes uncalled, no clock runs out.
pub(crate) const CALM: &[&str] = &["--ai-after", "1h", "--move-time", "10m"];
