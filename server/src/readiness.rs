//! The readiness check: new players are accepted, and the store can save their matches.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use thiserror::Error;
use tokio::time::{Instant, sleep, timeout};

use crate::matches::{MatchError, Matches};
use crate::token_bucket::TokenBucket;
use crate::ttl_cache::TtlCache;

/// A store that answers later is not ready.
const STORE_TIME: Duration = Duration::from_secs(2);

/// How often the server checks itself, and how often it warns at most.
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
    warnings: Mutex<TokenBucket>,
}

impl Readiness {
    pub fn new(matches: Arc<Matches>) -> Self {
        let warnings = Mutex::new(TokenBucket::new(1, 1, INTERVAL, Instant::now()));
        Self { matches, written: TtlCache::new(), warnings }
    }

    pub async fn check(&self) -> Result<(), NotReady> {
        if self.matches.stop.is_cancelled() {
            return Err(NotReady::Stopping);
        }
        self.check_capacity()?;
        let write = async || match timeout(STORE_TIME, self.matches.write_probe()).await {
            Ok(written) => written.map_err(|error| NotReady::Store(Arc::new(error))),
            Err(_) => Err(NotReady::Slow),
        };
        self.warn_if_not(self.written.get(write).await)
    }

    /// Warns every [`INTERVAL`] while the server is full, even if no client probes, until the shutdown.
    pub async fn watch(&self) {
        while self.matches.stop.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
            // Only the warning matters.
            let _ = self.check_capacity();
        }
    }

    fn check_capacity(&self) -> Result<(), NotReady> {
        self.warn_if_not(self.matches.check_capacity().map_err(|_| NotReady::Full))
    }

    fn warn_if_not(&self, checked: Result<(), NotReady>) -> Result<(), NotReady> {
        checked.inspect_err(|reason| {
            if self.warnings.lock().take(1, Instant::now()).is_ok() {
                tracing::error!("not ready: {reason}");
            }
        })
    }
}
