//! The directory of a store, locked by one server.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

const DATABASE: &str = "matches.db";

/// The file whose lock says that a server is running. No server deletes it: only its lock counts.
const LOCK: &str = "matches.lock";

pub(super) fn database_in(directory: &Path) -> PathBuf {
    directory.join(DATABASE)
}

/// The files of a store that no other store can use until this is dropped. Drop it after the database is closed: closing
/// any handle of a file gives up the locks that `SQLite` holds on it.
pub(super) struct LockedDirectory {
    database: PathBuf,
    database_handle: File,
    _lock: File,
}

impl LockedDirectory {
    /// Whether the database that was locked is still the one with its name.
    pub(super) fn is_in_place(&self) -> bool {
        let is_same = || -> io::Result<bool> {
            let (locked, named) = (self.database_handle.metadata()?, std::fs::metadata(&self.database)?);
            Ok(identity(&locked) == identity(&named))
        };
        is_same().unwrap_or(false)
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Elsewhere a file that is in use cannot be replaced.
#[cfg(not(unix))]
fn identity(_: &Metadata) {}

/// Creates the directory and an empty database if they are missing, readable by this user only, and locks them.
pub(super) fn lock(directory: &Path) -> Result<LockedDirectory, OpenError> {
    create(directory).map_err(|error| OpenError::unusable(directory, &error))?;
    let path = directory.join(LOCK);
    let lock = private_file(&path).map_err(|error| OpenError::unusable(&path, &error))?;
    try_lock(&lock, &path, directory)?;
    let database = database_in(directory);
    let database_handle = private_file(&database).map_err(|error| OpenError::unusable(&database, &error))?;
    // The lock file may have been deleted. On other systems this lock would be in the way of `SQLite`'s own.
    #[cfg(target_os = "linux")]
    try_lock(&database_handle, &database, directory)?;
    Ok(LockedDirectory { database, database_handle, _lock: lock })
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
