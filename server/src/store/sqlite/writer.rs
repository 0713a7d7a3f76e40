//! The thread that writes.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, oneshot, watch};

use super::super::table::{Table, Watchers};
use super::super::{Clock, Entry, Failure, HistoryLimits, Key, Revision, StoreMetrics, Write};
use super::End;
use super::directory::Files;
use super::transactions::{self, Checkpoint, Row};
use crate::timestamp::Timestamp;

/// While the database holds entries, the clock is written at least this often: a kill loses no more of the time.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(5);

/// After a transaction for several callers, the next one waits this long for more of them: a sync costs much more than a
/// row, and no player notices.
const LINGER: Duration = Duration::from_micros(500);

pub(super) enum Request {
    Write {
        key: Key,
        write: Write,
        /// When it began to wait for a place in the queue.
        began: Instant,
        requested_at: Timestamp,
        reply: Reply,
    },
    /// Write what was requested before, then end the thread.
    Close,
}

/// Where to send the new revision; `None` if nothing was written.
pub(super) struct Reply {
    pub(super) sender: oneshot::Sender<Option<Revision>>,
    /// The request's place in the queue, given back with the reply.
    pub(super) permit: OwnedSemaphorePermit,
}

/// What a transaction has written, and the answers to the callers. Its length is bounded by the queue, where each answer
/// keeps its place.
pub(super) struct Committed {
    watchers: Vec<Watchers>,
    replies: Vec<(Reply, Option<Revision>)>,
}

/// Notifies the watchers and the callers of each transaction, until the writer has ended. One message wakes the runtime
/// for a whole transaction.
pub(super) async fn notify(mut transactions: UnboundedReceiver<Committed>) {
    while let Some(Committed { watchers, replies }) = transactions.recv().await {
        watchers.into_iter().for_each(Watchers::wake);
        for (Reply { sender, permit }, revision) in replies {
            // The caller may have gone.
            let _ = sender.send(revision);
            drop(permit);
        }
    }
}

pub(super) struct Writer {
    table: Arc<Mutex<Table>>,
    committed: UnboundedSender<Committed>,
    clock: Clock,
    checkpoint: Checkpoint,
    checkpoint_written: Instant,
    limits: HistoryLimits,
    metrics: StoreMetrics,
}

impl Writer {
    pub(super) fn new(
        table: Arc<Mutex<Table>>,
        committed: UnboundedSender<Committed>,
        clock: Clock,
        last_revision: u64,
        limits: HistoryLimits,
        metrics: StoreMetrics,
    ) -> Self {
        let checkpoint = Checkpoint { time: clock.began_at(), last_revision };
        Self { table, committed, clock, checkpoint, checkpoint_written: Instant::now(), limits, metrics }
    }

    /// Starts the thread. The channel gets its result once the database is closed; after a panic it closes without one.
    pub(super) fn start(
        mut self,
        connection: Connection,
        files: Files,
        requests: Receiver<Request>,
    ) -> io::Result<(JoinHandle<()>, watch::Receiver<Option<End>>)> {
        let (sender, end) = watch::channel(None);
        let thread = thread::Builder::new().name("store".into()).spawn(move || {
            let served = self.serve(&connection, &files, &requests);
            let served = served.and_then(|()| Ok(close(connection)?));
            drop(files);
            sender.send_replace(Some(served));
            // Only now: a caller whose request is dropped looks up the reason in `end`.
            drop(requests);
        })?;
        Ok((thread, end))
    }

