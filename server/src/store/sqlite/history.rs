//! Reading the history.

use std::collections::VecDeque;
use std::path::Path;

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, params};

use super::super::{HistoryEntry, Key, Unavailable};
use super::{OpenError, directory, schema};

/// The number of entries per query. A read blocks the server's checkpoint of its log, so it must be short.
const CHUNK: i64 = 256;

/// The newest entries of a key's history, ordered by number.
pub(super) fn newest(connection: &Connection, key: &Key, limit: usize) -> rusqlite::Result<Vec<Bytes>> {
    let mut statement = connection.prepare(
        "SELECT value FROM (SELECT number, value FROM pages WHERE key = ?1 ORDER BY number DESC LIMIT ?2) \
         ORDER BY number",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    statement
        .query_map(params![key.as_str(), limit], |row| row.get::<_, Vec<u8>>(0).map(Bytes::from))?
        .collect()
}

/// The entry of a key's history with this number, if it is kept.
pub(super) fn entry(connection: &Connection, key: &Key, number: u32) -> rusqlite::Result<Option<Bytes>> {
    let mut statement = connection.prepare("SELECT value FROM pages WHERE key = ?1 AND number = ?2")?;
    let value = statement.query_row(params![key.as_str(), number], |row| row.get::<_, Vec<u8>>(0));
    Ok(value.optional()?.map(Bytes::from))
}

/// Reads the history of all keys in the order in which it was written, a few entries at a time. A server may be running
/// in the same directory; entries that it writes meanwhile are read too.
pub struct HistoryReader {
    connection: Connection,
    buffer: VecDeque<(i64, Key, HistoryEntry)>,
    last_id: i64,
}

impl HistoryReader {
    /// Opens the history in a directory. Nothing is created there.
    ///
    /// # Errors
    /// [`OpenError`]; [`OpenError::NotFound`] when there is none.
    pub fn open(directory: &Path) -> Result<Self, OpenError> {
        let connection = schema::open_read_only(&directory::database_in(directory))?;
        Ok(Self { connection, buffer: VecDeque::new(), last_id: 0 })
    }

    /// Reads the next entry; `None` when there is no further one yet.
    ///
    /// # Errors
    /// [`Unavailable`] when the database cannot be read.
    pub fn read_next(&mut self) -> Result<Option<(Key, HistoryEntry)>, Unavailable> {
        if self.buffer.is_empty() {
            self.buffer = self.read_chunk().map_err(|error| Unavailable(error.to_string()))?;
        }
        let Some((id, key, entry)) = self.buffer.pop_front() else { return Ok(None) };
        self.last_id = id;
        Ok(Some((key, entry)))
    }

    fn read_chunk(&self) -> rusqlite::Result<VecDeque<(i64, Key, HistoryEntry)>> {
        let mut statement = self
            .connection
            .prepare("SELECT id, key, number, value FROM pages WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let entries = statement.query_map([self.last_id, CHUNK], |row| {
            let value = row.get::<_, Vec<u8>>(3)?.into();
            Ok((
                row.get(0)?,
                Key::from_stored(&row.get::<_, String>(1)?),
                HistoryEntry { number: row.get(2)?, value },
            ))
        })?;
        entries.collect()
    }
}
