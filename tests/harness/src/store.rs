//! The memory store, with simulated outages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tictactoe_protocol::values::MatchId;
use tictactoe_server::store::{
    Clock, CommitError, Entry, Key, Members, MemoryStore, Revision, Store, Unavailable, Watch, Write,
};

use tokio::sync::{Notify, Semaphore, watch};

use crate::wait::in_time;

/// The memory store, with simulated outages and a count of writes.
#[derive(Default)]
pub struct SpyStore {
    kept: MemoryStore,
    broken: AtomicBool,
    rooms_broken: AtomicBool,
    breaks_next: AtomicBool,
    panics_next: AtomicBool,
    commits: AtomicU64,
    gate: Option<Semaphore>,
    started: Notify,
}

impl SpyStore {
    /// A store whose writes wait until [`SpyStore::open_gate`].
    pub fn gated() -> Self {
        Self { gate: Some(Semaphore::new(0)), ..Self::default() }
    }

    pub fn open_gate(&self) {
        self.gate.iter().for_each(|gate| gate.add_permits(1));
    }

    /// Waits until a write to a gated store has begun.
    pub async fn write_started(&self) {
        in_time("a write", self.started.notified()).await;
    }

    pub fn break_down(&self, broken: bool) {
        self.broken.store(broken, Ordering::SeqCst);
    }

    pub fn break_down_after_a_write(&self) {
        self.breaks_next.store(true, Ordering::SeqCst);
    }

    pub fn panic_at_the_next_read(&self) {
        self.panics_next.store(true, Ordering::SeqCst);
    }

    pub fn break_rooms_down(&self, broken: bool) {
        self.rooms_broken.store(broken, Ordering::SeqCst);
    }

    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::SeqCst)
    }

    pub async fn record(&self, of: &MatchId) -> Option<Entry> {
        self.kept.get(&key(of)).await.expect("memory is always in reach")
    }

    /// Replaces the record of a match with bytes that are none.
    pub async fn damage(&self, of: &MatchId) {
        let expected = self.record(of).await.map(|entry| entry.revision);
        let (value, ttl) = (Bytes::from_static(b"damaged"), Duration::from_secs(60));
        let write = Write { expected, value, ttl, history: None };
        self.kept.commit(&key(of), write).await.expect("memory is always in reach");
    }

    fn reach(&self) -> Result<&MemoryStore, Unavailable> {
        assert!(!self.panics_next.swap(false, Ordering::SeqCst), "on purpose");
        if self.broken.load(Ordering::SeqCst) { Err(Unavailable("unplugged".into())) } else { Ok(&self.kept) }
    }
}

fn key(of: &MatchId) -> Key {
    Key::new("match", &of.0)
}

#[async_trait]
impl Store for SpyStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        self.reach()?.get(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        if let Some(gate) = &self.gate {
            self.started.notify_one();
            let _permit = gate.acquire().await.expect("the gate is never closed");
        }
        if self.rooms_broken.load(Ordering::SeqCst) && key.as_str().starts_with("room.") {
            return Err(Unavailable("unplugged".into()).into());
        }
        let revision = self.reach()?.commit(key, write).await?;
        self.commits.fetch_add(1, Ordering::SeqCst);
        if self.breaks_next.swap(false, Ordering::SeqCst) {
            self.break_down(true);
        }
        Ok(revision)
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        self.reach()?.watch(key).await
    }

    async fn history(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.reach()?.history(key, most).await
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        self.reach()?.history_entry(key, number).await
    }

    fn count(&self) -> usize {
        self.kept.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        self.kept.clock()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.kept.members()
    }
}
