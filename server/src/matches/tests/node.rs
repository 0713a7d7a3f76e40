//! Two servers in one process, on one store: each knows whether the other runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::watch;

use crate::store::{
    Clock, CommitError, Entry, Key, Members, MemoryStore, NodeId, Revision, Store, Unavailable, Watch, Write,
};

/// The store as one server sees it.
pub(super) struct Node {
    store: Arc<MemoryStore>,
    members: watch::Sender<Members>,
}

impl Node {
    /// Servers that know each other.
    pub(super) fn start_two() -> [Arc<Self>; 2] {
        let store = Arc::new(MemoryStore::new());
        let ids = [(); 2].map(|()| NodeId::generate());
        let since = store.clock().now();
        let start = |own, other| {
            let (others, is_cut_off) = (BTreeMap::from([(other, None)]), false);
            let members = Members { own, others, others_gone_at: since, service_since: since, is_cut_off };
            Arc::new(Self { store: Arc::clone(&store), members: watch::Sender::new(members) })
        };
        [start(ids[0], ids[1]), start(ids[1], ids[0])]
    }

    pub(super) fn hears_of(&self, node: NodeId) {
        self.members.send_modify(|members| drop(members.others.insert(node, None)));
    }

    pub(super) fn loses(&self, node: NodeId) {
        let now = self.store.clock().now();
        self.members.send_modify(|members| {
            members.others.remove(&node);
            members.others_gone_at = now;
        });
    }
}

#[async_trait]
impl Store for Node {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        self.store.get(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        self.store.commit(key, write).await
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        self.store.watch(key).await
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.store.history(key, limit).await
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        self.store.history_entry(key, number).await
    }

    fn count(&self) -> usize {
        self.store.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        self.store.clock()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }
}
