//! The store of one machine, in memory. Its values are lost when the process ends.

use std::collections::btree_map::Entry as Place;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use super::live_entries::LiveEntries;
use super::{
    Clock, CommitError, Entry, HistoryEntry, Key, Members, Revision, Store, Unavailable, Watch, Write,
};
use crate::clock::LocalClock;
use crate::timestamp::Timestamp;

/// The most bytes of the histories; the oldest entries are dropped.
const MAX_BYTES: usize = 64 << 20;

/// The approximate size of an entry besides its value.
const ENTRY_BYTES: usize = 256;

/// Stores values in memory until they expire.
pub struct MemoryStore {
    clock: Arc<LocalClock>,
    members: watch::Receiver<Members>,
    values: Mutex<Values>,
}

#[derive(Default)]
struct Values {
    entries: LiveEntries,
    history: History,
    /// One counter for all keys, so that a key that expired and is written again has a higher revision.
    last_revision: u64,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        let clock = Arc::new(LocalClock::default());
        let members = Members::alone(clock.began_at()).subscribe();
        Self { clock, members, values: Mutex::default() }
    }

    /// The values, without those that have expired by now, and without their history.
    fn values(&self, now: Timestamp) -> MutexGuard<'_, Values> {
        let mut values = self.values.lock();
        for key in values.entries.expire(now) {
            values.history.by_key.remove(&key);
        }
        values
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        Ok(self.values(self.clock.now()).entries.get(key).cloned())
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let now = self.clock.now();
        let mut values = self.values(now);
        if values.entries.get(key).map(|entry| entry.revision) != write.expected {
            return Err(CommitError::Conflict);
        }
        if let Some(entry) = write.history {
            values.history.append(key, entry);
        }
        values.last_revision += 1;
        let revision = Revision(values.last_revision);
        let entry = Entry { value: write.value, revision };
        let watchers = values.entries.put(key, entry, now.after(write.ttl));
        drop(values);
        watchers.wake();
        Ok(revision)
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        Ok(self.values(self.clock.now()).entries.watch(key))
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        Ok(self.values.lock().history.newest(key, limit))
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        let values = self.values.lock();
        Ok(values.history.by_key.get(key).and_then(|entries| entries.get(&number)).cloned())
    }

    fn count(&self) -> usize {
        self.values(self.clock.now()).entries.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as _
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.members.clone()
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

/// The histories of the keys, up to [`MAX_BYTES`] of the latest entries.
#[derive(Default)]
struct History {
    by_key: HashMap<Key, BTreeMap<u32, Bytes>>,
    /// All entries, the oldest first, until newer ones displace them, including entries of keys that have expired.
    by_age: VecDeque<(Key, u32, usize)>,
    bytes: usize,
}

impl History {
    fn append(&mut self, key: &Key, HistoryEntry { number, value }: HistoryEntry) {
        let bytes = value.len() + ENTRY_BYTES;
        let Place::Vacant(entry) = self.by_key.entry(key.clone()).or_default().entry(number) else { return };
        entry.insert(value);
        self.by_age.push_back((key.clone(), number, bytes));
        self.bytes += bytes;
        while self.bytes > MAX_BYTES
            && let Some((key, number, bytes)) = self.by_age.pop_front()
        {
            self.bytes -= bytes;
            self.by_key.get_mut(&key).map(|entries| entries.remove(&number));
        }
    }

    fn newest(&self, key: &Key, limit: usize) -> Vec<Bytes> {
        let entries = self.by_key.get(key).into_iter().flat_map(BTreeMap::values);
        let mut newest: Vec<_> = entries.rev().take(limit).cloned().collect();
        newest.reverse();
        newest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_histories_are_bounded_in_bytes() {
        let mut history = History::default();
        let key = |number: usize| Key::new("match", &number.to_string());
        let entry = || HistoryEntry { number: 1, value: Bytes::from(vec![0; 4 << 20]) };
        let fit = MAX_BYTES / (entry().value.len() + ENTRY_BYTES);
        for number in 0..fit + 10 {
            history.append(&key(number), entry());
        }
        assert!(history.bytes <= MAX_BYTES);
        assert_eq!((history.newest(&key(9), 1).len(), history.newest(&key(10), 1).len()), (0, 1));
    }
}
