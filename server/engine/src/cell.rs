//! A cell, and a set of cells as bits.

use std::iter;

/// One square of a board, known by its number: from 0 in reading order. Made by
/// [`Rules::cell`](crate::Rules::cell) and [`Rules::cell_at`](crate::Rules::cell_at).
///
/// A cell does not know its board. One that comes from a bigger board is refused by
/// [`Game::play`](crate::Game::play) as [`Illegal::NoSuchCell`](crate::Illegal::NoSuchCell).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell's number: from 0, in reading order.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Which word of a set holds this cell, and which bit of the word.
    fn word_and_bit(self) -> (usize, u64) {
        (usize::from(self.0 / 64), 1 << (self.0 % 64))
    }
}

/// A set of cells: bit `index % 64` of word `index / 64` is on for each cell in it. There is room for
/// every value of a [`Cell`], whatever its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CellSet {
    words: [u64; 4],
}

impl CellSet {
    /// Whether the cell is in the set.
    pub(crate) fn contains(self, cell: Cell) -> bool {
        let (word, bit) = cell.word_and_bit();
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Whether every cell of the other set is in this one.
    pub(crate) fn contains_all(self, other: CellSet) -> bool {
        self.words.iter().zip(other.words).all(|(ours, theirs)| theirs & !ours == 0)
    }

    /// Puts the cell in, if it was out, and takes it out, if it was in.
    pub(crate) fn toggle(&mut self, cell: Cell) {
        let (word, bit) = cell.word_and_bit();
        if let Some(word) = self.words.get_mut(word) {
            *word ^= bit;
        }
    }

    /// The cells in the set, ascending.
    pub(crate) fn iter(mut self) -> impl Iterator<Item = Cell> {
        iter::from_fn(move || self.take_first())
    }

    fn take_first(&mut self) -> Option<Cell> {
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
            let (word, bit) = cell.word_and_bit();
            if let Some(word) = set.words.get_mut(word) {
                *word |= bit;
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_exactly_the_cells_that_were_put_in_and_not_taken_out() {
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
    fn the_cells_come_out_ascending() {
        let cells = [0, 1, 63, 64, 127, 128, 191, 192, 224, 255].map(Cell);
        let set: CellSet = cells.into_iter().rev().chain(cells).collect();
        assert!(set.iter().eq(cells));
        assert_eq!(CellSet::default().iter().next(), None);
    }

    #[test]
    fn a_set_contains_its_parts_and_no_more() {
        let [small, big]: [CellSet; 2] = [5, 200].map(|most| (0..most).map(Cell).collect());
        assert!(big.contains_all(small) && big.contains_all(big) && big.contains_all(CellSet::default()));
        assert!(!small.contains_all(big));
    }
}
