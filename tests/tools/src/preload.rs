//! Libraries in C that are preloaded into a program under test (`LD_PRELOAD`, Linux).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use harness::workspace;

/// A library, compiled when it is first used.
pub struct Library {
    source: &'static str,
    compiled: OnceLock<(TempDir, PathBuf)>,
}

/// The variables with which each sync of the disk takes this much longer.
pub fn slow_disk(microseconds: u32) -> [(&'static str, OsString); 2] {
    static LIBRARY: Library = Library::new("tests/slow_sync/slow_sync.c");
    [("LD_PRELOAD", LIBRARY.path().into()), ("SLOW_SYNC_MICROSECONDS", microseconds.to_string().into())]
}

impl Library {
    /// The library of this source, whose path is relative to the workspace.
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    pub fn path(&self) -> &Path {
        let (_, library) = self.compiled.get_or_init(|| {
            let directory = TempDir::new().expect("a temporary directory");
            let library = directory.path().join("library.so");
            let mut cc = Command::new("cc");
            cc.args(["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-pthread", "-o"])
                .arg(&library);
            let status = cc.arg(workspace().join(self.source)).status().expect("a C compiler");
            assert!(status.success(), "{} was not compiled", self.source);
            (directory, library)
        });
        library
    }
}
