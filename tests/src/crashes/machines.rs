//! Three servers share their matches in three NATS servers. One machine after the other is lost, and everyone plays on.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join;
use tokio::time::sleep;

use super::nats::NatsCluster;
use super::server_process::{Binaries, Installation, ServerProcess};
use super::{Summary, history};
use crate::player::resilient::{Behavior, MatchPool, Network, RunContext, Until, audit};
use crate::program::Signal;
use crate::rng::Rng;
use crate::wait::in_time_or;

#[derive(Debug, Clone, Copy)]
pub struct LossPlan {
    /// For the moves and the machines that are lost.
    pub seed: u64,
    pub losses: u32,
    pub tables: u32,
}

#[derive(Debug, Clone, Copy)]
enum Loss {
    ServerKilled,
    NatsKilled,
    ServerFrozen,
    NatsFrozen,
}

impl Loss {
    const ALL: [Self; 4] = [Self::ServerKilled, Self::NatsKilled, Self::ServerFrozen, Self::NatsFrozen];
}

/// Longer than an election of the stream's leader, in which no move is acknowledged.
const BEHAVIOR: Behavior = Behavior {
    network: Network::Reliable,
    quiet_limit: Duration::from_secs(5),
    think_time: Duration::from_millis(200),
};

const MACHINES: usize = 3;

/// How long a machine is lost.
const OUTAGE: Duration = Duration::from_secs(8);

/// For the machine that is back to catch up: two of three at once are too many.
const REST: Duration = Duration::from_secs(7);

const MOVES: u64 = 10;

/// Plays while one machine after the other is killed or frozen, for a while. Panics if a state is lost, doubled or out of
/// order, or a player cannot go on.
pub async fn play_through_losses(binaries: &Binaries, plan: LossPlan) -> Summary {
    let mut rng = Rng::seeded(plan.seed);
    let mut nats = NatsCluster::start(&mut rng).await;
    let installations = [(); MACHINES].map(|()| Installation::sharing(binaries, nats.urls(), &mut rng));
    let mut servers = Vec::new();
    for installation in &installations {
        servers.push(installation.start().await);
    }
    let addresses = installations.iter().map(Installation::address).collect();
    let context = Arc::new(RunContext::at_any_of(addresses, BEHAVIOR));
    let pool = MatchPool::open(&context, rng.next_u64(), plan.tables, Until::Stopped);
    let stop = pool.stop_handle();
    let losses = async {
        for loss in 0..plan.losses {
            sleep(REST).await;
            let kind = Loss::ALL[usize::try_from(loss).expect("it is small") % Loss::ALL.len()];
            let machine = rng.below(MACHINES);
            println!("{kind:?}: machine {machine}");
            lose(kind, machine, &installations, &mut servers, &mut nats, &context).await;
            let witness = installations[rng.below(MACHINES)].address();
            audit(witness, &context.journal, context.journal.take_changed()).await;
        }
        stop.stop();
    };
    join(losses, pool.finished()).await;
    for installation in &installations {
        audit(installation.address(), &context.journal, context.journal.watermarks()).await;
        history::check(installation.address(), &context.journal).await;
        assert!(!installation.log().contains("panicked"), "a server panicked:\n{}", installation.log());
    }
    let games = context.journal.finished().len();
    Summary { kills: plan.losses, games, in_terminals: 0, context }
}

/// Loses a machine for a while. Moves must be acknowledged in the meantime, after an election at the latest.
async fn lose(
    kind: Loss,
    machine: usize,
    installations: &[Installation; MACHINES],
    servers: &mut Vec<ServerProcess>,
    nats: &mut NatsCluster,
    context: &RunContext,
) {
    match kind {
        Loss::ServerKilled => servers.remove(machine).kill().await,
        Loss::ServerFrozen => servers[machine].signal(Signal::STOP),
        Loss::NatsKilled => nats.kill(machine).await,
        Loss::NatsFrozen => nats.signal(machine, Signal::STOP),
    }
    let acknowledged = context.tally.receipts.get();
    let moves = async {
        while context.tally.receipts.get() < acknowledged + MOVES {
            sleep(Duration::from_millis(50)).await;
        }
    };
    join(in_time_or(|| format!("moves after {kind:?} of machine {machine}"), moves), sleep(OUTAGE)).await;
    match kind {
        Loss::ServerKilled => servers.insert(machine, installations[machine].start().await),
        Loss::ServerFrozen => servers[machine].signal(Signal::CONT),
        Loss::NatsKilled => nats.restart(machine).await,
        Loss::NatsFrozen => nats.signal(machine, Signal::CONT),
    }
}
