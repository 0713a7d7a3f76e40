//! What only the binary needs.
//!
//! * `flags`: the command line and its environment variables.
//! * `serve`, `export`, `backup`, `health`: the commands.
//! * `banner`: what `serve` prints.
//! * `storage`: where matches are stored; `nats`: when several servers share them.
//! * `logging`, `service_manager`.

pub(crate) mod backup;
mod banner;
pub(crate) mod export;
pub(crate) mod flags;
pub(crate) mod health;
pub(crate) mod logging;
#[cfg(feature = "nats")]
mod nats;
pub(crate) mod serve;
mod service_manager;
mod storage;
