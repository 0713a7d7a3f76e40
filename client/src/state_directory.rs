//! The directory in which a run leaves files for later runs of the same user.

use std::io;
use std::path::{Path, PathBuf};

/// The platform's place for it; empty if there is none.
pub(crate) fn default_path() -> PathBuf {
    tictactoe_system::state_directory().map(|base| base.join("tictactoe")).unwrap_or_default()
}

/// A new directory is private to its owner.
pub(crate) fn create(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Err(io::Error::other("there is no home directory"));
    }
    tictactoe_system::private_directory().recursive(true).create(path)
}
