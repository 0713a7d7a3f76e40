//! The store of one machine, in memory: gone when the process ends.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::watch;
use tokio::time::Instant;

use super::{Clock, CommitError, Entry, Key, Page, Revision, Store, Unavailable, Watch, Write};

/// Below this many channels it is not worth looking for idle ones.
const MIN_WATCHED: usize = 64;

/// So many pages of a key are kept, the newest.
const MOST_PAGES: usize = 100;

/// Keeps values in memory, and forgets each when its time is over.
#[derive(Default)]
pub struct MemoryStore {
    clock: Clock,
    shelves: Mutex<Shelves>,
}

#[derive(Default)]
struct Shelves {
    values: HashMap<Key, Kept>,
    pages: HashMap<Key, BTreeMap<u32, Bytes>>,
    /// The same values by the time until which they are kept, so that forgetting costs nothing to look for.
    until: BTreeSet<(Instant, Key)>,
    watched: HashMap<Key, watch::Sender<Option<Entry>>>,
    /// How many channels there may be before those that nobody watches are looked for.
    watched_limit: usize,
    /// One counter for all keys: a key that was forgotten and written again has a higher revision.
    last_revision: u64,
}

struct Kept {
    entry: Entry,
    until: Instant,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A panic elsewhere cannot have left the shelves half changed: every change below is complete before
    /// anything that can fail.
    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        let mut shelves = self.shelves();
        shelves.forget(Instant::now());
        Ok(shelves.entry(key))
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let now = Instant::now();
        let mut shelves = self.shelves();
        shelves.forget(now);
        if shelves.entry(key).map(|entry| entry.revision) != write.expected {
            return Err(CommitError::Conflict);
        }
        if let Some(page) = write.page {
            shelves.put_page(key, page);
        }
        Ok(shelves.put(key, write.value, now + write.keep))
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let mut shelves = self.shelves();
        shelves.prune_watched();
        let present = shelves.entry(key);
        let sender = shelves.watched.entry(key.clone()).or_insert_with(|| watch::Sender::new(present));
        Ok(sender.subscribe())
    }

    async fn pages(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable> {
        let shelves = self.shelves();
        let Some(pages) = shelves.pages.get(key) else { return Ok(Vec::new()) };
        Ok(pages.values().skip(pages.len().saturating_sub(most)).cloned().collect())
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}

impl Shelves {
    fn entry(&self, key: &Key) -> Option<Entry> {
        self.values.get(key).map(|kept| kept.entry.clone())
    }

    fn put(&mut self, key: &Key, value: Bytes, until: Instant) -> Revision {
        self.last_revision += 1;
        let entry = Entry { value, revision: Revision(self.last_revision) };
        self.tell(key, Some(&entry));
        let revision = entry.revision;
        if let Some(old) = self.values.insert(key.clone(), Kept { entry, until }) {
            self.until.remove(&(old.until, key.clone()));
        }
        self.until.insert((until, key.clone()));
        revision
    }

    fn put_page(&mut self, key: &Key, page: Page) {
        let pages = self.pages.entry(key.clone()).or_default();
        pages.entry(page.number).or_insert(page.value);
        if pages.len() > MOST_PAGES {
            pages.pop_first();
        }
    }

    fn forget(&mut self, now: Instant) {
        while self.until.first().is_some_and(|(until, _)| *until <= now) {
            if let Some((_, key)) = self.until.pop_first() {
                self.values.remove(&key);
                self.pages.remove(&key);
                self.tell(&key, None);
            }
        }
    }

    /// Drops the channels that nobody watches once there are twice as many as were in use the last time: a
    /// constant cost a watch, and a bounded map even when people watch keys that never get a value.
    fn prune_watched(&mut self) {
        if self.watched.len() >= self.watched_limit {
            self.watched.retain(|_, sender| sender.receiver_count() > 0);
            self.watched_limit = (self.watched.len() * 2).max(MIN_WATCHED);
        }
    }

    /// Tells those who watch the key, and forgets the channel once nobody does.
    fn tell(&mut self, key: &Key, entry: Option<&Entry>) {
        let Some(sender) = self.watched.get(key) else { return };
        if sender.send(entry.cloned()).is_err() {
            self.watched.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn watching_keys_that_never_get_a_value_does_not_grow_the_store() {
        let store = MemoryStore::new();
        for n in 0..10_000 {
            store.watch(&Key::new("match", &n.to_string())).await.unwrap();
        }
        assert!(store.shelves().watched.len() <= MIN_WATCHED);
    }
}
