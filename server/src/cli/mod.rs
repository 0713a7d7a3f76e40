//! What only the binary needs.
//!
//! * `flags`: the command line and its environment variables.
//! * `serve`, `solve`, `export`: the commands.
//! * `banner`: what `serve` prints; `mdns`: its announcement on the network.
//! * `storage`: where matches are stored; `nats`: when several servers share them.
//! * `logging`, `signals`.

mod banner;
pub(crate) mod export;
pub(crate) mod flags;
mod logging;
mod mdns;
#[cfg(feature = "nats")]
mod nats;
pub(crate) mod serve;
mod signals;
pub(crate) mod solve;
mod storage;
