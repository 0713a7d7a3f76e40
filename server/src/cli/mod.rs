//! What only the binary needs.
//!
//! * `flags`: the command line and its environment variables.
//! * `serve`, `solve`, `export`: the commands.
//! * `listen`: opens the port.
//! * `banner`: what `serve` prints; `mdns`: its announcement on the network.
//! * `storage`: where matches are stored.
//! * `logging`, `signals`.

mod banner;
pub(crate) mod export;
pub(crate) mod flags;
mod listen;
mod logging;
mod mdns;
pub(crate) mod serve;
mod signals;
pub(crate) mod solve;
mod storage;
