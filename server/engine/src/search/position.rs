//! The board of the proof search. Moves are played and undone in place, and each updates the weights of the cells, the
//! open lines and the potential of both sides.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, and the arrays by cell have an element for every cell number"
)]

use super::tactics::{MAX_FORKS, Tactics};
use super::winning_lines::WinningLines;
use super::zobrist::{MAX_SYMMETRIES, ZobristKeys};
use crate::cell::CellSet;
use crate::{Board, Cell, Mark};

/// A game that is not over.
///
/// A line is open to a side as long as the other side has no mark in it. Its weight is 2 to the power of the marks
/// in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position<'a> {
    lines: &'a WinningLines,
    zobrist: &'a ZobristKeys,
    /// By line, then side: the number of marks in the line.
    marks_in: Vec<[u8; 2]>,
    /// By cell, then side: the sum of the weights of the open lines through it.
    weights: [[u32; 2]; CELLS],
    /// By side, then number of marks: the number of open lines with that many marks.
    open_lines: [[u16; RUNS]; 2],
    empty: CellSet,
    to_move: Mark,
    /// By symmetry of the board.
    hashes: [u64; MAX_SYMMETRIES],
}

/// One more than the highest number of a cell of any board, so that no access needs a check.
const CELLS: usize = 256;

/// One more than the longest run.
const RUNS: usize = 16;

impl<'a> Position<'a> {
    pub(super) fn new(
        lines: &'a WinningLines,
        zobrist: &'a ZobristKeys,
        board: &Board,
        to_move: Mark,
    ) -> Self {
        let mut position = Self {
            lines,
            zobrist,
            marks_in: vec![[0; 2]; lines.len()],
            weights: [[0; 2]; CELLS],
            open_lines: [[0; RUNS]; 2],
            empty: lines.rules().all_cells().collect(),
            to_move,
            hashes: [0; MAX_SYMMETRIES],
        };
        for line in 0..lines.len() {
            (0..2).for_each(|side| position.count_open(side, 0, true));
            position.change_weights(line, [1; 2]);
        }
        for mark in [Mark::X, Mark::O] {
            for cell in board.cells_with(mark).iter() {
                position.set_mark(cell, mark, true);
            }
        }
        position
    }

    /// Plays an empty cell that does not end the game.
    pub(super) fn play(&mut self, cell: Cell) {
        self.set_mark(cell, self.to_move, true);
        self.to_move = self.to_move.other();
    }

    /// Undoes the last move, which was this cell.
    pub(super) fn undo(&mut self, cell: Cell) {
        self.to_move = self.to_move.other();
        self.set_mark(cell, self.to_move, false);
    }

    pub(super) fn empty_count(&self) -> u8 {
        u8::try_from(self.empty.len()).unwrap_or(u8::MAX)
    }

    /// The same hash for all rotations and reflections of a position, and almost certainly another for any other.
    pub(super) fn canonical_hash(&self) -> u64 {
        self.zobrist.canonical(&self.hashes).0
    }

    /// The empty cells of each line that is open to `mark` and misses this many marks.
    fn lines_missing(&self, mark: Mark, missing: u8) -> impl Iterator<Item = CellSet> {
        let marks = self.lines.rules().run().wrapping_sub(missing);
        let count = self.open_lines[mark as usize].get(usize::from(marks)).copied().unwrap_or_default();
        let sides = if mark == Mark::X { [marks, 0] } else { [0, marks] };
        let lines = self.marks_in.iter().enumerate().filter(move |(_, in_line)| **in_line == sides);
        lines.take(count.into()).map(|(line, _)| self.lines.cell_set(line).intersection(self.empty))
    }

    /// The weight of a complete line: what [`Position::potential`] must reach.
    pub(super) fn complete_line_weight(&self) -> u32 {
        1 << self.lines.rules().run()
    }

    /// The potential function of Erdős and Selfridge ("On a combinatorial game", 1973): the sum of the weights of the
    /// lines that are open to `mark` and miss at most this many marks. While it is less than
    /// [`Position::complete_line_weight`] and the opponent is to move, the opponent can stop all of these lines.
    pub(super) fn potential(&self, mark: Mark, max_missing: u8) -> u32 {
        let run = self.lines.rules().run();
        let open_lines = &self.open_lines[mark as usize];
        (run.saturating_sub(max_missing)..run)
            .map(|marks| u32::from(open_lines[usize::from(marks)]) << marks)
            .sum()
    }

    /// The increase of the potential of `mark` if it plays this cell, and the decrease if the opponent does.
    pub(super) fn weight(&self, mark: Mark, cell: Cell) -> u32 {
        self.weights[usize::from(cell.0)][mark as usize]
    }

