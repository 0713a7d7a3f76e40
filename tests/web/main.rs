//! The page in real browsers, and its unit tests: everything in `tests/web/`, run by Node. One scenario
//! runs in each engine, the others in Chromium.
//! `tests/run` installs what these tests need.

use std::ffi::OsStr;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread::available_parallelism;

use harness::certificates::Authority;
use harness::home::Home;
use harness::program::{client, server};
use harness::workspace;
use tokio::process::Command;
use tokio::sync::Semaphore;

const NEEDED: &str =
    "tests/run installs what the tests of the page need: Node, its packages, the browsers, and certutil.";

/// Test name, and file name without its ending.
macro_rules! scenarios {
    ($($name:ident in $file:literal,)*) => {
        const SCENARIOS: &[&str] = &[$($file),*];

        $(#[tokio::test]
        async fn $name() {
            succeeds(&mut scenario($file)).await;
        })*
    };
}

scenarios! {
    two_people_play_in_browsers in "two-players",
    two_people_take_back_react_and_play_a_series in "between-players",
    a_guest_joins_a_room in "rooms",
    players_meet_in_an_arena in "arena",
    a_browser_plays_a_terminal in "terminal",
    a_browser_plays_the_computer in "computer",
    spectators_watch in "spectating",
    a_player_resumes in "resume",
    a_page_names_what_keeps_it_from_its_socket in "obstacles",
    the_newer_of_two_tabs_plays in "tabs",
    finished_games_are_replayed in "replays",
    sounds_are_heard_when_wanted in "sounds",
    every_state_is_accessible in "states",
    a_keyboard_is_enough in "keyboard",
    reduced_motion_is_respected in "motion",
    hostile_text_does_no_harm in "hostile",
    the_first_load_is_small in "page-load",
    a_touch_screen_plays in "touch",
    the_bot_sample_runs_as_printed in "bots",
}

/// In a network namespace, so that the server has a network address on every test machine.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_phone_plays_over_the_network() {
    use harness::namespace::{NSENTER, Network};

    let network = Network::new().await;
    let machine = network.machine(1).await;
    let scenario = scenario(NETWORK);
    let mut entered = Command::new(NSENTER);
    entered.args(machine.enter()).arg(scenario.as_std().get_program()).args(scenario.as_std().get_args());
    let variables = scenario.as_std().get_envs().filter_map(|(name, value)| Some((name, value?)));
    succeeds(entered.envs(variables).current_dir(folder())).await;
}

const NETWORK: &str = "network";

/// A home in which the browser trusts the authority: it keeps it where it keeps those of a person.
async fn trusting(authority: &Authority) -> Home {
    let home = Home::new();
    let store = home.path().join(".pki/nssdb");
    fs::create_dir_all(&store).expect("a folder");
    let (database, ca) = (format!("sql:{}", store.display()), authority.ca());
    for arguments in [&["-N", "--empty-password"][..], &["-A", "-t", "C,,", "-n", "games", "-i", &ca]] {
        succeeds(Command::new("certutil").args(arguments).args(["-d", &database])).await;
    }
    home
}

#[tokio::test]
async fn the_page_is_played_over_https() {
    let authority = Authority::new();
    authority.certify(&["localhost", "127.0.0.1"]);
    let home = trusting(&authority).await;
    let mut scenario = scenario(TLS);
    succeeds(scenario.env("HOME", home.path()).env("TICTACTOE_TEST_CERTIFICATES", authority.path(""))).await;
}

const TLS: &str = "tls";

macro_rules! engines {
    ($($name:ident in $engine:literal,)*) => {
        $(#[tokio::test]
        async fn $name() {
            succeeds(scenario(ENGINES).env("ENGINE", $engine)).await;
        })*
    };
}

engines! {
    the_page_works_in_firefox in "firefox",
    the_page_works_in_webkit in "webkit",
}

const ENGINES: &str = "engines";

#[test]
fn every_scenario_is_run() {
    let mut there: Vec<_> = tests_in("scenarios").iter().filter_map(|path| stem(path)).collect();
    let mut run: Vec<_> =
        SCENARIOS.iter().chain(&[NETWORK, TLS, ENGINES]).map(|&name| name.to_owned()).collect();
    there.sort();
    run.sort();
    assert_eq!(there, run);
    for folder in ["", "harness"] {
        assert_eq!(tests_in(folder), Vec::<PathBuf>::new(), "tests are in scenarios/ and unit/");
    }
}

#[tokio::test]
async fn the_unit_tests_of_the_page_pass() {
    let tests = tests_in("unit");
    assert_ne!(tests, Vec::<PathBuf>::new());
    succeeds(node().args(["--test", "--test-reporter=spec"]).args(tests)).await;
}

#[tokio::test]
async fn the_page_knows_the_protocol_as_it_is() {
    let home = Home::new();
    let fresh = home.path().join("protocol.d.ts");
    succeeds(
        tool("json-schema-to-typescript/dist/src/cli.js").args(types_flags()).arg("--output").arg(&fresh),
    )
    .await;
    let [fresh, kept] = [fresh, workspace().join("server/page/protocol.d.ts")].map(|path| read(&path));
    assert!(fresh == kept, "in tests/web: npm run types");
}

/// The flags of `npm run types`, without the output path.
fn types_flags() -> Vec<String> {
    let package: serde_json::Value =
        serde_json::from_str(&read(&folder().join("package.json"))).expect("JSON");
    let script = package["scripts"]["types"].as_str().expect("a script");
    let flags = script.split(' ').skip(1).take_while(|word| *word != "--output");
    flags.map(str::to_owned).collect()
}

#[test]
fn the_lock_file_names_no_registry() {
    let lock = read(&folder().join("package-lock.json"));
    assert!(!lock.contains("\"resolved\""), "in tests/web: npm install, which heeds .npmrc");
}

fn folder() -> PathBuf {
    workspace().join("tests/web")
}

fn tests_in(name: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder().join(name)) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".test.js"));
    paths.sort();
    paths
}

fn stem(path: &Path) -> Option<String> {
    path.file_name().and_then(OsStr::to_str)?.strip_suffix(".test.js").map(str::to_owned)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn scenario(name: &str) -> Command {
    let mut command = node();
    command.args(["--test", "--test-reporter=spec", &format!("scenarios/{name}.test.js")]);
    command.env("TICTACTOE_SERVER_BINARY", server()).env("TICTACTOE_CLIENT_BINARY", client());
    command
}

fn tool(path: &str) -> Command {
    let mut command = node();
    command.arg(folder().join("node_modules").join(path));
    command
}

fn node() -> Command {
    assert!(folder().join("node_modules").is_dir(), "Packages are missing. {NEEDED}");
    let mut command = Command::new("node");
    command.current_dir(folder()).kill_on_drop(true);
    command
}

/// Browsers that share a core are slow: one more of them than there are cores.
static TURNS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(1 + available_parallelism().map_or(1, NonZero::get)));

async fn succeeds(command: &mut Command) {
    let _turn = TURNS.acquire().await.expect("it is never closed");
    let output = command.output().await.unwrap_or_else(|error| panic!("{error}. {NEEDED}"));
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{out}{err}");
}
