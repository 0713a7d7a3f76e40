//! The NATS server of the tests.

use std::env;
use std::path::{Path, PathBuf};

/// The one that `NATS_SERVER` names, that of the path, or the one that `tests/run` installs.
pub fn executable() -> PathBuf {
    let on_path = || {
        let directories = env::var_os("PATH")?;
        env::split_paths(&directories)
            .map(|directory| directory.join("nats-server"))
            .find(|file| file.is_file())
    };
    let installed = || {
        let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        folders.map(|folder| folder.join("target/nats/bin/nats-server")).find(|file| file.is_file())
    };
    let named = env::var_os("NATS_SERVER").map(PathBuf::from);
    let found = named.or_else(on_path).or_else(installed);
    found.expect("there is no nats-server: run tests/run once, which installs it, or name one in NATS_SERVER")
}
