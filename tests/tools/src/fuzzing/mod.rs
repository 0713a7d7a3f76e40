//! The bodies of the fuzz targets in `tests/fuzz`, which `tests/programs/fuzz_seeds.rs` also runs over the stored seeds. A
//! body panics if an invariant is violated.
//!
//! * `frame`: what a client sends.
//! * `name`: names and rooms, after cleaning.
//! * `ticket`: what is shown for a seat.
//! * `record`: a stored match, and every decision on it; `actions`: such decisions, decoded from bytes.
//! * `finished_game`: stored finished games.
//! * `message`: what a server sends, as a client parses it.

mod actions;
mod finished_game;
mod frame;
mod message;
mod name;
mod record;
mod ticket;

pub use finished_game::finished_game;
pub use frame::frame;
pub use message::message;
pub use name::{is_harmful, name};
pub use record::{record, series};
pub use ticket::ticket;

pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 7] = [
    ("frame", frame),
    ("name", name),
    ("ticket", ticket),
    ("record", record),
    ("series", series),
    ("finished_game", finished_game),
    ("message", message),
];
