//! What `server/hosting/Containerfile` relies on: the server runs on an empty, read-only base as another user, and says
//! whether it is healthy.
//!
//! No image is built here, but its binary is, in the debug profile.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tictactoe_tests::paths::workspace;
use tictactoe_tests::player::strategy::{X_WINS, play_moves};
use tictactoe_tests::program::{Program, ServerProgram, Signal, server};

const FILE: &str = "server/hosting/Containerfile";

/// Where `unshare` and `mount` are.
const PATH: &str = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";

/// The value of an instruction.
fn instruction(name: &str) -> String {
    let file = fs::read_to_string(workspace().join(FILE)).unwrap();
    let value = file.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name}")).to_owned()
}

/// The words of `["a", "b"]`.
fn words(list: &str) -> Vec<String> {
    let start = list.find('[').expect("a list");
    serde_json::from_str(&list[start..]).expect("JSON")
}

/// Builds the server with the flags of the image, in a directory of its own, so that later runs find it built.
fn static_server() -> PathBuf {
    let file = fs::read_to_string(workspace().join(FILE)).unwrap();
    let flags = file.split("RUSTFLAGS='").nth(1).and_then(|rest| rest.split('\'').next()).expect("flags");
    assert!(file.contains("cargo build --release --locked --package tictactoe-server --target"));
    let host = Command::new("rustc").args(["--print", "host-tuple"]).output().expect("rustc");
    let host = String::from_utf8(host.stdout).unwrap();
    let directory = workspace().join("target/static");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--locked",
        "--package",
        "tictactoe-server",
        "--target",
        host.trim(),
        "--target-dir",
    ]);
    cargo.arg(&directory).env("RUSTFLAGS", flags).env("CARGO_PROFILE_DEV_DEBUG", "0");
    let built = cargo.current_dir(workspace()).output().expect("cargo");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    directory.join(host.trim()).join("debug/tictactoe-server")
}

/// The binary, an empty directory for the data, and nothing else.
fn empty_base() -> TempDir {
    let base = TempDir::new().unwrap();
    fs::copy(static_server(), base.path().join("tictactoe-server")).unwrap();
    let data = base.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(data, fs::Permissions::from_mode(0o700)).unwrap();
    base
}

/// A program in the container, with its variables and these.
fn run(base: &TempDir, variables: &[&str], program: &[&str]) -> Program {
    let root = base.path().display();
    let user = instruction("USER");
    let (user, group) = user.split_once(':').expect("a user and a group");
    let script = format!(
        "mount --bind {root} {root} && mount --bind {root}/data {root}/data && mount -o remount,bind,ro {root} \
         && exec unshare --user --map-user {user} --map-group {group} --root {root} --wd / \"$@\""
    );
    let of_image = instruction("ENV");
    let clean = ["--ignore-environment", PATH].into_iter().chain(of_image.split(' '));
    let unshare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", &script, "sh"];
    let arguments: Vec<_> = clean.chain(variables.iter().copied()).chain(unshare).collect();
    Program::start(Path::new("env"), &[&arguments[..], program].concat())
}

#[tokio::test]
async fn the_server_runs_on_an_empty_read_only_base_as_another_user() {
    let base = empty_base();
    let entry = words(&instruction("ENTRYPOINT"));
    let mut running =
        ServerProgram::listening(run(&base, &["TICTACTOE_PORT=0"], &[&entry[0], "--local"])).await;
    // No other program may have the port of the image.
    let port = format!("TICTACTOE_PORT={}", running.address.port());
    let check = words(&instruction("HEALTHCHECK"));
    let check: Vec<_> = check.iter().map(String::as_str).collect();
    let health = async || run(&base, &[&port], &check).exit().await;

    let (mut x, mut o) = running.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let healthy = health().await;
    assert_eq!((healthy.code, &*healthy.out), (Some(0), "ready\n"));
    running.program.signal(Signal::TERM);
    let exit = running.program.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
    assert!(base.path().join("data/matches.db").exists());
    let unhealthy = health().await;
    assert!(unhealthy.code == Some(1) && unhealthy.err.contains("cannot reach"), "{}", unhealthy.err);
}

#[tokio::test]
async fn a_server_that_takes_no_players_is_not_healthy() {
    let full = ServerProgram::start(&["--ephemeral", "--max-matches", "1"]).await;
    let _match = full.pair().await;
    let health = async |address: &str| Program::start(server(), &["health", address]).exit().await;
    let exit = health(&full.argument()).await;
    assert!(exit.code == Some(1) && exit.err.contains("limit of matches"), "{}", exit.err);
    let exit = health("no.such.host.invalid:7878").await;
    assert!(exit.code == Some(1) && exit.err.contains("no.such.host.invalid"), "{}", exit.err);
}
