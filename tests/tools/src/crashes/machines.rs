//! Three servers share their matches in three NATS servers. One accident after the other happens, and everyone plays on.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::Presence;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::accident::{Accident, Happened};
use super::cluster::{COUNT, Cluster, Host};
use super::seats::check_seats;
use super::server_process::Binaries;
use super::{Summary, history};
use crate::journal::Journal;
use crate::resilient::{Behavior, MatchPool, Network, RunContext, Until, audit};
use harness::join_options::in_room;
use harness::player::{Player, UNLIMITED};
use harness::rng::Rng;
use harness::wait::in_time_or;

#[derive(Debug, Clone)]
pub struct AccidentPlan {
    /// Only accidents with this in their name.
    pub only: String,
    /// For the moves and the accidents.
    pub seed: u64,
    pub accidents: u32,
    pub tables: u32,
}

/// What was measured in accidents of one kind, the worst of each.
#[derive(Debug, Clone, Copy, Default)]
struct Measured {
    times: u32,
    /// Without an acknowledged move of anyone.
    pause: Duration,
    /// From a lost connection to the first progress on another.
    gap: Duration,
    /// From the first sending of an action until the player knew that it was done.
    wait: Duration,
    /// From the loss of a game server until its players are shown as away.
    until_away: Option<Duration>,
}

/// Every kind of accident that happened.
pub struct Report {
    summary: Summary,
    measured: BTreeMap<Accident, Measured>,
}

const BEHAVIOR: Behavior = Behavior {
    network: Network::Reliable,
    quiet_limit: Duration::from_secs(5),
    think_time: Duration::from_millis(400),
};

/// How long an accident lasts at least. It lasts until moves are acknowledged.
const LENGTH: Duration = Duration::from_secs(10);

/// From one accident to the next.
const EVERY: Duration = Duration::from_secs(15);

const MOVES: u64 = 10;

const PAUSE_BOUND: Duration = Duration::from_secs(15);
const GAP_BOUND: Duration = Duration::from_secs(5);
const AWAY_BOUND: Duration = Duration::from_secs(15);

/// Plays while one accident after the other happens. Panics if an acknowledged move is lost, doubled or out of order, a
/// player cannot go on, is in two matches, or stays online for the others when their server is lost.
pub async fn play_through_accidents(binaries: &Binaries, plan: AccidentPlan) -> Report {
    let mut rng = Rng::seeded(plan.seed);
    let mut cluster = Cluster::start(&binaries.server).await;
    let context = Arc::new(RunContext::at_any_of(cluster.addresses(), BEHAVIOR));
    let pool = MatchPool::open(&context, rng.next_u64(), plan.tables, Until::Stopped);
    let stop = pool.stop_handle();
    let mut measured = BTreeMap::<_, Measured>::new();
    let accidents = async {
        let mut to_come = Vec::new();
        for _ in 0..plan.accidents {
            let next = sleep_until(Instant::now() + EVERY);
            if to_come.is_empty() {
                to_come = Accident::all();
                to_come.retain(|accident| format!("{accident:?}").contains(&plan.only));
            }
            let accident = to_come.swap_remove(rng.below(to_come.len()));
            let worst = measured.entry(accident).or_default();
            worst.add(suffer(accident, &mut cluster, &context, &mut rng).await);
            next.await;
        }
        stop.stop();
    };
    join(accidents, pool.finished()).await;
    for address in cluster.addresses() {
        audit(address, &context.journal, context.journal.watermarks()).await;
        history::check(address, &context.journal).await;
    }
    for number in 0..COUNT {
        let log = cluster.log(Host::Game(number));
        assert!(!log.contains("panicked"), "a server panicked:\n{log}");
    }
    for worst in measured.values() {
        context.tally.longest_gap.raise(u64::try_from(worst.gap.as_millis()).unwrap_or(u64::MAX));
    }
    let games = context.journal.finished().len();
    let summary = Summary { kills: plan.accidents, games, context };
    Report { summary, measured }
}

