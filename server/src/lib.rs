//! Pairs players, checks every move, keeps the clock and plays the computer's side.
//!
//! `ARCHITECTURE.md` has a map of the modules, and each says at its beginning what it does.
//!
//! ```
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! use std::sync::Arc;
//! use tictactoe_server::startup::{Hosts, Server, Startup, any_port};
//! use tictactoe_server::store::MemoryStore;
//!
//! let startup = Startup { hosts: Hosts::loopback(), ports: any_port(), announced: None, ..Startup::default() };
//! let stop = tokio_util::sync::CancellationToken::new();
//! let server = Server::start(startup, Arc::new(MemoryStore::new()), stop.clone()).await?;
//! let running = tokio::spawn(server.run());
//!
//! stop.cancel();
//! running.await??;
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "the hidden modules are public for `server/nats`, tests and the fuzz targets only"
)]

#[doc(hidden)]
pub mod arena;
mod block_list;
mod clock;
mod computer;
mod connection;
mod downloads;
mod http;
mod links;
#[doc(hidden)]
pub mod matches;
#[doc(hidden)]
pub mod matchmaking;
mod metrics;
mod metrics_port;
mod node_id;
mod origin;
mod quota;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod secret;
mod services;
pub mod settings;
pub mod startup;
pub mod store;
mod tasks;
mod timestamp;
mod tls;
mod token_bucket;
mod ttl_cache;
mod wire;

use std::sync::Arc;

use matchmaking::other_nodes::{Alone, OtherNodes};
use store::Store;

pub use block_list::{BlockList, BlockListError};
pub use downloads::Downloads;
pub use links::Link;
pub use settings::Settings;
pub use tls::{Tls, TlsError};
pub use wire::history::history_line;

/// The store of a server, and the other nodes that share it.
pub struct Storage {
    store: Arc<dyn Store>,
    other_nodes: Arc<dyn OtherNodes>,
}

impl Storage {
    /// A store that is shared with other nodes.
    #[doc(hidden)]
    #[must_use]
    pub fn shared(store: Arc<dyn Store>, other_nodes: Arc<dyn OtherNodes>) -> Self {
        Self { store, other_nodes }
    }
}

/// A store that no other node shares.
impl<S: Store> From<Arc<S>> for Storage {
    fn from(store: Arc<S>) -> Self {
        Self { store, other_nodes: Arc::new(Alone) }
    }
}
