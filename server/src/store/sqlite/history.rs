//! Reads the history; `writer` deletes from it.

use std::path::Path;

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, params};

use super::super::{HistoryEntry, Key, Unavailable};
use super::{OpenError, directory, schema};

/// The newest entries of a key's history, ordered by number.
pub(super) fn newest(connection: &Connection, key: &Key, limit: usize) -> rusqlite::Result<Vec<Bytes>> {
    let mut statement = connection.prepare(
        "SELECT value FROM (SELECT number, value FROM history WHERE key = ?1 ORDER BY number DESC LIMIT ?2) \
         ORDER BY number",
    )?;
    statement
        .query_map(params![key.as_str(), limit], |row| row.get::<_, Vec<u8>>(0).map(Bytes::from))?
        .collect()
}

/// The entry of a key's history with this number, if it is kept.
pub(super) fn entry(connection: &Connection, key: &Key, number: u32) -> rusqlite::Result<Option<Bytes>> {
    let mut statement = connection.prepare("SELECT value FROM history WHERE key = ?1 AND number = ?2")?;
    let value = statement.query_row(params![key.as_str(), number], |row| row.get::<_, Vec<u8>>(0));
    Ok(value.optional()?.map(Bytes::from))
}

/// Reads the history of all keys in the order in which it was written. Each entry is a query, because a read blocks the
/// checkpoint of a server that is running in the same directory. Entries that it writes meanwhile are read too.
pub struct HistoryReader {
    connection: Connection,
    last_id: i64,
}

impl HistoryReader {
    /// Opens the history in a directory. Nothing is created there.
    ///
    /// # Errors
    /// [`OpenError`]; [`OpenError::NotFound`] when there is none.
    pub fn open(directory: &Path) -> Result<Self, OpenError> {
        let connection = schema::open_read_only(&directory::database_in(directory))?;
        Ok(Self { connection, last_id: 0 })
    }

    /// Reads the next entry; `None` when there is no further one yet.
    ///
    /// # Errors
    /// [`Unavailable`] when the database cannot be read.
    pub fn read_next(&mut self) -> Result<Option<(Key, HistoryEntry)>, Unavailable> {
        let next = "SELECT id, key, number, value FROM history WHERE id > ?1 ORDER BY id LIMIT 1";
        let read = self.connection.query_row(next, [self.last_id], |row| {
            self.last_id = row.get(0)?;
            let value = row.get::<_, Vec<u8>>(3)?.into();
            let entry = HistoryEntry { number: row.get(2)?, value };
            Ok((Key::from_stored(&row.get::<_, String>(1)?), entry))
        });
        read.optional().map_err(|error| Unavailable(error.to_string()))
    }
}
