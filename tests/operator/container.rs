//! What `server/hosting/Containerfile` relies on: the server runs on an empty, read-only base as another user, and says
//! whether it is healthy.
//!
//! No image is built here: the base has the libraries of the tested binary, which the one in the image does without.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use tictactoe_tests::paths::workspace;
use tictactoe_tests::player::strategy::{X_WINS, play_moves};
use tictactoe_tests::program::{Exit, Program, ServerProgram, Signal, server};

/// Where `unshare` and `mount` are.
const PATH: &str = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";

/// The value of an instruction.
fn instruction(name: &str) -> String {
    let file = fs::read_to_string(workspace().join("server/hosting/Containerfile")).unwrap();
    let value = file.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name}")).to_owned()
}

/// The words of `["a", "b"]`.
fn words(list: &str) -> Vec<String> {
    let start = list.find('[').expect("a list");
    serde_json::from_str(&list[start..]).expect("JSON")
}

/// The binary and its libraries, an empty directory for the data, and nothing else.
fn empty_base() -> TempDir {
    let base = TempDir::new().unwrap();
    let libraries = Command::new("ldd").arg(server()).output().expect("ldd");
    let libraries = String::from_utf8(libraries.stdout).unwrap();
    for library in libraries.split_whitespace().filter(|word| word.starts_with('/')) {
        let to = base.path().join(&library[1..]);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(library, to).unwrap();
    }
    fs::copy(server(), base.path().join("tictactoe-server")).unwrap();
    let data = base.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(data, fs::Permissions::from_mode(0o700)).unwrap();
    base
}

async fn health(address: &str) -> Exit {
    let check = words(&instruction("HEALTHCHECK"));
    assert_eq!(check[0], "/tictactoe-server");
    Program::start(server(), &[&check[1], address]).exit().await
}

#[tokio::test]
async fn the_server_runs_on_an_empty_read_only_base_as_another_user() {
    let base = empty_base();
    let root = base.path().display();
    let user = instruction("USER");
    let (user, group) = user.split_once(':').expect("a user and a group");
    let script = format!(
        "mount --bind {root} {root} && mount --bind {root}/data {root}/data && mount -o remount,bind,ro {root} \
         && exec unshare --user --map-user {user} --map-group {group} --root {root} --wd / \"$@\""
    );
    let variables = instruction("ENV");
    let clean: Vec<_> = ["--ignore-environment", PATH].into_iter().chain(variables.split(' ')).collect();
    let unshare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", &script, "sh"];
    let entry = words(&instruction("ENTRYPOINT"));
    let run = [&entry[0], "--local", "--port", "0"];
    let arguments = [&clean[..], &unshare, &run].concat();
    let mut running = ServerProgram::listening(Program::start(Path::new("env"), &arguments)).await;

    let (mut x, mut o) = running.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let healthy = health(&running.argument()).await;
    assert_eq!((healthy.code, &*healthy.out), (Some(0), "ready\n"));
    running.program.signal(Signal::TERM);
    let exit = running.program.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
    assert!(base.path().join("data/matches.db").exists());
    let unhealthy = health(&running.argument()).await;
    assert!(unhealthy.code == Some(1) && unhealthy.err.contains("cannot reach"), "{}", unhealthy.err);
}

#[tokio::test]
async fn a_server_that_takes_no_players_is_not_healthy() {
    let full = ServerProgram::start(&["--ephemeral", "--max-matches", "1"]).await;
    let _match = full.pair().await;
    let exit = health(&full.argument()).await;
    assert!(exit.code == Some(1) && exit.err.contains("limit of matches"), "{}", exit.err);
    let exit = health("no.such.host.invalid:7878").await;
    assert!(exit.code == Some(1) && exit.err.contains("no.such.host.invalid"), "{}", exit.err);
}
