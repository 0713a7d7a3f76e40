//! A cell, and sets of cells as bits.

use std::{array, iter};

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

/// A set of cells: bit `index % 64` of word `index / 64` is 1 for each cell in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cells<const WORDS: usize> {
    words: [u64; WORDS],
}

/// It has room for every value of a [`Cell`], whatever the board.
pub(crate) type CellSet = Cells<4>;

impl<const WORDS: usize> Cells<WORDS> {
    pub(crate) fn contains(self, cell: Cell) -> bool {
        let (word, bit) = cell.word_and_bit();
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.words == [0; WORDS]
    }

    pub(crate) fn len(self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The cell with the lowest number.
    pub(crate) fn first(mut self) -> Option<Cell> {
        self.pop_first()
    }

    pub(crate) fn intersection(self, other: Self) -> Self {
        self.combine(other, |ours, theirs| ours & theirs)
    }

    pub(crate) fn union(self, other: Self) -> Self {
        self.combine(other, |ours, theirs| ours | theirs)
    }

    /// The cells of this set that are not in the other.
    pub(crate) fn difference(self, other: Self) -> Self {
        self.combine(other, |ours, theirs| ours & !theirs)
    }

    /// The cells whose numbers are lower by `by`, which is less than 64, as far as there are any.
    pub(crate) fn moved_back(self, by: u8) -> Self {
        let next = |index| self.word(index + 1) << 1 << (63 - by);
        Self { words: array::from_fn(|index| self.word(index) >> by | next(index)) }
    }

    /// The cells whose numbers are higher by `by`, which is less than 64, as far as there is room.
    pub(crate) fn moved_on(self, by: u8) -> Self {
        let last = |index: usize| self.word(index.wrapping_sub(1)) >> 1 >> (63 - by);
        Self { words: array::from_fn(|index| self.word(index) << by | last(index)) }
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

    fn combine(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self { words: array::from_fn(|index| operation(self.word(index), other.word(index))) }
    }

    fn word(self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    fn pop_first(&mut self) -> Option<Cell> {
        let (word, first) = self.words.iter_mut().zip([0, 64, 128, 192]).find(|(word, _)| **word != 0)?;
        let bit = u8::try_from(word.trailing_zeros()).ok()?;
        *word &= *word - 1;
        Some(Cell(first + bit))
    }
}

impl<const WORDS: usize> Default for Cells<WORDS> {
    fn default() -> Self {
        Self { words: [0; WORDS] }
    }
}

impl<const WORDS: usize> FromIterator<Cell> for Cells<WORDS> {
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
    fn moving_a_set_changes_each_number_and_drops_those_that_do_not_fit() {
        let set: CellSet = [3, 15, 64, 70, 130, 255].map(Cell).into_iter().collect();
        assert_eq!((set.moved_back(0), set.moved_on(0)), (set, set));
        assert!(set.moved_back(15).iter().eq([0, 49, 55, 115, 240].map(Cell)));
        assert!(set.moved_on(15).iter().eq([18, 30, 79, 85, 145].map(Cell)));
    }
}
