//! A position as a few words of bits, cheap to copy: the board of the proof search, and of the variant search.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, a run is shorter than the arrays by number of marks, and those by cell have an element \
              for every cell number"
)]

use std::cell::OnceCell;

use super::tactics::{MAX_FORKS, Tactics};
use super::zobrist::{self, MAX_SYMMETRIES, ZobristKeys};
use crate::cell::{CellSet, Cells};
use crate::{Board, Cell, Mark, Rules};

/// A game that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position<const WORDS: usize> {
    /// By side.
    pub(super) marks: [Cells<WORDS>; 2],
    /// By side: the empty cells on which a mark completes a run.
    pub(super) runs: [Cells<WORDS>; 2],
    pub(super) empty: Cells<WORDS>,
    pub(super) to_move: Mark,
    /// By symmetry of the board.
    pub(super) hashes: [u64; MAX_SYMMETRIES],
}

impl<const WORDS: usize> Position<WORDS> {
    /// The number of marks on the board.
    pub(super) fn ply(&self) -> u8 {
        u8::try_from(self.marks[0].union(self.marks[1]).len()).unwrap_or(u8::MAX)
    }

    pub(super) fn marks_of(&self, mark: Mark) -> Cells<WORDS> {
        self.marks[mark as usize]
    }

    pub(super) fn empty_count(&self) -> u8 {
        u8::try_from(self.empty.len()).unwrap_or(u8::MAX)
    }
}

/// What is the same for all positions of a board of at most 64 cells for each of the words.
///
/// A line is as many cells in a straight row as a run has. It is open to a side as long as the other side has no mark in
/// it. Its weight is 2 to the power of the marks in it.
#[derive(Debug)]
pub(super) struct Grid<'a, const WORDS: usize> {
    pub(super) rules: Rules,
    zobrist: &'a ZobristKeys,
    /// By direction of a line: how much higher the number of its next cell is, and the cells to which a step leads, on and
    /// back.
    steps: [(u8, [Cells<WORDS>; 2]); 4],
    pub(super) all: Cells<WORDS>,
}

/// One more than the longest run.
const RUNS: usize = 16;

/// The lines that are open to a side, by direction, then by number of marks: the first cells of those that have at least
/// that many.
type OpenLines<const WORDS: usize> = [[Cells<WORDS>; RUNS]; 4];

impl<'a, const WORDS: usize> Grid<'a, WORDS> {
    pub(super) fn new(rules: Rules, zobrist: &'a ZobristKeys) -> Self {
        let all: Cells<WORDS> = rules.all_cells().collect();
        let without = |excluded: u8| -> Cells<WORDS> {
            rules.all_cells().filter(|&cell| rules.row_and_column(cell).1 != excluded).collect()
        };
        let (not_first, not_last) = (without(0), without(rules.columns() - 1));
        let steps = [
            (1, [not_first, not_last]),
            (rules.columns(), [all, all]),
            (rules.columns() + 1, [not_first, not_last]),
            (rules.columns() - 1, [not_last, not_first]),
        ];
        Self { rules, zobrist, steps, all }
    }

    pub(super) fn position(&self, board: &Board, to_move: Mark) -> Position<WORDS> {
        let none = [Cells::default(); 2];
        let mut position =
            Position { marks: none, runs: none, empty: self.all, to_move, hashes: [0; MAX_SYMMETRIES] };
        for mark in [Mark::X, Mark::O] {
            board.cells_with(mark).iter().for_each(|cell| self.set_mark(&mut position, cell, mark));
        }
        position.runs = position.marks.map(|marks| self.completions(marks).intersection(position.empty));
        position
    }

    /// The position after a move that does not end the game.
    pub(super) fn after(&self, position: &Position<WORDS>, cell: Cell) -> Position<WORDS> {
        let (mut next, us) = (*position, position.to_move);
        self.set_mark(&mut next, cell, us);
        next.runs[us as usize] = self.completions(next.marks[us as usize]);
        next.runs = next.runs.map(|runs| runs.intersection(next.empty));
        next.to_move = us.other();
        next
    }

    fn set_mark(&self, position: &mut Position<WORDS>, cell: Cell, mark: Mark) {
        position.marks[mark as usize].insert(cell);
        position.empty.toggle(cell);
        for (hash, key) in position.hashes.iter_mut().zip(self.zobrist.keys(cell, mark)) {
            *hash ^= key;
        }
    }

    /// The same hash for all rotations and reflections of a position, and almost certainly another for any other.
    pub(super) fn canonical_hash(&self, position: &Position<WORDS>) -> u64 {
        position.hashes.into_iter().take(zobrist::symmetries(self.rules)).min().unwrap_or(0)
    }

