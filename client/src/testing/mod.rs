//! What the tests share.
//!
//! * [`snapshots`]: hand-made snapshots.
//! * [`client`]: a client without sockets, clock, input or output.
//! * [`server`]: a server that follows a script.

pub(crate) mod client;
pub(crate) mod server;
pub(crate) mod snapshots;
