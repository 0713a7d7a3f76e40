//! Measures three servers that share their matches in three NATS servers, all on this machine, each in a network
//! namespace:
//!
//! ```sh
//! cargo run --release -p tools --bin nodes
//! ```
//!
//! * A commit of the server's store beside a bare compare-and-set of the same bytes and headers on the same stream. They
//!   take turns, because other load on the machine changes within seconds.
//! * A move from one player's frame until the update of that player, in pairs that move as fast as they can.
//! * 10,000 players who seek an opponent at the same moment, a third of them on each server.
//! * 1,000 players a second for five seconds, on the three servers in turn.
//!
//! The server is the release build; unless `--server PATH` names another binary, it is built. Linux only.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::{Client, HeaderMap, Request};
use bytes::Bytes;
use futures::future::join_all;
use harness::namespace::leave_network_of_this_machine;
use harness::player::Player;
use tictactoe_server::store::{HistoryLimits, Key, NatsOptions, NatsStore, Revision, Store, Write};
use tokio::sync::Barrier;
use tokio::time::sleep;
use tools::crashes::Cluster;
use tools::joins::{self, Times, percentiles, seek};
use tools::measure::released_server;
use tools::speed::load::{Clients, Load};

const STREAM: &str = "tictactoe";

/// As large as the record of a match.
const VALUE: [u8; 400] = [b'x'; 400];

const TTL: Duration = Duration::from_secs(60 * 60);

const IN_FLIGHT: [usize; 3] = [1, 64, 256];

/// Turns of each of the two.
const TURNS: usize = 4;

const TURN: Duration = Duration::from_secs(1);

const AT_ONCE: usize = 10_000;

const A_SECOND: usize = 1000;
const SECONDS: usize = 5;

const FLAGS: [&str; 10] = [
    "--max-connections",
    "20000",
    "--messages-per-second",
    "1000000",
    "--burst",
    "1000000",
    "--first-message",
    "10m",
    "--log",
    "error",
];

#[tokio::main]
async fn main() {
    leave_network_of_this_machine();
    joins::raise_open_files();
    let words: Vec<_> = std::env::args().skip(1).collect();
    let server = match &words[..] {
        [flag, path] if flag == "--server" => PathBuf::from(path),
        _ => released_server(),
    };
    let cluster = Cluster::start(&server, &FLAGS).await;
    cluster.leader().await;
    commits(&cluster).await;
    moves(&cluster).await;
    seeks_at_once(&cluster).await;
    seeks_in_turn(&cluster).await;
}

async fn commits(cluster: &Cluster) {
    let options = NatsOptions {
        servers: cluster.urls(),
        credentials: None,
        tls_ca: None,
        stream: STREAM.to_owned(),
        replicas: 3,
        history: HistoryLimits::default(),
        public_url: None,
    };
    let store = Arc::new(NatsStore::join(&options).await.expect("a cluster that runs"));
    let client = async_nats::connect(cluster.urls()).await.expect("a cluster that runs");
    println!(
        "{:>9} {:>26} {:>26} {:>6} {:>6}",
        "in flight", "bare p50, p99, a second", "store", "p50", "rate"
    );
    for count in IN_FLIGHT {
        let (mut bare, mut stored) = (Vec::new(), Vec::new());
        for turn in 0..TURNS {
            let name = |number| format!("bench-{count}-{turn}-{number}");
            let workers =
                (0..count).map(|number| tokio::spawn(compare_and_set(client.clone(), name(number))));
            bare.extend(join_all(workers).await.into_iter().flat_map(|times| times.expect("a worker")));
            let workers = (0..count).map(|number| tokio::spawn(commit(Arc::clone(&store), name(number))));
            stored.extend(join_all(workers).await.into_iter().flat_map(|times| times.expect("a worker")));
        }
        let (bare, stored) = (Figures::of(bare), Figures::of(stored));
        let (p50, rate) = (stored.p50.as_secs_f64() / bare.p50.as_secs_f64(), stored.rate / bare.rate);
        println!("{count:>9} {:>26} {:>26} {p50:>6.2} {rate:>6.2}", bare.text(), stored.text());
    }
}

struct Figures {
    p50: Duration,
    p99: Duration,
    rate: f64,
}

impl Figures {
    #[expect(clippy::cast_precision_loss, reason = "there are not that many")]
    fn of(times: Vec<Duration>) -> Self {
        let rate = times.len() as f64 / (TURN.as_secs_f64() * TURNS as f64);
        let [p50, p99] = percentiles(times);
        Self { p50, p99, rate }
    }