    /// The cells that complete a run with these marks.
    fn completions(&self, marks: Cells<WORDS>) -> Cells<WORDS> {
        let run = usize::from(self.rules.run());
        let mut found = Cells::default();
        for (by, [on, back]) in self.steps {
            // By number: the cells before that many marks in a row.
            let mut before = [self.all; RUNS];
            for count in 1..run {
                before[count] = marks.intersection(before[count - 1]).moved_back(by).intersection(back);
            }
            let mut after = self.all;
            for count in (0..run).rev() {
                found = found.union(after.intersection(before[count]));
                after = marks.intersection(after).moved_on(by).intersection(on);
            }
        }
        found
    }

    pub(super) fn open_lines(&self, position: &Position<WORDS>, mark: Mark) -> OpenLines<WORDS> {
        let run = usize::from(self.rules.run());
        let marks = position.marks[mark as usize];
        let free = marks.union(position.empty);
        let mut open = [[Cells::default(); RUNS]; 4];
        for (lines, (by, [_, back])) in open.iter_mut().zip(self.steps) {
            let after = |cells: Cells<WORDS>| cells.moved_back(by).intersection(back);
            lines[0] = (1..run).fold(free, |starts, _| after(starts).intersection(free));
            let mut next = marks;
            for number in 0..run {
                for count in (1..run.min(number + 2)).rev() {
                    lines[count] = lines[count].union(lines[count - 1].intersection(next));
                }
                next = after(next);
            }
        }
        open
    }

    /// The cells of a line in one of the directions.
    fn line(&self, direction: usize, first: Cell) -> impl Iterator<Item = Cell> {
        let by = self.steps[direction].0;
        (0..self.rules.run()).map(move |number| Cell(first.0 + number * by))
    }
}

/// The first cells of the lines with exactly this many marks.
fn exactly<const WORDS: usize>(lines: &[Cells<WORDS>; RUNS], marks: u8) -> Cells<WORDS> {
    let more = lines.get(usize::from(marks) + 1).copied().unwrap_or_default();
    lines[usize::from(marks)].difference(more)
}

/// A position with its open lines, found when they are first asked for.
pub(super) struct LinePosition<'p, const WORDS: usize> {
    grid: &'p Grid<'p, WORDS>,
    position: &'p Position<WORDS>,
    /// By side.
    open: [OnceCell<OpenLines<WORDS>>; 2],
    /// By cell, then side: the sum of the weights of the open lines through it.
    weights: OnceCell<Vec<[u32; 2]>>,
}

impl<'p, const WORDS: usize> LinePosition<'p, WORDS> {
    pub(super) fn new(grid: &'p Grid<'p, WORDS>, position: &'p Position<WORDS>) -> Self {
        Self { grid, position, open: [OnceCell::new(), OnceCell::new()], weights: OnceCell::new() }
    }

    fn open(&self, mark: Mark) -> &OpenLines<WORDS> {
        self.open[mark as usize].get_or_init(|| self.grid.open_lines(self.position, mark))
    }

    /// The weight of a complete line: what [`LinePosition::potential`] must reach.
    pub(super) fn complete_line_weight(&self) -> u32 {
        1 << self.grid.rules.run()
    }

    /// The potential function of Erdős and Selfridge ("On a combinatorial game", 1973): the sum of the weights of the lines
    /// that are open to `mark` and miss at most this many marks. While it is less than
    /// [`LinePosition::complete_line_weight`] and the opponent is to move, the opponent can stop all of these lines.
    pub(super) fn potential(&self, mark: Mark, max_missing: u8) -> u32 {
        let run = self.grid.rules.run();
        let marks = run.saturating_sub(max_missing)..run;
        let weights = |lines| marks.clone().map(move |marks| exactly(lines, marks).len() << marks);
        self.open(mark).iter().flat_map(weights).sum()
    }

    /// The increase of the potential of `mark` if it plays this cell, and the decrease if the opponent does.
    pub(super) fn weight(&self, mark: Mark, cell: Cell) -> u32 {
        self.weights.get_or_init(|| self.weights())[cell.index()][mark as usize]
    }

    fn weights(&self) -> Vec<[u32; 2]> {
        let mut weights = vec![[0; 2]; self.grid.rules.cell_count()];
        for mark in [Mark::X, Mark::O] {
            for (direction, lines) in self.open(mark).iter().enumerate() {
                for marks in 0..self.grid.rules.run() {
                    for first in exactly(lines, marks).iter() {
                        for cell in self.grid.line(direction, first) {
                            weights[cell.index()][mark as usize] += 1 << marks;
                        }
                    }
                }
            }
        }
        weights
    }