/// One accident, from its start until everyone plays on and everything acknowledged is found.
async fn suffer(accident: Accident, cluster: &mut Cluster, context: &RunContext, rng: &mut Rng) -> Measured {
    let happens = accident.choose(cluster.leader().await, rng);
    let witness = match happens.lost_game() {
        Some(lost) => Some(Witness::of(cluster, lost, rng).await),
        None => None,
    };
    let began = Instant::now();
    let logged: Vec<_> = hosts().map(|host| cluster.log(host).len()).collect();
    context.tally.longest_gap.take();
    context.tally.longest_pause.take();
    context.tally.longest_wait.take();
    happens.begin(cluster).await;
    let away = witness.map(|witness| witness.sees_away(began));
    let acknowledged = context.tally.receipts.get();
    let moves = async {
        while context.tally.receipts.get() < acknowledged + MOVES {
            sleep(Duration::from_millis(50)).await;
        }
    };
    join(in_time_or(|| format!("moves after {happens:?}"), moves), sleep_until(began + LENGTH)).await;
    let until_away = match away {
        Some(away) => Some(away.await.expect("a player who is lost is shown as away")),
        None => None,
    };
    happens.undo(cluster).await;
    context.wait_for_progress_since(Instant::now()).await;
    check_changed(cluster, &context.journal, rng).await;
    let [pause, gap, wait] =
        [&context.tally.longest_pause, &context.tally.longest_gap, &context.tally.longest_wait]
            .map(|longest| Duration::from_millis(longest.take()));
    let measured = Measured { times: 1, pause, gap, wait, until_away };
    println!("{accident:?}: {measured}, {:.1} s in all", began.elapsed().as_secs_f64());
    if measured.verdicts(accident).iter().any(|(_, holds)| !holds) {
        explain(&happens, cluster, &logged);
    }
    measured
}

fn hosts() -> impl Iterator<Item = Host> {
    (0..COUNT).map(Host::Nats).chain((0..COUNT).map(Host::Game))
}

/// Prints what the programs have logged since then.
fn explain(happens: &Happened, cluster: &Cluster, logged: &[usize]) {
    println!("{happens:?}");
    for (host, from) in hosts().zip(logged) {
        let log = cluster.log(host);
        let lines = log.get(*from..).unwrap_or_default().lines();
        lines.for_each(|line| println!("  {host:?}: {line}"));
    }
}

/// Compares the matches that have changed with what one of the servers has.
async fn check_changed(cluster: &Cluster, journal: &Journal, rng: &mut Rng) {
    let server = cluster.address(rng.below(COUNT));
    audit(server, journal, journal.take_changed()).await;
    check_seats(server, journal.running()).await;
}

/// Two players who sit and do not move: one on the server that is lost, the other on another.
struct Witness {
    _lost: Player,
    sees: Player,
}

impl Witness {
    async fn of(cluster: &Cluster, lost: usize, rng: &mut Rng) -> Self {
        let room = in_room(&format!("witness-{}", rng.below(1 << 30)));
        let other = (lost + 1 + rng.below(COUNT - 1)) % COUNT;
        let mut players = [joined(cluster, lost, room.clone()).await, joined(cluster, other, room).await];
        for player in &mut players {
            player.seated().await;
            player.state_where("the match", |_| true).await;
            // Both have sent something since the match began, so neither counts as silent.
            player.pong().await;
        }
        let [lost, sees] = players;
        Self { _lost: lost, sees }
    }

    /// Ends when the other one is shown as away, with how long that took.
    fn sees_away(mut self, began: Instant) -> JoinHandle<Duration> {
        tokio::spawn(async move {
            let other = self.sees.mark().other();
            let is_away = |presence| presence != Presence::Online;
            self.sees
                .state_where("the other player away", |state| is_away(state.players.get(other).presence))
                .await;
            began.elapsed()
        })
    }
}

async fn joined(cluster: &Cluster, game: usize, options: Join) -> Player {
    let mut player = Player::connect_for(cluster.address(game), UNLIMITED).await;
    player.join(options).await.expect("a client may join");
    player
}

impl Measured {
    fn add(&mut self, one: Self) {
        self.times += one.times;
        self.pause = self.pause.max(one.pause);
        self.gap = self.gap.max(one.gap);
        self.wait = self.wait.max(one.wait);
        self.until_away = self.until_away.max(one.until_away);
    }

    /// The bounds that this accident has, and whether they hold.
    fn verdicts(&self, accident: Accident) -> Vec<(&'static str, bool)> {
        use super::accident::Victim::Game;
        let pause = accident.deposes_leader().then_some(("commits go on", self.pause <= PAUSE_BOUND));
        let gap = (accident == Accident::Kill(Game)).then_some(("clients play on", self.gap <= GAP_BOUND));
        let away = self.until_away.map(|away| ("shown as away", away <= AWAY_BOUND));
        [pause, gap, away].into_iter().flatten().collect()
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| format!("{:>5.1} s", time.as_secs_f64());
        let away = self.until_away.map_or_else(|| "-".to_owned(), seconds);
        let [pause, gap, wait] = [self.pause, self.gap, self.wait].map(seconds);
        write!(f, "no commit {pause}, no connection {gap}, longest wait {wait}, until away {away:>7}")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.summary)?;
        for (accident, measured) in &self.measured {
            let name = format!("{accident:?}");
            write!(f, "{name:<26} {:>3} times: {measured}", measured.times)?;
            for (bound, holds) in measured.verdicts(*accident) {
                write!(f, "; {bound}: {}", if holds { "PASS" } else { "FAIL" })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
