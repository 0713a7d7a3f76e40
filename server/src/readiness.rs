//! The readiness check: new players are accepted, and the store can save their matches.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::{sleep, timeout};

use crate::matches::{MatchError, Matches};
use crate::ttl_cache::TtlCache;

/// A store that answers later is not ready.
const STORE_TIME: Duration = Duration::from_secs(2);

/// How often a server that is full says so.
const INTERVAL: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Error)]
pub enum NotReady {
    #[error("The server is shutting down.")]
    Stopping,
    #[error("The server has reached its limit of matches.")]
    Full,
    #[error("The store is unavailable: {0}.")]
    Store(Arc<MatchError>),
    #[error("The store does not answer in time.")]
    Slow,
}

pub struct Readiness {
    matches: Arc<Matches>,
    /// The result of a test write, made at most once a second however often clients probe.
    written: TtlCache<Result<(), NotReady>>,
}

impl Readiness {
    pub fn new(matches: Arc<Matches>) -> Self {
        Self { matches, written: TtlCache::new() }
    }

    pub async fn check(&self) -> Result<(), NotReady> {
        if self.matches.stop.is_cancelled() {
            return Err(NotReady::Stopping);
        }
        self.matches.check_capacity().map_err(|_| NotReady::Full)?;
        let write = async || {
            let written = match timeout(STORE_TIME, self.matches.write_probe()).await {
                Ok(written) => written.map_err(|error| NotReady::Store(Arc::new(error))),
                Err(_) => Err(NotReady::Slow),
            };
            written.inspect_err(|reason| tracing::error!("not ready: {reason}"))
        };
        self.written.get(write).await
    }

    /// Says every [`INTERVAL`] that the server is full, even if no client probes, until the shutdown.
    pub async fn watch(&self) {
        while self.matches.stop.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
            if self.matches.check_capacity().is_err() {
                tracing::error!("not ready: {}", NotReady::Full);
            }
        }
    }
}
