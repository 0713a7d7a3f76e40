//! What happens to a server can be read from its metrics, and the alarms of `server/hosting/alarms.yml` say it.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use futures::future::join_all;
use harness::home::Home;
use harness::join_options::{against, against_computer};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::program::{Program, ServerProgram, server};
use harness::raw::{self, address_on_the_network};
use harness::server::calm_and_pondering;
use harness::wait::in_time;
use harness::workspace;
use hosting::free_port;
use serde_json::json;
use tempfile::TempDir;
use tictactoe_protocol::client::{ClientMessage, InGame, Join};
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::values::{Level, MarkPreference, Opponent, Rules};
use tictactoe_server::startup::{Hosts, Server, Startup, any_port};
use tictactoe_server::store::MemoryStore;
use tokio_util::sync::CancellationToken;
use tools::preload::slow_disk;

const METRICS: [&str; 2] = ["--metrics", "127.0.0.1:0"];

/// Every series and its value.
struct Scrape(BTreeMap<String, String>);

impl Scrape {
    async fn of(address: SocketAddr) -> Self {
        let response = raw::get(address, "/metrics", &[]).await;
        assert_eq!(response.status, 200, "{response:?}");
        let kind = response.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
        let series = response.body.lines().filter(|line| !line.starts_with('#'));
        let series = series.map(|line| line.rsplit_once(' ').expect("a value"));
        Self(series.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// The first of which this is true: some metrics are counted just after what they count was answered.
    async fn when(address: SocketAddr, what: &str, is_so: impl Fn(&Self) -> bool) -> Self {
        let found = async {
            loop {
                let scrape = Self::of(address).await;
                if is_so(&scrape) {
                    return scrape;
                }
            }
        };
        in_time(what, found).await
    }

    /// A series that has not begun is zero.
    fn text(&self, series: &str) -> &str {
        self.0.get(&format!("tictactoe_{series}")).map_or("0", String::as_str)
    }

    fn value(&self, series: &str) -> f64 {
        self.text(series).parse().expect("a number")
    }
}

/// A server with metrics, and their address.
async fn start(variables: &[(&str, OsString)], flags: &[&str]) -> (ServerProgram, SocketAddr) {
    let flags = [&METRICS[..], flags].concat();
    let mut server = ServerProgram::start_with(server(), &Home::new(), variables, &flags).await;
    let metrics = metrics_of(&mut server.program).await;
    (server, metrics)
}

async fn metrics_of(server: &mut Program) -> SocketAddr {
    let line = server.err.expect("/metrics\n").await;
    let (_, url) = line.rsplit_once("http://").expect("an address");
    let address = url.strip_suffix("/metrics\n").and_then(|address| address.parse().ok());
    address.expect("an address")
}

/// Asserts which alarms sound on a server to which in each of ten minutes happens what has happened between these two.
fn assert_alarms(before: &Scrape, after: &Scrape, expected: &[&str]) {
    let grows = |series: &str| {
        let name = series.split('{').next().unwrap_or_default();
        ["_total", "_bucket", "_sum", "_count"].iter().any(|suffix| name.ends_with(suffix))
    };
    let input = after.0.iter().map(|(series, value)| {
        let value: f64 = value.parse().expect("a number");
        let first = before.0.get(series).map_or(0.0, |first| first.parse().expect("a number"));
        let values =
            if grows(series) { format!("{first}+{}x10", value - first) } else { format!("{value}+0x10") };
        json!({ "series": series, "values": values })
    });
    let up = json!({ "series": "up{job=\"tictactoe\"}", "values": "1+0x10" });
    let alarms: Vec<_> = expected
        .iter()
        .map(|name| json!({ "labels": format!("{{alertname=\"{name}\"}}"), "value": 1 }))
        .collect();
    let firing = json!({
        "expr": "count by (alertname) (ALERTS{alertstate=\"firing\"})", "eval_time": "10m", "exp_samples": alarms
    });
    let test = json!({
        "interval": "1m",
        "input_series": input.chain([up]).collect::<Vec<_>>(),
        "promql_expr_test": [firing],
    });
    let rules = workspace().join("server/hosting/alarms.yml");
    let file = json!({ "rule_files": [rules], "evaluation_interval": "1m", "tests": [test] });
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("test.yml");
    fs::write(&path, file.to_string()).unwrap();
    let output = Command::new("promtool").args(["test", "rules"]).arg(path).output();
    let output = output.expect("promtool, of the Debian package prometheus");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{:#?}", after.0);
}

#[tokio::test]
async fn a_game_is_counted_and_sounds_no_alarm() {
    let (server, metrics) = start(&[], &["--ephemeral"]).await;
    let before = Scrape::of(metrics).await;
    let lone = Player::joined(server.address, Join { room: Some("kitten".into()), ..Join::default() }).await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &X_WINS[..2]).await;
    assert_eq!(x.play(X_WINS[0]).await.unwrap_err().code, Code::Taken);
    let moves = |expected| move |scrape: &Scrape| scrape.text("moves_total{by=\"person\"}") == expected;
    let during = Scrape::when(metrics, "two moves", moves("2")).await;
    play_moves(&mut x, &mut o, &X_WINS[2..]).await;
    let after = Scrape::when(metrics, "five moves", moves("5")).await;
    for (series, expected) in [
        ("ready", ["1", "1"]),
        ("websockets_opened_total", ["3", "3"]),
        ("seeks", ["1", "1"]),
        ("matches_playing", ["1", "0"]),
        ("matches_kept", ["1", "1"]),
        ("moves_total{by=\"computer\"}", ["0", "0"]),
    ] {
        assert_eq!([&during, &after].map(|scrape| scrape.text(series)), expected, "{series}");
    }
    assert_alarms(&before, &after, &[]);
    drop(lone);
}

#[tokio::test]
async fn a_slow_disk_sounds_its_alarms() {
    let (server, metrics) = start(&slow_disk(600_000), &[]).await;
    let before = Scrape::of(metrics).await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &X_WINS[..2]).await;
    let after = Scrape::when(metrics, "the match and its moves", |scrape| {
        scrape.value("commit_seconds_count") >= 3.0
    });
    let after = after.await;
    assert_alarms(&before, &after, &["TictactoeSlowDisk", "TictactoeSlowMoves"]);
}

#[tokio::test]
async fn a_full_server_sounds_its_alarms() {
    let (server, metrics) = start(&[], &["--ephemeral", "--max-matches", "1"]).await;
    let before = Scrape::of(metrics).await;
    let _first = Player::joined(server.address, against(Opponent::Ai)).await;
    let mut second = server.player().await;
    assert_eq!(second.join(against(Opponent::Ai)).await.unwrap_err().code, Code::Full);
    let after = Scrape::of(metrics).await;
    assert_alarms(&before, &after, &["TictactoeNotReady", "TictactoeNearlyFull"]);
}

#[tokio::test]
async fn a_port_without_places_sounds_its_alarm() {
    let (server, metrics) = start(&[], &["--ephemeral", "--max-connections", "5"]).await;
    let before = Scrape::of(metrics).await;
    let players = join_all((0..5).map(|_| server.player())).await;
    let after = Scrape::of(metrics).await;
    assert_eq!(["connections", "connections_limit"].map(|series| after.text(series)), ["5", "5"]);
    assert_alarms(&before, &after, &["TictactoeNearlyFull"]);
    drop(players);
    Scrape::when(metrics, "closed connections", |scrape| scrape.text("connections") == "0").await;
}

/// The number of ports on which a program listens, at any address.
fn listening(program: &Program) -> usize {
    const LISTENS: &str = "0A";
    let process = format!("/proc/{}", program.pid().as_raw_nonzero());
    let own: HashSet<_> = fs::read_dir(format!("{process}/fd"))
        .unwrap()
        .filter_map(|file| fs::read_link(file.ok()?.path()).ok())
        .collect();
    let tables = ["tcp", "tcp6"].map(|kind| fs::read_to_string(format!("{process}/net/{kind}")).unwrap());
    let rows = tables.iter().flat_map(|table| table.lines().skip(1));
    let fields = rows.map(|row| row.split_whitespace().collect::<Vec<_>>());
    let listening =
        fields.filter(|row| row[3] == LISTENS && own.contains(Path::new(&format!("socket:[{}]", row[9]))));
    let port = |row: Vec<&str>| row[1].rsplit(':').next().map(str::to_owned);
    listening.filter_map(port).collect::<HashSet<_>>().len()
}

#[tokio::test]
async fn only_the_ports_that_were_asked_for_are_open() {
    assert_eq!(listening(&ServerProgram::start(&["--ephemeral"]).await.program), 1);
    let (server, _) = start(&[], &["--ephemeral"]).await;
    assert_eq!(listening(&server.program), 2);
}

#[tokio::test]
async fn an_attack_sounds_its_alarm() {
    let flags = ["--ephemeral", "--trusted-proxy", "127.0.0.1", "--max-per-address", "2"];
    let (server, metrics) = start(&[], &flags).await;
    let before = Scrape::of(metrics).await;
    for _ in 0..150 {
        raw::handshake(server.address, "/ws", &[("x-forwarded-for", "203.0.113.9")]).await;
    }
    let after = Scrape::of(metrics).await;
    let hits: f64 = ["websocket", "connection"]
        .iter()
        .map(|quota| after.value(&format!("quota_hits_total{{quota=\"{quota}\"}}")))
        .sum();
    assert!(hits > 60.0, "{hits}");
    assert_alarms(&before, &after, &["TictactoeAttacked"]);
}

#[tokio::test]
async fn an_attacker_who_goes_on_after_being_blocked_sounds_no_alarm() {
    let network = address_on_the_network().expect("these tests need a network, or a route to one");
    let home = Home::new();
    let blocked = home.path().join("blocked");
    fs::write(&blocked, network.to_string()).unwrap();
    let flags = ["--ephemeral", "--no-mdns", "--port", "0", "--host", "0.0.0.0", "--block"];
    let flags = [&flags[..], &[blocked.to_str().unwrap()], &METRICS].concat();
    let mut server = ServerProgram::listening(Program::start(server(), &flags)).await;
    let metrics = metrics_of(&mut server.program).await;
    let before = Scrape::of(metrics).await;
    let address = SocketAddr::new(network, server.address.port());
    let refusals = async {
        loop {
            drop(raw::connect(address).await);
            let scrape = Scrape::of(metrics).await;
            if scrape.value("quota_hits_total{quota=\"refusal\"}") > 100.0 {
                return scrape;
            }
        }
    };
    let after = in_time("more refusals than are answered", refusals).await;
    assert_alarms(&before, &after, &[]);
}

#[tokio::test]
async fn a_starving_search_pool_sounds_its_alarm() {
    let metrics = SocketAddr::from(([127, 0, 0, 1], free_port().await));
    let startup = Startup {
        hosts: Hosts::loopback(),
        ports: any_port(),
        metrics: Some(metrics),
        announced: None,
        settings: calm_and_pondering(),
        ..Startup::default()
    };
    let stop = CancellationToken::new();
    let _stopped_at_the_end = stop.clone().drop_guard();
    let server = Server::start(startup, Arc::new(MemoryStore::new()), stop).await.unwrap();
    let address = server.bound()[0];
    tokio::spawn(server.run());
    let before = Scrape::of(metrics).await;
    let computer_first =
        Join { rules: Some(Rules::new(4, 4, 4)), ..against_computer(Level::Perfect, MarkPreference::O) };
    // Reviews do not count: no one waits for them to go on.
    let reviewed = async |_| {
        let alone = Join { rules: Some(Rules::new(4, 4, 4)), ..against(Opponent::Hotseat) };
        let mut player = Player::joined(address, alone).await;
        player.state_where("the first", |state| state.ply == 0).await;
        player.play(0).await.unwrap();
        player.resign().await.unwrap();
        player.over().await;
        player.say(ClientMessage::Review(InGame { game: None })).await;
        player
    };
    let _reviewed = join_all((0..101).map(reviewed)).await;
    let all_wait = |priority| {
        move |scrape: &Scrape| scrape.text(&format!("searches_waiting{{priority=\"{priority}\"}}")) == "101"
    };
    assert_alarms(&before, &Scrape::when(metrics, "the reviews", all_wait("review")).await, &[]);
    let _players = join_all((0..101).map(|_| Player::joined(address, computer_first.clone()))).await;
    let starving = Scrape::when(metrics, "the searches", all_wait("move")).await;
    assert_alarms(&before, &starving, &["TictactoeSearchesStarve"]);
}

#[tokio::test]
async fn searches_are_measured() {
    let (server, metrics) = start(&[], &["--ephemeral"]).await;
    let computer_first =
        Join { rules: Some(Rules::new(4, 4, 4)), ..against_computer(Level::Perfect, MarkPreference::O) };
    let mut player = Player::joined(server.address, computer_first).await;
    player.state_where("the computer's move", |state| state.ply == 1).await;
    let series = ["search_wait_seconds_count{priority=\"move\"}", "moves_total{by=\"computer\"}"];
    let are_measured = |scrape: &Scrape| series.iter().all(|series| scrape.text(series) == "1");
    Scrape::when(metrics, "one search and one move", are_measured).await;
}

#[tokio::test]
async fn there_is_no_other_page_on_the_port_and_no_metrics_on_the_players_port() {
    let (server, metrics) = start(&[], &["--ephemeral"]).await;
    assert_eq!(raw::get(metrics, "/", &[]).await.status, 404);
    assert_eq!(raw::get(server.address, "/metrics", &[]).await.status, 404);
}

#[tokio::test]
async fn a_busy_address_for_metrics_is_refused_clearly() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let flags = ["--local", "--port", "0", "--ephemeral", "--metrics", &address];
    let exit = Program::start(server(), &flags).exit().await;
    assert_eq!(exit.code, Some(1));
    assert!(exit.err.contains(&address) && exit.err.contains("--metrics"), "{}", exit.err);
}
