//! Games on a server that is killed again and again, or behind a network that loses messages.
//!
//! Resilient players play against the real server binary. After each restart the server must know everything that
//! any player was shown.
//!
//! * `server_process`: the server binary, killed and started again with one port and data directory.
//! * `powercut`: loss of everything that was not synced.
//! * `lossy_network`: through a proxy that drops, doubles, delays and cuts.
//! * `first_start`: killed during the first start.
//! * `machines`: accidents to several servers that share their matches; `cluster`: those; `accident`: what happens;
//!   `seats`: whether a player sits in two matches.
//! * `classroom`: a class that plays in an arena through kills and cuts.
//! * `history`: the finished games, over HTTP and in the export.
//! * `summary`: the counts of a run.

mod accident;
mod classroom;
mod cluster;
mod first_start;
mod history;
mod lossy_network;
mod machines;
mod powercut;
mod seats;
mod server_process;
mod summary;

use std::sync::Arc;
use std::time::Duration;

use futures::future::join;
use tokio::time::{sleep, timeout};

pub use classroom::{ClassAccident, ClassReport, Lesson, hold_class};
pub use first_start::kill_at_first_start;
pub use lossy_network::play_over_lossy_network;
pub use machines::{AccidentPlan, play_through_accidents};
pub use server_process::Binaries;
pub use summary::Summary;

use crate::resilient::{Behavior, MatchPool, Network, Point, RunContext, StopHandle, Until, audit};
use harness::rng::Rng;
use server_process::{Installation, ServerProcess};

#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// For the moves and the times of the kills.
    pub seed: u64,
    pub kills: u32,
    pub tables: u32,
}

/// Unhurried players: some of them are thinking when the server dies.
const BEHAVIOR: Behavior = Behavior {
    network: Network::Reliable,
    quiet_limit: Duration::from_secs(2),
    think_time: Duration::from_millis(200),
};

const FULL_CHECK_ONE_IN: u32 = 50;

const QUIET_MS: usize = 300;

/// Plays while the server is killed again and again. Panics if a state is lost, doubled or out of order, or a player
/// cannot reconnect.
pub async fn play_through_kills(binaries: &Binaries, plan: Plan) -> Summary {
    let mut rng = Rng::seeded(plan.seed);
    let installation = Installation::new(binaries, &mut rng);
    let context = Arc::new(RunContext::at(installation.address(), BEHAVIOR));
    let server = installation.start().await;
    let pool = MatchPool::open(&context, rng.next_u64(), plan.tables, Until::Stopped);
    let killer = kill(plan, &installation, &context, server, pool.stop_handle(), rng);
    let (server, ()) = join(killer, pool.finished()).await;
    audit(installation.address(), &context.journal, context.journal.watermarks()).await;
    history::check(installation.address(), &context.journal).await;
    server.kill().await;
    let games = history::check_export(&installation, &context.journal).await;
    assert!(!installation.log().contains("panicked"), "the server panicked:\n{}", installation.log());
    Summary { kills: plan.kills, games, context }
}

async fn kill(
    plan: Plan,
    installation: &Installation,
    context: &RunContext,
    mut server: ServerProcess,
    pool: StopHandle,
    mut rng: Rng,
) -> ServerProcess {
    for kill in 1..=plan.kills {
        kill_server(server, context, &mut rng).await;
        installation.after_kill(&mut rng);
        while rng.one_in(4) {
            kill_while_starting(installation, &mut rng).await;
        }
        server = installation.start().await;
        check_journal(installation, context, kill.is_multiple_of(FULL_CHECK_ONE_IN)).await;
        if rng.one_in(2) {
            context.wait_for_all_players().await;
        }
    }
    context.wait_for_all_players().await;
    pool.stop();
    server
}

/// Checks the matches that changed since the last check, or all of them.
async fn check_journal(installation: &Installation, context: &RunContext, all: bool) {
    let (address, journal) = (installation.address(), &context.journal);
    if all {
        history::check(address, journal).await;
        audit(address, journal, journal.watermarks()).await;
        println!("{} games have ended", journal.finished().len());
    } else {
        audit(address, journal, journal.take_changed()).await;
    }
}

/// Kills the server at a random time, or when a player reaches a random point.
async fn kill_server(server: ServerProcess, context: &RunContext, rng: &mut Rng) {
    let quiet = Duration::from_millis(u64::try_from(rng.below(QUIET_MS)).expect("it is small"));
    if rng.one_in(3) {
        sleep(quiet).await;
    } else {
        context.kill_switch.arm(rng.pick(&Point::ALL), server.pid());
        // If no player reaches that point, kill it at any time.
        let _ = timeout(quiet.max(Duration::from_millis(50)), context.kill_switch.fired()).await;
        context.kill_switch.disarm();
    }
    server.kill().await;
    context.server_died();
}

async fn kill_while_starting(installation: &Installation, rng: &mut Rng) {
    let server = installation.spawn();
    sleep(Duration::from_micros(u64::try_from(rng.below(50_000)).expect("it is small"))).await;
    server.kill().await;
    installation.after_kill(rng);
}
