//! What the tests share.

pub(crate) mod answers;
pub(crate) mod client;
pub(crate) mod server;
pub(crate) mod snapshots;
