//! Loads a released server with slow clients beside games, and shows what remains after each round:
//!
//! ```sh
//! cargo run --release -p tools --bin slow_clients -- --rounds 6
//! ```
//!
//! `--slow-writers`, `--non-readers` and `--games` default to 1,000, 1,000 and 200; `--server PATH` tests that
//! binary. Linux only.

use std::path::PathBuf;

use tools::measure::released_server;
use tools::slow_clients::{Load, Round, attack};

#[tokio::main]
async fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let value = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let number = |flag, unsaid| value(flag).map_or(unsaid, |count| count.parse().expect("a number"));
    let load = Load {
        slow_writers: number("--slow-writers", 1_000),
        non_readers: number("--non-readers", 1_000),
        games: number("--games", 200),
        rounds: number("--rounds", 6),
    };
    let server = value("--server").map_or_else(released_server, PathBuf::from);
    println!("{load:?}");
    println!("  games  slow_writers   non_readers  files  peak KiB  after KiB  private KiB");
    attack(&server, load, show).await;
}

fn show(round: &Round) {
    let Round { games, slow_writers, non_readers, peak, memory, descriptors } = round;
    let (peak, resident, private) = (peak / 1024, memory.resident / 1024, memory.private / 1024);
    println!(
        "{games:>7} {slow_writers:>10} {non_readers:>6} {descriptors:>6} {peak:>9} {resident:>10} {private:>12}"
    );
}
