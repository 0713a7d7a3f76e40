//! The tables, the version of the format, and how a database is opened.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use thiserror::Error;

use crate::clock;

/// `SQLite`'s `application_id`: marks the file as a database of this server.
const APPLICATION: i64 = 0x5474_546f;

/// The version of the tables below and of the values in them, `SQLite`'s `user_version`. A change of either raises it,
/// and converts databases of 0.2.0 and later in one transaction when they are opened.
const FORMAT: i64 = 9;

/// Times are in milliseconds by the store's clock.
const TABLES: &str = "
    -- The newest value of each key.
    CREATE TABLE entries (
        key TEXT NOT NULL PRIMARY KEY,
        revision INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        value BLOB NOT NULL
    ) STRICT;
    -- The history, in the order in which it was written.
    CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        number INTEGER NOT NULL,
        value BLOB NOT NULL,
        written_at INTEGER NOT NULL,
        UNIQUE (key, number)
    ) STRICT;
    -- One row: the time of the last write, and the highest revision that was ever given.
    CREATE TABLE checkpoint (
        time INTEGER NOT NULL,
        last_revision INTEGER NOT NULL
    ) STRICT;";

/// Why a store cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A file or directory cannot be created, read or written, for this reason.
    #[error("cannot use {path}: {1}", path = .0.display())]
    Unusable(PathBuf, String),
    /// Another program has locked the database.
    #[error("another program has locked {}", .0.display())]
    Locked(PathBuf),
    /// The path is a file.
    #[error("{} is a file, not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// Another server uses this directory.
    #[error("another server keeps its matches in {}", .0.display())]
    InUse(PathBuf),
    /// The file is not a database, or it is another program's.
    #[error("{} is not a database of this server", .0.display())]
    Foreign(PathBuf),
    /// Another version wrote the database: its format, and the format of this version.
    #[error("{path} has format {1}, of another version: this one knows format {2}", path = .0.display())]
    OtherFormat(PathBuf, i64, i64),
    /// The database is corrupt, for this reason.
    #[error("{path} is damaged: {1}", path = .0.display())]
    Damaged(PathBuf, String),
    /// An acknowledged write could be lost, because the file system or the database lacks what durability needs.
    #[error("matches would not be safe in {path}: {1}", path = .0.display())]
    NotDurable(PathBuf, &'static str),
    /// No server has stored matches in this directory.
    #[error("no matches are kept in {}", .0.display())]
    NotFound(PathBuf),
}

impl OpenError {
    pub(super) fn unusable(path: &Path, reason: &impl Display) -> Self {
        Self::Unusable(path.to_owned(), reason.to_string())
    }

    pub(super) fn from_sqlite(file: &Path, error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(file.to_owned()),
            Some(ErrorCode::DatabaseBusy) => Self::Locked(file.to_owned()),
            // A missing table or row, or a value of another type, has no code or the general one.
            None | Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
                Self::Damaged(file.to_owned(), error.to_string())
            }
            Some(_) => Self::unusable(file, error),
        }
    }
}

/// A log that was larger is truncated to this many bytes.
const MAX_IDLE_LOG: i64 = 16 << 20;

/// How long a statement waits for another program's lock before it fails.
const LOCK_TIME: Duration = Duration::from_secs(1);

/// Opens a database to write, and creates the tables if it is empty. A kill in between leaves it empty or complete.
pub(super) fn open(file: &Path) -> Result<Connection, OpenError> {
    let failed = |error| OpenError::from_sqlite(file, &error);
    let mut connection = connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(OpenError::unusable(file, &"it is read-only"));
    }
    let is_empty = is_empty(file, &connection)?;
    check_integrity(file, &connection)?;
    make_durable(file, &connection)?;
    if is_empty {
        create_tables(&mut connection).map_err(failed)?;
    }
    Ok(connection)
}

/// Opens an existing database, only to read.
pub(super) fn open_read_only(file: &Path) -> Result<Connection, OpenError> {
    let not_found = || OpenError::NotFound(file.parent().unwrap_or(file).to_owned());
    if !file.try_exists().map_err(|error| OpenError::unusable(file, &error))? {
        return Err(not_found());
    }
    let connection = connect(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    if is_empty(file, &connection)? {
        return Err(not_found());
    }
    Ok(connection)
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, OpenError> {
    let failed = |error| OpenError::from_sqlite(file, &error);
    let connection =
        Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
    connection.busy_timeout(LOCK_TIME).map_err(failed)?;
    Ok(connection)
}

/// Returns true for an empty database, and false for one of this server in the format of this version.
fn is_empty(file: &Path, connection: &Connection) -> Result<bool, OpenError> {
    let read = || -> rusqlite::Result<(i64, i64, i64)> {
        let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((pragma(connection, "application_id")?, pragma(connection, "user_version")?, tables))
    };
    match read().map_err(|error| OpenError::from_sqlite(file, &error))? {
        (0, 0, 0) => Ok(true),
        (APPLICATION, FORMAT, _) => Ok(false),
        (APPLICATION, found, _) => Err(OpenError::OtherFormat(file.to_owned(), found, FORMAT)),
        _ => Err(OpenError::Foreign(file.to_owned())),
    }
}

/// Makes every transaction wait for the disk, and reads the settings back.
fn make_durable(file: &Path, connection: &Connection) -> Result<(), OpenError> {
    let set = || -> rusqlite::Result<(String, i64, i64)> {
        let mode = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // Without these, fsync on macOS returns while the data is still in the drive's cache.
        connection.pragma_update(None, "fullfsync", true)?;
        connection.pragma_update(None, "checkpoint_fullfsync", true)?;
        connection.pragma_update_and_check(None, "journal_size_limit", MAX_IDLE_LOG, |_| Ok(()))?;
        Ok((mode, pragma(connection, "synchronous")?, pragma(connection, "fullfsync")?))
    };
    let not_durable = |reason| OpenError::NotDurable(file.to_owned(), reason);
    match set().map_err(|error| OpenError::from_sqlite(file, &error))? {
        (mode, _, _) if mode != "wal" => {
            Err(not_durable("the file system does not support a write-ahead log"))
        }
        (_, 2, 1) => Ok(()),
        _ => Err(not_durable("the database does not wait for the disk")),
    }
}

fn create_tables(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
    transaction.execute_batch(TABLES)?;
    transaction.execute("INSERT INTO checkpoint VALUES (?1, 0)", [clock::wall_clock().millis()])?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}

pub(super) fn pragma<T: FromSql>(connection: &Connection, name: &str) -> rusqlite::Result<T> {
    connection.pragma_query_one(None, name)
}

/// Finds damage before anything is served.
fn check_integrity(file: &Path, connection: &Connection) -> Result<(), OpenError> {
    let found = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    match found.map_err(|error| OpenError::from_sqlite(file, &error))? {
        found if found == "ok" => Ok(()),
        found => Err(OpenError::Damaged(file.to_owned(), found.replace('\n', " "))),
    }
}