    fn serve(
        &mut self,
        connection: &Connection,
        files: &Files,
        requests: &Receiver<Request>,
    ) -> Result<(), Failure> {
        let mut has_entries = transactions::has_entries(connection)?;
        let mut had_company = false;
        loop {
            let first = if has_entries {
                let timeout = CHECKPOINT_EVERY.saturating_sub(self.checkpoint_written.elapsed());
                match requests.recv_timeout(timeout) {
                    Ok(first) => Some(first),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => Some(Request::Close),
                }
            } else {
                Some(requests.recv().unwrap_or(Request::Close))
            };
            if had_company {
                thread::sleep(LINGER);
            }
            let batch: Vec<_> = first.into_iter().chain(requests.try_iter()).collect();
            had_company = batch.len() > 1;
            let is_closing = batch.iter().any(|request| matches!(request, Request::Close));
            let wrote = self.write(connection, files, batch, is_closing)?;
            has_entries = wrote || transactions::has_entries(connection)?;
            if is_closing {
                return Ok(());
            }
        }
    }

    /// Writes the batch in one transaction, then updates the table, its watchers and the callers. If the transaction
    /// fails, none of them learns of the writes. Returns whether there were any.
    fn write(
        &mut self,
        connection: &Connection,
        files: &Files,
        batch: Vec<Request>,
        is_closing: bool,
    ) -> Result<bool, Failure> {
        let times = |request: &Request| match request {
            Request::Write { began, requested_at, .. } => Some((*began, *requested_at)),
            Request::Close => None,
        };
        let (began, requested): (Vec<_>, Vec<_>) = batch.iter().filter_map(times).unzip();
        let oldest = began.into_iter().min();
        let now = requested.into_iter().max().unwrap_or_else(|| self.clock.now()).max(self.checkpoint.time);
        let (rows, replies) = self.decide(batch, now);
        let mut sync = None;
        if !rows.is_empty() || is_closing || self.checkpoint_written.elapsed() >= CHECKPOINT_EVERY {
            if !files.are_in_place() {
                return Err(files.rescue(connection));
            }
            self.checkpoint.time = now;
            sync = Some(transactions::write(connection, &rows, self.checkpoint, self.limits)?);
            self.checkpoint_written = Instant::now();
        }
        let wrote = rows.len();
        let watchers = self.publish(rows);
        // After the runtime has ended, there is no one to notify.
        let _ = self.committed.send(Committed { watchers, replies });
        // Only now, so that no one waits for it.
        if let Some(sync) = sync {
            self.metrics.sync.observe(sync.as_secs_f64());
        }
        if wrote > 0 {
            let waited = oldest.map(|oldest| oldest.elapsed()).unwrap_or_default();
            self.metrics.commit.observe(waited.as_secs_f64());
            self.metrics.batch.observe(f64::from(u32::try_from(wrote).unwrap_or(u32::MAX)));
        }
        Ok(wrote > 0)
    }

    /// Accepts each write that expects the revision which the writes before it leave, and gives it the next one.
    fn decide(&mut self, batch: Vec<Request>, now: Timestamp) -> (Vec<Row>, Vec<(Reply, Option<Revision>)>) {
        let mut table = self.table.lock();
        table.expire(now);
        let mut written = HashMap::new();
        let (mut rows, mut replies) = (Vec::new(), Vec::with_capacity(batch.len()));
        for request in batch {
            let Request::Write { key, write, requested_at, reply, .. } = request else { continue };
            let current = written.get(&key).copied().or_else(|| Some(table.get(&key)?.revision));
            if current != write.expected {
                replies.push((reply, None));
                continue;
            }
            self.checkpoint.last_revision += 1;
            let revision = Revision(self.checkpoint.last_revision);
            written.insert(key.clone(), revision);
            let Write { value, ttl, history, held, .. } = write;
            let (entry, expires_at) = (Entry { value, revision }, requested_at.after(ttl));
            rows.push(Row { key, entry, expires_at, history, held });
            replies.push((reply, Some(revision)));
        }
        (rows, replies)
    }

    fn publish(&self, rows: Vec<Row>) -> Vec<Watchers> {
        let mut table = self.table.lock();
        let put = |Row { key, entry, expires_at, held, .. }| table.put(&key, entry, expires_at, held);
        rows.into_iter().filter_map(put).collect()
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unwritable(error.to_string())
    }
}

/// Moves the log into the database. A concurrent reader can prevent that, which is not a failure.
fn close(connection: Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::ZERO)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)
}
