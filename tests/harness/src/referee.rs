//! An independent replay of a game's moves, to compare snapshots with.
//!
//! It is written to be plain rather than fast, from the protocol's text alone, and shares nothing with the server's
//! engine.

use std::collections::BTreeSet;

use tictactoe_protocol::snapshot::{GameResult, Reason, Snapshot};
use tictactoe_protocol::values::{Mark, Rules};

pub struct Replay {
    rules: Rules,
    cells: Vec<Option<Mark>>,
    moves: usize,
}

/// Whether a finished game with so many moves is kept: with fewer no one can win, or it is too short to be of interest.
pub fn has_enough_moves(run: u8, moves: usize) -> bool {
    moves >= (2 * usize::from(run)).saturating_sub(1).max(5)
}

const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Replay {
    /// Plays the moves on an empty board. Panics at an illegal move.
    pub fn of(rules: Rules, moves: &[u8]) -> Self {
        let size = usize::from(rules.columns) * usize::from(rules.rows);
        let mut game = Self { rules, cells: vec![None; size], moves: 0 };
        for &cell in moves {
            assert!(game.lines().is_empty(), "{moves:?} goes on after the end");
            assert!(game.legal().contains(&cell), "{moves:?} plays {cell}, which is taken or floats");
            game.cells[usize::from(cell)] = Some(game.next_mark());
            game.moves += 1;
        }
        game
    }

    pub fn board(&self) -> Vec<String> {
        let sign = |cell: &Option<Mark>| cell.map_or("_".to_owned(), |mark| mark.to_string());
        self.cells.chunks(self.rules.columns.into()).map(|row| row.iter().map(sign).collect()).collect()
    }

    pub fn legal(&self) -> Vec<u8> {
        let is_empty = |cell: usize| self.cells.get(cell).is_some_and(Option::is_none);
        let falls = |cell| self.rules.gravity && is_empty(cell + usize::from(self.rules.columns));
        let legal = (0..self.cells.len()).filter(|&cell| is_empty(cell) && !falls(cell));
        legal.filter_map(|cell| u8::try_from(cell).ok()).collect()
    }

    pub fn result(&self) -> Option<GameResult> {
        let lines = self.lines();
        if let Some(mark) = lines.first().and_then(|line| self.cells[usize::from(line[0])]) {
            let winner = Some(if self.rules.misere { mark.other() } else { mark });
            return Some(GameResult {
                winner,
                reason: Reason::Line,
                lines: lines.into_iter().collect(),
                ended_by: None,
            });
        }
        let full = self.cells.iter().all(Option::is_some);
        full.then(|| GameResult { winner: None, reason: Reason::Full, lines: vec![], ended_by: None })
    }

    pub fn next_mark(&self) -> Mark {
        if self.moves.is_multiple_of(2) { Mark::X } else { Mark::O }
    }

    /// Every line of one mark that is long enough, in full length.
    fn lines(&self) -> BTreeSet<Vec<u8>> {
        let mut found = BTreeSet::new();
        for (start, step) in self.starts() {
            let mut line = Vec::new();
            let mut here = start;
            while self.at(here).is_some() && self.at(here) == self.at(start) {
                line.push(self.number(here));
                here = (here.0 + step.0, here.1 + step.1);
            }
            if line.len() >= usize::from(self.rules.run) {
                found.insert(line);
            }
        }
        found
    }

    fn starts(&self) -> impl Iterator<Item = ((i32, i32), (i32, i32))> {
        let (rows, columns) = (i32::from(self.rules.rows), i32::from(self.rules.columns));
        let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        cells.flat_map(|cell| STEPS.map(|step| (cell, step))).filter(|&(cell, step)| {
            self.at(cell).is_some() && self.at((cell.0 - step.0, cell.1 - step.1)) != self.at(cell)
        })
    }

    fn at(&self, (row, column): (i32, i32)) -> Option<Mark> {
        let on_board = (0..i32::from(self.rules.rows)).contains(&row)
            && (0..i32::from(self.rules.columns)).contains(&column);
        on_board.then(|| self.cells[usize::from(self.number((row, column)))]).flatten()
    }

    fn number(&self, (row, column): (i32, i32)) -> u8 {
        u8::try_from(row * i32::from(self.rules.columns) + column).expect("a cell has a number up to 224")
    }
}

/// Compares a snapshot with a replay of its moves.
pub fn check(state: &Snapshot) {
    let replay = Replay::of(state.rules, &state.moves);
    let on = state.result.is_none();
    assert_eq!(state.board, replay.board(), "the board of {state:?}");
    assert_eq!(state.ply as usize, state.moves.len(), "the ply of {state:?}");
    assert_eq!(state.turn, on.then(|| replay.next_mark()), "the turn in {state:?}");
    assert_eq!(state.legal, if on { replay.legal() } else { vec![] }, "the legal cells of {state:?}");
    let judged = state.result.as_ref().filter(|result| by_the_board(result)).map(in_order);
    assert_eq!(judged, replay.result(), "the result of {state:?}");
}

pub const fn by_the_board(result: &GameResult) -> bool {
    matches!(result.reason, Reason::Line | Reason::Full)
}

/// The order of the lines is not specified.
fn in_order(result: &GameResult) -> GameResult {
    let mut result = result.clone();
    result.lines.sort();
    result
}
