//! The state that all connections of the port share.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, Once};

use axum::extract::ws::WebSocket;
use futures::future::BoxFuture;
use gethostname::gethostname;
use parking_lot::Mutex;
use rlimit::increase_nofile_limit;
use tokio::sync::Semaphore;

use super::refusal::HttpRefusal;
use crate::metrics::PortMetrics;
use crate::origin::{ANY, OriginError, OriginPolicy};
use crate::quota::{ConnectionPermit, Quotas, Source};
use crate::settings::Settings;
use crate::tasks::Tasks;
use crate::tls::Tls;

/// Fewer connections than this may be too few for a school.
const FEW_CONNECTIONS: u32 = 1000;

/// Bounds the memory, because anyone can send any host and origin.
const MAX_WARNED_ORIGINS: usize = 16;

pub struct PortState {
    pub settings: Arc<Settings>,
    /// The places for connections.
    pub places: Arc<Semaphore>,
    pub quotas: Arc<Quotas>,
    /// The warning about proxies that do not name their clients.
    pub proxy_warning: Once,
    pub origins: OriginPolicy,
    /// The refused hosts and origins that a warning has named.
    warned_origins: Mutex<BTreeSet<String>>,
    pub tls: Option<Tls>,
    pub tasks: Tasks,
    pub metrics: PortMetrics,
    pub handler: Handler,
}

/// Serves a WebSocket until its end.
pub type Handler = Box<dyn Fn(WebSocket, Arc<ConnectionPermit>) -> BoxFuture<'static, ()> + Send + Sync>;

impl PortState {
    pub fn new(
        settings: &Settings,
        tls: Option<Tls>,
        metrics: PortMetrics,
        tasks: Tasks,
        handler: Handler,
    ) -> Self {
        let mut settings = settings.clone();
        let admission = &mut settings.admission;
        admission.connections = allowed_connections(admission.connections);
        let places = Semaphore::MAX_PERMITS.min(admission.connections as usize);
        metrics.connections_limit.set(admission.connections.into());
        let (mut hosts, mut origins) = (admission.hosts.clone(), admission.origins.clone());
        // With a certificate, any host is safe, because browsers refuse a name that the certificate does not cover.
        hosts.extend(tls.is_some().then(|| ANY.to_owned()));
        if let Some(url) = &settings.public_url {
            hosts.push(url.authority().host());
            origins.push(url.to_string());
        }
        let settings = Arc::new(settings);
        Self {
            places: Arc::new(Semaphore::new(places)),
            quotas: Quotas::new(Arc::clone(&settings), metrics.quota_hits.clone()),
            proxy_warning: Once::new(),
            origins: OriginPolicy::new(gethostname().to_str(), hosts, origins),
            warned_origins: Mutex::default(),
            tls,
            tasks,
            settings,
            metrics,
            handler,
        }
    }

    pub fn is_blocked(&self, address: IpAddr) -> bool {
        self.settings.admission.block.as_ref().is_some_and(|list| list.contains(address))
    }

    /// Logs that a client is refused.
    pub fn note_refusal(&self, source: Option<Source>, refusal: &HttpRefusal) {
        // The URL may have the word of a room.
        let logged =
            if let HttpRefusal::Unencrypted(_) = refusal { &HttpRefusal::Unencrypted(None) } else { refusal };
        tracing::debug!(network = Source::in_log(source), refusal = ?logged, "refused");
        if let HttpRefusal::Origin(error @ (OriginError::UnknownHost(_) | OriginError::ForeignOrigin(_))) =
            refusal
        {
            self.warn_of_origin(error.to_string());
        }
    }

    /// Warns once for each host and origin, because a proxy may have sent it that should be allowed.
    fn warn_of_origin(&self, error: String) {
        let mut warned = self.warned_origins.lock();
        if warned.len() < MAX_WARNED_ORIGINS && !warned.contains(&error) {
            tracing::warn!("refused a request: {error} A proxy must pass on the Host header.");
            warned.insert(error);
        }
    }
}

/// Raises the limit as far as possible and needed, and returns how many of `wanted` connections it allows. A fifth of
/// the file descriptors is left for everything else.
fn allowed_connections(wanted: u32) -> u32 {
    let files = increase_nofile_limit(u64::from(wanted) * 5 / 4 + 5).or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        increase_nofile_limit(0)
    });
    let usable = files.ok().and_then(|files| u32::try_from(files / 5 * 4).ok());
    let allowed = usable.map_or(wanted, |usable| usable.clamp(1, wanted));
    let limited = format!(
        "the limit of open files allows {allowed} connections instead of {wanted}; raise it with ulimit -n"
    );
    if allowed < wanted.min(FEW_CONNECTIONS) {
        tracing::warn!("{limited}");
    } else if allowed < wanted {
        tracing::debug!("{limited}");
    }
    allowed
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn connections_take_at_most_four_fifths_of_the_files() {
        let files = increase_nofile_limit(1).unwrap();
        assert_eq!(allowed_connections(1), 1);
        let allowed = u64::from(allowed_connections(u32::MAX));
        let is_unlimited = allowed == u64::from(u32::MAX);
        assert!(is_unlimited || allowed <= increase_nofile_limit(1).unwrap() / 5 * 4, "{allowed} of {files}");
    }
}
