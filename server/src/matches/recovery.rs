//! Recovering matches after an interruption: the nodes that share the store, as this one sees them.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::Matches;
use crate::record::{NodeId, Record};
use crate::store::Members;

pub(super) struct Recovery {
    pub(super) own: NodeId,
    members: watch::Receiver<Members>,
}

impl Recovery {
    pub(super) fn new(members: watch::Receiver<Members>) -> Self {
        let own = members.borrow().own;
        Self { own, members }
    }

    /// The record after an interruption, unless that changes nothing.
    pub(super) fn recovered(&self, record: &Record) -> Option<Box<Record>> {
        let is_alive = |node| node == self.own || self.members.borrow().others.contains_key(&node);
        let service_since = self.members.borrow().service_since;
        record.recovered(is_alive, || self.members.borrow().others_gone_at, service_since)
    }
}

impl Matches {
    /// After each interruption, recovers the matches that are watched here, until the nodes can no longer change. What fails
    /// is retried by the viewers.
    pub async fn watch_members(self: Arc<Self>) {
        let mut members = self.recovery.members.clone();
        while members.changed().await.is_ok() {
            for shard in self.hub.shards() {
                let mut changes = JoinSet::new();
                for (live, record) in shard.iter().filter_map(|live| Some((live, live.newest()?.1))) {
                    if self.must_recover(&record) {
                        let (matches, id) = (Arc::clone(&self), live.id.clone());
                        changes.spawn(async move { matches.expire(&id).await });
                    }
                }
                while changes.join_next().await.is_some() {}
            }
        }
    }

    /// Where clients that lose this node reach others.
    pub fn other_urls(&self) -> Vec<String> {
        self.recovery.members.borrow().others.values().flatten().cloned().collect()
    }

    /// Whether this node has not reached the store for so long that clients should go to another one.
    pub fn is_cut_off(&self) -> bool {
        self.recovery.members.borrow().is_cut_off
    }

    /// Whether the record is older than an interruption that changes it.
    pub fn must_recover(&self, record: &Record) -> bool {
        self.recovery.recovered(record).is_some()
    }
}
