//! The board that the searches use. Moves are played and undone in place, and each updates the scores of the cells,
//! the threats, and the potential of both sides.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, and the arrays by cell have an element for every cell number"
)]

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
    /// By side, then cell.
    scores: [[CellScore; CELLS]; 2],
    /// By side, then number of marks: the number of open lines with that many marks.
    open_lines: [[u16; RUNS]; 2],
    /// By side: the sum of the weights of its open lines.
    potential: [u32; 2],
    /// By side: the cells that complete a line of it. Some of them may not be empty any more.
    winning: [CellSet; 2],
    empty: CellSet,
    empty_count: u8,
    to_move: Mark,
    /// By symmetry of the board.
    hashes: [u64; MAX_SYMMETRIES],
}

/// One more than the highest number of a cell of any board, so that no access needs a check.
const CELLS: usize = 256;

/// One more than the longest run.
const RUNS: usize = 16;

/// What a cell is worth to a side by the open lines through it, packed so that one addition changes all of it: the
/// sum of their weights, the number of them that miss two marks, and the number that miss one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellScore(u64);

impl CellScore {
    const MISSES_TWO: u64 = 1 << 32;
    const MISSES_ONE: u64 = 1 << 48;

    /// What an open line with this many marks adds.
    fn of_line(marks: u8, run: u8) -> u64 {
        let missing = match run.wrapping_sub(marks) {
            1 => Self::MISSES_ONE,
            2 => Self::MISSES_TWO,
            _ => 0,
        };
        missing + (1 << marks)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the weight is the low half")]
    fn weight(self) -> u32 {
        self.0 as u32
    }
}

impl<'a> Position<'a> {
    pub(super) fn new(
        lines: &'a WinningLines,
        zobrist: &'a ZobristKeys,
        board: &Board,
        to_move: Mark,
    ) -> Self {
        let mut position = Self::empty(lines, zobrist);
        for mark in [Mark::X, Mark::O] {
            for cell in board.cells_with(mark).iter() {
                position.set_mark(cell, mark, true);
            }
        }
        position.to_move = to_move;
        position
    }

