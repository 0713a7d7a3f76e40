//! The state that all connections of the port share.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, Once};

use axum::extract::ws::WebSocket;
use futures::future::BoxFuture;
use gethostname::gethostname;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use super::refusal::HttpRefusal;
use crate::origin::{ANY, OriginError, OriginPolicy};
use crate::quota::{ConnectionPermit, Quotas, Source};
use crate::services::Services;
use crate::settings::Settings;
use crate::tasks::Tasks;
use crate::tls::Tls;

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
    pub handler: Handler,
}

/// Serves a WebSocket until its end.
pub type Handler = Box<dyn Fn(WebSocket, Arc<ConnectionPermit>) -> BoxFuture<'static, ()> + Send + Sync>;

impl PortState {
    pub fn new(services: &Services, tls: Option<Tls>, handler: Handler) -> Self {
        let settings = Arc::clone(&services.settings);
        let (mut hosts, mut origins) = (settings.admission.hosts.clone(), settings.admission.origins.clone());
        // With a certificate, any host is safe, because browsers refuse a name that the certificate does not cover.
        hosts.extend(tls.is_some().then(|| ANY.to_owned()));
        if let Some(url) = &settings.public_url {
            hosts.push(url.authority().host());
            origins.push(url.to_string());
        }
        Self {
            places: Arc::clone(&services.places),
            quotas: Quotas::new(Arc::clone(&settings), services.metrics.quota_hits.clone()),
            proxy_warning: Once::new(),
            origins: OriginPolicy::new(gethostname().to_str(), hosts, origins),
            warned_origins: Mutex::default(),
            tls,
            tasks: services.tasks.clone(),
            settings,
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
