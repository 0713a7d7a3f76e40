//! The NATS server of the tests. The server's own tests include this file too.

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
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/nats/bin/nats-server");
    let found = env::var_os("NATS_SERVER").map(PathBuf::from).or_else(on_path).unwrap_or(installed);
    assert!(
        found.is_file(),
        "there is no nats-server at {}: run tests/run once, which installs it, or name one in NATS_SERVER",
        found.display()
    );
    found
}
