//! A board for searching: with counts that tell threats, dead boards and an estimate at once, and moves that
//! are played and taken back in place.

use std::cmp::Reverse;

use super::score::Score;
use super::windows::Windows;
use crate::cell::CellSet;
use crate::{Board, Cell, Mark, Rules};

/// A game that is not over, seen from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    rules: Rules,
    windows: Windows,
    /// By window number: the marks in the window.
    held: Vec<Held>,
    empty: CellSet,
    to_move: Mark,
    tally: Tally,
}

impl Position {
    /// The board, with this side to move.
    pub(super) fn new(board: &Board, to_move: Mark) -> Self {
        let rules = board.rules();
        let windows = Windows::new(rules);
        let held = vec![Held::default(); windows.all().len()];
        let mut tally = Tally::default();
        for &held in &held {
            tally.count(held, rules.run(), 1);
        }
        let empty = rules.all_cells().collect();
        let mut position = Self { rules, windows, held, empty, to_move, tally };
        for cell in rules.all_cells() {
            if let Some(mark) = board.get(cell) {
                position.toggle(cell, mark, 1);
            }
        }
        position
    }

    /// Plays an empty cell that does not end the game.
    pub(super) fn play(&mut self, cell: Cell) {
        self.toggle(cell, self.to_move, 1);
        self.to_move = self.to_move.other();
    }

    /// Takes back the cell that was played last.
    pub(super) fn undo(&mut self, cell: Cell) {
        self.to_move = self.to_move.other();
        self.toggle(cell, self.to_move, -1);
    }

    /// Whether the side to move can win at once.
    pub(super) fn can_win(&self) -> bool {
        self.tally.threats(self.to_move) > 0
    }

    /// Whether no window can be completed any more, by either: the game will be a draw.
    pub(super) fn is_dead(&self) -> bool {
        self.tally.open == 0
    }

    /// The cells on which the opponent would win at once, in reading order.
    pub(super) fn threatened(&self) -> Vec<Cell> {
        let them = self.to_move.other();
        if self.tally.threats(them) == 0 {
            return Vec::new();
        }
        let held_and_window = self.held.iter().zip(self.windows.all());
        let threats = held_and_window.filter(|(held, _)| held.only(them) == Some(self.rules.run() - 1));
        let cells = threats.flat_map(|(_, window)| window.iter());
        // As a set, because two windows may want the same cell.
        let empty: CellSet = cells.filter(|&cell| self.empty.contains(cell)).collect();
        empty.iter().collect()
    }

    /// Sorts cells by promise: first those in many open windows, most of all in nearly full ones, which are
    /// the neighbours of marks; among equals the nearer to the centre; equal again stay as they were.
    pub(super) fn promising_first(&self, cells: &mut [Cell]) {
        cells.sort_by_cached_key(|&cell| (Reverse(self.promise(cell)), self.distance_from_centre(cell)));
    }

    /// The empty cells, in reading order.
    pub(super) fn empty_cells(&self) -> Vec<Cell> {
        self.empty.iter().collect()
    }

    /// How much better the side to move stands, roughly: who has more in windows that are still open.
    pub(super) fn estimate(&self) -> Score {
        match self.to_move {
            Mark::X => self.tally.lean,
            Mark::O => -self.tally.lean,
        }
    }

    fn promise(&self, cell: Cell) -> Score {
        let held = self.windows.through(cell).iter().filter_map(|&window| self.held.get(window));
        held.filter_map(|held| held.open()).map(|marks| weight(marks, self.rules.run())).sum()
    }

    /// How far a cell is from the middle of the board, in half cells.
    fn distance_from_centre(&self, cell: Cell) -> u8 {
        let (row, column) = self.rules.row_and_column(cell);
        let down = (2 * row + 1).abs_diff(self.rules.rows());
        let right = (2 * column + 1).abs_diff(self.rules.columns());
        down.max(right)
    }

    /// Puts a mark on a cell (`sign` 1) or takes it away (`sign` -1).
    fn toggle(&mut self, cell: Cell, mark: Mark, sign: i8) {
        self.empty.toggle(cell);
        for &window in self.windows.through(cell) {
            if let Some(held) = self.held.get_mut(window) {
                self.tally.count(*held, self.rules.run(), -1);
                held.add(mark, sign);
                self.tally.count(*held, self.rules.run(), 1);
            }
        }
    }
}

/// The marks in one window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Held {
    x: u8,
    o: u8,
}

impl Held {
    fn add(&mut self, mark: Mark, sign: i8) {
        let count = match mark {
            Mark::X => &mut self.x,
            Mark::O => &mut self.o,
        };
        *count = count.saturating_add_signed(sign);
    }

