//! Attacks a released server from one machine of a small network, beside live games, and shows what it costs them:
//!
//! ```sh
//! cargo run --release -p tools --bin one_source -- --seconds 20
//! cargo run --release -p tools --bin one_source -- --only hints --server PATH
//! ```
//!
//! Every attack meets a new server. `quiet` is the time from a move until the opponent has it, before the attack, and
//! `beside` the same during it; `done` and `refused` count what the attacker tried; `joins` says how many of the players
//! who came meanwhile got a seat, and `thinks` how long the computer took for a move on 7x7. The attacker has one thread,
//! which is stopped for most of the time: see [`WORK`] and [`REST`]. Linux only; it builds the network as
//! `tests/hosting/discovery.rs` does.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures::future::{join, join_all};
use harness::home::Home;
use harness::join_options::{against_computer, in_room};
use harness::namespace::Network;
use harness::player::strategy::play_again;
use harness::player::{Player, is_own_turn};
use harness::rng::Rng;
use harness::server::pair_at;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tictactoe_protocol::client::{ClientMessage, Empty, InGame, Join, Move, NextGame, Resume};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{Level, MarkPreference, Rules};
use tokio::time::{sleep, timeout};
use tools::measure::released_server;

const ATTACKS: [&str; 7] = ["matches", "tiny", "resumes", "hints", "messages", "network", "words"];

const ATTACKERS: usize = 120;

/// The pace of a game.
const PACE: Duration = Duration::from_millis(200);

/// The attacker runs for this long at a time: it has a quarter of a core.
const WORK: Duration = Duration::from_millis(5);
const REST: Duration = Duration::from_millis(15);

const DRAW: &[u8] = &[0, 1, 2, 4, 3, 5, 7, 6, 8];

const PATIENCE: Duration = Duration::from_secs(5);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["attack", name, server, seconds] => attack(name, parsed(server), span(seconds)).await,
        ["games", games, server, seconds] => play(parsed(games), parsed(server), span(seconds)).await,
        _ => run_all(&words).await,
    }
}

fn parsed<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("{word} is not what is expected"))
}

fn span(seconds: &str) -> Duration {
    Duration::from_secs(parsed(seconds))
}

async fn run_all(words: &[&str]) {
    let value = |flag: &str| words.iter().position(|word| *word == flag).and_then(|at| words.get(at + 1));
    let server = value("--server").map_or_else(released_server, PathBuf::from);
    let (games, seconds) = (value("--games").unwrap_or(&"200"), value("--seconds").unwrap_or(&"15"));
    println!("{games} games; quiet and beside: median, p99 in ms");
    println!(
        "{:>9} {:>14} {:>14} {:>9} {:>9} {:>7} {:>7} {:>10} {:>9}",
        "attack", "quiet", "beside", "done", "refused", "joins", "thinks", "memory MiB", "disk KiB"
    );
    let is_chosen = |name: &&str| value("--only").is_none_or(|only| only == name);
    for name in ATTACKS.into_iter().filter(is_chosen) {
        run(name, &server, games, seconds).await;
    }
}

async fn run(name: &str, server: &Path, games: &str, seconds: &str) {
    let own = std::env::current_exe().expect("the path of this program");
    let (_network, [host, attacker]) = Network::with_machines().await;
    let data = Home::new();
    let directory = data.path().to_str().expect("a path that is text");
    let mut program = host.start(server, &["--data", directory, "--no-mdns", "--log", "error"]);
    program.out.expect(&format!("ws://{}/ws\n", host.address())).await;
    let played = async || {
        let exit = host.start(&own, &["games", games, "127.0.0.1:7878", seconds]).exit().await;
        serde_json::from_str::<Value>(&exit.out).unwrap_or_else(|_| panic!("{}", exit.err))
    };
    let quiet = played().await;
    let mut attack = attacker.start(&own, &["attack", name, &host.address(), seconds]);
    let attacker = attack.pid();
    let (beside, cost) = tokio::select! {
        results = join(played(), attack.exit()) => results,
        never = hold_back(attacker) => match never {},
    };
    let cost: Value = serde_json::from_str(&cost.out).unwrap_or_else(|_| panic!("{}", cost.err));
    let memory = std::fs::read_to_string(format!("/proc/{}/status", program.pid())).unwrap_or_default();
    let resident = memory.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let resident: u64 = resident.trim().trim_end_matches(" kB").parse().unwrap_or_default();
    let files = std::fs::read_dir(data.path()).into_iter().flatten().flatten();
    let disk: u64 = files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
    let text = |value: &Value| value.to_string().replace('"', "");
    println!(
        "{name:>9} {:>14} {:>14} {:>9} {:>9} {:>7} {:>7} {:>10} {:>9}",
        text(&quiet["times"]),
        text(&beside["times"]),
        text(&cost["done"]),
        text(&cost["refused"]),
        text(&beside["joins"]),
        text(&beside["thinks"]),
        resident / 1024,
        disk / 1024,
    );
}

