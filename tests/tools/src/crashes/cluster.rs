//! Three NATS servers and three game servers, each on a [`Machine`] of its own, so that any two can be cut off from each
//! other. The game server and the NATS server of one number stand for what runs on one machine.

use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::future::join_all;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use harness::namespace::{self, Machine, Network};
use harness::nats_server::executable;
use harness::program::{Program, Signal};
use harness::raw;
use harness::wait::in_time;

pub const COUNT: usize = 3;

/// The number of this program in the network.
const PLAYERS: u8 = 100;

const MONITOR: u16 = 8222;

/// How many lines of each log are shown when a test fails.
const SHOWN: usize = 20;

/// One of the programs, or the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    Nats(usize),
    Game(usize),
    Players,
}

/// Three NATS servers and three game servers.
pub struct Cluster {
    /// The programs end before their network.
    nats: Vec<Node>,
    games: Vec<Node>,
    server: PathBuf,
    directory: TempDir,
    _network: Network,
}

struct Node {
    machine: Machine,
    program: Option<Program>,
    /// What earlier programs wrote.
    log: String,
}

impl Cluster {
    /// Starts all six.
    pub async fn start(server: &Path) -> Self {
        let (network, machines) = Network::with_machines::<{ 2 * COUNT }>().await;
        network.join(PLAYERS).await;
        let node = |machine| Node { machine, program: None, log: String::new() };
        let mut nats: Vec<_> = machines.into_iter().map(node).collect();
        let games = nats.split_off(COUNT);
        let directory = TempDir::new().expect("a temporary directory");
        let mut cluster = Self { nats, games, server: server.into(), directory, _network: network };
        for number in 0..COUNT {
            cluster.start_again(Host::Nats(number)).await;
        }
        for number in 0..COUNT {
            cluster.start_again(Host::Game(number)).await;
        }
        cluster
    }

    pub fn addresses(&self) -> Vec<SocketAddr> {
        (0..COUNT).map(|number| self.address(number)).collect()
    }

    pub fn address(&self, game: usize) -> SocketAddr {
        self.games[game].machine.address().parse().expect("an address")
    }

    /// As `--nats` takes them.
    pub fn urls(&self) -> Vec<String> {
        self.nats.iter().map(|node| format!("nats://{}:4222", node.machine.ip())).collect()
    }

    pub fn signal(&self, host: Host, signal: Signal) {
        self.node(host).program.as_ref().expect("a program that runs").signal(signal);
    }

    /// Starts a program that was told to end. It is killed if it has not ended.
    pub async fn start_again(&mut self, host: Host) {
        self.kill(host).await;
        let program = match host {
            Host::Nats(number) => self.start_nats(number).await,
            Host::Game(number) => self.start_game(number).await,
            Host::Players => unreachable!("the players are this program"),
        };
        self.node_mut(host).program = Some(program);
    }

    pub async fn kill(&mut self, host: Host) {
        let node = self.node_mut(host);
        if let Some(mut program) = node.program.take() {
            program.signal(Signal::KILL);
            let _ = write!(node.log, "{}", program.exit().await.err);
        }
    }

    async fn start_nats(&self, number: usize) -> Program {
        let file = self.directory.path().join(format!("{number}.conf"));
        fs::write(&file, self.configuration(number)).expect("a file of our own");
        let file = file.to_str().expect("a path that is text");
        let mut program = self.nats[number].machine.start(&executable(), &["--config", file]);
        program.err.expect("Server is ready").await;
        program
    }

    async fn start_game(&self, number: usize) -> Program {
        let (machine, urls) = (&self.games[number].machine, self.urls().join(","));
        let (public, players) = (format!("http://{}", machine.address()), namespace::ip(PLAYERS));
        let flags = ["--no-mdns", "--nats", &urls, "--public-url", &public, "--trusted-proxy", &players];
        let mut program = machine.start(&self.server, &flags);
        program.out.expect("/ws\n").await;
        program
    }

