//! A store that a test can read and break: the memory store, watched.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tictactoe_protocol::values::MatchId;
use tictactoe_server::store::{
    Clock, CommitError, Entry, Key, MemoryStore, Revision, Store, Unavailable, Watch, Write,
};

use crate::wait::in_time;

/// The memory store, with switches that put it out of reach and a count of what was written.
#[derive(Default)]
pub struct SpyStore {
    kept: MemoryStore,
    broken: AtomicBool,
    lobbies_broken: AtomicBool,
    breaks_next: AtomicBool,
    commits: AtomicU64,
}

impl SpyStore {
    /// Puts the store out of the server's reach, or back.
    pub fn break_down(&self, broken: bool) {
        self.broken.store(broken, Ordering::SeqCst);
    }

    /// Puts the store out of the server's reach as soon as one more write has been made.
    pub fn break_down_after_a_write(&self) {
        self.breaks_next.store(true, Ordering::SeqCst);
    }

    /// Puts what is written of lobbies out of the server's reach, or back.
    pub fn break_lobbies_down(&self, broken: bool) {
        self.lobbies_broken.store(broken, Ordering::SeqCst);
    }

    /// How many writes there were, of whatever key.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::SeqCst)
    }

    /// What is stored of a match.
    pub async fn record(&self, of: &MatchId) -> Option<Entry> {
        self.kept.get(&key(of)).await.expect("memory is always in reach")
    }

    /// Waits until nobody waits for a person to play 3x3 with, in no particular room.
    pub async fn nobody_waits(&self) {
        self.holds(&Key::new("lobby", "3x3x3."), r#""waiting":null"#).await;
    }

    /// Waits until the lobby of a room remembers this match, or none.
    pub async fn room_remembers(&self, room: &str, of: Option<&MatchId>) {
        let playing = of.map_or_else(|| "null".to_owned(), |id| format!("{:?}", id.0));
        self.holds(&room_key(room), &format!(r#""playing":{playing}"#)).await;
    }

    /// Lets the lobby of a room forget the match that it remembers.
    pub async fn room_forgets(&self, room: &str, of: &MatchId) {
        let key = room_key(room);
        let Entry { value, revision } = self.kept.get(&key).await.expect("in reach").expect("a lobby");
        let value = String::from_utf8_lossy(&value).replace(&format!("{:?}", of.0), "null").into();
        let write = Write { expected: Some(revision), value, keep: Duration::from_secs(60), page: None };
        self.kept.commit(&key, write).await.expect("nobody else writes");
    }

    async fn holds(&self, key: &Key, text: &str) {
        let mut watch = self.kept.watch(key).await.expect("memory is always in reach");
        let holds = |entry: &Option<Entry>| {
            entry.as_ref().is_some_and(|entry| String::from_utf8_lossy(&entry.value).contains(text))
        };
        in_time(&format!("{text:?} under {key}"), watch.wait_for(holds)).await.expect("the store is there");
    }

    fn reach(&self) -> Result<&MemoryStore, Unavailable> {
        if self.broken.load(Ordering::SeqCst) { Err(Unavailable("unplugged".into())) } else { Ok(&self.kept) }
    }
}

fn room_key(room: &str) -> Key {
    let digits: Vec<_> = room.bytes().map(|byte| format!("{byte:02x}")).collect();
    Key::new("lobby", &format!("room.{}", digits.concat()))
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
        if self.lobbies_broken.load(Ordering::SeqCst) && key.as_str().starts_with("lobby.") {
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

    async fn pages(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.reach()?.pages(key, most).await
    }

    async fn probe(&self) -> Result<(), Unavailable> {
        self.reach()?.probe().await
    }

    fn kept(&self) -> usize {
        self.kept.kept()
    }

    fn clock(&self) -> Clock {
        self.kept.clock()
    }
}