    /// The empty cells of each open line that misses two marks.
    fn pairs(&self, mark: Mark) -> Vec<CellSet> {
        let mut pairs = Vec::new();
        let Some(marks) = self.grid.rules.run().checked_sub(2) else { return pairs };
        for (direction, lines) in self.open(mark).iter().enumerate() {
            for first in exactly(lines, marks).iter() {
                let line: CellSet = self.grid.line(direction, first).collect();
                pairs.push(line.intersection(self.empty()));
            }
        }
        pairs
    }
}

impl<const WORDS: usize> Tactics for LinePosition<'_, WORDS> {
    fn to_move(&self) -> Mark {
        self.position.to_move
    }

    fn empty(&self) -> CellSet {
        self.position.empty.resized()
    }

    fn completions(&self, mark: Mark) -> CellSet {
        self.position.runs[mark as usize].resized()
    }

    fn fours(&self, mark: Mark) -> CellSet {
        self.pairs(mark).into_iter().fold(CellSet::default(), CellSet::union)
    }

    /// Two lines that cross where a mark is missing in both.
    fn forks(&self, mark: Mark) -> Vec<CellSet> {
        let pairs = self.pairs(mark);
        let forks = pairs.iter().enumerate().flat_map(|(index, &one)| {
            let cross = move |&&other: &&CellSet| one != other && !one.intersection(other).is_empty();
            pairs.iter().take(index).filter(cross).map(move |&other| one.union(other))
        });
        forks.take(MAX_FORKS).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Game;
    use crate::lines::is_winning_move;
    use crate::testing::{small_rules, unfinished};

    fn position(grid: &Grid<'_, 4>, game: &Game) -> Position<4> {
        grid.position(game.board(), game.to_move().unwrap())
    }

    proptest! {
        #[test]
        fn moves_update_a_position_to_what_a_new_one_would_be(game in unfinished(small_rules(15, 6), 225)) {
            let zobrist = ZobristKeys::new(game.rules());
            let grid = Grid::new(game.rules(), &zobrist);
            let empty = position(&grid, &Game::new(game.rules()));
            let played = game.cells().iter().fold(empty, |position, &cell| grid.after(&position, cell));
            prop_assert_eq!(played, position(&grid, &game));
        }

        #[test]
        fn a_position_knows_the_cells_that_complete_a_run(game in unfinished(small_rules(15, 6), 225)) {
            let zobrist = ZobristKeys::new(game.rules());
            let runs = position(&Grid::new(game.rules(), &zobrist), &game).runs;
            for (mark, runs) in [Mark::X, Mark::O].into_iter().zip(runs) {
                let expected: CellSet =
                    game.board().empty_cells().filter(|&cell| is_winning_move(game.board(), cell, mark)).collect();
                prop_assert_eq!(runs, expected, "{:?}\n{}", mark, game.board());
            }
        }

        #[test]
        fn a_move_changes_the_potential_by_the_weight_of_its_cell(game in unfinished(small_rules(6, 4), 36)) {
            let zobrist = ZobristKeys::new(game.rules());
            let grid = Grid::new(game.rules(), &zobrist);
            let position = position(&grid, &game);
            let view = LinePosition::new(&grid, &position);
            let (us, them) = (view.to_move(), view.to_move().other());
            for cell in view.empty().iter().filter(|&cell| !is_winning_move(game.board(), cell, us)) {
                let next = grid.after(&position, cell);
                let after = LinePosition::new(&grid, &next);
                let potentials = |mark| [&view, &after].map(|view| view.potential(mark, u8::MAX));
                let [[ours, ours_after], [theirs, theirs_after]] = [us, them].map(potentials);
                prop_assert_eq!(ours_after, ours + view.weight(us, cell));
                prop_assert_eq!(theirs_after, theirs - view.weight(them, cell));
            }
        }

        #[test]
        fn a_position_and_its_images_have_the_same_hash(game in unfinished(small_rules(6, 4), 36), symmetry in 0..8_usize) {
            let rules = game.rules();
            prop_assume!(symmetry < zobrist::symmetries(rules));
            let cells = game.cells().iter().map(|&cell| zobrist::image(rules, cell, symmetry));
            let image = Game::replay(rules, cells).unwrap();
            let zobrist = ZobristKeys::new(rules);
            let grid = Grid::new(rules, &zobrist);
            let hash = |game| grid.canonical_hash(&position(&grid, game));
            prop_assert_eq!(hash(&game), hash(&image));
        }
    }
}
