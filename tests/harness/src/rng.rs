//! Random numbers that can be reproduced.

use std::hash::{BuildHasher, RandomState};

/// A pseudorandom number generator: `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A new seed each time, printed for failures. `TICTACTOE_TEST_SEED` repeats a run.
    pub fn random() -> Self {
        let given = std::env::var("TICTACTOE_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| RandomState::new().hash_one("rng"));
        println!("TICTACTOE_TEST_SEED={seed}");
        Self(seed)
    }

    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    #[must_use]
    pub const fn split(&mut self) -> Self {
        Self(self.next_u64())
    }

    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("an end");
        usize::try_from(self.next_u64() % end).expect("it is below a usize")
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next_u64().to_le_bytes()[0]).collect()
    }
}
