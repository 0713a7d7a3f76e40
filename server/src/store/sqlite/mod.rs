//! The store of one machine, in a `SQLite` database. Acknowledged writes survive the process and a power failure.
//!
//! Values are read from memory. One thread writes: all waiting requests become one transaction, and only when that is
//! on disk are its values put into memory, watchers notified and callers answered. So no reader sees a value that can
//! be lost. After a failed transaction it is unknown what the disk holds, so none of its callers is answered and
//! nothing is retried. The owner of the store has to end the process, see [`Store::failed`].
//!
//! `directory` is the locked directory and its files, `schema` the tables, `writer` the thread that writes, and `history`
//! reads the history.

mod directory;
mod history;
mod schema;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Instant;

use async_trait::async_trait;
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use rusqlite::Connection;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::spawn_blocking;

use super::live_entries::LiveEntries;
use super::{
    Clock, CommitError, Entry, Failure, HistoryLimits, Key, Members, Revision, Store, StoreMetrics,
    Unavailable, Watch, Write,
};
use crate::clock::LocalClock;

use directory::Files;
use writer::{Reply, Request, Writer};

pub use directory::{BackupError, backup};
pub use history::HistoryReader;
pub use schema::OpenError;

/// The most requests in the writer's queue; further callers wait for a place.
const MAX_QUEUED: usize = 4096;

/// Stores values in a directory.
pub struct SqliteStore {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
    queue: Arc<Semaphore>,
    /// A read-only connection, for one reader at a time; `None` once the store is closed.
    reader: Arc<tokio::sync::Mutex<Option<Connection>>>,
    end: watch::Receiver<Option<End>>,
    writer: Option<JoinHandle<()>>,
}

/// What the callers share with the writer.
struct Shared {
    /// The entries that are on disk.
    entries: Mutex<LiveEntries>,
    /// Deleted with the next write, because a transaction of their own would cost a sync.
    expired: Mutex<Vec<Key>>,
    clock: Arc<LocalClock>,
    members: watch::Sender<Members>,
    metrics: StoreMetrics,
    /// Set while closing: do not wait for a program that has locked the database.
    is_closing: AtomicBool,
}

/// How the writer thread ended.
type End = Result<(), Failure>;

impl SqliteStore {
    /// Opens the store in this directory, which is created if it is missing, and loads all values. Blocks meanwhile.
    /// The clock resumes from the last checkpoint. Call it within a runtime, which notifies the watchers.
    ///
    /// # Errors
    /// [`OpenError`]. Then nothing has changed, except that the directory may have been created.
    pub fn open(directory: &Path, limits: HistoryLimits) -> Result<Self, OpenError> {
        let file = &directory::database_in(directory);
        let locks = directory::lock(directory)?;
        let connection = schema::open(file)?;
        let loaded = writer::load(&connection);
        let (checkpoint, entries) = loaded.map_err(|error| OpenError::from_sqlite(file, &error))?;
        let reader = schema::open_read_only(file)?;
        let files = Files::open(directory, locks).map_err(|error| OpenError::unusable(file, &error))?;
        let clock = Arc::new(LocalClock::resume_after(checkpoint.time));
        let shared = Arc::new(Shared {
            entries: Mutex::new(entries),
            expired: Mutex::default(),
            members: Members::alone(clock.began_at()),
            clock,
            metrics: StoreMetrics::default(),
            is_closing: AtomicBool::new(false),
        });
        let (requests, queue) = mpsc::channel();
        let writer = Writer::new(Arc::clone(&shared), checkpoint, limits);
        let started = writer.start(connection, files, queue);
        let (writer, end) = started.map_err(|error| OpenError::unusable(file, &error))?;
        Ok(Self {
            shared,
            requests,
            queue: Arc::new(Semaphore::new(MAX_QUEUED)),
            reader: Arc::new(tokio::sync::Mutex::new(Some(reader))),
            end,
            writer: Some(writer),
        })
    }

    /// Ends the writer after all earlier requests, unless another program has locked the database.
    fn end_writer(&self) {
        self.shared.is_closing.store(true, Ordering::Relaxed);
        // Fails if the writer has ended.
        let _ = self.requests.send(Request::Close);
    }

    fn is_closed(&self) -> bool {
        *self.end.borrow() == Some(Ok(()))
    }

    /// Reads the database on a thread for blocking calls.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        let reader = Arc::clone(&self.reader).lock_owned().await;
        let read = spawn_blocking(move || {
            let reader = reader.as_ref().ok_or_else(closed)?;
            read(reader).map_err(|error| Unavailable(error.to_string()))
        });
        read.await.unwrap_or_else(|error| Err(Unavailable(error.to_string())))
    }
}

impl Shared {
    /// The entries that have not expired.
    fn live_entries(&self) -> MutexGuard<'_, LiveEntries> {
        let mut entries = self.entries.lock();
        let expired = entries.expire(self.clock.now());
        if !expired.is_empty() {
            self.expired.lock().extend(expired);
        }
        entries
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        if let Ok(mut reader) = self.reader.try_lock() {
            reader.take();
        }
        self.end_writer();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        Ok(self.shared.live_entries().get(key).cloned())
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let began = Instant::now();
        let permit = Arc::clone(&self.queue).acquire_owned().await.map_err(|_| closed())?;
        let (sender, replied) = oneshot::channel();
        let request = Request::Write { key: key.clone(), write, reply: Reply { sender, permit } };
        self.requests.send(request).map_err(|_| closed())?;
        match replied.await {
            Ok(Some(revision)) => {
                self.shared.metrics.commit.observe(began.elapsed().as_secs_f64());
                Ok(revision)
            }
            Ok(None) => Err(CommitError::Conflict),
            Err(_) if self.is_closed() => Err(closed().into()),
            // Do not answer, because it is unknown whether the write is on disk, and the process is about to end.
            Err(_) => std::future::pending().await,
        }
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        Ok(self.shared.live_entries().watch(key))
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        let key = key.clone();
        self.read(move |reader| history::newest(reader, &key, limit)).await
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        let key = key.clone();
        self.read(move |reader| history::entry(reader, &key, number)).await
    }

    fn count(&self) -> usize {
        self.shared.live_entries().count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.shared.clock) as _
    }

    fn metrics(&self) -> StoreMetrics {
        self.shared.metrics.clone()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.shared.members.subscribe()
    }

    async fn failed(&self) -> Failure {
        let mut end = self.end.clone();
        match end.wait_for(|end| matches!(end, Some(Err(_)))).await.map(|end| end.clone()) {
            Ok(Some(Err(failure))) => failure,
            _ if self.is_closed() => std::future::pending().await,
            _ => panicked(),
        }
    }

    async fn close(&self) -> Result<(), Failure> {
        // Close the read-only connection first, because the last connection to close moves the log into the database.
        self.reader.lock().await.take();
        self.end_writer();
        let mut end = self.end.clone();
        let ended = end.wait_for(Option::is_some).await.ok().and_then(|end| end.clone());
        ended.unwrap_or(Err(panicked()))
    }
}

fn panicked() -> Failure {
    Failure::Unwritable("the thread that writes has panicked".into())
}

fn closed() -> Unavailable {
    Unavailable("it is closed".into())
}
