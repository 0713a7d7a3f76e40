//! A home directory of a test's own: what our programs keep there is found by nobody else.

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

/// A home directory. It is removed when the last program in it has been let go of.
#[derive(Clone)]
pub struct Home(Arc<TempDir>);

impl Home {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(TempDir::new().expect("a temporary directory")))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The variables that lead programs there, whatever the platform.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, &Path)> {
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
