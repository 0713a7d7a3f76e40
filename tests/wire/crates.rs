//! The dependencies that each crate must not have, as cargo resolves them.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use harness::workspace;

const ALL: &[&str] = &["--all-features"];

fn cargo(arguments: &[&str]) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo.args(arguments).arg("--locked").current_dir(workspace()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn tree(package: &str, features: &[&str]) -> BTreeSet<String> {
    let kind = [&["--edges", "normal,build", "--target", "all"], features].concat();
    let form = ["--prefix", "none", "--format", "{lib}"];
    let output = cargo(&[&["tree", "--package", package][..], &kind, &form].concat());
    let names = String::from_utf8(output.stdout).expect("names are text");
    names.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn assert_lacks(package: &str, features: &[&str], unwanted: &[&str]) {
    let tree = tree(package, features);
    let found: Vec<_> = unwanted.iter().filter(|name| tree.contains(**name)).collect();
    assert!(found.is_empty(), "{package} is built from {found:?}: see cargo tree -p {package}");
}

/// The dependencies in the manifest of a package, and whether they are optional.
fn dependencies(package: &str) -> BTreeSet<(String, bool)> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|candidate| candidate["name"] == package).expect("the package");
    let all = package["dependencies"].as_array().expect("dependencies");
    let named = all.iter().filter(|dependency| dependency["kind"] != "dev");
    named
        .map(|dependency| {
            let optional = dependency["optional"].as_bool().expect("a flag");
            (dependency["name"].as_str().expect("a name").to_owned(), optional)
        })
        .collect()
}

#[test]
fn the_engine_depends_on_nothing() {
    assert_eq!(dependencies("tictactoe-engine"), BTreeSet::new());
    assert_eq!(tree("tictactoe-engine", ALL).len(), 1);
}

#[test]
fn the_protocol_depends_on_serde_and_unicode_only_and_on_schemars_to_describe_itself() {
    let allowed =
        [("schemars", true), ("serde", false), ("serde_json", false), ("unicode-normalization", false)];
    let allowed = allowed.map(|(name, is_optional)| (name.to_owned(), is_optional));
    assert_eq!(dependencies("tictactoe-protocol"), allowed.into());
    assert_lacks("tictactoe-protocol", ALL, &["tokio", "tictactoe_engine"]);
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
fn the_client_does_not_know_the_rules() {
    let named = dependencies("tictactoe-client");
    assert!(!named.iter().any(|(name, _)| name == "tictactoe-engine"), "{named:?}");
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
