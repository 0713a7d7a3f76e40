//! The pages that are kept for good.

use std::collections::VecDeque;
use std::path::Path;

use bytes::Bytes;
use rusqlite::{Connection, params};

use super::super::{Key, Unavailable};
use super::{OpenError, directory, schema};

/// How many pages are read at a time: a reader that takes its time holds up nobody meanwhile.
const CHUNK: i64 = 256;

/// The newest pages of a key, in the order of their numbers.
pub(super) fn newest(connection: &Connection, key: &Key, most: usize) -> rusqlite::Result<Vec<Bytes>> {
    let mut statement = connection.prepare(
        "SELECT value FROM (SELECT number, value FROM pages WHERE key = ?1 ORDER BY number DESC LIMIT ?2) \
         ORDER BY number",
    )?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    statement
        .query_map(params![key.as_str(), most], |row| row.get::<_, Vec<u8>>(0).map(Bytes::from))?
        .collect()
}

/// All pages of all keys in the order in which they were written, for a program beside the server that may be
/// running. Only a few of them are in memory at a time. What is written meanwhile comes too.
pub struct History {
    connection: Connection,
    read: VecDeque<(i64, HistoryPage)>,
    last: i64,
}

/// A page and where it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryPage {
    /// The key as text.
    pub key: String,
    /// Its number among the pages of the key.
    pub number: u32,
    /// What it says.
    pub value: Bytes,
}

impl History {
    /// Opens the history that is kept in a directory. Nothing is made there.
    ///
    /// # Errors
    /// [`OpenError`]; [`OpenError::Nothing`] when there is none.
    pub fn open(directory: &Path) -> Result<Self, OpenError> {
        let file = directory::database_in(directory);
        match file.try_exists() {
            Ok(true) => {}
            Ok(false) => return Err(OpenError::Nothing(directory.to_owned())),
            Err(error) => return Err(OpenError::file(&file, &error)),
        }
        Ok(Self { connection: schema::read(&file)?, read: VecDeque::new(), last: 0 })
    }

    /// Reads the next page; `None` when there is no further one yet.
    ///
    /// # Errors
    /// [`Unavailable`] when the database cannot be read.
    pub fn read_next(&mut self) -> Result<Option<HistoryPage>, Unavailable> {
        if self.read.is_empty() {
            self.read = self.read_chunk().map_err(|error| Unavailable(error.to_string()))?.into();
        }
        let Some((id, page)) = self.read.pop_front() else { return Ok(None) };
        self.last = id;
        Ok(Some(page))
    }

    fn read_chunk(&self) -> rusqlite::Result<Vec<(i64, HistoryPage)>> {
        let mut statement = self
            .connection
            .prepare("SELECT id, key, number, value FROM pages WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let pages = statement.query_map([self.last, CHUNK], |row| {
            let value = row.get::<_, Vec<u8>>(3)?.into();
            Ok((row.get(0)?, HistoryPage { key: row.get(1)?, number: row.get(2)?, value }))
        })?;
        pages.collect()
    }
}
