//! Besieges a server that is released: connections that never finish what they say and connections that never read,
//! beside games; and shows what is left of it afterwards, round for round:
//!
//! ```sh
//! cargo run --release -p tictactoe-tests --bin siege -- --rounds 6
//! ```
//!
//! `--dribblers`, `--deaf` and `--games` are 1,000, 1,000 and 200 unless said; `--server PATH` besieges that binary.
//! Linux only.

use std::path::PathBuf;

use tictactoe_tests::measure::released_server;
use tictactoe_tests::siege::{Round, Size, besiege};

#[tokio::main]
async fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let value = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let number = |flag, unsaid| value(flag).map_or(unsaid, |count| count.parse().expect("a number"));
    let size = Size {
        dribblers: number("--dribblers", 1_000),
        deaf: number("--deaf", 1_000),
        games: number("--games", 200),
        rounds: number("--rounds", 6),
    };
    let server = value("--server").map_or_else(released_server, PathBuf::from);
    println!("{size:?}");
    println!("  games  dribblers   deaf  files  peak KiB  after KiB  private KiB");
    besiege(&server, &[], size, show).await;
}

fn show(round: &Round) {
    let Round { games, dribblers, deaf, peak, memory, descriptors } = round;
    let (peak, resident, private) = (peak / 1024, memory.resident / 1024, memory.private / 1024);
    println!("{games:>7} {dribblers:>10} {deaf:>6} {descriptors:>6} {peak:>9} {resident:>10} {private:>12}");
}
