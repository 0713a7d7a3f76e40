//! The store interface: values under keys, each with a revision, changed by compare-and-set.
//!
//! A store does not know what the values mean or who may change them. A caller that read a revision may replace exactly
//! that revision. One suite of tests, `conformance`, runs over every store.

mod live_entries;
mod memory;
mod sqlite;

#[cfg(any(test, feature = "conformance"))]
#[doc(hidden)]
#[allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]
pub mod conformance;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use thiserror::Error;
use tokio::sync::watch;

pub use live_entries::{LiveEntries, Watchers};
pub use memory::MemoryStore;
pub use sqlite::{BackupError, HistoryReader, OpenError, SqliteStore, backup};

pub use crate::clock::Clock;
pub use crate::metrics::StoreMetrics;
pub use crate::node_id::NodeId;
pub use crate::timestamp::Timestamp;

/// Where a value is stored: lower-case letters, digits, `.`, `-` and `_`, which every backend accepts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Arc<str>);

impl Key {
    /// A key of this kind (`match`, `room`) and name. If the name may hold other characters, the caller encodes it.
    ///
    /// # Panics
    /// If the name is empty or holds another character, because some backend would lose it.
    #[must_use]
    pub fn new(kind: &'static str, name: &str) -> Self {
        let fits = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        let is_taken = !name.is_empty() && name.bytes().all(fits);
        assert!(is_taken, "a key that not every store takes: {kind}.{name}");
        Self(format!("{kind}.{name}").into())
    }

    /// A key of this kind for a word, which may contain any letters: its bytes are written as hexadecimal digits.
    ///
    /// # Panics
    /// If the word is empty.
    #[must_use]
    pub fn from_word(kind: &'static str, word: &str) -> Self {
        Self::new(kind, &HEXLOWER.encode(word.as_bytes()))
    }

    /// The key that a store has written as text.
    #[must_use]
    pub fn from_stored(text: &str) -> Self {
        Self(text.into())
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Identifies one write of a key. It rises with every write of that key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub u64);

/// A value and the revision of the write that stored it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The value.
    pub value: Bytes,
    /// The revision.
    pub revision: Revision,
}

/// A conditional write.
#[derive(Debug, Clone)]
pub struct Write {
    /// The revision that the key must still have; `None` if it must have no value.
    pub expected: Option<Revision>,
    /// The new value.
    pub value: Bytes,
    /// The time to live: the value expires when it was not replaced for this long.
    pub ttl: Duration,
    /// An entry to append to the key's history in the same transaction.
    pub history: Option<HistoryEntry>,
}

/// One entry of a key's history. It never changes, and outlives the value. A store that outlives the process keeps it
/// within its [`HistoryLimits`]; a store in memory keeps it at most for as long as the key has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Its place in the history of its key. If the key already has an entry with this number, that entry is kept.
    pub number: u32,
    /// The value.
    pub value: Bytes,
}

/// The limits of the history in a store that outlives the process. Older entries are deleted, a few with each write, so
/// that no write waits for long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryLimits {
    /// How long an entry is kept, by the store's clock.
    pub age: Duration,
    /// The size of the database above which the oldest entries are deleted.
    pub bytes: u64,
}

impl Default for HistoryLimits {
    fn default() -> Self {
        Self { age: Duration::from_secs(365 * 24 * 60 * 60), bytes: 1 << 30 }
    }
}

/// Why a commit did not return a revision.
#[derive(Debug, Error)]
pub enum CommitError {
    /// The key no longer has the expected revision. Nothing was written.
    #[error("another writer was first")]
    Conflict,
    /// It is unknown whether the value was written. Read it back.
    #[error("it is unknown whether the write was made: {0}")]
    Unknown(String),
    /// The store cannot be reached. Nothing was written.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// The store cannot be reached.
#[derive(Debug, Clone, Error)]
#[error("the store cannot be reached: {0}")]
pub struct Unavailable(pub String);

/// The store can no longer write. The last writes may have been made or not.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// The next start finds everything that was acknowledged in the same place.
    #[error("matches can no longer be written: {0}")]
    Unwritable(String),
    /// The next start does not find the acknowledged writes. They are lost.
    #[error("matches can no longer be written: {0}")]
    Displaced(String),
}

/// The nodes that share a store, as far as this one knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members {
    /// This node.
    pub own: NodeId,
    /// The other nodes that are alive, each with the URL at which players reach it, if it has published one.
    pub others: BTreeMap<NodeId, Option<String>>,
    /// The latest time at which a node that is not in `others` may have stopped.
    pub others_gone_at: Timestamp,
    /// The store has been writable without an interruption since this time.
    pub service_since: Timestamp,
    /// This node has not reached the store for so long that clients should go to another one.
    pub is_cut_off: bool,
}

impl Members {
    /// A node that shares its store with no other. Earlier ones were gone by `started_at`.
    fn alone(started_at: Timestamp) -> watch::Sender<Self> {
        let members = Self {
            own: NodeId::generate(),
            others: BTreeMap::new(),
            others_gone_at: started_at,
            service_since: started_at,
            is_cut_off: false,
        };
        watch::Sender::new(members)
    }
}

/// Receives the newest entry of a key. It may skip entries and may repeat one, and never goes back.
#[derive(Debug)]
pub struct Watch {
    /// `None` while nothing is stored under the key.
    pub entries: watch::Receiver<Option<Entry>>,
    sender: watch::Sender<Option<Entry>>,
}

impl Watch {
    /// Watches the entries that this sender sends.
    #[must_use]
    pub fn new(sender: watch::Sender<Option<Entry>>) -> Self {
        Self { entries: sender.subscribe(), sender }
    }

    /// Wakes all watchers of the key on this node, including this one. They receive the newest entry once more.
    pub fn wake_all(&self) {
        self.sender.send_modify(|_| {});
    }
}

/// Stores values under keys.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// The value of a key, if it has one.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable>;

    /// Writes a value if the key still has the expected revision. Returns once the write is as durable as this store
    /// makes it.
    ///
    /// # Errors
    /// [`CommitError`]; only after [`CommitError::Unknown`] may the value have been written.
    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError>;

    /// Watches a key. The receiver holds the current entry, or `None`, from the start.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable>;

    /// The newest entries of a key's history, at most `limit`, ordered by number.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable>;

    /// The entry of a key's history with this number, if it is kept.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable>;

    /// The number of values, as far as this node knows.
    fn count(&self) -> usize;

    /// The clock by which values expire. It stands still while a store that outlives the process is closed.
    fn clock(&self) -> Arc<dyn Clock>;

    /// The metrics of the store; empty if it has no disk.
    fn metrics(&self) -> StoreMetrics {
        StoreMetrics::default()
    }

    /// The nodes that share the store. The channel closes when they can no longer change.
    fn members(&self) -> watch::Receiver<Members>;

    /// Waits until the store can no longer write, which may be never. After that, no commit succeeds, and a commit of
    /// unknown outcome does not return. The caller must end the process; the next start reads what was stored.
    async fn failed(&self) -> Failure {
        std::future::pending().await
    }

    /// Makes all earlier writes durable, and releases all resources. The store cannot be used any more.
    ///
    /// # Errors
    /// [`Failure`] when a write failed, now or before.
    async fn close(&self) -> Result<(), Failure> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn a_key_is_one_that_every_store_takes() {
        assert_eq!(Key::new("lobby", "3x3-a_b").as_str(), "lobby.3x3-a_b");
        for name in ["", "a.b", "A", "a b", "a*", ">", "é", "a\0"] {
            assert!(catch_unwind(|| Key::new("lobby", name)).is_err(), "{name:?}");
        }
    }
}
