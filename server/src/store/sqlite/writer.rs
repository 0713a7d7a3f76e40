//! Loads everything at the start; then a thread writes one batch of requests at a time.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bytes::Bytes;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, oneshot, watch};

use super::super::live_entries::{LiveEntries, Watchers};
use super::super::{Entry, Failure, HistoryEntry, HistoryLimits, Key, Revision, Write};
use super::directory::Files;
use super::schema::pragma;
use super::{End, Shared};
use crate::clock::Clock;
use crate::timestamp::Timestamp;

/// While the database has entries, the clock is written at least this often, so that a kill loses no more time.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(5);

/// After a transaction for several callers, the next one waits this long for more of them, however much later it comes.
/// A sync costs much more than a row, and no player notices the wait.
const LINGER: Duration = Duration::from_micros(1500);

/// The most history entries that one write deletes: usually more than it adds, and few, because players wait for it.
const MAX_PURGED: usize = 256;

pub(super) enum Request {
    Write {
        key: Key,
        write: Write,
        reply: Reply,
    },
    /// Ends the thread after all earlier requests.
    Close,
}

/// Where to send the new revision; `None` if nothing was written.
pub(super) struct Reply {
    pub(super) sender: oneshot::Sender<Option<Revision>>,
    /// The request's place in the queue, given back with the reply.
    pub(super) permit: OwnedSemaphorePermit,
}

/// The outcome of a transaction: the watchers to wake, and the answers to the callers. The queue bounds their number,
/// because each answer keeps its place there.
struct Committed {
    watchers: Vec<Watchers>,
    replies: Answers,
}

type Answers = Vec<(Reply, Option<Revision>)>;

/// Notifies the callers and the watchers of each transaction, until the writer has ended. One message wakes the runtime
/// for a whole transaction.
async fn notify(mut transactions: UnboundedReceiver<Committed>) {
    while let Some(Committed { watchers, replies }) = transactions.recv().await {
        // The callers first, because they know the values, and the watchers would have to decode them.
        for (Reply { sender, permit }, revision) in replies {
            // The caller may have gone.
            let _ = sender.send(revision);
            drop(permit);
        }
        watchers.into_iter().for_each(Watchers::wake);
    }
}

/// A row to write, and an entry for the history of its key.
struct Row {
    key: Key,
    entry: Entry,
    expires_at: Timestamp,
    history: Option<HistoryEntry>,
}

/// The clock and the revision counter, as they are on disk.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    pub(super) time: Timestamp,
    last_revision: u64,
}

pub(super) struct Writer {
    shared: Arc<Shared>,
    checkpoint: Checkpoint,
    checkpoint_written: Instant,
    limits: HistoryLimits,
}

impl Writer {
    pub(super) fn new(shared: Arc<Shared>, loaded: Checkpoint, limits: HistoryLimits) -> Self {
        let checkpoint = Checkpoint { time: shared.clock.began_at(), ..loaded };
        Self { shared, checkpoint, checkpoint_written: Instant::now(), limits }
    }

    /// Starts the thread. The channel gets its result once the database is closed; after a panic it closes without one.
    pub(super) fn start(
        mut self,
        connection: Connection,
        files: Files,
        requests: Receiver<Request>,
    ) -> io::Result<(JoinHandle<()>, watch::Receiver<Option<End>>)> {
        let (sender, end) = watch::channel(None);
        let (committed, transactions) = unbounded_channel();
        tokio::spawn(notify(transactions));
        let runtime = Handle::current();
        let thread = thread::Builder::new().name("store".into()).spawn(move || {
            // The clock is that of the runtime, which tests pause.
            let _runtime = runtime.enter();
            let served = self.serve(&connection, &files, &requests, &committed);
            let served = served.and_then(|()| Ok(close(connection)?));
            drop(files);
            sender.send_replace(Some(served));
            // Only now, because a caller whose request is dropped looks up the reason in `end`.
            drop(requests);
        })?;
        Ok((thread, end))
    }

