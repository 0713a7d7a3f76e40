//! The face of the search: a memory that is kept from one game to the next.

use super::analyst::Analyst;
use super::budget::Meter;
use super::position::Position;
use super::prover::Prover;
use super::table::Table;
use super::windows::Windows;
use super::{Analysis, Budget, Control, Value};
use crate::solved::solved;
use crate::{Cell, Game, Mark, Rules};

/// A memory for searching: a table of bounded size, and what was worked out about the last board.
///
/// It is meant to be kept, because making one costs more than a small search. What a search finds does not
/// depend on those before it.
#[derive(Debug)]
pub struct Search {
    table: Table,
    windows: Windows,
}

impl Search {
    /// A memory whose table takes at most this many bytes (and never less than 64). The operating system gives
    /// them as they are used.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self { table: Table::new(table_bytes), windows: Windows::new(Rules::CLASSIC) }
    }

    /// What the game is worth to the side to move, and its best moves, as far as the budget allows.
    ///
    /// The value is looked for first, then its distance, then every move that keeps both. 3×3 costs nothing.
    pub fn analyse(&mut self, game: &Game, budget: Budget<'_>) -> Analysis {
        if let Some(solved) = solved(game) {
            return solved.analysis();
        }
        match self.analyst(game, budget) {
            Some(analyst) => analyst.analyse(),
            None => Analysis::of_an_end(game),
        }
    }

    /// What the game is worth to the side to move, if the budget suffices to find out, and how many nodes that
    /// took. It costs less than [`Search::analyse`].
    pub fn value(&mut self, game: &Game, budget: Budget<'_>) -> (Option<Value>, u64) {
        if let Some(value) = known(game) {
            return (Some(value), 1);
        }
        self.analyst(game, budget).map_or((None, 0), Analyst::value_alone)
    }

    /// One way in which the game may go on, each side playing the first of its best moves. It ends with the game, or
    /// where the budget does.
    pub fn line(&mut self, game: &Game, budget: Budget<'_>) -> Vec<Cell> {
        let mut game = game.clone();
        let mut line = Vec::new();
        let mut left = budget.nodes;
        while let Some(nodes) = left.checked_div(2).filter(|&nodes| nodes > 0 && !budget.control.is_stopped())
        {
            let analysis = self.analyse(&game, Budget { nodes, ..budget });
            let Some(&cell) = analysis.best.first() else { break };
            if game.play(cell).is_err() {
                break;
            }
            line.push(cell);
            left = left.saturating_sub(analysis.nodes);
        }
        line
    }

    /// Somebody who looks at the game; `None` when it is over.
    fn analyst<'a>(&'a mut self, game: &Game, budget: Budget<'a>) -> Option<Analyst<'a>> {
        let to_move = game.to_move()?;
        if self.windows.rules() != game.rules() {
            self.windows = Windows::new(game.rules());
        }
        self.table.forget();
        let position = Position::new(&self.windows, game.board(), to_move);
        let prover = Prover::new(position, &mut self.table, Meter::new(budget));
        Some(Analyst::new(prover, game.ply() == 0))
    }
}

/// What a game is worth to one of the players, when both play their best from here on: on 3×3 at once, on other
/// boards however long it takes.
#[must_use]
pub fn board_value(game: &Game, mark: Mark) -> Value {
    let value = known(game).unwrap_or_else(|| {
        let control = Control::new();
        let (value, _) = Search::new(TABLE_BYTES).value(game, Budget { nodes: u64::MAX, control: &control });
        value.unwrap_or(Value::Draw)
    });
    // Of a game that is over the value is for the side that would be next.
    let next = if game.ply().is_multiple_of(2) { Mark::X } else { Mark::O };
    if mark == next { value } else { value.reversed() }
}

/// Enough for every board that can be solved in seconds.
const TABLE_BYTES: usize = 32 << 20;

/// Whether every position on such a board is known, so that nothing has to be searched. The first answer of a
/// program takes about a millisecond, each after it a fraction of a microsecond.
#[must_use]
pub fn is_solved(rules: Rules) -> bool {
    rules == Rules::CLASSIC
}

/// The value to the side to move, where nothing has to be searched.
fn known(game: &Game) -> Option<Value> {
    let analysis = match solved(game) {
        Some(solved) => solved.analysis(),
        None if game.to_move().is_none() => Analysis::of_an_end(game),
        None => return None,
    };
    analysis.verdict.value()
}