    fn empty(lines: &'a WinningLines, zobrist: &'a ZobristKeys) -> Self {
        let rules = lines.rules();
        let mut position = Self {
            lines,
            zobrist,
            marks_in: vec![[0; 2]; lines.len()],
            scores: [[CellScore::default(); CELLS]; 2],
            open_lines: [[0; RUNS]; 2],
            potential: [0; 2],
            winning: [CellSet::default(); 2],
            empty: rules.all_cells().collect(),
            empty_count: u8::try_from(rules.cell_count()).unwrap_or(u8::MAX),
            to_move: Mark::X,
            hashes: [0; MAX_SYMMETRIES],
        };
        for line in 0..lines.len() {
            for side in 0..2 {
                position.set_open(side, line, 0, true);
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

    pub(super) fn lines(&self) -> &'a WinningLines {
        self.lines
    }

    pub(super) fn to_move(&self) -> Mark {
        self.to_move
    }

    pub(super) fn empty_cells(&self) -> CellSet {
        self.empty
    }

    pub(super) fn empty_count(&self) -> u8 {
        self.empty_count
    }

    /// The same hash for all rotations and reflections of a position, and almost certainly another for any other.
    pub(super) fn canonical_hash(&self) -> u64 {
        self.hashes.into_iter().take(self.zobrist.symmetries()).min().unwrap_or(0)
    }

    /// Whether the opponent of `mark` has no mark in this line.
    pub(super) fn is_open(&self, line: usize, mark: Mark) -> bool {
        self.marks_in.get(line).is_some_and(|marks| marks[mark.other() as usize] == 0)
    }

    /// The number of lines that are open to `mark` and miss this many marks.
    pub(super) fn lines_missing(&self, mark: Mark, missing: u8) -> u16 {
        let marks = self.lines.rules().run().checked_sub(missing);
        marks.map_or(0, |marks| self.open_lines[mark as usize][usize::from(marks)])
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
        if max_missing >= run {
            return self.potential[mark as usize];
        }
        let open_lines = &self.open_lines[mark as usize];
        (run - max_missing..run).map(|marks| u32::from(open_lines[usize::from(marks)]) << marks).sum()
    }

    /// The increase of the potential of `mark` if it plays this cell, and the decrease if the opponent does.
    pub(super) fn weight(&self, mark: Mark, cell: Cell) -> u32 {
        self.scores[mark as usize][usize::from(cell.0)].weight()
    }

    /// The empty cells that win at once for `mark`.
    pub(super) fn winning_cells(&self, mark: Mark) -> CellSet {
        self.winning[mark as usize].intersection(self.empty)
    }

    /// The empty cells with which `mark` makes a threat: to win with its next move.
    pub(super) fn threat_cells(&self, mark: Mark) -> CellSet {
        if self.lines_missing(mark, 2) == 0 {
            return CellSet::default();
        }
        let scores = &self.scores[mark as usize];
        self.empty.iter().filter(|cell| scores[usize::from(cell.0)].0 >= CellScore::MISSES_TWO).collect()
    }

    /// The forks of `mark`: moves that make two threats at once, in a position where neither side can win at once.
    ///
    /// Each fork is the set of the move and of two cells, one of which wins after it. The opponent must take one of
    /// the three, or make a threat.
    pub(super) fn forks(&self, mark: Mark) -> impl Iterator<Item = CellSet> {
        let scores = &self.scores[mark as usize];
        let cells = if self.lines_missing(mark, 2) < 2 { CellSet::default() } else { self.empty };
        let in_two_lines = move |cell: &Cell| scores[usize::from(cell.0)].0 >= 2 * CellScore::MISSES_TWO;
        cells.iter().filter(in_two_lines).filter_map(move |cell| self.fork(mark, cell))
    }

    fn fork(&self, mark: Mark, cell: Cell) -> Option<CellSet> {
        let misses_two = |&line: &usize| {
            let marks = self.marks_in[line];
            marks[mark as usize] + 2 == self.lines.rules().run() && marks[mark.other() as usize] == 0
        };
        let missing = |line| self.lines.cell_set(line).intersection(self.empty);
        let mut pairs = self.lines.through(cell).filter(misses_two).map(missing);
        let first = pairs.next()?;
        let second = pairs.find(|pair| *pair != first)?;
        Some(first.union(second))
    }

    /// Puts a mark on a cell (`on`), or removes it.
    fn set_mark(&mut self, cell: Cell, mark: Mark, on: bool) {
        let (us, them) = (mark as usize, mark.other() as usize);
        self.empty.toggle(cell);
        self.empty_count = if on { self.empty_count - 1 } else { self.empty_count + 1 };
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
            if without[them] == 0 {
                self.set_next_mark(us, line, without[us], on);
            }
            if without[us] == 0 {
                self.set_open(them, line, without[them], !on);
            }
        }
    }

    /// Counts one more mark in an open line with `marks` (`on`), or one less.
    fn set_next_mark(&mut self, side: usize, line: usize, marks: u8, on: bool) {
        let run = self.lines.rules().run();
        let increase = CellScore::of_line(marks + 1, run).wrapping_sub(CellScore::of_line(marks, run));
        let (from, to) = if on { (marks, marks + 1) } else { (marks + 1, marks) };
        self.open_lines[side][usize::from(from)] -= 1;
        self.open_lines[side][usize::from(to)] += 1;
        self.potential[side] = add_or_subtract(self.potential[side], 1 << marks, on);
        self.add_to_scores(side, line, if on { increase } else { increase.wrapping_neg() });
        if marks + 2 >= run {
            self.update_winning_cells(side, line);
        }
    }

    /// Counts a line with this many marks as open to the side, or as not open.
    fn set_open(&mut self, side: usize, line: usize, marks: u8, is_open: bool) {
        let run = self.lines.rules().run();
        let score = CellScore::of_line(marks, run);
        let count = &mut self.open_lines[side][usize::from(marks)];
        *count = if is_open { *count + 1 } else { *count - 1 };
        self.potential[side] = add_or_subtract(self.potential[side], 1 << marks, is_open);
        self.add_to_scores(side, line, if is_open { score } else { score.wrapping_neg() });
        if marks + 1 >= run {
            self.update_winning_cells(side, line);
        }
    }

    fn add_to_scores(&mut self, side: usize, line: usize, score: u64) {
        for cell in self.lines.cells(line) {
            let sum = &mut self.scores[side][usize::from(cell.0)];
            sum.0 = sum.0.wrapping_add(score);
        }
    }

    fn update_winning_cells(&mut self, side: usize, line: usize) {
        for &cell in self.lines.cells(line) {
            let wins = self.scores[side][usize::from(cell.0)].0 >= CellScore::MISSES_ONE;
            if wins != self.winning[side].contains(cell) {
                self.winning[side].toggle(cell);
            }
        }
    }
}

fn add_or_subtract(number: u32, by: u32, add: bool) -> u32 {
    if add { number + by } else { number - by }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Game, Rules, lines};

