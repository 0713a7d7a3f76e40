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
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::spawn_blocking;

use super::live_entries::LiveEntries;
use super::{
    Clock, CommitError, Entry, Failure, HistoryLimits, Key, Members, Revision, Store, StoreMetrics,
    Unavailable, Watch, Write,
};
use crate::clock::LocalClock;
use crate::timestamp::Timestamp;

use directory::Files;
use writer::{Checkpoint, Reply, Request, Writer};

pub use directory::{BackupError, backup};
pub use history::HistoryReader;
pub use schema::OpenError;

/// The most requests in the writer's queue; further callers wait for a place.
const MAX_QUEUED: usize = 4096;

/// Stores values in a directory.
pub struct SqliteStore {
    clock: Arc<LocalClock>,
    members: watch::Receiver<Members>,
    live: Arc<Mutex<Live>>,
    requests: mpsc::Sender<Request>,
    queue: Arc<Semaphore>,
    /// A read-only connection, for one reader at a time; `None` once the store is closed.
    reader: Arc<tokio::sync::Mutex<Option<Connection>>>,
    metrics: StoreMetrics,
    end: watch::Receiver<Option<End>>,
    is_closing: Arc<AtomicBool>,
    writer: Option<JoinHandle<()>>,
}

/// The state that readers and watchers see.
struct Live {
    table: LiveEntries,
    /// The expired keys whose rows the writer has not deleted yet.
    expired: Vec<Key>,
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
        let (checkpoint, table) = loaded.map_err(|error| OpenError::from_sqlite(file, &error))?;
        let reader = schema::open_read_only(file)?;
        let clock = Arc::new(LocalClock::resume_after(checkpoint.time));
        let live = Arc::new(Mutex::new(Live { table, expired: Vec::new() }));
        let (requests, queue) = mpsc::channel();
        let (committed, batches) = unbounded_channel();
        tokio::spawn(writer::notify(batches));
        let metrics = StoreMetrics::default();
        let (members, is_closing) = (Members::alone(clock.began_at()), Arc::default());
        let writer = Writer {
            live: Arc::clone(&live),
            expired: Vec::new(),
            committed,
            clock: Arc::clone(&clock),
            checkpoint: Checkpoint { time: clock.began_at(), ..checkpoint },
            checkpoint_written: Instant::now(),
            limits,
            metrics: metrics.clone(),
            members: members.clone(),
            is_closing: Arc::clone(&is_closing),
        };
        let files = Files::open(directory, locks).map_err(|error| OpenError::unusable(file, &error))?;
        let started = writer.start(connection, files, queue);
        let (writer, end) = started.map_err(|error| OpenError::unusable(file, &error))?;
        Ok(Self {
            members: members.subscribe(),
            clock,
            live,
            requests,
            queue: Arc::new(Semaphore::new(MAX_QUEUED)),
            reader: Arc::new(tokio::sync::Mutex::new(Some(reader))),
            metrics,
            end,
            is_closing,
            writer: Some(writer),
        })
    }

    /// Ends the writer after all earlier requests, unless another program has locked the database.
    fn end_writer(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
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

    /// The state that readers see, without the rows that have expired.
    fn live(&self) -> MutexGuard<'_, Live> {
        let mut live = self.live.lock();
        live.expire(self.clock.now());
        live
    }
}

impl Live {
    fn expire(&mut self, now: Timestamp) {
        self.expired.extend(self.table.expire(now));
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
        Ok(self.live().table.get(key).cloned())
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let began = Instant::now();
        let permit = Arc::clone(&self.queue).acquire_owned().await.map_err(|_| closed())?;
        if self.end.borrow().is_some() {
            return Err(closed().into());
        }
        let (sender, replied) = oneshot::channel();
        let (requested_at, reply) = (self.clock.now(), Reply { sender, permit });
        let request = Request::Write { key: key.clone(), write, began, requested_at, reply };
        self.requests.send(request).map_err(|_| closed())?;
        match replied.await {
            Ok(revision) => revision.ok_or(CommitError::Conflict),
            Err(_) if self.is_closed() => Err(closed().into()),
            // Do not answer, because it is unknown whether the write is on disk, and the process is about to end.
            Err(_) => std::future::pending().await,
        }
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        Ok(self.live().table.watch(key))
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
        self.live().table.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as _
    }

    fn metrics(&self) -> StoreMetrics {
        self.metrics.clone()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.members.clone()
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
