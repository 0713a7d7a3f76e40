//! The store of one machine, in memory: gone when the process ends.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use async_trait::async_trait;
use bytes::Bytes;

use super::table::{Table, lock};
use super::{Clock, CommitError, Entry, Key, Page, Revision, Store, Unavailable, Watch, Write};
use crate::timestamp::Timestamp;

/// So many pages of a key are kept, the newest.
const MOST_PAGES: usize = 100;

/// Keeps values in memory, and forgets each when its time is over.
#[derive(Default)]
pub struct MemoryStore {
    clock: Clock,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    table: Table,
    pages: HashMap<Key, BTreeMap<u32, Bytes>>,
    /// One counter for all keys: a key that was forgotten and written again has a higher revision.
    last_revision: u64,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        let mut kept = lock(&self.kept);
        kept.forget(self.clock.now());
        Ok(kept.table.entry(key).cloned())
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let now = self.clock.now();
        let mut kept = lock(&self.kept);
        kept.forget(now);
        if kept.table.entry(key).map(|entry| entry.revision) != write.expected {
            return Err(CommitError::Conflict);
        }
        if let Some(page) = write.page {
            kept.put_page(key, page);
        }
        kept.last_revision += 1;
        let revision = Revision(kept.last_revision);
        kept.table.put(key, Entry { value: write.value, revision }, now.after(write.keep));
        Ok(revision)
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let mut kept = lock(&self.kept);
        kept.forget(self.clock.now());
        Ok(kept.table.watch(key))
    }

    async fn pages(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable> {
        let kept = lock(&self.kept);
        let Some(pages) = kept.pages.get(key) else { return Ok(Vec::new()) };
        Ok(pages.values().skip(pages.len().saturating_sub(most)).cloned().collect())
    }

    async fn probe(&self) -> Result<(), Unavailable> {
        Ok(())
    }

    fn kept(&self) -> usize {
        let mut kept = lock(&self.kept);
        kept.forget(self.clock.now());
        kept.table.len()
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}

impl Kept {
    fn forget(&mut self, now: Timestamp) {
        for key in self.table.forget(now) {
            self.pages.remove(&key);
        }
    }

    fn put_page(&mut self, key: &Key, page: Page) {
        let pages = self.pages.entry(key.clone()).or_default();
        pages.entry(page.number).or_insert(page.value);
        if pages.len() > MOST_PAGES {
            pages.pop_first();
        }
    }
}
