//! The directory of a store, locked by one server.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

const DATABASE: &str = "matches.db";

/// The file whose lock says that a server is running. It is never deleted: only its lock counts.
const LOCK: &str = "matches.lock";

pub(super) fn database_in(directory: &Path) -> PathBuf {
    directory.join(DATABASE)
}

/// Creates the directory and an empty database if they are missing, readable by this user only. No other store can use
/// the directory until the returned lock is dropped.
pub(super) fn lock(directory: &Path) -> Result<File, OpenError> {
    create(directory).map_err(|error| OpenError::unusable(directory, &error))?;
    let path = directory.join(LOCK);
    let lock = private_file(&path).map_err(|error| OpenError::unusable(&path, &error))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(directory.to_owned())),
        Err(TryLockError::Error(error)) => return Err(OpenError::unusable(&path, &error)),
    }
    let database = database_in(directory);
    private_file(&database).map_err(|error| OpenError::unusable(&database, &error))?;
    Ok(lock)
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
    // Elsewhere a directory cannot be opened to flush its entries.
    #[cfg(unix)]
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

fn private_directory() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is no mode to set"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Opens a file to write, and creates it if it is missing. `SQLite` gives its other files the mode of the database.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
