//! Names the version of the programs. A release build includes the commit, from `TICTACTOE_COMMIT` or from git. A build
//! for tests has none, so that a commit does not build everything again.

use std::env;
use std::path::Path;
use std::process::Command;

/// This many digits of a commit identify it.
const DIGITS: usize = 8;

/// The folder of the workspace. In another repository, a copy of the sources has no commit.
const WORKSPACE: &str = "../..";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TICTACTOE_COMMIT");
    let named = env::var("TICTACTOE_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(checked_out).unwrap_or_default();
    let suffix: String = ["+", &commit].concat().chars().take(1 + DIGITS).collect();
    let suffix = if commit.is_empty() { "" } else { &suffix };
    println!("cargo::rustc-env=TICTACTOE_VERSION={}{suffix}", env!("CARGO_PKG_VERSION"));
}

fn checked_out() -> Option<String> {
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || !Path::new(WORKSPACE).join(".git").exists() {
        return None;
    }
    // Changes with each commit.
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
