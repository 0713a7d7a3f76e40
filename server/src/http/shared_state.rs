//! The state that all connections of the port share.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use gethostname::gethostname;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use super::refusal::HttpRefusal;
use crate::origin::{ANY, OriginError, OriginPolicy};
use crate::quota::{Quotas, Source};
use crate::services::Services;
use crate::tls::Tls;

/// Bounds the memory, because anyone can send any host and origin.
const MAX_WARNINGS: usize = 16;

/// How many refused connections get a response at a time. Others are closed without one.
/// [`Cost::Refusal`](crate::quota::Cost::Refusal) leaves few of them to one source.
const CONCURRENT_REFUSALS: usize = 128;

pub struct SharedState {
    pub services: Arc<Services>,
    /// The turns to answer a refused connection.
    pub refusals: Arc<Semaphore>,
    pub quotas: Arc<Quotas>,
    pub origins: OriginPolicy,
    pub proxy_warnings: Warnings,
    origin_warnings: Warnings,
    pub tls: Option<Tls>,
}

impl SharedState {
    pub fn new(services: Arc<Services>, tls: Option<Tls>) -> Self {
        let settings = &services.settings;
        let (mut hosts, mut origins) = (settings.admission.hosts.clone(), settings.admission.origins.clone());
        // With a certificate, any host is safe, because browsers refuse a name that the certificate does not cover.
        hosts.extend(tls.is_some().then(|| ANY.to_owned()));
        if let Some(url) = &settings.public_url {
            hosts.push(url.authority().host());
            origins.push(url.to_string());
        }
        Self {
            refusals: Arc::new(Semaphore::new(CONCURRENT_REFUSALS)),
            quotas: Quotas::new(Arc::clone(settings), services.metrics.quota_hits.clone()),
            origins: OriginPolicy::new(gethostname().to_str(), hosts, origins),
            proxy_warnings: Warnings::default(),
            origin_warnings: Warnings::default(),
            tls,
            services,
        }
    }

    pub fn is_blocked(&self, address: IpAddr) -> bool {
        self.services.settings.admission.block.as_ref().is_some_and(|list| list.contains(address))
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
            // A proxy may have sent what should be allowed.
            self.origin_warnings
                .log_once(format!("refused a request: {error} A proxy must pass on the Host header."));
        }
    }
}

/// The warnings of one kind that were logged.
#[derive(Default)]
pub struct Warnings(Mutex<BTreeSet<String>>);

impl Warnings {
    /// Logs each warning once.
    pub fn log_once(&self, warning: String) {
        let mut warnings = self.0.lock();
        if warnings.len() < MAX_WARNINGS && !warnings.contains(&warning) {
            tracing::warn!("{warning}");
            warnings.insert(warning);
        }
    }
}
