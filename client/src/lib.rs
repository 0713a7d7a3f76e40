//! The terminal client: tic-tac-toe for people, scripts and bots.
//!
//! One pure core, [`app`], between input, screen and connection. It knows the protocol and nothing of the
//! rules: the server's snapshots say what is legal, whose turn it is and who won. What must not happen
//! here: a line of code that knows the engine or the server's crate; text of a peer that reaches the
//! terminal as it came; a panic that a peer could cause.
//!
//! # Map of the crate, in reading order
//! * [`flags`]: the command line and its environment.
//! * [`address`]: the many ways in which people write where the server is.
//! * [`wishes`]: what was asked for, and what excludes what.
//! * [`plan`]: wishes become one checked plan.
//! * [`errand`]: what a run is for.
//! * [`session`]: a run from the first connection to the last word; the loop.
//! * [`app`]: the core: state and event in, messages and notices out.
//! * [`input`]: a line becomes a command.
//! * [`faces`]: notices become text, for people or for scripts.
//! * [`bridge`]: frames in and out, for bots.
//! * [`comeback`]: when a lost connection is made again.
//! * [`pass`]: what is shown then.
//! * [`keeping`]: the seat of a run that was killed.
//! * [`tui`]: the full screen, for people at a terminal.
//! * [`terminal`]: the terminal itself: what is pressed, what is shown, and how it is left behind.
//! * [`nearby`]: servers that are found on the network.
//! * [`links`] and [`link`]: the sockets.
//! * [`log`]: what a run writes down of itself.
//! * [`console`], [`stdin`] and [`stop`]: the process's surroundings.
//! * [`exit`]: exit codes, and two lines for each failure.
//! * [`phrase`]: lists in words.
//! * [`tidy`]: a peer's text, fit for one line.
//!
//! ```
//! use tictactoe_client::address::Destination;
//! use tictactoe_client::input::{Command, Square};
//!
//! let copied = Destination::parse("http://192.168.1.23:7878/r/kitten")?;
//! assert_eq!(copied.address.to_string(), "192.168.1.23:7878");
//! assert_eq!(Command::parse("b2"), Some(Command::Play(Square::At { row: 2, column: 2 })));
//! # Ok::<(), tictactoe_client::address::AddressError>(())
//! ```

pub mod address;
pub mod app;
pub mod bridge;
pub mod comeback;
pub mod console;
pub mod errand;
pub mod exit;
pub mod faces;
pub mod flags;
pub mod input;
pub mod keeping;
pub mod link;
pub mod links;
pub mod log;
pub mod nearby;
pub mod pass;
pub mod phrase;
pub mod plan;
pub mod session;
pub mod stdin;
pub mod stop;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod tidy;
pub mod tui;
pub mod wishes;
