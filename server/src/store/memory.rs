//! The store of one machine, in memory: gone when the process ends.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};

use super::table::Table;
use super::{Clock, CommitError, Entry, HistoryEntry, Key, Revision, Store, Unavailable, Watch, Write};
use crate::timestamp::Timestamp;

/// The most history entries per key; the oldest are dropped.
const MAX_HISTORY: usize = 100;

/// Stores values in memory until they expire.
#[derive(Default)]
pub struct MemoryStore {
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    table: Table,
    histories: HashMap<Key, BTreeMap<u32, Bytes>>,
    /// One counter for all keys: a key that expired and is written again has a higher revision.
    last_revision: u64,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The state without the values that have expired, and without their history.
    fn state(&self, now: Timestamp) -> MutexGuard<'_, State> {
        let mut state = self.state.lock();
        for key in state.table.expire(now) {
            state.histories.remove(&key);
        }
        state
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        Ok(self.state(self.clock.now()).table.get(key).cloned())
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let now = self.clock.now();
        let mut state = self.state(now);
        if state.table.get(key).map(|entry| entry.revision) != write.expected {
            return Err(CommitError::Conflict);
        }
        if let Some(entry) = write.history {
            state.append_history(key, entry);
        }
        state.last_revision += 1;
        let revision = Revision(state.last_revision);
        state.table.put(key, Entry { value: write.value, revision }, now.after(write.ttl));
        state.table.notify(key);
        Ok(revision)
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        Ok(self.state(self.clock.now()).table.watch(key))
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        let state = self.state.lock();
        let Some(history) = state.histories.get(key) else { return Ok(Vec::new()) };
        Ok(history.values().skip(history.len().saturating_sub(limit)).cloned().collect())
    }

    async fn probe(&self) -> Result<(), Unavailable> {
        Ok(())
    }

    fn count(&self) -> usize {
        self.state(self.clock.now()).table.len()
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}

impl State {
    fn append_history(&mut self, key: &Key, entry: HistoryEntry) {
        let history = self.histories.entry(key.clone()).or_default();
        history.entry(entry.number).or_insert(entry.value);
        if history.len() > MAX_HISTORY {
            history.pop_first();
        }
    }
}
