//! A game: the rules and the cells played, in order. Everything else follows from them.

use std::error::Error;
use std::fmt;

use crate::{Board, Cell, Mark, Outcome, Rules};

/// One game, from the first move on. X moves first, then they take turns, until one has a run or the board
/// is full.
///
/// It can only be reached by legal moves, so its board is always a possible one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    cells: Vec<Cell>,
    board: Board,
    outcome: Option<Outcome>,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The cell is not on this board.
    NoSuchCell,
    /// There is a mark on the cell already.
    Taken,
    /// The game has ended: no cell can be played any more.
    GameOver,
}

/// Why a list of cells is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReplayError {
    /// How many moves were played before the one that is not allowed.
    pub ply: usize,
    /// Why that one is not allowed.
    pub illegal: Illegal,
}

impl Game {
    /// A game before its first move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { cells: Vec::new(), board: Board::new(rules), outcome: None }
    }

    /// The game in which these cells were played, in this order. It may have ended or not.
    ///
    /// # Errors
    /// When one of the moves is not allowed: which one, and why. Nothing after it is looked at, so a list
    /// without end costs no more than one full board.
    pub fn replay(rules: Rules, cells: impl IntoIterator<Item = Cell>) -> Result<Self, ReplayError> {
        let mut game = Self::new(rules);
        for (ply, cell) in cells.into_iter().enumerate() {
            game.play(cell).map_err(|illegal| ReplayError { ply, illegal })?;
        }
        Ok(game)
    }

    /// Plays a move for the side whose turn it is.
    ///
    /// # Errors
    /// [`Illegal::GameOver`] when the game has ended, whatever the cell; else [`Illegal::NoSuchCell`] when
    /// the cell is not on this board, [`Illegal::Taken`] when it has a mark. A refused move changes nothing.
    pub fn play(&mut self, cell: Cell) -> Result<(), Illegal> {
        let mark = self.to_move().ok_or(Illegal::GameOver)?;
        self.rules().cell(cell.index()).ok_or(Illegal::NoSuchCell)?;
        if self.board.get(cell).is_some() {
            return Err(Illegal::Taken);
        }
        self.board.place(cell, mark);
        self.cells.push(cell);
        self.outcome = Outcome::after(&self.board, cell, mark);
        Ok(())
    }

    /// The rules that are played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// The cells played, in order: X's first.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many moves were played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.cells.len()
    }

    /// The marks on the cells.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is; `None` when the game has ended.
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

    /// The cells that can be played: the empty ones in row-column order, none when the game has ended.
    #[must_use]
    pub fn legal_cells(&self) -> Vec<Cell> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.board.empty_cells().collect(),
        }
    }

    /// The boards that the next move can lead to: one for each cell that can be played, in row-column order
    /// of these; none when the game has ended.
    #[must_use]
    pub fn next_boards(&self) -> Vec<Board> {
        let Some(mark) = self.to_move() else { return Vec::new() };
        let after = |cell| {
            let mut board = self.board;
            board.place(cell, mark);
            board
        };
        self.board.empty_cells().map(after).collect()
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchCell => "There is no such cell on this board: choose one of the empty cells.",
            Self::Taken => "That cell is taken: choose one of the empty cells.",
            Self::GameOver => "The game is over: start another one to go on playing.",
        })
    }
}

impl Error for Illegal {}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move {} of the game is not allowed. {}", self.ply + 1, self.illegal)
    }
}

impl Error for ReplayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.illegal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rules: Rules, indices: &[usize]) -> Vec<Cell> {
        indices.iter().map(|&index| rules.cell(index).unwrap()).collect()
    }

    fn classic(indices: &[usize]) -> Game {
        Game::replay(Rules::CLASSIC, cells(Rules::CLASSIC, indices)).unwrap()
    }

    #[test]
    fn x_moves_first_and_then_they_take_turns() {
        assert_eq!(Game::new(Rules::CLASSIC).to_move(), Some(Mark::X));
        assert_eq!(classic(&[4]).to_move(), Some(Mark::O));
        let game = classic(&[4, 0]);
        assert_eq!(game.board().to_string(), "O__\n_X_\n___");
        assert_eq!(game.to_move(), Some(Mark::X));
        assert_eq!((game.ply(), game.outcome()), (2, None));
    }

    #[test]
    fn nobody_is_to_move_and_nothing_is_legal_when_the_game_is_over() {
        for over in [classic(&[0, 3, 1, 4, 2]), classic(&[0, 1, 2, 4, 3, 5, 7, 6, 8])] {
            assert!(over.outcome().is_some());
            assert_eq!((over.to_move(), over.legal_cells()), (None, vec![]));
            assert_eq!(over.next_boards(), vec![]);
        }
    }

    #[test]
    fn the_next_boards_have_one_mark_more_in_row_column_order() {
        let game = classic(&[0, 1, 2, 4, 3, 5]);
        let next: Vec<String> = game.next_boards().iter().map(ToString::to_string).collect();
        assert_eq!(next, ["XOX\nXOO\nX__", "XOX\nXOO\n_X_", "XOX\nXOO\n__X"]);
    }

    #[test]
    fn a_move_is_refused_with_its_reason() {
        let [taken, elsewhere] = [4, 9].map(|index| Rules::new(4, 4, 4).unwrap().cell(index).unwrap());
        let mut game = classic(&[4]);
        assert_eq!(game.play(taken), Err(Illegal::Taken));
        assert_eq!(game.play(elsewhere), Err(Illegal::NoSuchCell));
        let mut over = classic(&[0, 3, 1, 4, 2]);
        assert_eq!(over.play(taken), Err(Illegal::GameOver));
        assert_eq!(over.play(elsewhere), Err(Illegal::GameOver));
    }

    #[test]
    fn a_list_that_is_no_game_is_refused_with_the_move_and_the_reason() {
        let error = Game::replay(Rules::CLASSIC, cells(Rules::CLASSIC, &[0, 1, 1, 8])).unwrap_err();
        assert_eq!(error, ReplayError { ply: 2, illegal: Illegal::Taken });
        assert_eq!(
            error.to_string(),
            "Move 3 of the game is not allowed. That cell is taken: choose one of the empty cells."
        );
        assert_eq!(error.source().map(ToString::to_string), Some(Illegal::Taken.to_string()));
    }

    #[test]
    fn an_endless_list_is_refused_where_the_game_ends() {
        let endless = cells(Rules::CLASSIC, &[0, 1, 2, 3, 4, 5, 6, 7, 8]).into_iter().cycle();
        let refused = ReplayError { ply: 7, illegal: Illegal::GameOver };
        assert_eq!(Game::replay(Rules::CLASSIC, endless), Err(refused));
    }
}
