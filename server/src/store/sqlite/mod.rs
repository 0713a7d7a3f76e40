//! The store of one machine, in a `SQLite` database: what it has acknowledged survives the process and the power.
//!
//! Values are read from memory. One thread writes: whatever waits for it becomes one transaction, and only when
//! that is on the disk are its values put into memory, watchers told and writers answered. So nobody ever sees a
//! value that can be lost. When a transaction fails nobody can know what the disk holds, so none of its writers
//! is answered and nothing is tried again: whoever runs the store has to end the process, see
//! [`SqliteStore::failed`].
//!
//! | module | what it is |
//! |---|---|
//! | `directory` | the directory, its lock, its files |
//! | `open_error` | why it cannot be opened |
//! | `schema` | what is in the database, and in which version |
//! | `transactions` | the transactions |
//! | `writer` | the thread that writes |
//! | `history` | all pages, for a program beside the server |

mod directory;
mod history;
mod open_error;
mod schema;
mod transactions;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use async_trait::async_trait;
use bytes::Bytes;
use rusqlite::Connection;
use thiserror::Error;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::spawn_blocking;

use super::table::{Table, lock};
use super::{Clock, CommitError, Entry, Key, Revision, Store, Unavailable, Watch, Write};

use directory::Directory;
use transactions::Journal;
use writer::{Request, Writer};

pub use history::{History, HistoryPage};
pub use open_error::OpenError;

/// How many writes may wait for the disk; more wait for a place.
const QUEUE: usize = 4096;

/// Keeps values in a directory.
pub struct SqliteStore {
    clock: Clock,
    table: Arc<Mutex<Table>>,
    requests: mpsc::Sender<Request>,
    places: Arc<Semaphore>,
    /// A connection that only reads, for one reader at a time; none once the store is closed.
    reader: Arc<tokio::sync::Mutex<Option<Connection>>>,
    end: watch::Receiver<Option<End>>,
    writer: Option<JoinHandle<()>>,
    /// Held until the files are closed.
    directory: Mutex<Option<Directory>>,
}

/// Why a store can no longer write. What was being written may be on the disk or not.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// The disk or the database refused a transaction.
    #[error("matches can no longer be written: {0}")]
    Write(String),
    /// The thread that writes has panicked.
    #[error("the thread that writes matches has panicked")]
    Panicked,
}

/// How the writer ended.
type End = Result<(), Failure>;

impl SqliteStore {
    /// Opens the store in this directory, which is made if it is not there, and reads all that is kept. The
    /// clock goes on from the last moment that was noted there. Blocks until all is read.
    ///
    /// # Errors
    /// [`OpenError`]. Nothing has changed then, except that the directory may have been made.
    pub fn open(directory: &Path) -> Result<Self, OpenError> {
        let directory = Directory::take(directory)?;
        let file = directory.database();
        let connection = schema::open(file)?;
        let opened = Journal::open(&connection).map_err(|error| OpenError::of(file, &error))?;
        let reader = schema::read(file)?;
        let clock = Clock::going_on_after(opened.noted);
        let table = Arc::new(Mutex::new(opened.table));
        let (requests, queue) = mpsc::channel();
        let writer = Writer::new(Arc::clone(&table), clock, opened.last_revision);
        let (writer, end) = writer.start(connection, queue).map_err(|error| OpenError::file(file, &error))?;
        Ok(Self {
            clock,
            table,
            requests,
            places: Arc::new(Semaphore::new(QUEUE)),
            reader: Arc::new(tokio::sync::Mutex::new(Some(reader))),
            end,
            writer: Some(writer),
            directory: Mutex::new(Some(directory)),
        })
    }

    /// Waits until the store can no longer write, which may be never. From then on no commit succeeds, and those
    /// whose outcome is unknown are not answered at all: the process has to end, and what the disk holds is found
    /// when it starts again.
    pub async fn failed(&self) -> Failure {
        let mut end = self.end.clone();
        let failure = match end.wait_for(|end| matches!(end, Some(Err(_)))).await {
            Ok(end) => end.clone().and_then(Result::err),
            Err(_) => None,
        };
        match failure {
            Some(failure) => failure,
            None if self.is_closed() => std::future::pending().await,
            None => Failure::Panicked,
        }
    }

    /// Writes what waits to be written, closes the files, and leaves the directory to whoever opens it next.
    /// Later commits are refused, and pages can no longer be read.
    ///
    /// # Errors
    /// [`Failure`] when not everything could be written, now or before.
    pub async fn close(&self) -> Result<(), Failure> {
        // Whoever closes the database last moves the log into it, which only the writer can.
        self.reader.lock().await.take();
        // A writer that has ended needs not be told.
        let _ = self.requests.send(Request::Close);
        let mut end = self.end.clone();
        let ended = end.wait_for(Option::is_some).await.ok().and_then(|end| end.clone());
        ended.unwrap_or(Err(Failure::Panicked))?;
        lock(&self.directory).take();
        Ok(())
    }

    fn is_closed(&self) -> bool {
        *self.end.borrow() == Some(Ok(()))
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        if let Ok(mut reader) = self.reader.try_lock() {
            reader.take();
        }
        let _ = self.requests.send(Request::Close);
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        let mut table = lock(&self.table);
        table.forget(self.clock.now());
        Ok(table.entry(key).cloned())
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| closed())?;
        if self.end.borrow().is_some() {
            return Err(closed().into());
        }
        let (answer, answered) = oneshot::channel();
        let order = writer::Order { key: key.clone(), write, at: self.clock.now(), answer, place };
        self.requests.send(Request::Write(Box::new(order))).map_err(|_| closed())?;
        match answered.await {
            Ok(answer) => answer.ok_or(CommitError::Conflict),
            Err(_) if self.is_closed() => Err(closed().into()),
            // It may be on the disk or not, and nobody may be told either: the process is about to end.
            Err(_) => std::future::pending().await,
        }
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let mut table = lock(&self.table);
        table.forget(self.clock.now());
        Ok(table.watch(key))
    }

    async fn pages(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable> {
        let reader = Arc::clone(&self.reader).lock_owned().await;
        let key = key.clone();
        let read = spawn_blocking(move || {
            let reader = reader.as_ref().ok_or_else(closed)?;
            history::newest(reader, &key, most).map_err(|error| Unavailable(error.to_string()))
        });
        read.await.unwrap_or_else(|error| Err(Unavailable(error.to_string())))
    }

    async fn probe(&self) -> Result<(), Unavailable> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| closed())?;
        let (answer, answered) = oneshot::channel();
        self.requests.send(Request::Probe(writer::Probe { answer, place })).map_err(|_| closed())?;
        answered.await.map_err(|_| closed())
    }

    fn kept(&self) -> usize {
        let mut table = lock(&self.table);
        table.forget(self.clock.now());
        table.len()
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}

fn closed() -> Unavailable {
    Unavailable("it is closed".into())
}
