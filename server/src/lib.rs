//! Pairs players, checks every move, keeps the clock and plays the computer's side.
//!
//! `ARCHITECTURE.md` has a map of the modules, and each says at its beginning what it does.
//!
//! ```
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! use std::sync::Arc;
//! use tictactoe_server::{Settings, run, store::MemoryStore};
//!
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let stop = tokio_util::sync::CancellationToken::new();
//! let server = tokio::spawn(run(listener, None, Arc::new(MemoryStore::new()), Settings::default(), stop.clone()));
//!
//! stop.cancel();
//! server.await?;
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

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use matchmaking::other_nodes::{Alone, OtherNodes};
use services::Services;
use store::Store;

pub use block_list::{BlockList, BlockListError};
pub use downloads::Downloads;
pub use links::{Link, Port};
pub use settings::Settings;
pub use tls::{Tls, TlsError};
pub use wire::history::history_line;

/// Runs a server until `stop` is cancelled. Then it accepts no more players, notifies its clients, and returns when
/// their connections have ended, at the latest after [`Settings::drain`]. After that it does not use the store any
/// more. `port` is anything that becomes a [`Port`], such as one listener. On `metrics_listener`, if there is one, the
/// server serves metrics for Prometheus.
pub async fn run(
    port: impl Into<Port>,
    metrics_listener: Option<TcpListener>,
    storage: impl Into<Storage>,
    settings: Settings,
    stop: CancellationToken,
) {
    let port = port.into();
    let services = Services::new(&port, storage.into(), settings, stop);
    serve(port, metrics_listener, services).await;
}

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

async fn serve(port: Port, metrics_listener: Option<TcpListener>, services: Arc<Services>) {
    spawn_background(&services);
    let metrics = metrics_listener.map(|listener| metrics_port::serve(listener, Arc::clone(&services)));
    let _metrics = metrics.map(|metrics| AbortOnDropHandle::new(tokio::spawn(metrics)));
    http::serve(port, services).await;
}

/// The tasks of a server besides its connections.
fn spawn_background(services: &Arc<Services>) {
    let Services { matches, matchmaker, tasks, .. } = &**services;
    let stop = &tasks.stop;
    tasks.spawn(stop.clone().run_until_cancelled_owned(Arc::clone(matches).watch_members()));
    tasks.spawn(stop.clone().run_until_cancelled_owned(Arc::clone(matchmaker).answer_other_nodes()));
    let stopping = Arc::clone(services);
    tasks.spawn(async move {
        stopping.tasks.stop.cancelled().await;
        stopping.search_pool.close();
        stopping.matchmaker.other_nodes.withdraw().await;
    });
    let services = Arc::clone(services);
    tasks.spawn(async move { services.report_full().await });
}
