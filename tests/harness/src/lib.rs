//! The harness of the end-to-end tests: real sockets, real binaries, no sleeps.
//!
//! # Map, in reading order
//! * [`wait`]: the one deadline for everything that tests wait for.
//! * [`server`]: a server in this process; [`durable`]: one that stores its matches on disk.
//! * [`store`]: the memory store, with simulated outages; [`time`]: the clock of tests that move it.
//! * [`join_options`]: short names for the options of a join.
//! * [`player`]: the scripted player: it follows a strategy and records what it sees.
//! * [`referee`]: an independent replay of the moves.
//! * [`rng`]: random numbers that can be reproduced.
//! * [`live_games`]: live games beside something that must not disturb them.
//! * [`raw`]: hand-written HTTP and WebSocket frames.
//! * [`proxy`]: a proxy that breaks connections on demand.
//! * [`fake`]: a server that sends what a test tells it to.
//! * [`secrets`]: parts of secrets, wherever they occur.
//! * [`home`]: a test's own home directory.
//!
//! On Unix, for tests of the programs:
//! * [`program`]: the binaries, over pipes; [`terminal`]: in a pseudo-terminal; [`tmux`]: in a real terminal.
//! * [`certificates`]: a private authority, and requests over encrypted connections.
//! * [`nats_server`]: which NATS server the tests start.
//! * [`namespace`]: a network of machines in Linux namespaces.
//! * [`qr_reader`]: QR codes on screens and in images.

use std::path::{Path, PathBuf};

pub mod durable;
pub mod fake;
pub mod home;
pub mod join_options;
pub mod live_games;
pub mod player;
pub mod proxy;
pub mod raw;
pub mod referee;
pub mod rng;
pub mod secrets;
pub mod server;
pub mod store;
pub mod time;
pub mod wait;

#[cfg(unix)]
pub mod certificates;
#[cfg(unix)]
pub mod namespace;
#[cfg(unix)]
pub mod nats_server;
#[cfg(unix)]
pub mod program;
#[cfg(unix)]
pub mod qr_reader;
#[cfg(unix)]
pub mod terminal;
#[cfg(unix)]
pub mod tmux;

/// The root of the repository.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a folder of the repository").to_owned()
}
