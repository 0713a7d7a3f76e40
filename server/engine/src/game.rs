//! A game: the rules and the cells played, in order. Everything else is derived from them.

use std::error::Error;
use std::fmt;

use crate::{Board, Cell, Mark, Outcome, Rules};

/// One game. X moves first, then the marks take turns, until one completes a run or the board is full.
///
/// A game changes by legal moves only, so its board is always a possible one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    cells: Vec<Cell>,
    board: Board,
    outcome: Option<Outcome>,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The cell is not on this board.
    NoSuchCell,
    /// The cell has a mark already.
    Taken,
    /// The cell is empty, and so is one below it: the mark would fall.
    Floating {
        /// The lowest empty cell of the column, which can be played.
        lowest: Cell,
    },
    /// The game has ended.
    GameOver,
}

/// Why a list of cells is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReplayError {
    /// The number of legal moves before the illegal one.
    pub ply: usize,
    /// Why that move is not allowed.
    pub reason: IllegalMove,
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { cells: Vec::new(), board: Board::new(rules), outcome: None }
    }

    /// The game in which these cells were played, in this order. It need not be over.
    ///
    /// # Errors
    /// The first move that is not allowed, and why. The cells after it are not read, so an endless iterator costs no
    /// more than one full board.
    pub fn replay(rules: Rules, cells: impl IntoIterator<Item = Cell>) -> Result<Self, ReplayError> {
        let mut game = Self::new(rules);
        for (ply, cell) in cells.into_iter().enumerate() {
            game.play(cell).map_err(|reason| ReplayError { ply, reason })?;
        }
        Ok(game)
    }

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// [`IllegalMove::GameOver`] when the game has ended, whatever the cell; else [`IllegalMove::NoSuchCell`] when
    /// the cell is not on this board, [`IllegalMove::Taken`] when it has a mark, [`IllegalMove::Floating`] when a mark
    /// falls past it. A refused move changes nothing.
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        let mark = self.to_move().ok_or(IllegalMove::GameOver)?;
        self.rules().cell(cell.index()).ok_or(IllegalMove::NoSuchCell)?;
        if self.board.get(cell).is_some() {
            return Err(IllegalMove::Taken);
        }
        if let Some(lowest) = self.board.fall(cell) {
            return Err(IllegalMove::Floating { lowest });
        }
        self.board.place(cell, mark);
        self.cells.push(cell);
        self.outcome = Outcome::after_move(&self.board, cell, mark);
        Ok(())
    }

    /// The game with one more move.
    pub(crate) fn after(&self, cell: Cell) -> Result<Self, IllegalMove> {
        let mut next = self.clone();
        next.play(cell).map(|()| next)
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// The cells played, in order: X's first move first.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of moves played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.cells.len()
    }

    /// The marks on the cells.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move; `None` when the game has ended.
    #[must_use]
    pub fn to_move(&self) -> Option<Mark> {
        match (&self.outcome, self.ply() % 2) {
            (Some(_), _) => None,
            (None, 0) => Some(Mark::X),
            (None, _) => Some(Mark::O),
        }
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The cells that can be played, in reading order: the empty ones, under gravity only the lowest of each column; none
    /// when the game has ended.
    #[must_use]
    pub fn legal_cells(&self) -> Vec<Cell> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.board.playable_cells().collect(),
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchCell => "There is no such cell on this board. Choose one of the empty cells.",
            Self::Taken => "That cell is taken. Choose one of the empty cells.",
            Self::Floating { .. } => "Marks fall in this game. Choose the lowest empty cell of the column.",
            Self::GameOver => "The game is over: start another one to keep playing.",
        })
    }
}

impl Error for IllegalMove {}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move {} of the game is not allowed. {}", self.ply + 1, self.reason)
    }
}

impl Error for ReplayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rules: Rules, indices: &[usize]) -> Vec<Cell> {
        indices.iter().map(|&index| rules.cell(index).unwrap()).collect()
    }

    #[test]
    fn replay_names_the_first_illegal_move_and_the_reason() {
        let error = Game::replay(Rules::CLASSIC, cells(Rules::CLASSIC, &[0, 1, 1, 8])).unwrap_err();
        assert_eq!(error, ReplayError { ply: 2, reason: IllegalMove::Taken });
        assert_eq!(
            error.to_string(),
            "Move 3 of the game is not allowed. That cell is taken. Choose one of the empty cells."
        );
        assert_eq!(error.source().map(ToString::to_string), Some(IllegalMove::Taken.to_string()));
    }

    #[test]
    fn replay_of_an_endless_list_stops_where_the_game_ends() {
        let endless = cells(Rules::CLASSIC, &[0, 1, 2, 3, 4, 5, 6, 7, 8]).into_iter().cycle();
        let refused = ReplayError { ply: 7, reason: IllegalMove::GameOver };
        assert_eq!(Game::replay(Rules::CLASSIC, endless), Err(refused));
    }
}
