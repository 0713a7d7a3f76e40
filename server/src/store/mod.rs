//! The store seam: bytes under keys, each with a revision, changed by compare-and-set.
//!
//! What the bytes mean is no business of a store, and who may change them none either: whoever read a
//! revision may replace exactly that revision. One suite of tests, `conformance`, holds every store to it.

mod memory;
mod sqlite;
mod table;

#[cfg(test)]
mod conformance;

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use thiserror::Error;
use tokio::sync::watch;

pub use memory::MemoryStore;
pub use sqlite::{Failure, History, HistoryPage, OpenError, SqliteStore};

pub use crate::clock::Clock;

/// Where a value lives: lower-case letters, digits, `.`, `-` and `_`, as every backend takes them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

impl Key {
    /// A key of this kind (`match`, `lobby`) and name. A name with characters that a backend may not take
    /// is the caller's to encode.
    #[must_use]
    pub fn new(kind: &'static str, name: &str) -> Self {
        Self(format!("{kind}.{name}"))
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

/// Which write of a key a value came with; rises with every write of that key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub u64);

/// A value and the write that it came with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What was written.
    pub value: Bytes,
    /// Which write it was.
    pub revision: Revision,
}

/// What is to be written, and when that is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The revision that the key must still have; `None` if it must have no value.
    pub expected: Option<Revision>,
    /// The new value.
    pub value: Bytes,
    /// The value may be forgotten when it has not been replaced for this time.
    pub keep: Duration,
    /// What is to be kept of it for longer.
    pub page: Option<Page>,
}

/// Something in the history of a key: it is written together with a value or not at all, and never changes. A
/// store that outlives the process keeps it for good, one in memory for as long as the key has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Which page; pages of a key rise. A page that is there already stays as it is.
    pub number: u32,
    /// What it says.
    pub value: Bytes,
}

/// Why a commit did not answer with a revision.
#[derive(Debug, Error)]
pub enum CommitError {
    /// Someone was first: the key no longer has the expected revision. Nothing was written.
    #[error("someone else wrote first")]
    Conflict,
    /// The value may or may not have been written: read it back.
    #[error("it is unknown whether the write was made: {0}")]
    Unknown(String),
    /// The store cannot be reached. Nothing was written.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// The store cannot be reached.
#[derive(Debug, Error)]
#[error("the store cannot be reached: {0}")]
pub struct Unavailable(pub String);

/// The newest entry of a key from the moment of watching on. It may skip entries and may repeat one, and
/// never goes back. It ends when the store does.
pub type Watch = watch::Receiver<Option<Entry>>;

/// Keeps values under keys.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// The value of a key, if there is one.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable>;

    /// Writes a value if the key still has the expected revision, and answers once the write is as durable as
    /// this store makes it.
    ///
    /// # Errors
    /// [`CommitError`]; only [`CommitError::Unknown`] leaves open whether the value was written.
    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError>;

    /// Watches a key. The receiver holds the present entry, or `None`, from the start.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable>;

    /// The newest pages of a key's history, `most` of them at most, in the order of their numbers.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn pages(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable>;

    /// Waits until whatever was to be written before is written: a store that cannot write does not answer.
    ///
    /// # Errors
    /// [`Unavailable`] when the store cannot be reached.
    async fn probe(&self) -> Result<(), Unavailable>;

    /// How many values are kept, as far as is known here.
    fn kept(&self) -> usize;

    /// The clock by which values are kept. It stands still while a store that outlives the process is closed.
    fn clock(&self) -> Clock;
}
