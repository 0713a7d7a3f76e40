//! A board for searching, on which moves are played and taken back in place: it always knows what each cell
//! is worth to each side, where the threats are, and how much both can still hope for.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, and there is a place for every number a cell has"
)]

use super::windows::{WAYS, Windows};
use crate::cell::CellSet;
use crate::{Board, Cell, Mark};

/// A game that is not over, seen from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position<'a> {
    windows: &'a Windows,
    /// By window: how many marks of each side are in it.
    held: Vec<[u8; 2]>,
    /// By side, then cell.
    stakes: [[Stake; CELLS]; 2],
    /// By side, then number of marks: how many windows have so many of that side and none of the other.
    open: [[u16; RUNS]; 2],
    /// By side: the sum of the weights of its open windows.
    potential: [u32; 2],
    /// By side: the cells that complete a window of it, some of which may not be empty any more.
    wins: [CellSet; 2],
    empty: CellSet,
    left: u8,
    to_move: Mark,
    /// By way of turning the board.
    keys: [u64; WAYS],
}

/// There is a place for every number that a cell can have, so that no access has to be checked.
const CELLS: usize = 256;

/// One more than the longest run.
const RUNS: usize = 16;

/// What the open windows through a cell are worth to a side, packed so that one addition changes all of it: the
/// sum of their weights, how many of them lack two marks, and how many lack one.
///
/// The weight of a window is 2 to the power of the marks in it. It is open to a side as long as the other has no
/// mark in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stake(u64);

impl Stake {
    const LACKS_TWO: u64 = 1 << 32;
    const LACKS_ONE: u64 = 1 << 48;

    /// What an open window with so many marks adds.
    fn of(marks: u8, run: u8) -> u64 {
        let lacking = match run.wrapping_sub(marks) {
            1 => Self::LACKS_ONE,
            2 => Self::LACKS_TWO,
            _ => 0,
        };
        lacking + (1 << marks)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the weight is the low half")]
    fn weight(self) -> u32 {
        self.0 as u32
    }
}

/// Two winning threats that one move makes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fork {
    /// The move, and the two cells one of which then wins: whoever wants to prevent it without a threat of their own
    /// must take one of the three.
    pub(super) cells: CellSet,
}

impl<'a> Position<'a> {
    /// The board, with this side to move.
    pub(super) fn new(windows: &'a Windows, board: &Board, to_move: Mark) -> Self {
        let mut position = Self::empty(windows);
        for mark in [Mark::X, Mark::O] {
            for cell in board.marked(mark).iter() {
                position.toggle(cell, mark, true);
            }
        }
        position.to_move = to_move;
        position
    }

    fn empty(windows: &'a Windows) -> Self {
        let rules = windows.rules();
        let mut position = Self {
            windows,
            held: vec![[0; 2]; windows.len()],
            stakes: [[Stake::default(); CELLS]; 2],
            open: [[0; RUNS]; 2],
            potential: [0; 2],
            wins: [CellSet::default(); 2],
            empty: rules.all_cells().collect(),
            left: u8::try_from(rules.cells()).unwrap_or(u8::MAX),
            to_move: Mark::X,
            keys: [0; WAYS],
        };
        for window in 0..windows.len() {
            for side in 0..2 {
                position.count(side, window, 0, true);
            }
        }
        position
    }

    /// Plays an empty cell that does not end the game.
    pub(super) fn play(&mut self, cell: Cell) {
        self.toggle(cell, self.to_move, true);
        self.to_move = self.to_move.other();
    }

    /// Takes back the cell that was played last.
    pub(super) fn undo(&mut self, cell: Cell) {
        self.to_move = self.to_move.other();
        self.toggle(cell, self.to_move, false);
    }

