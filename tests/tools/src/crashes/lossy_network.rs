//! Games through a proxy that drops, doubles, delays and cuts.

use std::sync::Arc;
use std::time::Duration;

use super::history;
use super::server_process::{Binaries, Installation};
use super::summary::Summary;
use crate::chaos::{Chaos, ODDS};
use crate::resilient::{Behavior, MatchPool, Network, RunContext, Until, audit};
use harness::rng::Rng;

/// Players that lose many of their messages.
const BEHAVIOR: Behavior =
    Behavior { network: Network::Lossy, quiet_limit: Duration::from_millis(150), think_time: Duration::ZERO };

const TABLES: u32 = 60;

/// Plays games through a proxy that drops, doubles, delays and cuts. Panics unless both players and the server agree
/// on each.
pub async fn play_over_lossy_network(binaries: &Binaries, games: u32, mut rng: Rng) -> Summary {
    let installation = Installation::new(binaries, &mut rng);
    let server = installation.start().await;
    let chaos = Chaos::before(installation.address(), ODDS, rng.split()).await;
    let context = Arc::new(RunContext::at(chaos.address(), BEHAVIOR));
    MatchPool::open(&context, rng.next_u64(), TABLES.min(games / 2), Until::Games(games)).finished().await;
    audit(installation.address(), &context.journal, context.journal.watermarks()).await;
    history::check(installation.address(), &context.journal).await;
    server.kill().await;
    let games = history::check_export(&installation, &context.journal).await;
    assert!(!installation.log().contains("panicked"), "the server panicked:\n{}", installation.log());
    Summary { kills: 0, games, context }
}
