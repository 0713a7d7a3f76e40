//! What is in the database, and in which version.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::OpenError;
use super::transactions::number;
use crate::clock;

/// Says whose database it is.
const APPLICATION: i64 = 0x5474_546f;

/// The format that is written here. Whoever changes a table raises it, and changes the tables of older ones in one
/// transaction when they are opened.
const FORMAT: i64 = 1;

/// Times are in milliseconds by the store's clock.
const TABLES: &str = "
    -- The newest value of each key.
    CREATE TABLE entries (
        key TEXT NOT NULL PRIMARY KEY,
        revision INTEGER NOT NULL,
        until INTEGER NOT NULL,
        value BLOB NOT NULL
    ) STRICT;
    CREATE INDEX entries_by_time ON entries (until);
    -- The history, in the order in which it was written.
    CREATE TABLE pages (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        number INTEGER NOT NULL,
        value BLOB NOT NULL,
        UNIQUE (key, number)
    ) STRICT;
    -- One row: the time when something was last written, and the highest revision that was ever given.
    CREATE TABLE noted (
        moment INTEGER NOT NULL,
        revision INTEGER NOT NULL
    ) STRICT;";

/// How far the log may grow in the file system beyond what it needs, in bytes.
const SPARE_LOG: i64 = 16 << 20;

/// Whose database it is.
enum Owner {
    /// Nobody's: it is empty.
    Nobody,
    /// This server's, in the format that is known here.
    Us,
}

/// Opens a database to write, and fills it if it is empty. A kill on the way leaves one that is empty or whole.
pub(super) fn open(file: &Path) -> Result<Connection, OpenError> {
    let of = |error| OpenError::of(file, &error);
    let mut connection = connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    if connection.is_readonly("main").map_err(of)? {
        return Err(OpenError::file(file, &"it is read-only"));
    }
    let owner = owner(file, &connection)?;
    make_durable(file, &connection)?;
    if let Owner::Nobody = owner {
        create(&mut connection).map_err(of)?;
    }
    Ok(connection)
}

/// Opens a database that is there, only to read.
pub(super) fn read(file: &Path) -> Result<Connection, OpenError> {
    let connection = connect(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    match owner(file, &connection)? {
        Owner::Us => Ok(connection),
        Owner::Nobody => Err(OpenError::Nothing(file.parent().unwrap_or(file).to_owned())),
    }
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, OpenError> {
    Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| OpenError::of(file, &error))
}

fn owner(file: &Path, connection: &Connection) -> Result<Owner, OpenError> {
    let read = || -> rusqlite::Result<(i64, i64, i64)> {
        let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((pragma(connection, "application_id")?, pragma(connection, "user_version")?, tables))
    };
    match read().map_err(|error| OpenError::of(file, &error))? {
        (0, 0, 0) => Ok(Owner::Nobody),
        (APPLICATION, FORMAT, _) => Ok(Owner::Us),
        (APPLICATION, found, _) if found > FORMAT => {
            Err(OpenError::Newer { file: file.to_owned(), found, known: FORMAT })
        }
        _ => Err(OpenError::Foreign(file.to_owned())),
    }
}

/// Has every transaction wait for the disk, and makes sure that it does.
fn make_durable(file: &Path, connection: &Connection) -> Result<(), OpenError> {
    let set = || -> rusqlite::Result<(String, i64, i64)> {
        let mode = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // Without these a Mac's disk says that it has what is still in its cache.
        connection.pragma_update(None, "fullfsync", true)?;
        connection.pragma_update(None, "checkpoint_fullfsync", true)?;
        connection.pragma_update_and_check(None, "journal_size_limit", SPARE_LOG, |_| Ok(()))?;
        Ok((mode, pragma(connection, "synchronous")?, pragma(connection, "fullfsync")?))
    };
    let is_not = |what: &str| OpenError::Unsafe { file: file.to_owned(), reason: what.to_owned() };
    match set().map_err(|error| OpenError::of(file, &error))? {
        (mode, _, _) if mode != "wal" => Err(is_not("a write-ahead log cannot be kept beside it")),
        (_, 2, 1) => Ok(()),
        _ => Err(is_not("the database would not wait for the disk")),
    }
}

fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
    transaction.execute_batch(TABLES)?;
    transaction.execute("INSERT INTO noted VALUES (?1, 0)", [number(clock::date().millis())])?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_one(None, name)
}