    fn serve(
        &mut self,
        connection: &Connection,
        files: &Files,
        requests: &Receiver<Request>,
        committed: &UnboundedSender<Committed>,
    ) -> Result<(), Failure> {
        let mut had_company = false;
        loop {
            let is_empty = self.shared.live_entries().count() == 0 && self.shared.expired.lock().is_empty();
            let until_checkpoint = CHECKPOINT_EVERY.saturating_sub(self.checkpoint_written.elapsed());
            let timeout = if is_empty { Duration::MAX } else { until_checkpoint };
            let first = match requests.recv_timeout(timeout) {
                Ok(first) => Some(first),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Request::Close),
            };
            if had_company {
                thread::sleep(LINGER);
            }
            let batch: Vec<_> = first.into_iter().chain(requests.try_iter()).collect();
            had_company = batch.len() > 1;
            let is_closing = batch.iter().any(|request| matches!(request, Request::Close));
            let outcome = self.write_batch(connection, files, batch, is_closing)?;
            // After the runtime has ended, there is no one to notify.
            let _ = committed.send(outcome);
            if is_closing {
                return Ok(());
            }
        }
    }

    /// Writes the batch in one transaction, then updates the entries. If the transaction fails, no one learns of the
    /// writes.
    fn write_batch(
        &mut self,
        connection: &Connection,
        files: &Files,
        batch: Vec<Request>,
        is_closing: bool,
    ) -> Result<Committed, Failure> {
        let now = self.shared.clock.now();
        let (rows, replies) = self.accept(batch, now);
        let is_due = is_closing || self.checkpoint_written.elapsed() >= CHECKPOINT_EVERY;
        if is_due || !rows.is_empty() {
            files.check_in_place()?;
            let transaction = self.begin(connection)?;
            let expired = std::mem::take(&mut *self.shared.expired.lock());
            // Read after taking them, because only what has expired by this time is deleted.
            self.checkpoint.time = self.shared.clock.now();
            let sync = write_rows(connection, transaction, &rows, &expired, self.checkpoint, self.limits)?;
            self.shared.metrics.sync.observe(sync.as_secs_f64());
            self.checkpoint_written = Instant::now();
        }
        let mut entries = self.shared.entries.lock();
        let put = |Row { key, entry, expires_at, .. }| entries.put(&key, entry, expires_at);
        Ok(Committed { watchers: rows.into_iter().map(put).collect(), replies })
    }

    /// Begins a transaction as soon as no other program has locked the database. While it waits, no clock runs out;
    /// afterwards the players have time again, as after a restart.
    fn begin<'a>(&self, connection: &'a Connection) -> Result<Transaction<'a>, Failure> {
        let Shared { clock, members, is_closing, .. } = &*self.shared;
        let mut waits = false;
        loop {
            match Transaction::new_unchecked(connection, TransactionBehavior::Immediate) {
                Ok(transaction) => {
                    if waits {
                        members.send_modify(|members| members.service_since = clock.now());
                        clock.unblock();
                        tracing::info!("the database is no longer locked");
                    }
                    return Ok(transaction);
                }
                Err(error)
                    if is_closing.load(Ordering::Relaxed)
                        || error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) =>
                {
                    return Err(error.into());
                }
                Err(_) if waits => {}
                Err(_) => {
                    waits = true;
                    clock.block();
                    tracing::warn!(
                        "another program has locked the database {}: moves wait until it ends its transaction",
                        connection.path().unwrap_or_default()
                    );
                }
            }
        }
    }

    /// Accepts each write whose expected revision is still the newest after the writes before it, and gives it the next
    /// revision. Also returns the answers to all requests.
    fn accept(&mut self, batch: Vec<Request>, now: Timestamp) -> (Vec<Row>, Answers) {
        let entries = self.shared.live_entries();
        let mut written = HashMap::with_capacity(batch.len());
        let (mut rows, mut replies) = (Vec::with_capacity(batch.len()), Vec::with_capacity(batch.len()));
        for request in batch {
            let Request::Write { key, write, reply } = request else { continue };
            let current = written.get(&key).copied().or_else(|| Some(entries.get(&key)?.revision));
            if current != write.expected {
                replies.push((reply, None));
                continue;
            }
            self.checkpoint.last_revision += 1;
            let revision = Revision(self.checkpoint.last_revision);
            written.insert(key.clone(), revision);
            let Write { value, ttl, history, .. } = write;
            rows.push(Row { key, entry: Entry { value, revision }, expires_at: now.after(ttl), history });
            replies.push((reply, Some(revision)));
        }
        (rows, replies)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unwritable(error.to_string())
    }
}

