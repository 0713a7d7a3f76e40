//! What the tests share.
//!
//! * [`snapshots`]: hand-made snapshots.
//! * [`answers`]: a hint and a review.
//! * [`client`]: a client without sockets, clock, input or output.
//! * [`server`]: a server that follows a script.

pub(crate) mod answers;
pub(crate) mod client;
pub(crate) mod server;
pub(crate) mod snapshots;