/// Stops a program again and again.
async fn hold_back(program: Pid) -> Infallible {
    loop {
        for (signal, time) in [(Signal::CONT, WORK), (Signal::STOP, REST)] {
            // It may have ended.
            let _ = kill_process(program, signal);
            sleep(time).await;
        }
    }
}

/// Plays games and joins as a newcomer, and prints what that took.
async fn play(games: usize, server: SocketAddr, time: Duration) {
    let rooms: Vec<_> =
        (0..games).map(|game| in_room(&format!("game-{}-{game}", std::process::id()))).collect();
    let mut pairs = join_all(rooms.into_iter().map(|room| pair_at(server, room))).await;
    let end = Instant::now() + time;
    let playing = join_all(pairs.iter_mut().map(|(x, o)| play_until(end, x, o)));
    let (times, (joins, thinks)) = join(playing, newcomers(server, end)).await;
    let mut times: Vec<_> = times.into_iter().flatten().collect();
    let times = format!("{} {}", percentile(&mut times, 50), percentile(&mut times, 99));
    println!("{}", json!({ "times": times, "joins": joins, "thinks": thinks }));
}

fn percentile(times: &mut [Duration], percent: usize) -> String {
    times.sort_unstable();
    let at = times.len().saturating_sub(1) * percent / 100;
    times.get(at).map_or_else(|| "-".into(), |time| format!("{:.1}", time.as_secs_f64() * 1000.0))
}

async fn play_until(end: Instant, one: &mut Player, other: &mut Player) -> Vec<Duration> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let game = one.newest().game;
        for (ply, &cell) in (0..).zip(DRAW) {
            sleep(PACE).await;
            let first = is_own_turn(one.newest());
            let (mover, waiter) = if first { (&mut *one, &mut *other) } else { (&mut *other, &mut *one) };
            let start = Instant::now();
            let seen = async {
                waiter.state_where("the move", |state| (state.game, state.ply) == (game, ply + 1)).await;
                start.elapsed()
            };
            let (done, time) = join(mover.play(cell), seen).await;
            done.expect("a legal move is not refused");
            mover.state_where("the move", |state| (state.game, state.ply) == (game, ply + 1)).await;
            times.push(time);
        }
        play_again([one, other]).await;
    }
    times
}

/// Joins the computer again and again. Returns how often that worked, and how long the computer thinks.
async fn newcomers(server: SocketAddr, end: Instant) -> (String, String) {
    let (mut came, mut seated, mut times) = (0, 0, Vec::new());
    let options = || Join {
        rules: Some(serde_json::from_value::<Rules>(json!({"columns":7,"rows":7,"run":5})).expect("rules")),
        ..against_computer(Level::Perfect, MarkPreference::X)
    };
    while Instant::now() < end {
        came += 1;
        let mut player = Player::connect(server).await;
        if player.join(options()).await.is_ok() {
            seated += 1;
            player.seated().await;
            player.state_where("the board", |state| state.ply == 0).await;
            player.play(0).await.expect("a legal move is not refused");
            let start = Instant::now();
            // Longer is as bad.
            let _ =
                timeout(PATIENCE, player.state_where("the computer's move", |state| state.ply == 2)).await;
            times.push(start.elapsed());
        }
        sleep(PACE).await;
    }
    (format!("{seated}/{came}"), percentile(&mut times, 50))
}

