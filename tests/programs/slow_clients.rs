//! Connections that never finish their request and connections that never read, beside games: the games continue,
//! and afterwards open files, presence and memory are as before. `src/bin/slow_clients.rs` does it with thousands.

use harness::program::server;
use tools::slow_clients::{Load, attack};

const LOAD: Load = Load { slow_writers: 50, non_readers: 50, games: 20, rounds: 4 };

/// In the first rounds the allocator finds out how much it needs.
const WARM_UP: usize = 2;

/// Far more than an allocator keeps back by chance; far less than the unsent frames of a hundred connections, or a
/// leaked read buffer for each closed one.
const SLACK: u64 = 2 * 1024 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn slow_clients_leave_nothing_behind() {
    let rounds = attack(server(), LOAD, |round| println!("{round:?}")).await;
    assert!(rounds.iter().all(|round| round.games >= LOAD.games), "games went on");
    let (warm, later) = rounds.split_at(WARM_UP);
    let most =
        |rounds: &[_]| rounds.iter().map(|round: &tools::slow_clients::Round| round.memory.private).max();
    let (warm, later) = (most(warm).expect("a round"), most(later).expect("a round"));
    assert!(later <= warm + SLACK, "{warm} bytes became {later}");
}
