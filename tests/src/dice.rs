//! Numbers by lot that can be drawn again.

use std::hash::{BuildHasher, RandomState};

/// A generator of numbers that look random: `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Numbers that are the same for the same seed.
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// Other numbers each time. The seed is printed, which shows when a test fails; `TICTACTOE_TEST_SEED` set
    /// to it draws the same numbers again.
    pub fn by_lot() -> Self {
        let given = std::env::var("TICTACTOE_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| RandomState::new().hash_one("dice"));
        println!("TICTACTOE_TEST_SEED={seed}");
        Self(seed)
    }

    /// The next number.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Other dice, as many as are wanted: those of one player each.
    #[must_use]
    pub const fn split(&mut self) -> Self {
        Self(self.roll())
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("an end");
        usize::try_from(self.roll() % end).expect("it is below a usize")
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// So many bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.roll().to_le_bytes()[0]).collect()
    }
}
