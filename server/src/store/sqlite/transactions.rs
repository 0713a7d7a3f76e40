//! The transactions: what goes into the database, and what comes out of it at the start.

use rusqlite::{Connection, Row, Statement, Transaction, TransactionBehavior, params};

use super::super::table::Table;
use super::super::{Entry, Key, Page, Revision};
use crate::timestamp::Timestamp;

/// A value that is to be written, with what is to be kept of it for longer.
pub(super) struct Put {
    pub(super) key: Key,
    pub(super) entry: Entry,
    pub(super) until: Timestamp,
    pub(super) page: Option<Page>,
}

/// What there was when the database was opened.
pub(super) struct Opened {
    pub(super) table: Table,
    pub(super) noted: Timestamp,
    pub(super) last_revision: u64,
}

/// Writes, one transaction at a time.
pub(super) struct Journal<'c> {
    connection: &'c Connection,
    put: Statement<'c>,
    page: Statement<'c>,
    forget: Statement<'c>,
    note: Statement<'c>,
    any: Statement<'c>,
}

impl<'c> Journal<'c> {
    pub(super) fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            connection,
            put: connection.prepare(
                "INSERT INTO entries (key, revision, until, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) \
                 DO UPDATE SET revision = excluded.revision, until = excluded.until, value = excluded.value",
            )?,
            page: connection
                .prepare("INSERT OR IGNORE INTO pages (key, number, value) VALUES (?1, ?2, ?3)")?,
            forget: connection.prepare("DELETE FROM entries WHERE until <= ?1")?,
            note: connection.prepare("UPDATE noted SET moment = ?1, revision = ?2")?,
            any: connection.prepare("SELECT EXISTS (SELECT 1 FROM entries)")?,
        })
    }

    /// Reads all that is kept. It begins with a transaction, so that a database that cannot be written is found
    /// out at once.
    pub(super) fn open(connection: &'c Connection) -> rusqlite::Result<Opened> {
        let (noted, last_revision) =
            connection.query_row("SELECT moment, revision FROM noted", [], |row| {
                Ok((moment(row, 0)?, unsigned(row, 1)?))
            })?;
        Self::new(connection)?.write(&[], noted, last_revision)?;
        let mut table = Table::default();
        let mut kept = connection.prepare("SELECT key, revision, until, value FROM entries")?;
        let mut rows = kept.query([])?;
        while let Some(row) = rows.next()? {
            let entry =
                Entry { revision: Revision(unsigned(row, 1)?), value: row.get::<_, Vec<u8>>(3)?.into() };
            table.put(&Key(row.get(0)?), entry, moment(row, 2)?);
        }
        Ok(Opened { table, noted, last_revision })
    }

    /// Writes all of this, forgets what is kept no longer, and notes the time and the highest revision. When it
    /// returns, the disk has it.
    pub(super) fn write(&mut self, puts: &[Put], now: Timestamp, last_revision: u64) -> rusqlite::Result<()> {
        let transaction = Transaction::new_unchecked(self.connection, TransactionBehavior::Immediate)?;
        for Put { key, entry, until, page } in puts {
            let (revision, until) = (number(entry.revision.0), number(until.millis()));
            self.put.execute(params![key.as_str(), revision, until, &entry.value[..]])?;
            if let Some(page) = page {
                self.page.execute(params![key.as_str(), page.number, &page.value[..]])?;
            }
        }
        self.forget.execute([number(now.millis())])?;
        self.note.execute([number(now.millis()), number(last_revision)])?;
        transaction.commit()
    }

    /// Whether a value is kept, or waits to be forgotten.
    pub(super) fn keeps_any(&mut self) -> rusqlite::Result<bool> {
        self.any.query_row([], |row| row.get(0))
    }
}

/// A number as the database has it.
pub(super) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn moment(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    unsigned(row, column).map(Timestamp::from_millis)
}
