//! What all connections of the port share.

use std::sync::Arc;
use std::time::Duration;

use gethostname::gethostname;
use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::fd_limit::allowed_connections;
use super::lingering_close::ConnectionTasks;
use super::refusal::Refusal;
use crate::metrics::PortMetrics;
use crate::origin::OriginPolicy;
use crate::quota::{Quotas, Source};
use crate::settings::Settings;
use crate::token_bucket::TokenBucket;

const WARNING_INTERVAL: Duration = Duration::from_secs(60 * 60);

pub struct ServerState {
    pub settings: Arc<Settings>,
    /// The places for connections.
    pub places: Arc<Semaphore>,
    pub quotas: Arc<Quotas>,
    /// Limits the warnings about proxies that do not name their clients.
    pub proxy_warnings: Mutex<TokenBucket>,
    pub origins: OriginPolicy,
    /// Connections that have become WebSockets.
    pub websockets: TaskTracker,
    /// All other connections, and all that are closing.
    pub connections: ConnectionTasks,
    pub metrics: PortMetrics,
    pub stop: CancellationToken,
}

impl ServerState {
    pub fn new(settings: &Settings, metrics: PortMetrics, stop: CancellationToken) -> Self {
        let mut settings = settings.clone();
        let admission = &mut settings.admission;
        admission.connections = allowed_connections(admission.connections);
        let places = Semaphore::MAX_PERMITS.min(admission.connections as usize);
        metrics.connections_limit.set(admission.connections.into());
        let (hosts, origins) = (admission.hosts.clone(), admission.origins.clone());
        let settings = Arc::new(settings);
        Self {
            places: Arc::new(Semaphore::new(places)),
            quotas: Quotas::new(Arc::clone(&settings), metrics.quota_hits.clone()),
            proxy_warnings: Mutex::new(TokenBucket::new(1, 1, WARNING_INTERVAL, Instant::now())),
            origins: OriginPolicy::new(gethostname().to_str(), hosts, origins),
            websockets: TaskTracker::new(),
            connections: ConnectionTasks { stop: stop.clone(), ..ConnectionTasks::default() },
            settings,
            metrics,
            stop,
        }
    }

    /// Logs and counts a client that is refused.
    pub fn note_refusal(&self, source: Option<Source>, refusal: &Refusal) {
        tracing::debug!(network = Source::in_log(source), ?refusal, "refused");
        self.metrics.refused_requests.count(refusal.word());
    }
}
