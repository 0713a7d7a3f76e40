//! Measures how long moves between people take, while 64 others play against the computer on 15x15, and while
//! none do:
//!
//! ```sh
//! cargo run --release -p tictactoe-tests --bin latency
//! ```
//!
//! Measured is the time from sending a move until the opponent has the new state, over real sockets, to a server in
//! this process. Quiet and loaded phases alternate, so that other load on the machine affects both. The 64 answer
//! the computer at once with random cells, so that it always has to search.

use std::fmt;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::future::{join, join_all};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{Level, MarkPreference, Rules};
use tictactoe_server::store::MemoryStore;
use tictactoe_server::{Settings, run};
use tictactoe_tests::join_options::{against_computer, in_room};
use tictactoe_tests::player::strategy::play_again;
use tictactoe_tests::player::{Player, is_own_turn};
use tictactoe_tests::rng::Rng;
use tictactoe_tests::server::{calm_and_unlimited, pair_at};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

const CROWD: u64 = 64;

const PAIRS: usize = 8;
const PACE: Duration = Duration::from_millis(20);

const PHASES: usize = 6;
const GAMES: usize = 20;

/// The time for the server to settle before each phase.
const SETTLE: Duration = Duration::from_millis(500);

const DRAW: &[u8] = &[0, 1, 2, 4, 3, 5, 7, 6, 8];

fn main() {
    let server = runtime(None);
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let address = listener.local_addr().expect("a bound socket has an address");
    let settings = Settings { move_time: None, ..calm_and_unlimited() };
    println!("{CROWD} against the computer on 15x15, {PAIRS} pairs of people; {:?}", settings.search);
    server.spawn(run(listener, Arc::new(MemoryStore::new()), settings, CancellationToken::new()));

    let (gate, open) = watch::channel(false);
    let answers = Arc::new(AtomicU64::new(0));
    let crowd = runtime(Some(1));
    for seed in 0..CROWD {
        crowd.spawn(play_computer(address, Rng::seeded(seed), open.clone(), Arc::clone(&answers)));
    }

    let (mut quiet, mut loaded) = (Vec::new(), Vec::new());
    runtime(Some(1)).block_on(async {
        let rooms: Vec<_> = (0..PAIRS).map(|pair| in_room(&format!("pair-{pair}"))).collect();
        let mut pairs = join_all(rooms.into_iter().map(|room| pair_at(address, room))).await;
        for _ in 0..PHASES {
            gate.send_replace(false);
            quiet.extend(phase("quiet", &mut pairs, &answers).await);
            gate.send_replace(true);
            loaded.extend(phase("loaded", &mut pairs, &answers).await);
        }
    });
    report(&mut quiet, &mut loaded);
    // Exit without waiting for the other threads.
    std::process::exit(0);
}

/// With the default number of threads, or this many.
fn runtime(threads: Option<usize>) -> Runtime {
    let mut builder = Builder::new_multi_thread();
    threads.map(|threads| builder.worker_threads(threads));
    builder.enable_all().build().expect("threads can be started")
}

async fn play_computer(
    address: SocketAddr,
    mut rng: Rng,
    mut open: watch::Receiver<bool>,
    answers: Arc<AtomicU64>,
) {
    let mut player = Player::connect(address).await;
    let rules = Some(Rules::new(15, 15, 5));
    let options = Join { rules, ..against_computer(Level::Perfect, MarkPreference::Any) };
    player.join(options).await.expect("a client may join");
    let mut next = (1, 0);
    loop {
        if open.wait_for(|open| *open).await.is_err() {
            return pending().await;
        }
        let mine = |state: &Snapshot| state.turn.is_none() || is_own_turn(state);
        let like = |state: &Snapshot| (state.game, state.ply) >= next && mine(state);
        let state = player.state_where("my turn", like).await;
        answers.fetch_add(1, Ordering::Relaxed);
        if state.result.is_some() {
            player.rematch().await.expect("the computer always agrees");
            next = (state.game + 1, 0);
        } else {
            player.play(rng.pick(&state.legal)).await.expect("a legal move is not refused");
            next = (state.game, state.ply + 1);
        }
    }
}

async fn phase(what: &str, pairs: &mut [(Player, Player)], answers: &AtomicU64) -> Vec<Duration> {
    tokio::time::sleep(SETTLE).await;
    let (start, before) = (Instant::now(), answers.load(Ordering::Relaxed));
    let measured = join_all(pairs.iter_mut().map(|(x, o)| play_each_other(x, o))).await;
    let mut times: Vec<_> = measured.into_iter().flatten().collect();
    let answered = u32::try_from(answers.load(Ordering::Relaxed) - before).unwrap_or(u32::MAX);
    let rate = f64::from(answered) / start.elapsed().as_secs_f64();
    println!("{what:>6}: {}   the computer answers {rate:.0} times a second", Summary::of(&mut times));
    times
}

async fn play_each_other(one: &mut Player, other: &mut Player) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..GAMES {
        let game = one.newest().game;
        for (ply, &cell) in (0..).zip(DRAW) {
            tokio::time::sleep(PACE).await;
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

struct Summary {
    moves: usize,
    median: Duration,
    p95: Duration,
    p99: Duration,
}

impl Summary {
    fn of(times: &mut [Duration]) -> Self {
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        Self { moves: times.len(), median: at(50), p95: at(95), p99: at(99) }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, median, p95, p99 } = self;
        write!(f, "{moves} moves, median {median:.0?}, p95 {p95:.0?}, p99 {p99:.0?}")
    }
}

fn report(quiet: &mut [Duration], loaded: &mut [Duration]) {
    let (quiet, loaded) = (Summary::of(quiet), Summary::of(loaded));
    println!("\n quiet: {quiet}\nloaded: {loaded}");
    let ratio = |of: fn(&Summary) -> Duration| of(&loaded).as_secs_f64() / of(&quiet).as_secs_f64();
    println!(
        " ratio: median {:.2}, p95 {:.2}, p99 {:.2}",
        ratio(|summary| summary.median),
        ratio(|summary| summary.p95),
        ratio(|summary| summary.p99),
    );
}
