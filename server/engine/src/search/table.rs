//! What was proven already, by position: a table of bounded size.

/// What is known of whether one side can force a win from a position, by how many more moves it has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// With so many moves, or fewer, it cannot.
    pub(super) fails: u8,
    /// With so many moves, or more, it can.
    pub(super) wins: u8,
}

impl Known {
    /// As many moves as there can be, and more.
    pub(super) const ALL: u8 = u8::MAX - 1;

    /// More moves than can be asked about.
    const NEVER: u8 = u8::MAX;

    const NOTHING: Known = Known { fails: 0, wins: Self::NEVER };

    /// Whether it can win within so many moves, if that is known.
    pub(super) fn answer(self, moves: u8) -> Option<bool> {
        if moves >= self.wins {
            return Some(true);
        }
        (moves <= self.fails).then_some(false)
    }
}

/// The table. Entries of earlier searches count as empty, so that no search depends on those before it.
#[derive(Debug)]
pub(super) struct Table {
    /// As many as a power of two.
    buckets: Vec<Bucket>,
    search: u32,
}

/// Two entries with the same place: the first keeps what was dear to find out, the second the newest.
type Bucket = [Entry; 2];

/// A key, and packed into one number from the top: the number of the search (32 bits, never 0), how many bits
/// the number of nodes has that it took, `fails`, and 255 less `wins`. All zero when empty, so that memory that
/// was never used costs nothing.
type Entry = (u64, u64);

impl Table {
    /// A table that takes at most so many bytes, but one bucket in any case.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self { buckets: vec![[(0, 0); 2]; 1 << buckets.ilog2()], search: 1 }
    }

    /// How many bytes it takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.search = 1;
            self.buckets.fill([(0, 0); 2]);
        }
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let entry = self.buckets.get(self.place(key))?.iter().find(|entry| self.is(entry, key))?;
        Some(unpack(entry.1))
    }

    /// Remembers an answer, which took so many nodes to find.
    pub(super) fn put(&mut self, key: u64, moves: u8, can_win: bool, nodes: u64) {
        let mut known = self.get(key).unwrap_or(Known::NOTHING);
        if can_win {
            known.wins = known.wins.min(moves);
        } else {
            known.fails = known.fails.max(moves);
        }
        let effort = u64::from(u64::BITS - nodes.leading_zeros());
        let packed = u64::from(self.search) << 32
            | effort << 16
            | u64::from(known.fails) << 8
            | u64::from(Known::NEVER - known.wins);
        let place = self.place(key);
        let search = self.search;
        let is_mine = |entry: &Entry| entry.0 == key && number(entry.1) == search;
        let Some([dear, newest]) = self.buckets.get_mut(place) else { return };
        let goes_first =
            is_mine(dear) || !is_mine(newest) && (number(dear.1) != search || dear.1 >> 16 & 0xFF <= effort);
        *(if goes_first { dear } else { newest }) = (key, packed);
    }

    fn is(&self, entry: &Entry, key: u64) -> bool {
        entry.0 == key && number(entry.1) == self.search
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low bits of the key are as good as any")]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

/// In which search the entry was made.
fn number(packed: u64) -> u32 {
    u32::try_from(packed >> 32).unwrap_or(0)
}

fn unpack(packed: u64) -> Known {
    let [.., fails, wins] = packed.to_be_bytes();
    Known { fails, wins: Known::NEVER - wins }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_known_until_it_is_forgotten() {
        let mut table = Table::new(1 << 10);
        table.put(7, 5, false, 100);
        table.put(7, 9, true, 100);
        let known = table.get(7).unwrap();
        assert_eq!(known, Known { fails: 5, wins: 9 });
        assert_eq!([5, 6, 9].map(|moves| known.answer(moves)), [Some(false), None, Some(true)]);
        table.put(6, Known::ALL, false, 1);
        assert_eq!(table.get(6).map(|known| known.answer(Known::ALL)), Some(Some(false)));
        table.put(5, 4, false, 1);
        assert_eq!(table.get(5).map(|known| known.answer(Known::ALL)), Some(None));
        assert_eq!(table.get(8), None);
        for last in [1, u32::MAX - 1, u32::MAX] {
            table.search = last;
            table.put(7, 5, false, 100);
            table.forget();
            assert_eq!(table.get(7), None);
        }
    }

    #[test]
    fn the_dear_answer_stays_and_the_newest_too() {
        let mut table = Table::new(1);
        table.put(1, Known::ALL, true, 1_000);
        table.put(2, Known::ALL, true, 1);
        table.put(3, Known::ALL, false, 1);
        assert_eq!([1, 2, 3].map(|key| table.get(key).is_some()), [true, false, true]);
        table.put(4, Known::ALL, false, 1_000_000);
        assert_eq!([1, 3, 4].map(|key| table.get(key).is_some()), [false, true, true]);
    }

    #[test]
    fn it_never_takes_more_than_its_bound() {
        for bytes in [64, 100, 1 << 20, (1 << 20) + 1, (1 << 21) - 1] {
            let mut table = Table::new(bytes);
            (0..10_000_u64).for_each(|key| table.put(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), 3, true, key));
            assert!(table.bytes() <= bytes && table.bytes() > bytes / 2, "{bytes}");
        }
    }
}
