//! Connections that never finish their request and connections that never read, beside games: the games go on, and
//! afterwards files, presence and memory are as before. `src/bin/siege.rs` does it with thousands.
#![cfg(target_os = "linux")]

use tictactoe_tests::program::server;
use tictactoe_tests::siege::{Size, besiege};

const SIZE: Size = Size { dribblers: 50, deaf: 50, games: 20, rounds: 4 };

/// Shorter than the defaults: there is less to wait for.
const FLAGS: &[&str] = &["--header-time", "1s", "--write-time", "1s"];

/// In the first rounds the allocator finds out how much it needs at a time.
const WARM_UP: usize = 2;

/// Far more than an allocator keeps back by chance, far less than a hundred connections' unsent frames or a leak
/// of a read buffer for each of those that were turned away.
const SLACK: u64 = 2 * 1024 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_left_of_a_siege() {
    let rounds = besiege(server(), FLAGS, SIZE, |round| println!("{round:?}")).await;
    assert!(rounds.iter().all(|round| round.games >= SIZE.games), "games went on");
    let (warm, later) = rounds.split_at(WARM_UP);
    let most =
        |rounds: &[_]| rounds.iter().map(|round: &tictactoe_tests::siege::Round| round.memory.private).max();
    let (warm, later) = (most(warm).expect("a round"), most(later).expect("a round"));
    assert!(later <= warm + SLACK, "{warm} bytes became {later}");
}