    pub(super) fn windows(&self) -> &'a Windows {
        self.windows
    }

    pub(super) fn to_move(&self) -> Mark {
        self.to_move
    }

    /// The empty cells.
    pub(super) fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// How many cells are empty.
    pub(super) fn left(&self) -> u8 {
        self.left
    }

    /// The same number for all positions that are turned or mirrored images of each other, and hardly ever
    /// for others.
    pub(super) fn key(&self) -> u64 {
        self.keys.into_iter().take(self.windows.ways()).min().unwrap_or(0)
    }

    /// Whether nobody but `mark` has a mark in this window.
    pub(super) fn is_open(&self, window: usize, mark: Mark) -> bool {
        self.held.get(window).is_some_and(|held| held[mark.other() as usize] == 0)
    }

    /// How many windows are open to `mark` that lack so many marks.
    pub(super) fn lacking(&self, mark: Mark, marks: u8) -> u16 {
        let held = self.windows.rules().run().checked_sub(marks);
        held.map_or(0, |held| self.open[mark as usize][usize::from(held)])
    }

    /// The weight of a whole window: what [`Position::potential`] must reach.
    pub(super) fn whole(&self) -> u32 {
        1 << self.windows.rules().run()
    }

    /// The sum of the weights of the windows that are open to `mark` and can be completed with so many marks
    /// more. Once it is less than [`Position::whole`] with the other side to move, the other side can see to it
    /// that none of them is ever completed (Erdős and Selfridge, "On a combinatorial game", 1973).
    pub(super) fn potential(&self, mark: Mark, marks: u8) -> u32 {
        let run = self.windows.rules().run();
        if marks >= run {
            return self.potential[mark as usize];
        }
        let open = &self.open[mark as usize];
        (run - marks..run).map(|held| u32::from(open[usize::from(held)]) << held).sum()
    }

    /// By how much the potential of `mark` grows when it plays this cell, and shrinks when the other does.
    pub(super) fn weight(&self, mark: Mark, cell: Cell) -> u32 {
        self.stakes[mark as usize][usize::from(cell.0)].weight()
    }

    /// The empty cells that win for `mark`.
    pub(super) fn wins(&self, mark: Mark) -> CellSet {
        self.wins[mark as usize].and(self.empty)
    }

    /// The empty cells with which `mark` threatens to win by the move after.
    pub(super) fn threatening(&self, mark: Mark) -> CellSet {
        if self.lacking(mark, 2) == 0 {
            return CellSet::default();
        }
        let stakes = &self.stakes[mark as usize];
        self.empty.iter().filter(|cell| stakes[usize::from(cell.0)].0 >= Stake::LACKS_TWO).collect()
    }

    /// The moves of `mark` that make two winning threats at once, where nobody can win at once.
    pub(super) fn forks(&self, mark: Mark) -> impl Iterator<Item = Fork> {
        let stakes = &self.stakes[mark as usize];
        let candidates = if self.lacking(mark, 2) < 2 { CellSet::default() } else { self.empty };
        let crossing = move |cell: &Cell| stakes[usize::from(cell.0)].0 >= 2 * Stake::LACKS_TWO;
        candidates.iter().filter(crossing).filter_map(move |cell| self.fork(mark, cell))
    }

    fn fork(&self, mark: Mark, cell: Cell) -> Option<Fork> {
        let lacks_two = |&window: &usize| {
            let held = self.held[window];
            held[mark as usize] + 2 == self.windows.rules().run() && held[mark.other() as usize] == 0
        };
        let missing = |window| self.windows.set(window).and(self.empty);
        let mut pairs = self.windows.through(cell).filter(lacks_two).map(missing);
        let first = pairs.next()?;
        let second = pairs.find(|pair| *pair != first)?;
        Some(Fork { cells: first.or(second) })
    }

    /// Puts a mark on a cell, or takes it away.
    fn toggle(&mut self, cell: Cell, mark: Mark, on: bool) {
        let (us, them) = (mark as usize, mark.other() as usize);
        self.empty.toggle(cell);
        self.left = if on { self.left - 1 } else { self.left + 1 };
        let windows = self.windows;
        for (ours, theirs) in self.keys.iter_mut().zip(windows.keys(cell)[us]) {
            *ours ^= theirs;
        }
        for window in windows.through(cell) {
            let held = &mut self.held[window];
            if !on {
                held[us] -= 1;
            }
            let before = *held;
            if on {
                held[us] += 1;
            }
            if before[them] == 0 {
                self.step(us, window, before[us], on);
            }
            if before[us] == 0 {
                self.count(them, window, before[them], !on);
            }
        }
    }

    /// Counts one mark more in a window that is open to the side and held `marks`, or takes that back.
    fn step(&mut self, side: usize, window: usize, marks: u8, on: bool) {
        let run = self.windows.rules().run();
        let more = Stake::of(marks + 1, run).wrapping_sub(Stake::of(marks, run));
        let (from, to) = if on { (marks, marks + 1) } else { (marks + 1, marks) };
        self.open[side][usize::from(from)] -= 1;
        self.open[side][usize::from(to)] += 1;
        let weight = 1 << marks;
        self.potential[side] = change(self.potential[side], weight, on);
        self.shift(side, window, if on { more } else { more.wrapping_neg() });
        if marks + 2 >= run {
            self.see_wins(side, window);
        }
    }

    /// Counts a window with so many marks of the side in as open to it, or out.
    fn count(&mut self, side: usize, window: usize, marks: u8, on: bool) {
        let run = self.windows.rules().run();
        let stake = Stake::of(marks, run);
        let open = &mut self.open[side][usize::from(marks)];
        *open = if on { *open + 1 } else { *open - 1 };
        self.potential[side] = change(self.potential[side], 1 << marks, on);
        self.shift(side, window, if on { stake } else { stake.wrapping_neg() });
        if marks + 1 >= run {
            self.see_wins(side, window);
        }
    }

    fn shift(&mut self, side: usize, window: usize, by: u64) {
        for cell in self.windows.cells(window) {
            let stake = &mut self.stakes[side][usize::from(cell.0)];
            stake.0 = stake.0.wrapping_add(by);
        }
    }

    fn see_wins(&mut self, side: usize, window: usize) {
        for &cell in self.windows.cells(window) {
            let wins = self.stakes[side][usize::from(cell.0)].0 >= Stake::LACKS_ONE;
            if wins != self.wins[side].contains(cell) {
                self.wins[side].toggle(cell);
            }
        }
    }
}

