//! The store of one machine, in memory: gone when the process ends.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};

use super::table::Table;
use super::{Clock, CommitError, Entry, HistoryEntry, Key, Revision, Store, Unavailable, Watch, Write};
use crate::timestamp::Timestamp;

/// The most history entries per key; the oldest are dropped.
const MAX_PER_KEY: usize = 100;

/// The most bytes of all histories; the oldest entries are dropped.
const MAX_BYTES: usize = 64 << 20;

/// What an entry takes besides its value.
const ENTRY_BYTES: usize = 256;

/// Stores values in memory until they expire.
#[derive(Default)]
pub struct MemoryStore {
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    table: Table,
    history: History,
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
            state.history.remove(&key);
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
            state.history.append(key, entry);
        }
        state.last_revision += 1;
        let revision = Revision(state.last_revision);
        let entry = Entry { value: write.value, revision };
        let watchers = state.table.put(key, entry, now.after(write.ttl), write.held);
        drop(state);
        if let Some(watchers) = watchers {
            watchers.wake();
        }
        Ok(revision)
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        Ok(self.state(self.clock.now()).table.watch(key))
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        Ok(self.state.lock().history.newest(key, limit))
    }

    fn count(&self) -> usize {
        self.state(self.clock.now()).table.len()
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}

/// The histories of all keys.
#[derive(Default)]
struct History {
    by_age: BTreeMap<u64, (Key, HistoryEntry)>,
    /// The entries of each key by number, with their age.
    by_key: HashMap<Key, BTreeMap<u32, u64>>,
    appended: u64,
    bytes: usize,
}

impl History {
    fn append(&mut self, key: &Key, entry: HistoryEntry) {
        let numbers = self.by_key.entry(key.clone()).or_default();
        if numbers.contains_key(&entry.number) {
            return;
        }
        numbers.insert(entry.number, self.appended);
        if numbers.len() > MAX_PER_KEY
            && let Some((_, oldest)) = numbers.pop_first()
        {
            self.drop_value(oldest);
        }
        self.bytes += size(&entry);
        self.by_age.insert(self.appended, (key.clone(), entry));
        self.appended += 1;
        while self.bytes > MAX_BYTES
            && let Some((_, (key, entry))) = self.by_age.pop_first()
        {
            self.bytes -= size(&entry);
            if let Some(numbers) = self.by_key.get_mut(&key) {
                numbers.remove(&entry.number);
            }
        }
    }

    fn remove(&mut self, key: &Key) {
        for age in self.by_key.remove(key).into_iter().flat_map(BTreeMap::into_values) {
            self.drop_value(age);
        }
    }

    fn newest(&self, key: &Key, limit: usize) -> Vec<Bytes> {
        let ages = self.by_key.get(key).into_iter().flat_map(BTreeMap::values);
        let values = ages.filter_map(|age| self.by_age.get(age)).map(|(_, entry)| entry.value.clone());
        let mut newest: Vec<_> = values.collect();
        newest.drain(..newest.len().saturating_sub(limit));
        newest
    }

    fn drop_value(&mut self, age: u64) {
        if let Some((_, entry)) = self.by_age.remove(&age) {
            self.bytes -= size(&entry);
        }
    }
}

const fn size(entry: &HistoryEntry) -> usize {
    entry.value.len() + ENTRY_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_histories_are_bounded_in_bytes_and_forgotten_with_their_keys() {
        let mut history = History::default();
        let key = |number: usize| Key::new("match", &number.to_string());
        let entry = |number| HistoryEntry { number, value: Bytes::from(vec![0; 64 << 10]) };
        let fit = MAX_BYTES / size(&entry(1));
        for number in 0..fit + 10 {
            history.append(&key(number), entry(1));
        }
        assert!(history.bytes <= MAX_BYTES);
        assert_eq!((history.newest(&key(9), 1).len(), history.newest(&key(10), 1).len()), (0, 1));
        for number in 0..fit + 10 {
            history.remove(&key(number));
        }
        assert_eq!((history.bytes, history.by_age.len(), history.by_key.len()), (0, 0, 0));
    }
}
