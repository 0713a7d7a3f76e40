//! Shared code of the engine's benchmarks.
//!
//! | benchmark | what it measures |
//! |---|---|
//! | `cargo bench -p tictactoe-benches --bench positions` | how many random positions are solved within a time limit |
//! | `cargo bench -p tictactoe-benches --bench cell_worth` | nothing: it fits the worth of a cell by its shapes to self-play |
//!
//! They take numbers after `--`: see there.

#[allow(missing_docs, reason = "the tests use it too")]
#[path = "../harness/src/rng.rs"]
mod rng;

pub use rng::Rng;

/// The size of the transposition table, as in the server.
pub const TABLE_BYTES: usize = 32 << 20;

/// The numbers on the command line, with defaults for missing ones. `None` unless the program was started by
/// `cargo bench`.
pub fn arguments<const COUNT: usize>(defaults: [u64; COUNT]) -> Option<[u64; COUNT]> {
    let arguments: Vec<String> = std::env::args().collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return None;
    }
    let mut numbers = defaults;
    let given = arguments.iter().filter_map(|argument| argument.parse().ok());
    for (number, given) in numbers.iter_mut().zip(given) {
        *number = given;
    }
    Some(numbers)
}
