//! The transactions: load everything at the start, then write one batch at a time.

use std::time::{Duration, Instant};

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, Transaction, TransactionBehavior, params};

use super::super::table::Table;
use super::super::{Entry, Held, HistoryEntry, HistoryLimits, Key, Revision};
use super::schema::pragma;
use crate::timestamp::Timestamp;

/// How much of the history is deleted with one write: few entries, because players wait for the write.
const MIN_PURGED: usize = 64;
const MAX_PURGED: usize = 256;

/// A row to write, and an entry for the history of its key.
pub(super) struct Row {
    pub(super) key: Key,
    pub(super) entry: Entry,
    pub(super) expires_at: Timestamp,
    pub(super) history: Option<HistoryEntry>,
    pub(super) held: Option<Held>,
}

/// The clock and the revision counter, as they are on disk.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    pub(super) time: Timestamp,
    pub(super) last_revision: u64,
}

/// Reads the checkpoint and all entries. It starts with a write, so that a database that cannot be written is refused
/// here and not at the first move.
pub(super) fn load(connection: &Connection) -> rusqlite::Result<(Checkpoint, Table)> {
    let checkpoint = connection.query_row("SELECT moment, revision FROM noted", [], |row| {
        Ok(Checkpoint { time: timestamp(row, 0)?, last_revision: unsigned(row, 1)? })
    })?;
    write(connection, &[], checkpoint, HistoryLimits { age: Duration::MAX, bytes: u64::MAX })?;
    let mut table = Table::default();
    let mut entries = connection.prepare("SELECT key, revision, until, value FROM entries")?;
    let mut rows = entries.query([])?;
    while let Some(row) = rows.next()? {
        let value = Bytes::from(row.get::<_, Vec<u8>>(3)?).into();
        let entry = Entry { revision: Revision(unsigned(row, 1)?), value };
        table.put(&Key(row.get::<_, String>(0)?.into()), entry, timestamp(row, 2)?, None);
    }
    Ok((checkpoint, table))
}

/// Writes the rows and the checkpoint, and deletes what has expired. When it returns, all of it is on disk. Returns how
/// long the end of the transaction took, when the disk is synced.
pub(super) fn write(
    connection: &Connection,
    rows: &[Row],
    checkpoint: Checkpoint,
    limits: HistoryLimits,
) -> rusqlite::Result<Duration> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let mut put = connection.prepare_cached(
        "INSERT INTO entries (key, revision, until, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) \
         DO UPDATE SET revision = excluded.revision, until = excluded.until, value = excluded.value",
    )?;
    let mut append_history = connection.prepare_cached(
        "INSERT OR IGNORE INTO pages (key, number, value, written) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let now = signed(checkpoint.time.millis());
    for Row { key, entry, expires_at, history, .. } in rows {
        let (revision, until) = (signed(entry.revision.0), signed(expires_at.millis()));
        put.execute(params![key.as_str(), revision, until, &entry.value.to_bytes()[..]])?;
        if let Some(HistoryEntry { number, value }) = history {
            append_history.execute(params![key.as_str(), number, &value[..], now])?;
        }
    }
    connection.prepare_cached("DELETE FROM entries WHERE until <= ?1")?.execute([now])?;
    let checkpoint = [now, signed(checkpoint.last_revision)];
    connection.prepare_cached("UPDATE noted SET moment = ?1, revision = ?2")?.execute(checkpoint)?;
    // Only then does the history grow, or is there time.
    if rows.is_empty() || rows.iter().any(|row| row.history.is_some()) {
        // Twice as many as were written, so that the history shrinks while it is too large.
        purge(connection, now, limits, (2 * rows.len()).clamp(MIN_PURGED, MAX_PURGED))?;
    }
    let sync = Instant::now();
    transaction.commit()?;
    Ok(sync.elapsed())
}

/// Deletes at most `count` of the oldest entries of the history, if they are too old or there are too many.
fn purge(connection: &Connection, now: i64, limits: HistoryLimits, count: usize) -> rusqlite::Result<()> {
    let pages = pragma(connection, "page_count")? - pragma(connection, "freelist_count")?;
    let bytes = pages.saturating_mul(pragma(connection, "page_size")?);
    let is_too_large = u64::try_from(bytes).is_ok_and(|bytes| bytes > limits.bytes);
    let age = i64::try_from(limits.age.as_millis()).unwrap_or(i64::MAX);
    let written_before = if is_too_large { i64::MAX } else { now.saturating_sub(age) };
    // Entries are written in the order of their ids.
    let mut first = connection.prepare_cached("SELECT written FROM pages ORDER BY id LIMIT 1")?;
    let oldest: Option<i64> = first.query_row([], |row| row.get(0)).optional()?;
    if oldest.is_none_or(|oldest| oldest >= written_before) {
        return Ok(());
    }
    let mut purge = connection.prepare_cached(
        "DELETE FROM pages WHERE id IN (SELECT id FROM pages ORDER BY id LIMIT ?1) AND written < ?2",
    )?;
    purge.execute([i64::try_from(count).unwrap_or(i64::MAX), written_before]).map(drop)
}

/// Whether the database holds an entry, expired ones included.
pub(super) fn has_entries(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM entries)", [], |row| row.get(0))
}

/// `SQLite`'s integers are signed.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn timestamp(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    unsigned(row, column).map(Timestamp::from_millis)
}
