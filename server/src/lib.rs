//! Pairs players, checks every move, keeps the clock and plays the computer's side.
//!
//! # Map
//! * [`settings`]: every limit and default.
//! * [`BlockList`]: addresses that the operator has blocked. `metrics`: the counters and histograms for operators.
//! * [`Downloads`]: the terminal clients that the server hands out.
//! * `quota`: the limits of each source of connections.
//! * [`Tls`]: the certificate. [`Port`]: the listening sockets. [`Links`]: the URLs that people open.
//! * [`record`]: the stored state of a match, and every decision on it. Pure.
//! * [`store`]: bytes under keys, changed by compare-and-set.
//! * `matches`: load, decide, commit; live fan-out to the viewers on this node.
//! * `matchmaking`: pairs players in memory, and creates their match.
//! * `arena`: the record and the table of an arena, whose players `matchmaking` pairs.
//! * `computer`: the computer player, hints and reviews, and the search pool that they share.
//! * `services`: the dependencies that connections and HTTP requests share.
//! * `wire`: the only bridge between the protocol and the domain.
//! * `readiness`: the check that new players are accepted.
//! * `connection`: one socket, one task, one `select!`.
//! * `http`: the one port: listener, admission, page, HTTP API, WebSocket upgrade.
//! * `metrics_port`: the metrics, on a port of their own.
//! * [`startup`]: starts a server on this machine: port, announcement, database.
//! * `origin`: the check of host names and web origins. Pure.
//! * `tasks`: the tasks of a server, and their end.
//! * `token_bucket`: rate limiting.
//! * `ttl_cache`: a value that is computed at most once a second.
//! * `node_id`: identifies one run of a server.
//! * `timestamp`, `clock` and `secret`: the sources of time and randomness.
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
mod readiness;
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

use matchmaking::neighbours::{Alone, Neighbours};
use services::Services;
use store::Store;

pub use block_list::{BlockList, BlockListError};
pub use downloads::Downloads;
pub use links::{Link, Links, Port};
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
    neighbours: Arc<dyn Neighbours>,
}

impl Storage {
    /// A store that is shared with other nodes.
    #[doc(hidden)]
    #[must_use]
    pub fn shared(store: Arc<dyn Store>, neighbours: Arc<dyn Neighbours>) -> Self {
        Self { store, neighbours }
    }
}

/// A store that no other node shares.
impl From<Arc<dyn Store>> for Storage {
    fn from(store: Arc<dyn Store>) -> Self {
        Self { store, neighbours: Arc::new(Alone) }
    }
}

/// A store that no other node shares.
impl<S: Store> From<Arc<S>> for Storage {
    fn from(store: Arc<S>) -> Self {
        (store as Arc<dyn Store>).into()
    }
}

async fn serve(port: Port, metrics_listener: Option<TcpListener>, services: Arc<Services>) {
    spawn_background(&services);
    tokio::select! {
        () = http::serve(port, Arc::clone(&services)) => {}
        never = metrics_port::serve(metrics_listener, services) => match never {},
    }
}

/// The tasks of a server besides its connections.
fn spawn_background(services: &Arc<Services>) {
    let Services { matches, matchmaker, tasks, .. } = &**services;
    let stop = &tasks.stop;
    tasks.spawn(stop.clone().run_until_cancelled_owned(Arc::clone(matches).watch_members()));
    tasks.spawn(stop.clone().run_until_cancelled_owned(Arc::clone(matchmaker).answer_neighbours()));
    let stopping = Arc::clone(services);
    tasks.spawn(async move {
        stopping.tasks.stop.cancelled().await;
        stopping.search_pool.close();
        stopping.matchmaker.neighbours.withdraw().await;
    });
    let services = Arc::clone(services);
    tasks.spawn(async move { services.readiness.watch().await });
}
