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
use super::tls::Tls;
use crate::metrics::PortMetrics;
use crate::origin::{AllowedHost, OriginPolicy};
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
    pub tls: Option<Tls>,
    /// Connections that have become WebSockets.
    pub websockets: TaskTracker,
    /// All other connections, and all that are closing.
    pub connections: ConnectionTasks,
    pub metrics: PortMetrics,
    pub stop: CancellationToken,
}

impl ServerState {
    pub fn new(settings: &Settings, tls: Option<Tls>, metrics: PortMetrics, stop: CancellationToken) -> Self {
        let mut settings = settings.clone();
        let admission = &mut settings.admission;
        admission.connections = allowed_connections(admission.connections);
        let places = Semaphore::MAX_PERMITS.min(admission.connections as usize);
        metrics.connections_limit.set(admission.connections.into());
        let (mut hosts, mut origins) = (admission.hosts.clone(), admission.origins.clone());
        // No site can point a name here for which there is no certificate.
        hosts.extend(tls.is_some().then_some(AllowedHost::Any));
        if let Some(url) = &settings.public_url {
            hosts.push(url.host());
            origins.push(url.origin());
        }
        let settings = Arc::new(settings);
        Self {
            places: Arc::new(Semaphore::new(places)),
            quotas: Quotas::new(Arc::clone(&settings), metrics.quota_hits.clone()),
            proxy_warnings: Mutex::new(TokenBucket::new(1, 1, WARNING_INTERVAL, Instant::now())),
            origins: OriginPolicy::new(gethostname().to_str(), hosts, origins),
            tls,
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
