//! The directory of a store, locked by one server, and copies of its database.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;
use tictactoe_host::{FileIdentity, file_identity, private_directory, sync_directory};

use super::super::Failure;
use super::{OpenError, schema};

const DATABASE: &str = "matches.db";

/// The file that a running server locks. No server deletes it, because only its lock counts.
const LOCK: &str = "matches.lock";

pub(super) fn database_in(directory: &Path) -> PathBuf {
    directory.join(DATABASE)
}

/// `SQLite`'s log, which has the newest writes, and exists while the database is open.
fn log_of(database: &Path) -> PathBuf {
    database.with_extension("db-wal")
}

/// The handles that lock a directory for one store. Drop them after the database is closed, because closing any handle
/// of a file releases the locks that `SQLite` has on it.
pub(super) type Locks = [File; 2];

/// Why a backup failed.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The database cannot be read.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// The new file cannot be written, for this reason.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Target(PathBuf, String),
}

/// The files of an open store.
pub(super) struct Files {
    directory: PathBuf,
    identities: [(PathBuf, FileIdentity); 2],
    _locks: Locks,
}

impl Files {
    /// Notes the identities of the files while the database is open.
    pub(super) fn open(directory: &Path, locks: Locks) -> io::Result<Self> {
        let database = database_in(directory);
        let identified = |path: PathBuf| file_identity(&path).map(|identity| (path, identity));
        let identities = [identified(log_of(&database))?, identified(database)?];
        Ok(Self { directory: directory.to_owned(), identities, _locks: locks })
    }

    /// Fails if the names no longer lead to the open files, because everything written is lost when those are closed.
    pub(super) fn check_in_place(&self) -> Result<(), Failure> {
        let is_in_place = |(path, opened): &(PathBuf, FileIdentity)| match file_identity(path) {
            Ok(named) => named == *opened,
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if self.identities.iter().all(is_in_place) {
            return Ok(());
        }
        Err(Failure::Displaced(format!(
            "the database in {} was deleted or replaced while the server was running. Restore a backup there, or start \
             the server again without these matches",
            self.directory.display()
        )))
    }
}

/// Writes a copy of the database in a directory to a new file, which only this user can read. It has everything that
/// was acknowledged before the call. When this returns, it is on disk. An existing file is never replaced.
///
/// # Errors
/// [`BackupError`]; then there is no new file.
pub fn backup(directory: &Path, file: &Path) -> Result<(), BackupError> {
    let target = |reason: &dyn Display| BackupError::Target(file.to_owned(), reason.to_string());
    if file.exists() {
        return Err(target(&"it exists already"));
    }
    let database = database_in(directory);
    let connection = schema::open_read_only(&database)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".unfinished-backup-").tempfile_in(folder);
    let copy = unfinished.map_err(|error| target(&error))?;
    let copied = connection.execute("VACUUM INTO ?1", [copy.path().to_string_lossy()]);
    copied.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            OpenError::from_sqlite(&database, &error).into()
        }
        _ => target(&error),
    })?;
    copy.as_file().sync_all().map_err(|error| target(&error))?;
    copy.persist_noclobber(file).map_err(|error| target(&error.error))?;
    sync_directory(folder).map_err(|error| target(&error))
}

/// Creates the directory and an empty database if they are missing, readable by this user only, and locks them.
pub(super) fn lock(directory: &Path) -> Result<Locks, OpenError> {
    if directory.is_file() {
        return Err(OpenError::NotADirectory(directory.to_owned()));
    }
    create(directory).map_err(|error| OpenError::unusable(directory, &error))?;
    let path = directory.join(LOCK);
    let lock = private_file(&path).map_err(|error| OpenError::unusable(&path, &error))?;
    try_lock(&lock, &path, directory)?;
    let database = database_in(directory);
    if !database.exists() && log_of(&database).exists() {
        return Err(OpenError::Damaged(database, "it is missing, and its log is there".into()));
    }
    let database_lock = private_file(&database).map_err(|error| OpenError::unusable(&database, &error))?;
    // The lock file may have been deleted. On other systems, this lock would block `SQLite`'s own.
    #[cfg(target_os = "linux")]
    try_lock(&database_lock, &database, directory)?;
    Ok([lock, database_lock])
}

fn try_lock(file: &File, path: &Path, directory: &Path) -> Result<(), OpenError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => OpenError::InUse(directory.to_owned()),
        TryLockError::Error(error) => OpenError::unusable(path, &error),
    })
}

/// Creates a directory and its missing parents, and syncs each, so that they survive a power failure.
fn create(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    let parent = directory.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent {
        create(parent)?;
    }
    match private_directory().create(directory) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && directory.is_dir() => Ok(()),
        created => created,
    }?;
    sync_directory(parent.unwrap_or(Path::new(".")))
}

/// Opens a file to write, and creates it if it is missing. `SQLite` gives its other files the mode of the database.
fn private_file(path: &Path) -> io::Result<File> {
    tictactoe_host::private_file().read(true).write(true).create(true).truncate(false).open(path)
}