    fn text(&self) -> String {
        format!("{}, {}, {:.0}", ms(self.p50), ms(self.p99), self.rate)
    }
}

/// Replaces one value again and again, as the store does, without its rules for unknown outcomes.
async fn compare_and_set(client: Client, name: String) -> Vec<Duration> {
    let subject = format!("{STREAM}.k.bare.{name}");
    let (mut times, mut expected, began) = (Vec::new(), 0, Instant::now());
    while began.elapsed() < TURN {
        let sent_at = Instant::now();
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Expected-Last-Subject-Sequence", expected.to_string());
        headers.insert("Nats-TTL", TTL.as_secs().to_string());
        headers.insert("Ttt-Op", format!("{:032}.{expected}", 0));
        let request = Request::new().headers(headers).payload(Bytes::from_static(&VALUE));
        let answer = client.send_request(subject.clone(), request).await.expect("a cluster that runs");
        let answer: serde_json::Value = serde_json::from_slice(&answer.payload).expect("JSON");
        expected = answer["seq"].as_u64().expect("a sequence number");
        times.push(sent_at.elapsed());
    }
    times
}

async fn commit(store: Arc<NatsStore>, name: String) -> Vec<Duration> {
    let key = Key::new("stored", &name);
    let (mut times, mut expected, began) = (Vec::new(), None::<Revision>, Instant::now());
    while began.elapsed() < TURN {
        let sent_at = Instant::now();
        let value = Bytes::from_static(&VALUE).into();
        let write = Write { expected, value, ttl: TTL, history: None, held: None };
        expected = Some(store.commit(&key, write).await.expect("a cluster that runs"));
        times.push(sent_at.elapsed());
    }
    times
}

async fn moves(cluster: &Cluster) {
    for pairs in [1, 64] {
        let load = Load { pairs, ..Load::default() };
        let mut clients = Clients::connect(cluster.address(0), load).await;
        let (counts, ()) = clients.count_until(sleep(TURN * 5)).await;
        let count = counts.latencies.len();
        let [p50, p99] = percentiles(counts.latencies);
        println!("{pairs} pairs: {count} moves in 5 s, p50 {}, p99 {}", ms(p50), ms(p99));
    }
}

/// Players of all servers in turn.
async fn connect(cluster: &Cluster, count: usize) -> Vec<Player> {
    let addresses = cluster.addresses();
    let mut of_each = Vec::new();
    for (number, address) in addresses.iter().enumerate() {
        let own = (count + addresses.len() - 1 - number) / addresses.len();
        of_each.push(joins::connect(*address, own).await.into_iter());
    }
    (0..count).filter_map(|number| of_each[number % addresses.len()].next()).collect()
}

async fn seeks_at_once(cluster: &Cluster) {
    let players = connect(cluster, AT_ONCE).await;
    let (began, all) = (Instant::now(), Arc::new(Barrier::new(AT_ONCE)));
    let seeks = players.into_iter().map(|player| tokio::spawn(seek(player, Arc::clone(&all))));
    report(&format!("{AT_ONCE} players at once"), began, join_all(seeks).await);
}

async fn seeks_in_turn(cluster: &Cluster) {
    let count = A_SECOND * SECONDS;
    let players = connect(cluster, count).await;
    let (began, all) = (Instant::now(), Arc::new(Barrier::new(count)));
    let spacing = Duration::from_secs(1) / u32::try_from(A_SECOND).expect("it is small");
    let seeks = (0..).zip(players).map(|(number, player)| {
        let (all, due) = (Arc::clone(&all), began + spacing * number);
        tokio::spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            seek(player, all).await
        })
    });
    report(&format!("{A_SECOND} players a second for {SECONDS} s"), began, join_all(seeks).await);
}

#[expect(clippy::cast_precision_loss, reason = "there are not that many")]
fn report(what: &str, began: Instant, seeks: Vec<Result<Option<Times>, tokio::task::JoinError>>) {
    let seeks: Vec<_> = seeks.into_iter().map(|seek| seek.expect("a player")).collect();
    let seated: Vec<_> = seeks.iter().flatten().collect();
    let refused = seeks.len() - seated.len();
    let last = seated.iter().map(|times| times.seated_at).max().map_or(Duration::ZERO, |last| last - began);
    let [p50, p99] = percentiles(seated.iter().map(|times| times.seated_at - times.joined_at).collect());
    let rate = seated.len() as f64 / 2.0 / last.as_secs_f64();
    println!(
        "{what}: {} seated, {refused} refused, all after {}, {rate:.0} pairs a second, time to seat p50 {}, p99 {}",
        seated.len(),
        ms(last),
        ms(p50),
        ms(p99)
    );
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
