//! The dependencies that each crate must not have, as cargo resolves them.

use std::collections::BTreeSet;
use std::process::Command;

use harness::workspace;

const ALL: &[&str] = &["--all-features"];

/// The libraries from which a package is built.
fn tree(package: &str, more: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--package", package, "--edges", "normal,build", "--target", "all"]);
    cargo.args(["--prefix", "none", "--format", "{lib}"]).args(more);
    let output = cargo.current_dir(workspace()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("names are text");
    names.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn assert_lacks(package: &str, features: &[&str], unwanted: &[&str]) {
    let tree = tree(package, features);
    let found: Vec<_> = unwanted.iter().filter(|name| tree.contains(**name)).collect();
    assert!(found.is_empty(), "{package} is built from {found:?}: see cargo tree -p {package}");
}

#[test]
fn the_engine_depends_on_nothing() {
    assert_eq!(tree("tictactoe-engine", ALL).len(), 1);
}

#[test]
fn the_protocol_depends_on_serde_and_unicode_only_and_on_schemars_to_describe_itself() {
    let direct = tree("tictactoe-protocol", &["--all-features", "--depth", "1"]);
    let allowed = ["schemars", "serde", "serde_json", "tictactoe_protocol", "unicode_normalization"];
    assert_eq!(direct, allowed.map(str::to_owned).into());
}

#[test]
fn released_binaries_do_not_depend_on_schemars() {
    for package in
        ["tictactoe-protocol", "tictactoe-host", "tictactoe-lan", "tictactoe-server", "tictactoe-client"]
    {
        assert_lacks(package, &[], &["schemars"]);
    }
    for package in ["tictactoe-server", "tictactoe-client"] {
        assert_lacks(package, ALL, &["schemars"]);
    }
    assert!(tree("tictactoe-protocol", ALL).contains("schemars"), "its feature needs it");
}

#[test]
fn the_server_knows_no_client() {
    assert_lacks("tictactoe-server", ALL, &["tictactoe_client", "tictactoe_tests", "pty_process"]);
}

#[test]
fn there_is_one_websocket_library() {
    let lock = std::fs::read_to_string(workspace().join("Cargo.lock")).unwrap();
    assert_eq!(lock.matches("name = \"tungstenite\"").count(), 1, "client and server use the same one");
}
