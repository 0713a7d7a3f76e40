//! A copy of the database while a server may be running.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;
use tictactoe_system::sync_directory;

use super::{OpenError, directory, schema};

/// Why there is no copy.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The database cannot be read.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// The new file cannot be written, for this reason.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Target(PathBuf, String),
}

/// Writes a copy of the database in a directory to a new file, which only this user can read. It contains everything
/// that was acknowledged before the call. When this returns, it is on disk; a file that is there is never replaced.
///
/// # Errors
/// [`BackupError`]; then there is no new file.
pub fn backup(directory: &Path, file: &Path) -> Result<(), BackupError> {
    let target = |reason: &dyn Display| BackupError::Target(file.to_owned(), reason.to_string());
    if file.exists() {
        return Err(target(&"it exists already"));
    }
    let database = directory::database_in(directory);
    let connection = schema::open_read_only(&database)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".unfinished-backup-").tempfile_in(folder);
    let copy = unfinished.map_err(|error| target(&error))?;
    directory::copy_database(&connection, copy.path()).map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            OpenError::from_sqlite(&database, &error).into()
        }
        _ => target(&error),
    })?;
    copy.as_file().sync_all().map_err(|error| target(&error))?;
    copy.persist_noclobber(file).map_err(|error| target(&error.error))?;
    sync_directory(folder).map_err(|error| target(&error))
}
