//! Shared code of the engine's benchmarks.
//!
//! | benchmark | what it measures |
//! |---|---|
//! | `cargo bench -p tictactoe-benches --bench search` | the time for well-known boards, beside plain minimax and the crate `minimax` |
//! | `cargo bench -p tictactoe-benches --bench positions` | how many random positions are solved within a time limit |
//! | `cargo bench -p tictactoe-benches --bench strength` | results of the levels against each other |
//!
//! The last two take numbers after `--`: see there.

use tictactoe_engine::{Game, Rules};

/// The size of the transposition table, as in the server.
pub const TABLE_BYTES: usize = 32 << 20;

/// A game without moves.
pub fn empty(columns: u8, rows: u8, run: u8) -> Game {
    Game::new(Rules::new(columns, rows, run).expect("valid rules"))
}

/// A seeded random number generator: `SplitMix64` of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        let index = self.next_u64() % items.len() as u64;
        items[usize::try_from(index).expect("less than a length")]
    }
}

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
