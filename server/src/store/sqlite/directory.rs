//! The directory of a store, which one server has to itself.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

/// The name of the database in its directory.
const DATABASE: &str = "matches.db";

/// The name of the file whose lock says that a server runs. It stays there: only its lock means something.
const LOCK: &str = "matches.lock";

/// A directory that no other store uses as long as this lives.
pub(super) struct Directory {
    database: PathBuf,
    _lock: File,
}

/// Where the database of a directory is.
pub(super) fn database_in(directory: &Path) -> PathBuf {
    directory.join(DATABASE)
}

impl Directory {
    /// Makes the directory and an empty database if they are not there, readable by nobody else, and locks it.
    pub(super) fn take(path: &Path) -> Result<Self, OpenError> {
        make(path).map_err(|error| OpenError::file(path, &error))?;
        let lock = path.join(LOCK);
        let file = private_file(&lock).map_err(|error| OpenError::file(&lock, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(OpenError::file(&lock, &error)),
        }
        let database = database_in(path);
        private_file(&database).map_err(|error| OpenError::file(&database, &error))?;
        Ok(Self { database, _lock: file })
    }

    /// The database, which is there.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }
}

/// Makes a directory with all above it that is missing, so that it is still there when the power has failed.
fn make(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    let parent = directory.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent {
        make(parent)?;
    }
    match private_directory().create(directory) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && directory.is_dir() => Ok(()),
        made => made,
    }?;
    sync(parent.unwrap_or(Path::new(".")))
}

fn private_directory() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is no mode to set"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Opens a file to write, and makes it if it is not there. The database's other files get its mode.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Sees to it that the entries of a directory are on the disk.
#[cfg(unix)]
fn sync(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
fn sync(_directory: &Path) -> io::Result<()> {
    Ok(())
}
