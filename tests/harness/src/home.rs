//! A test's own home directory, so that our programs find no one else's data.

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

/// A temporary home directory, removed when the last program in it is dropped.
#[derive(Clone)]
pub struct Home(Arc<TempDir>);

impl Home {
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(TempDir::new().expect("a temporary directory")))
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn variables(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"]
            .map(|name| (name, self.path()))
            .into_iter()
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}