fn change(number: u32, by: u32, on: bool) -> u32 {
    if on { number + by } else { number - by }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Game, Rules, lines};

    /// A game by these rules that is not over: some cells in a random order, but for those that would end it.
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

    fn position<'a>(windows: &'a Windows, game: &Game) -> Position<'a> {
        Position::new(windows, game.board(), game.to_move().unwrap())
    }

    /// The cells that complete a line of `mark`, in reading order.
    fn completing(game: &Game, mark: Mark) -> Vec<Cell> {
        game.board().empty_cells().filter(|&cell| lines::completes(game.board(), cell, mark)).collect()
    }

    proptest! {
        #[test]
        fn playing_keeps_the_counts_that_a_new_position_has_and_undoing_restores_them(game in unfinished()) {
            let windows = Windows::new(game.rules());
            let mut played = position(&windows, &Game::new(game.rules()));
            let mut passed = Vec::new();
            for &cell in game.cells() {
                passed.push(played.clone());
                played.play(cell);
            }
            prop_assert_eq!(&played, &position(&windows, &game));
            for &cell in game.cells().iter().rev() {
                played.undo(cell);
                let earlier = passed.pop();
                prop_assert_eq!(Some(&played), earlier.as_ref());
            }
        }

        #[test]
        fn the_winning_cells_are_those_that_complete_a_line(game in unfinished()) {
            let windows = Windows::new(game.rules());
            let position = position(&windows, &game);
            for mark in [Mark::X, Mark::O] {
                prop_assert_eq!(position.wins(mark).iter().collect::<Vec<_>>(), completing(&game, mark));
            }
        }

        #[test]
        fn forks_and_threats_are_what_they_say(game in unfinished()) {
            let windows = Windows::new(game.rules());
            let position = position(&windows, &game);
            let mark = game.to_move().unwrap();
            prop_assume!([Mark::X, Mark::O].iter().all(|&mark| completing(&game, mark).is_empty()));
            let threats = |cell: Cell| {
                let mut after = position.clone();
                after.play(cell);
                after.wins(mark).len()
            };
            let of = |least: u32| game.legal_cells().into_iter().filter(move |&cell| threats(cell) >= least);
            prop_assert!(position.threatening(mark).iter().eq(of(1)));
            prop_assert_eq!(position.forks(mark).count(), of(2).count());
            for (fork, cell) in position.forks(mark).zip(of(2)) {
                prop_assert!(fork.cells.len() == 3 && fork.cells.contains(cell));
            }
        }

        #[test]
        fn weights_are_what_the_potential_changes_by(game in unfinished()) {
            let windows = Windows::new(game.rules());
            let position = position(&windows, &game);
            let (us, them) = (position.to_move(), position.to_move().other());
            let [of_us, of_them] = [us, them].map(|mark| position.potential(mark, u8::MAX));
            for cell in position.empty_cells().iter().filter(|&cell| !position.wins(us).contains(cell)) {
                let mut after = position.clone();
                after.play(cell);
                prop_assert_eq!(after.potential(us, u8::MAX), of_us + position.weight(us, cell));
                prop_assert_eq!(after.potential(them, u8::MAX), of_them - position.weight(them, cell));
            }
        }

        #[test]
        fn images_of_a_position_have_the_same_key(game in unfinished()) {
            let rules = game.rules();
            let last = u8::try_from(rules.cells() - 1).unwrap();
            let turned = Game::replay(rules, game.cells().iter().map(|cell| Cell(last - cell.0))).unwrap();
            let windows = Windows::new(rules);
            prop_assert_eq!(position(&windows, &game).key(), position(&windows, &turned).key());
        }
    }
}
