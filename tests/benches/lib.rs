//! What the measurements of the engine share.
//!
//! | measurement | what it tells |
//! |---|---|
//! | `cargo bench -p tictactoe-benches --bench search` | how long the engine takes for well-known boards, and the crate `minimax` beside it |
//! | `cargo bench -p tictactoe-benches --bench positions` | how many random positions it solves in time |
//! | `cargo bench -p tictactoe-benches --bench strength` | how its levels play against each other |
//!
//! What follows `--` on the command line of the last two are numbers: how many, and the seed.

use tictactoe_engine::{Game, Rules};

/// The memory for what is proven, as in the rest of the project.
pub const TABLE_BYTES: usize = 32 << 20;

/// A game before its first move.
pub fn empty(columns: u8, rows: u8, run: u8) -> Game {
    Game::new(Rules::new(columns, rows, run).expect("a board that there is"))
}

/// Numbers by lot that can be drawn again: `SplitMix64` of Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014.
#[derive(Debug, Clone)]
pub struct Lot(u64);

impl Lot {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        let place = self.number() % items.len() as u64;
        items[usize::try_from(place).expect("less than a length")]
    }
}

/// The numbers on the command line, and the default for those that are missing. `None` when nothing is to be
/// measured, because this is not `cargo bench`.
pub fn asked<const COUNT: usize>(defaults: [u64; COUNT]) -> Option<[u64; COUNT]> {
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