    /// Puts a mark on a cell (`on`), or removes it.
    fn set_mark(&mut self, cell: Cell, mark: Mark, on: bool) {
        let (us, them) = (mark as usize, mark.other() as usize);
        self.empty.toggle(cell);
        for (hash, key) in self.hashes.iter_mut().zip(self.zobrist.keys(cell, mark)) {
            *hash ^= key;
        }
        let lines = self.lines;
        for line in lines.through(cell) {
            let marks = &mut self.marks_in[line];
            if !on {
                marks[us] -= 1;
            }
            let without = *marks;
            if on {
                marks[us] += 1;
            }
            let mut changes = [0; 2];
            if without[them] == 0 {
                self.count_open(us, without[us], !on);
                self.count_open(us, without[us] + 1, on);
                changes[us] = signed(1 << without[us], on);
            }
            if without[us] == 0 {
                self.count_open(them, without[them], !on);
                changes[them] = signed(1 << without[them], !on);
            }
            self.change_weights(line, changes);
        }
    }

    /// Counts a line with this many marks as open to the side, or as not open.
    fn count_open(&mut self, side: usize, marks: u8, is_open: bool) {
        let count = &mut self.open_lines[side][usize::from(marks)];
        *count = if is_open { *count + 1 } else { *count - 1 };
    }

    /// Changes the weight of a line to both sides. It is also what one more mark adds.
    fn change_weights(&mut self, line: usize, changes: [u32; 2]) {
        if changes == [0; 2] {
            return;
        }
        for cell in self.lines.cells(line) {
            let weights = &mut self.weights[usize::from(cell.0)];
            *weights = add(*weights, changes);
        }
    }
}

impl Tactics for Position<'_> {
    fn to_move(&self) -> Mark {
        self.to_move
    }

    fn empty(&self) -> CellSet {
        self.empty
    }

    fn completions(&self, mark: Mark) -> CellSet {
        self.lines_missing(mark, 1).fold(CellSet::default(), CellSet::union)
    }

    fn fours(&self, mark: Mark) -> CellSet {
        self.lines_missing(mark, 2).fold(CellSet::default(), CellSet::union)
    }

    /// Two lines that cross where a mark is missing in both.
    fn forks(&self, mark: Mark) -> Vec<CellSet> {
        let pairs: Vec<CellSet> = self.lines_missing(mark, 2).collect();
        let forks = pairs.iter().enumerate().flat_map(|(index, &one)| {
            let cross = move |&&other: &&CellSet| one != other && !one.intersection(other).is_empty();
            pairs.iter().take(index).filter(cross).map(move |&other| one.union(other))
        });
        forks.take(MAX_FORKS).collect()
    }
}

/// The number, or its negative in two's complement.
fn signed(number: u32, is_positive: bool) -> u32 {
    if is_positive { number } else { number.wrapping_neg() }
}

fn add(numbers: [u32; 2], changes: [u32; 2]) -> [u32; 2] {
    [numbers[0].wrapping_add(changes[0]), numbers[1].wrapping_add(changes[1])]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{small_rules, unfinished};
    use crate::{Game, Rules, lines};

    fn tables(rules: Rules) -> (WinningLines, ZobristKeys) {
        (WinningLines::new(rules), ZobristKeys::new(rules))
    }

    fn position<'a>((lines, zobrist): &'a (WinningLines, ZobristKeys), game: &Game) -> Position<'a> {
        Position::new(lines, zobrist, game.board(), game.to_move().unwrap())
    }

    proptest! {
        #[test]
        fn play_updates_a_position_to_what_a_new_one_would_be_and_undo_restores_it(game in unfinished(small_rules(6, 4), 36)) {
            let tables = tables(game.rules());
            let mut played = position(&tables, &Game::new(game.rules()));
            let mut earlier = Vec::new();
            for &cell in game.cells() {
                earlier.push(played.clone());
                played.play(cell);
            }
            prop_assert_eq!(&played, &position(&tables, &game));
            for &cell in game.cells().iter().rev() {
                played.undo(cell);
                let expected = earlier.pop();
                prop_assert_eq!(Some(&played), expected.as_ref());
            }
        }

        #[test]
        fn a_move_changes_the_potential_by_the_weight_of_its_cell(game in unfinished(small_rules(6, 4), 36)) {
            let tables = tables(game.rules());
            let position = position(&tables, &game);
            let (us, them) = (position.to_move(), position.to_move().other());
            let [of_us, of_them] = [us, them].map(|mark| position.potential(mark, u8::MAX));
            for cell in position.empty().iter().filter(|&cell| !lines::is_winning_move(game.board(), cell, us)) {
                let mut after = position.clone();
                after.play(cell);
                prop_assert_eq!(after.potential(us, u8::MAX), of_us + position.weight(us, cell));
                prop_assert_eq!(after.potential(them, u8::MAX), of_them - position.weight(them, cell));
            }
        }

        #[test]
        fn a_position_and_its_rotation_have_the_same_hash(game in unfinished(small_rules(6, 4), 36)) {
            let rules = game.rules();
            let last = u8::try_from(rules.cell_count() - 1).unwrap();
            let rotated = Game::replay(rules, game.cells().iter().map(|cell| Cell(last - cell.0))).unwrap();
            let tables = tables(rules);
            prop_assert_eq!(position(&tables, &game).canonical_hash(), position(&tables, &rotated).canonical_hash());
        }
    }
}
