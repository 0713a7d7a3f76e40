//! What all connections of the port share.

use std::sync::Arc;

use gethostname::gethostname;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::admission::ConnectionLimiter;
use super::fd_limit::allowed_connections;
use super::lingering_close::ConnectionTasks;
use crate::origin::OriginPolicy;
use crate::settings::Settings;

pub struct ServerState {
    pub settings: Arc<Settings>,
    pub limiter: Arc<ConnectionLimiter>,
    pub origins: OriginPolicy,
    /// Connections that have become WebSockets.
    pub websockets: TaskTracker,
    /// All other connections, and all that are closing.
    pub connections: ConnectionTasks,
    pub stop: CancellationToken,
}

impl ServerState {
    pub fn new(settings: Arc<Settings>, stop: CancellationToken) -> Self {
        let admission = &settings.admission;
        let connections = allowed_connections(admission.connections);
        let (hosts, origins) = (admission.hosts.clone(), admission.origins.clone());
        Self {
            limiter: ConnectionLimiter::new(connections, admission.per_address),
            origins: OriginPolicy::new(gethostname().to_str(), hosts, origins),
            websockets: TaskTracker::new(),
            connections: ConnectionTasks::default(),
            settings,
            stop,
        }
    }
}