    fn configuration(&self, number: usize) -> String {
        let routes: Vec<_> =
            self.nats.iter().map(|node| format!("\"nats://{}:6222\"", node.machine.ip())).collect();
        let (ip, routes) = (self.nats[number].machine.ip(), routes.join(", "));
        let directory = self.directory.path().join(number.to_string());
        format!(
            "server_name: n{number}\n\
             listen: {ip}:4222\n\
             http: {ip}:{MONITOR}\n\
             lame_duck_grace_period: 2s\n\
             lame_duck_duration: 30s\n\
             jetstream {{ store_dir: \"{}\", sync_interval: always }}\n\
             cluster {{ name: tests, listen: {ip}:6222, routes: [{routes}], ping_interval: 2s, ping_max: 2 }}\n",
            directory.display(),
        )
    }

    /// Cuts two hosts off from each other.
    pub async fn cut_off(&self, one: Host, other: Host) {
        for (from, to) in [(one, other), (other, one)] {
            if from != Host::Players {
                self.node(from).machine.cut_off(&self.ip(to)).await;
            }
        }
    }

    pub async fn reconnect(&self, one: Host, other: Host) {
        for (from, to) in [(one, other), (other, one)] {
            if from != Host::Players {
                self.node(from).machine.reconnect(&self.ip(to)).await;
            }
        }
    }

    /// Waits until every copy of the stream is complete, and says which NATS server leads it.
    pub async fn leader(&self) -> usize {
        let complete = async {
            loop {
                let views = join_all((0..COUNT).map(|number| self.view(number))).await;
                let is_led =
                    |number: &usize| views[*number].as_ref().is_some_and(|view| is_complete(view, *number));
                if let Some(leader) = (0..COUNT).find(is_led) {
                    return leader;
                }
                sleep(Duration::from_millis(100)).await;
            }
        };
        in_time("every copy of the stream to be complete", complete).await
    }

    /// What a NATS server knows of the stream's copies.
    async fn view(&self, number: usize) -> Option<Value> {
        let address = format!("{}:{MONITOR}", self.nats[number].machine.ip());
        let mut stream = raw::connect(address.parse().expect("an address")).await;
        stream.write_all(b"GET /jsz?accounts=true&streams=true HTTP/1.0\r\n\r\n").await.ok()?;
        let response = raw::rest(&mut stream).await;
        let (_, body) = response.split_once("\r\n\r\n")?;
        let view: Value = serde_json::from_str(body).ok()?;
        view.pointer("/account_details/0/stream_detail/0/cluster").cloned()
    }

    /// What a program and those before it have logged.
    pub fn log(&self, host: Host) -> String {
        let node = self.node(host);
        let own = node.program.as_ref().map(|program| program.err.so_far());
        node.log.clone() + &own.unwrap_or_default()
    }

    fn ip(&self, host: Host) -> String {
        match host {
            Host::Players => namespace::ip(PLAYERS),
            _ => self.node(host).machine.ip().to_owned(),
        }
    }

    fn node(&self, host: Host) -> &Node {
        match host {
            Host::Nats(number) => &self.nats[number],
            Host::Game(number) => &self.games[number],
            Host::Players => unreachable!("the players are this program"),
        }
    }

    fn node_mut(&mut self, host: Host) -> &mut Node {
        match host {
            Host::Nats(number) => &mut self.nats[number],
            Host::Game(number) => &mut self.games[number],
            Host::Players => unreachable!("the players are this program"),
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for host in (0..COUNT).flat_map(|number| [Host::Nats(number), Host::Game(number)]) {
                let log = self.log(host);
                let lines: Vec<_> = log.lines().rev().take(SHOWN).collect();
                lines.iter().rev().for_each(|line| eprintln!("{host:?}: {line}"));
            }
        }
    }
}

/// Whether this server leads the stream, and the others have all of it.
fn is_complete(view: &Value, number: usize) -> bool {
    let replicas = view["replicas"].as_array().map_or(&[][..], Vec::as_slice);
    view["leader"] == format!("n{number}") && replicas.iter().all(|replica| replica["current"] == true)
}