#[derive(Default)]
struct Tally {
    done: AtomicU64,
    refused: AtomicU64,
}

async fn attack(name: &str, server: SocketAddr, time: Duration) {
    let tally = Tally::default();
    let addresses = if name == "network" { more_addresses() } else { vec![Ipv4Addr::UNSPECIFIED] };
    let ticket = if name == "resumes" { Some(pair(server).await) } else { None };
    let attackers = (0..ATTACKERS).map(async |number| {
        let mut held = Vec::new();
        let mut rng = Rng::seeded(number as u64);
        loop {
            let from = addresses[(number + held.len()) % addresses.len()];
            let Some(mut player) = Player::attempt_from(from, server).await else {
                tally.refused.fetch_add(1, Relaxed);
                sleep(Duration::from_millis(20)).await;
                continue;
            };
            let tried = match name {
                "matches" => start_match(&mut player, 3).await,
                "tiny" => play_tiny(&mut player).await,
                "resumes" => {
                    let resume = Resume { ticket: ticket.clone().expect("a match of our own") };
                    let is_seated = |message: &ServerMessage| matches!(message, ServerMessage::Seated(_));
                    player.attempt(ClientMessage::Resume(resume), is_seated).await
                }
                "hints" => ask_hints(&mut player, &tally).await,
                "messages" => {
                    let is_pong = |message: &ServerMessage| matches!(message, ServerMessage::Pong(_));
                    player.attempt(ClientMessage::Ping(Empty {}), is_pong).await
                }
                "words" => {
                    let word = format!("otter-maple-{:06}", rng.below(1_000_000));
                    let is_waiting = |message: &ServerMessage| matches!(message, ServerMessage::Waiting(_));
                    player.attempt(ClientMessage::Join(in_room(&word)), is_waiting).await
                }
                _ => true,
            };
            if tried { &tally.done } else { &tally.refused }.fetch_add(1, Relaxed);
            if name == "network" {
                held.push(player);
            }
        }
    });
    let _ = timeout(time, join_all(attackers)).await;
    println!("{}", json!({ "done": tally.done.load(Relaxed), "refused": tally.refused.load(Relaxed) }));
}

/// Gives this machine the other addresses of its network.
fn more_addresses() -> Vec<Ipv4Addr> {
    let addresses: Vec<_> = (100..=225).map(|last| Ipv4Addr::new(10, 77, 0, last)).collect();
    for address in &addresses {
        let given =
            Command::new("ip").args(["addr", "add", &format!("{address}/24"), "dev", "eth0"]).status();
        assert!(given.is_ok_and(|status| status.success()), "{address}");
    }
    addresses
}

/// Begins a match against itself. Returns the ticket of one player; the other stays connected.
async fn pair(server: SocketAddr) -> Ticket {
    let (one, mut other) = pair_at(server, in_room("resumed")).await;
    tokio::spawn(async move { other.ended().await });
    one.ticket()
}

async fn start_match(player: &mut Player, side: u8) -> bool {
    let rules = Some(Rules::new(side, side, side.min(5)));
    let join = Join { rules, ..against_computer(Level::Easy, MarkPreference::X) };
    let first = Move { cell: 0, ply: None, game: None, takebacks: None };
    player.attempt(ClientMessage::Join(join), is_state).await
        && player.attempt(ClientMessage::Move(first), is_state).await
}

async fn play_tiny(player: &mut Player) -> bool {
    let mut is_on = start_match(player, 1).await;
    for _ in 0..15 {
        let again = NextGame { game: None, level: None };
        is_on = is_on && player.attempt(ClientMessage::Rematch(again), is_state).await;
    }
    is_on
}

async fn ask_hints(player: &mut Player, tally: &Tally) -> bool {
    if !start_match(player, 15).await {
        return false;
    }
    let is_hint = |message: &ServerMessage| matches!(message, ServerMessage::Hint(_));
    while player.attempt(ClientMessage::Hint(InGame { game: None }), is_hint).await {
        tally.done.fetch_add(1, Relaxed);
    }
    false
}

const fn is_state(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::State(_))
}
