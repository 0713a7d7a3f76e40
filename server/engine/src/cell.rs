//! A cell, and sets of cells as bits.

use std::iter;

/// One square of a board, by its number: from 0 in reading order. [`Rules::cell`](crate::Rules::cell) and
/// [`Rules::cell_at`](crate::Rules::cell_at) make one.
///
/// A cell does not know its board. [`Game::play`](crate::Game::play) refuses one that its board does not have, as
/// [`IllegalMove::NoSuchCell`](crate::IllegalMove::NoSuchCell).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell's number, from 0 in reading order.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The index of the word of a [`CellSet`] that holds this cell, and its bit in that word.
    fn word_and_bit(self) -> (usize, u64) {
        (usize::from(self.0 / 64), 1 << (self.0 % 64))
    }
}

/// A set of cells: bit `index % 64` of word `index / 64` is 1 for each cell in it. It has room for every value
/// of a [`Cell`], whatever the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CellSet {
    words: [u64; 4],
}

impl CellSet {
    pub(crate) fn contains(self, cell: Cell) -> bool {
        let (word, bit) = cell.word_and_bit();
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.words == [0; 4]
    }

    pub(crate) fn len(self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The cell with the lowest number.
    pub(crate) fn first(mut self) -> Option<Cell> {
        self.pop_first()
    }

    pub(crate) fn intersection(self, other: CellSet) -> CellSet {
        self.combine(other, |ours, theirs| ours & theirs)
    }

    pub(crate) fn union(self, other: CellSet) -> CellSet {
        self.combine(other, |ours, theirs| ours | theirs)
    }

    /// The cells of this set that are not in the other.
    pub(crate) fn difference(self, other: CellSet) -> CellSet {
        self.combine(other, |ours, theirs| ours & !theirs)
    }

    /// The cells whose numbers are lower by `by`, which is less than 64, as far as there are any.
    pub(crate) fn moved_back(mut self, by: u8) -> CellSet {
        let next = self.words.into_iter().skip(1).chain([0]);
        for (word, next) in self.words.iter_mut().zip(next) {
            *word = *word >> by | next.checked_shl(64 - u32::from(by)).unwrap_or(0);
        }
        self
    }

    /// Adds the cell, or removes it if it was in the set.
    pub(crate) fn toggle(&mut self, cell: Cell) {
        let (word, bit) = cell.word_and_bit();
        if let Some(word) = self.words.get_mut(word) {
            *word ^= bit;
        }
    }

    pub(crate) fn insert(&mut self, cell: Cell) {
        let (word, bit) = cell.word_and_bit();
        if let Some(word) = self.words.get_mut(word) {
            *word |= bit;
        }
    }

    /// The cells in ascending order.
    pub(crate) fn iter(mut self) -> impl Iterator<Item = Cell> {
        iter::from_fn(move || self.pop_first())
    }

    fn combine(mut self, other: CellSet, operation: impl Fn(u64, u64) -> u64) -> CellSet {
        for (ours, theirs) in self.words.iter_mut().zip(other.words) {
            *ours = operation(*ours, theirs);
        }
        self
    }

    fn pop_first(&mut self) -> Option<Cell> {
        let (word, first) = self.words.iter_mut().zip([0, 64, 128, 192]).find(|(word, _)| **word != 0)?;
        let bit = u8::try_from(word.trailing_zeros()).ok()?;
        *word &= *word - 1;
        Some(Cell(first + bit))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::default();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_exactly_the_cells_added_and_not_removed() {
        let mut set = CellSet::default();
        for cell in (0..=u8::MAX).map(Cell) {
            assert!(!set.contains(cell));
            set.toggle(cell);
            assert!(set.contains(cell));
        }
        for cell in (0..=u8::MAX).step_by(3).map(Cell) {
            set.toggle(cell);
        }
        for cell in (0..=u8::MAX).map(Cell) {
            assert_eq!(set.contains(cell), cell.index() % 3 != 0);
        }
    }

    #[test]
    fn cells_are_iterated_in_ascending_order() {
        let cells = [0, 1, 63, 64, 127, 128, 191, 192, 224, 255].map(Cell);
        let set: CellSet = cells.into_iter().rev().chain(cells).collect();
        assert!(set.iter().eq(cells));
        assert_eq!(CellSet::default().iter().next(), None);
    }

    #[test]
    fn sets_are_combined_and_counted() {
        let [small, big]: [CellSet; 2] = [5, 200].map(|most| (0..most).map(Cell).collect());
        assert_eq!((small.len(), big.len()), (5, 200));
        assert_eq!((big.intersection(small), big.union(small)), (small, big));
        assert_eq!(big.difference(small).first(), Some(Cell(5)));
        assert!(small.difference(big).is_empty() && !small.is_empty());
    }

    #[test]
    fn moving_a_set_back_lowers_each_number() {
        let set: CellSet = [3, 15, 64, 70, 130, 255].map(Cell).into_iter().collect();
        assert_eq!(set.moved_back(0), set);
        assert!(set.moved_back(15).iter().eq([0, 49, 55, 115, 240].map(Cell)));
    }
}
