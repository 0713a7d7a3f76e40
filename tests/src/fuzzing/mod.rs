//! What must hold whatever bytes come: the bodies of the fuzz targets in `tests/fuzz`, which `tests/seeds.rs`
//! runs over the seeds that are kept.
//!
//! A body panics where a promise is broken, and returns where nothing was promised.
//!
//! * `frame`: what a client sends.
//! * `name`: names and rooms, after cleaning.
//! * `ticket`: what is shown for a seat.
//! * `record`: what is stored of a match, and every decision on it; `script`: such decisions, made of bytes.
//! * `kept`: finished games.
//! * `message`: what a server sends, as a client reads it.

mod frame;
mod kept;
mod message;
mod name;
mod record;
mod script;
mod ticket;

pub use frame::frame;
pub use kept::kept;
pub use message::message;
pub use name::name;
pub use record::{record, series};
pub use ticket::ticket;

/// A target: its name, which is also that of the directory of its seeds, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 7] = [
    ("frame", frame),
    ("name", name),
    ("ticket", ticket),
    ("record", record),
    ("series", series),
    ("kept", kept),
    ("message", message),
];