    /// A game that is not over: random cells, without those that are illegal or would end it.
    fn unfinished() -> impl Strategy<Value = Game> {
        let rules = (1..=6_u8, 1..=6_u8, 1..=4_u8)
            .prop_filter_map("a run that fits", |(columns, rows, run)| Rules::new(columns, rows, run).ok());
        let cells = (Just((0..36).map(Cell).collect::<Vec<_>>()).prop_shuffle(), 0..36_usize);
        (rules, cells).prop_map(|(rules, (cells, count))| {
            let mut game = Game::new(rules);
            for cell in cells.into_iter().take(count) {
                let mut next = game.clone();
                if next.play(cell).is_ok() && next.outcome().is_none() {
                    game = next;
                }
            }
            game
        })
    }

    fn tables(rules: Rules) -> (WinningLines, ZobristKeys) {
        (WinningLines::new(rules), ZobristKeys::new(rules))
    }

    fn position<'a>((lines, zobrist): &'a (WinningLines, ZobristKeys), game: &Game) -> Position<'a> {
        Position::new(lines, zobrist, game.board(), game.to_move().unwrap())
    }

    fn winning_moves(game: &Game, mark: Mark) -> Vec<Cell> {
        game.board().empty_cells().filter(|&cell| lines::is_winning_move(game.board(), cell, mark)).collect()
    }

    proptest! {
        #[test]
        fn play_updates_a_position_to_what_a_new_one_would_be_and_undo_restores_it(game in unfinished()) {
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
        fn the_winning_cells_are_the_winning_moves(game in unfinished()) {
            let tables = tables(game.rules());
            let position = position(&tables, &game);
            for mark in [Mark::X, Mark::O] {
                prop_assert_eq!(position.winning_cells(mark).iter().collect::<Vec<_>>(), winning_moves(&game, mark));
            }
        }

        #[test]
        fn threats_and_forks_are_the_moves_that_make_one_and_two_winning_cells(game in unfinished()) {
            let tables = tables(game.rules());
            let position = position(&tables, &game);
            let mark = game.to_move().unwrap();
            prop_assume!([Mark::X, Mark::O].iter().all(|&mark| winning_moves(&game, mark).is_empty()));
            let threats = |cell: Cell| {
                let mut after = position.clone();
                after.play(cell);
                after.winning_cells(mark).len()
            };
            let making = |least: u32| game.legal_cells().into_iter().filter(move |&cell| threats(cell) >= least);
            prop_assert!(position.threat_cells(mark).iter().eq(making(1)));
            prop_assert_eq!(position.forks(mark).count(), making(2).count());
            for (fork, cell) in position.forks(mark).zip(making(2)) {
                prop_assert!(fork.len() == 3 && fork.contains(cell));
            }
        }

        #[test]
        fn a_move_changes_the_potential_by_the_weight_of_its_cell(game in unfinished()) {
            let tables = tables(game.rules());
            let position = position(&tables, &game);
            let (us, them) = (position.to_move(), position.to_move().other());
            let [of_us, of_them] = [us, them].map(|mark| position.potential(mark, u8::MAX));
            for cell in position.empty_cells().iter().filter(|&cell| !position.winning_cells(us).contains(cell)) {
                let mut after = position.clone();
                after.play(cell);
                prop_assert_eq!(after.potential(us, u8::MAX), of_us + position.weight(us, cell));
                prop_assert_eq!(after.potential(them, u8::MAX), of_them - position.weight(them, cell));
            }
        }

        #[test]
        fn a_position_and_its_rotation_have_the_same_hash(game in unfinished()) {
            let rules = game.rules();
            let last = u8::try_from(rules.cell_count() - 1).unwrap();
            let rotated = Game::replay(rules, game.cells().iter().map(|cell| Cell(last - cell.0))).unwrap();
            let tables = tables(rules);
            prop_assert_eq!(position(&tables, &game).canonical_hash(), position(&tables, &rotated).canonical_hash());
        }
    }
}
