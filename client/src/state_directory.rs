//! The directory in which a run leaves files for later runs of the same user.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

pub(crate) const MAX_BYTES: u64 = 4096;

/// The platform's place for it; empty if there is none.
pub(crate) fn default_path() -> PathBuf {
    tictactoe_host::state_directory().map(|base| base.join("tictactoe")).unwrap_or_default()
}

/// A new directory is private to its owner.
pub(crate) fn create(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Err(io::Error::other("there is no home directory"));
    }
    tictactoe_host::private_directory().recursive(true).create(path)
}

/// What a file holds; `None` for one that is not finished, or not ours.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let mut content = Vec::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}
