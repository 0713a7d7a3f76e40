//! A copy of the database while a server may be running.

use std::fmt::Display;
use std::path::Path;

use tempfile::NamedTempFile;
use tictactoe_system::sync_directory;

use super::{OpenError, directory, schema};

/// Writes a copy of the database in a directory to a new file, which only this user can read. It contains everything that
/// was acknowledged before the call. When this returns, it is on disk; a file that is there is never replaced.
///
/// # Errors
/// [`OpenError`]; then there is no new file.
pub fn backup(directory: &Path, file: &Path) -> Result<(), OpenError> {
    let unusable = |reason: &dyn Display| OpenError::unusable(file, &reason);
    if file.exists() {
        return Err(unusable(&"it exists already"));
    }
    let connection = schema::open_read_only(&directory::database_in(directory))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let copy = NamedTempFile::new_in(folder).map_err(|error| unusable(&error))?;
    directory::copy_database(&connection, copy.path(), copy.as_file()).map_err(|error| unusable(&error))?;
    copy.persist_noclobber(file).map_err(|error| unusable(&error.error))?;
    sync_directory(folder).map_err(|error| unusable(&error))
}
