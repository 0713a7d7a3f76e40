//! Corrects matches after an interruption, such as the end of a node that shares the store.

use std::sync::Arc;

use futures::{StreamExt, stream};

use super::Matches;
use super::hub::{BATCH, LiveMatch};
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
        let must_recover =
            |live: &Arc<LiveMatch>| live.newest().is_some_and(|(_, record)| self.must_recover(&record));
        while members.changed().await.is_ok() {
            let early = self.hub.all().into_iter().filter(must_recover);
            let correct = async |live: Arc<LiveMatch>| drop(self.expire(&live.id).await);
            stream::iter(early).for_each_concurrent(BATCH, correct).await;
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
