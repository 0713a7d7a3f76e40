//! The transposition table: what was found already, by position, in bounded memory.

/// What is proven about whether one side can force a win from a position within a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofBounds {
    /// The side cannot win within this many moves.
    no_win_within: u8,
    /// The side can win within this many moves.
    win_within: u8,
}

impl ProofBounds {
    /// More moves than any game has: without a limit.
    pub(super) const UNLIMITED: u8 = u8::MAX - 1;

    /// More moves than any query has.
    const NEVER: u8 = u8::MAX;

    const UNKNOWN: Self = Self { no_win_within: 0, win_within: Self::NEVER };

    /// Whether the side can win within this many moves, if that is proven.
    pub(super) fn can_win(self, moves: u8) -> Option<bool> {
        if moves >= self.win_within {
            return Some(true);
        }
        (moves <= self.no_win_within).then_some(false)
    }
}

/// The table. Entries of earlier generations count as empty, so no search depends on those before it.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// Their number is a power of two.
    buckets: Vec<Bucket>,
    generation: u16,
}

/// Two entries: the first keeps the result that was most expensive to find, the second the newest.
type Bucket = [Entry; 2];

/// The key, and in one number from the top: the generation (16 bits, never 0), the bit length of the number of nodes
/// that the result took (8 bits), and the result ([`RESULT_BITS`]). An empty entry is all zero, so that the operating
/// system need not provide memory that was never written.
type Entry = (u64, u64);

/// The bits of a result in the table.
const RESULT_BITS: u32 = 40;

impl TranspositionTable {
    /// A table of at most this many bytes, and of at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self { buckets: vec![[(0, 0); 2]; 1 << buckets.ilog2()], generation: 1 }
    }

    /// Makes all entries count as empty.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.generation = 1;
            self.buckets.fill([(0, 0); 2]);
        }
    }

    /// The result that was stored under this key.
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let bucket = self.buckets.get(self.bucket_index(key))?;
        let entry = bucket.iter().find(|entry| is_current(entry, key, self.generation))?;
        Some(entry.1 & ((1 << RESULT_BITS) - 1))
    }

    /// Stores a result of [`RESULT_BITS`], and how many nodes it took.
    pub(super) fn insert(&mut self, key: u64, result: u64, nodes: u64) {
        let effort = u64::from(u64::BITS - nodes.leading_zeros());
        let packed = u64::from(self.generation) << 48 | effort << RESULT_BITS | result;
        let (index, current) = (self.bucket_index(key), self.generation);
        let Some([expensive, newest]) = self.buckets.get_mut(index) else { return };
        let replaces_expensive = is_current(expensive, key, current)
            || !is_current(newest, key, current)
                && (generation(expensive.1) != current || expensive.1 >> RESULT_BITS & 0xFF <= effort);
        *(if replaces_expensive { expensive } else { newest }) = (key, packed);
    }

    pub(super) fn bounds(&self, key: u64) -> Option<ProofBounds> {
        let [.., no_win_within, win_within] = self.get(key)?.to_be_bytes();
        Some(ProofBounds { no_win_within, win_within: ProofBounds::NEVER - win_within })
    }

    /// Stores whether a win within this many moves is possible, and how many nodes the proof took.
    pub(super) fn insert_bound(&mut self, key: u64, moves: u8, can_win: bool, nodes: u64) {
        let mut bounds = self.bounds(key).unwrap_or(ProofBounds::UNKNOWN);
        if can_win {
            bounds.win_within = bounds.win_within.min(moves);
        } else {
            bounds.no_win_within = bounds.no_win_within.max(moves);
        }
        let result = u64::from(bounds.no_win_within) << 8 | u64::from(ProofBounds::NEVER - bounds.win_within);
        self.insert(key, result, nodes);
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low bits of the key are as good as any")]
    fn bucket_index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

fn is_current(entry: &Entry, key: u64, current: u16) -> bool {
    entry.0 == key && generation(entry.1) == current
}

fn generation(packed: u64) -> u16 {
    u16::try_from(packed >> 48).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_kept_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(1 << 10);
        table.insert_bound(7, 5, false, 100);
        table.insert_bound(7, 9, true, 100);
        let bounds = table.bounds(7).unwrap();
        assert_eq!(bounds, ProofBounds { no_win_within: 5, win_within: 9 });
        assert_eq!([5, 6, 9].map(|moves| bounds.can_win(moves)), [Some(false), None, Some(true)]);
        table.insert_bound(6, ProofBounds::UNLIMITED, false, 1);
        assert_eq!(table.bounds(6).map(|bounds| bounds.can_win(ProofBounds::UNLIMITED)), Some(Some(false)));
        table.insert_bound(5, 4, false, 1);
        assert_eq!(table.bounds(5).map(|bounds| bounds.can_win(ProofBounds::UNLIMITED)), Some(None));
        assert_eq!(table.get(8), None);
        for last in [1, u16::MAX - 1, u16::MAX] {
            table.generation = last;
            table.insert_bound(7, 5, false, 100);
            table.clear();
            assert_eq!(table.get(7), None);
        }
    }

    #[test]
    fn the_most_expensive_and_the_newest_result_stay() {
        let mut table = TranspositionTable::new(1);
        table.insert_bound(1, ProofBounds::UNLIMITED, true, 1_000);
        table.insert_bound(2, ProofBounds::UNLIMITED, true, 1);
        table.insert_bound(3, ProofBounds::UNLIMITED, false, 1);
        assert_eq!([1, 2, 3].map(|key| table.get(key).is_some()), [true, false, true]);
        table.insert_bound(4, ProofBounds::UNLIMITED, false, 1_000_000);
        assert_eq!([1, 3, 4].map(|key| table.get(key).is_some()), [false, true, true]);
    }

    #[test]
    fn it_never_takes_more_bytes_than_its_limit() {
        for bytes in [64, 100, 1 << 20, (1 << 20) + 1, (1 << 21) - 1] {
            let mut table = TranspositionTable::new(bytes);
            (0..10_000_u64)
                .for_each(|key| table.insert_bound(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), 3, true, key));
            let used = table.buckets.capacity() * size_of::<Bucket>();
            assert!(used <= bytes && used > bytes / 2, "{used} of {bytes}");
        }
    }
}
