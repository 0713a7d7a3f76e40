//! The nodes that share a store.

use std::collections::BTreeMap;

use tokio::sync::watch;

use super::NodeId;
use crate::timestamp::Timestamp;

/// The nodes that share a store, as far as this one knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members {
    /// This node.
    pub own: NodeId,
    /// The other nodes that are alive, each with the URL at which players reach it, if it has said one.
    pub others: BTreeMap<NodeId, Option<String>>,
    /// All nodes besides these were gone by then.
    pub others_gone_at: Timestamp,
    /// The store could be written without an interruption since.
    pub service_since: Timestamp,
    /// This node has not reached the store for so long that clients should go to another one.
    pub is_cut_off: bool,
}

impl Members {
    /// A node that shares its store with no other. Those that had the store earlier were gone by `started_at`.
    pub(super) fn alone(started_at: Timestamp) -> watch::Receiver<Self> {
        let members = Self {
            own: NodeId::generate(),
            others: BTreeMap::new(),
            others_gone_at: started_at,
            service_since: started_at,
            is_cut_off: false,
        };
        watch::Sender::new(members).subscribe()
    }
}
