//! The directory in which a run leaves files for later runs of the same user.

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};

/// The platform's place for it; empty if there is none.
pub(crate) fn default_path() -> PathBuf {
    let path = choose_base_strategy().ok().map(|strategy| {
        let base = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
        base.join("tictactoe")
    });
    path.unwrap_or_default()
}

/// A new directory is private to its owner.
pub(crate) fn create(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Err(io::Error::other("there is no home directory"));
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