/// Reads the checkpoint and all entries. Writes first, so that a database that cannot be written is refused here and
/// not at the first move.
pub(super) fn load(connection: &Connection) -> rusqlite::Result<(Checkpoint, LiveEntries)> {
    let checkpoint = connection.query_row("SELECT time, last_revision FROM checkpoint", [], |row| {
        Ok(Checkpoint { time: Timestamp::from_millis(row.get(0)?), last_revision: row.get(1)? })
    })?;
    connection.execute("DELETE FROM entries WHERE expires_at <= ?1", [checkpoint.time.millis()])?;
    connection.execute("UPDATE checkpoint SET time = time", [])?;
    let mut loaded = LiveEntries::default();
    let mut entries = connection.prepare("SELECT key, revision, expires_at, value FROM entries")?;
    let mut rows = entries.query([])?;
    while let Some(row) = rows.next()? {
        let value = Bytes::from(row.get::<_, Vec<u8>>(3)?);
        let entry = Entry { revision: Revision(row.get(1)?), value };
        let (key, expires_at) = (row.get::<_, String>(0)?, Timestamp::from_millis(row.get(2)?));
        loaded.put(&Key::from_stored(&key), entry, expires_at).wake();
    }
    Ok((checkpoint, loaded))
}

/// Writes the rows and the checkpoint, and deletes these keys if they have expired and were not written again. When it
/// returns, everything is on disk. Returns how long the commit took, in which the disk is synced.
fn write_rows(
    connection: &Connection,
    transaction: Transaction<'_>,
    rows: &[Row],
    expired: &[Key],
    Checkpoint { time, last_revision }: Checkpoint,
    limits: HistoryLimits,
) -> rusqlite::Result<Duration> {
    let mut put = connection.prepare_cached(
        "INSERT INTO entries (key, revision, expires_at, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) \
         DO UPDATE SET revision = excluded.revision, expires_at = excluded.expires_at, value = excluded.value",
    )?;
    let mut append_history = connection.prepare_cached(
        "INSERT OR IGNORE INTO history (key, number, value, written_at) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let now = time.millis();
    for Row { key, entry, expires_at, history } in rows {
        put.execute(params![key.as_str(), entry.revision.0, expires_at.millis(), &entry.value[..]])?;
        if let Some(HistoryEntry { number, value }) = history {
            append_history.execute(params![key.as_str(), number, &value[..], now])?;
        }
    }
    let mut delete = connection.prepare_cached("DELETE FROM entries WHERE key = ?1 AND expires_at <= ?2")?;
    for key in expired {
        delete.execute(params![key.as_str(), now])?;
    }
    let mut note = connection.prepare_cached("UPDATE checkpoint SET time = ?1, last_revision = ?2")?;
    note.execute([now, last_revision])?;
    // Deletes when the history grows (a row appends to it), or when there is nothing else to write.
    if rows.is_empty() || rows.iter().any(|row| row.history.is_some()) {
        purge(connection, time, limits)?;
    }
    let sync = Instant::now();
    transaction.commit()?;
    Ok(sync.elapsed())
}

/// Deletes the oldest entries of the history, if they are too old or the database is too large.
fn purge(connection: &Connection, now: Timestamp, limits: HistoryLimits) -> rusqlite::Result<()> {
    let pages = pragma::<u64>(connection, "page_count")? - pragma::<u64>(connection, "freelist_count")?;
    let is_too_large = pages.saturating_mul(pragma(connection, "page_size")?) > limits.bytes;
    let written_before = if is_too_large { now } else { now.before(limits.age) }.millis();
    // Entries are written in the order of their ids.
    let mut first = connection.prepare_cached("SELECT written_at FROM history ORDER BY id LIMIT 1")?;
    let oldest: Option<u64> = first.query_row([], |row| row.get(0)).optional()?;
    if oldest.is_none_or(|oldest| oldest >= written_before) {
        return Ok(());
    }
    let mut purge = connection.prepare_cached(
        "DELETE FROM history WHERE id IN (SELECT id FROM history ORDER BY id LIMIT ?1) AND written_at < ?2",
    )?;
    purge.execute(params![MAX_PURGED, written_before]).map(drop)
}

/// Moves the log into the database. A concurrent reader can prevent that, which is not a failure.
fn close(connection: Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::ZERO)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)
}