    /// How many marks are in the window, while it has at most one player's; `None` when it is dead.
    fn open(self) -> Option<u8> {
        (self.x == 0 || self.o == 0).then_some(self.x + self.o)
    }

    /// How many of this mark are in the window, if it has no others.
    fn only(self, mark: Mark) -> Option<u8> {
        match mark {
            Mark::X => (self.o == 0).then_some(self.x),
            Mark::O => (self.x == 0).then_some(self.o),
        }
    }
}

/// What all windows come to. Kept up to date by counting a window out before it changes and in after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Windows that someone can still complete.
    open: i32,
    /// Windows that one more mark of X, or of O, completes.
    threats_x: i32,
    threats_o: i32,
    /// The weights of X's windows less those of O's.
    lean: Score,
}

impl Tally {
    fn threats(self, mark: Mark) -> i32 {
        match mark {
            Mark::X => self.threats_x,
            Mark::O => self.threats_o,
        }
    }

    /// Counts a window in (`sign` 1) or out (`sign` -1).
    fn count(&mut self, held: Held, run: u8, sign: i32) {
        let threat = |marks| if marks + 1 == run { sign } else { 0 };
        match (held.x, held.o) {
            (0, 0) => self.open += sign,
            (x, 0) => {
                self.open += sign;
                self.threats_x += threat(x);
                self.lean += sign * weight(x, run);
            }
            (0, o) => {
                self.open += sign;
                self.threats_o += threat(o);
                self.lean -= sign * weight(o, run);
            }
            _ => {}
        }
    }
}

/// What a window with this many marks of one player is worth: four times as much for each mark more, counted
/// from the end, so that what is six short of a run or more counts least.
fn weight(marks: u8, run: u8) -> Score {
    let missing = run.saturating_sub(marks);
    1 << (2 * 6_u8.saturating_sub(missing))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Game, lines};

    /// A game by these rules that is not over: some cells in a random order, but for those that would end it.
    fn unfinished() -> impl Strategy<Value = Game> {
        let rules = (1..=6_u8, 1..=6_u8, 2..=4_u8)
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

    fn position(game: &Game) -> Position {
        Position::new(game.board(), game.to_move().unwrap())
    }

    proptest! {
        #[test]
        fn playing_keeps_the_counts_that_a_new_position_has_and_undoing_restores_them(game in unfinished()) {
            let mut played = position(&Game::new(game.rules()));
            let mut passed = Vec::new();
            for &cell in game.cells() {
                passed.push(played.clone());
                played.play(cell);
            }
            prop_assert_eq!(&played, &position(&game));
            for &cell in game.cells().iter().rev() {
                played.undo(cell);
                let earlier = passed.pop();
                prop_assert_eq!(Some(&played), earlier.as_ref());
            }
        }

        #[test]
        fn threats_are_the_cells_that_complete_a_line(game in unfinished()) {
            let position = position(&game);
            let mark = game.to_move().unwrap();
            let completing = |mark| {
                let completes = |&cell: &Cell| lines::completes(game.board(), cell, mark);
                game.board().empty_cells().filter(completes).collect::<Vec<_>>()
            };
            prop_assert_eq!(position.can_win(), !completing(mark).is_empty());
            prop_assert_eq!(position.threatened(), completing(mark.other()));
        }

        #[test]
        fn a_dead_position_can_only_be_drawn(game in unfinished()) {
            let mut end = game.clone();
            if position(&game).is_dead() {
                game.legal_cells().into_iter().for_each(|cell| end.play(cell).unwrap());
                prop_assert_eq!(end.outcome(), Some(&crate::Outcome::Draw));
            }
        }
    }

    #[test]
    fn the_centre_comes_first_and_then_the_neighbours_of_marks() {
        let rules = Rules::new(15, 15, 5).unwrap();
        let first = |position: Position| {
            let mut cells = position.empty_cells();
            position.promising_first(&mut cells);
            rules.row_and_column(cells[0])
        };
        assert_eq!(first(position(&Game::new(rules))), (7, 7));
        let game = Game::replay(rules, rules.cell_at(3, 3)).unwrap();
        let (row, column) = first(position(&game));
        assert!(row.abs_diff(3) <= 1 && column.abs_diff(3) <= 1);
    }

    #[test]
    fn the_estimate_is_for_the_side_to_move_and_more_is_better() {
        let board = *Game::replay(Rules::CLASSIC, [Cell(4), Cell(1)]).unwrap().board();
        let [x, o] = [Mark::X, Mark::O].map(|mark| Position::new(&board, mark).estimate());
        assert!(x > 0 && o == -x);
    }
}
