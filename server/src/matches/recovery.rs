//! Corrects matches after an interruption, such as the end of a node that shares the store.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::Matches;
use super::hub::BATCH;
use crate::record::Record;

impl Matches {
    /// The corrected record after an interruption; `None` if nothing changes.
    pub(super) fn recovered(&self, record: &Record) -> Option<Box<Record>> {
        let is_alive = |node| node == self.node || self.members.borrow().others.contains_key(&node);
        let service_since = self.members.borrow().service_since;
        record.after_interruption(is_alive, || self.members.borrow().others_gone_at, service_since)
    }

    /// Corrects the watched matches after every change of the nodes, until there can be no more changes. Viewers retry
    /// after a failure.
    pub async fn watch_members(self: Arc<Self>) {
        let mut members = self.members.clone();
        while members.changed().await.is_ok() {
            for batch in self.hub.all().chunks(BATCH) {
                let mut changes = JoinSet::new();
                for (live, record) in batch.iter().filter_map(|live| Some((live, live.newest()?.1))) {
                    if self.must_recover(&record) {
                        let (matches, id) = (Arc::clone(&self), live.id.clone());
                        changes.spawn(async move { matches.expire(&id).await });
                    }
                }
                while changes.join_next().await.is_some() {}
            }
        }
    }

    /// The URLs of other nodes, for clients that lose this one.
    pub fn other_urls(&self) -> Vec<String> {
        self.members.borrow().others.values().flatten().cloned().collect()
    }

    /// This node has not reached the store for so long that clients should use another one.
    pub fn is_cut_off(&self) -> bool {
        self.members.borrow().is_cut_off
    }

    /// An interruption after the record was written changes it.
    pub fn must_recover(&self, record: &Record) -> bool {
        self.recovered(record).is_some()
    }
}
