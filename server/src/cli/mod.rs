//! What only the binary needs.
//!
//! * `flags`: the command line and its environment variables.
//! * `serve`, `solve`, `export`, `backup`, `health`: the commands.
//! * `listen`: opens the port.
//! * `banner`: what `serve` prints; `mdns`: its announcement on the network.
//! * `storage`: where matches are stored; `nats`: when several servers share them.
//! * `logging`, `service_manager`.

pub(crate) mod backup;
mod banner;
pub(crate) mod export;
pub(crate) mod flags;
pub(crate) mod health;
mod listen;
mod logging;
mod mdns;
#[cfg(feature = "nats")]
mod nats;
pub(crate) mod serve;
mod service_manager;
pub(crate) mod solve;
mod storage;
