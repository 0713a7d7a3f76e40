//! The seeded random number generator.

/// `SplitMix64`: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. The n-th
/// number depends only on the seed and n. Good enough to vary games; not for secrets.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The generator for `seed` after its first `skipped` numbers.
    pub(crate) fn new(seed: u64, skipped: usize) -> Self {
        Self { state: seed.wrapping_add(Self::STEP.wrapping_mul(skipped as u64)) }
    }

    /// A generator for the move after `ply` others. Its numbers are independent of those for other moves, so one
    /// seed can serve a whole game.
    pub(crate) fn for_move(seed: u64, ply: usize) -> Self {
        Self { state: Self::new(seed, ply).next() }
    }

    /// A number below `count`, all equally likely to within 1 in 2^56; `None` when `count` is 0.
    pub(crate) fn below(&mut self, count: usize) -> Option<usize> {
        usize::try_from(self.next().checked_rem(count as u64)?).ok()
    }

    /// One of the items, all equally likely; `None` when there are none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())?).copied()
    }

    pub(crate) fn shuffled<T>(&mut self, items: Vec<T>) -> Vec<T> {
        let mut keyed: Vec<(u64, T)> = items.into_iter().map(|item| (self.next(), item)).collect();
        keyed.sort_by_key(|&(key, _)| key);
        keyed.into_iter().map(|(_, item)| item).collect()
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_equal_the_published_test_vector() {
        // https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
        let mut random = SplitMix64::new(1_234_567, 0);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(SplitMix64::new(1_234_567, 2).next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn every_item_is_picked_about_equally_often_and_none_from_an_empty_list() {
        let mut random = SplitMix64::new(1, 0);
        let mut times = [0; 9];
        for _ in 0..9_000 {
            times[random.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap()] += 1;
        }
        assert!(times.iter().all(|times| (800..1_200).contains(times)), "{times:?}");
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let items: Vec<u8> = (0..225).collect();
        let shuffled = SplitMix64::new(1, 0).shuffled(items.clone());
        assert_ne!(shuffled, items);
        let mut sorted = shuffled;
        sorted.sort_unstable();
        assert_eq!(sorted, items);
    }
}
