//! A plain search of 3×3, written apart from the engine's, to hold its answers against.

use std::collections::{HashMap, HashSet};

use tictactoe_engine::{Cell, Game, Rules};

/// The eight lines of 3×3.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Value to the side to move, and moves until the end.
pub(crate) type Worth = (i8, usize);

/// The worth of 3×3 positions, remembered.
#[derive(Default)]
pub(crate) struct Reference {
    known: HashMap<String, Worth>,
}

impl Reference {
    /// The worth of a board of nine letters to the side to move.
    pub(crate) fn worth(&mut self, board: &str) -> Worth {
        if let Some(&worth) = self.known.get(board) {
            return worth;
        }
        let worth = self.look(board);
        self.known.insert(board.to_owned(), worth);
        worth
    }

    /// The cells that keep the worth, in order.
    pub(crate) fn best(&mut self, board: &str) -> Vec<usize> {
        let worth = self.worth(board);
        moves(board)
            .into_iter()
            .filter(|(_, next)| before(self.worth(next)) == worth)
            .map(|(cell, _)| cell)
            .collect()
    }

    fn look(&mut self, board: &str) -> Worth {
        let won = |letter| LINES.iter().any(|line| line.iter().all(|&cell| board.as_bytes()[cell] == letter));
        if won(b'X') || won(b'O') {
            return (-1, 0);
        }
        let worths: Vec<Worth> = moves(board).iter().map(|(_, next)| before(self.worth(next))).collect();
        let wins = worths.iter().filter(|(value, _)| *value == 1).min_by_key(|(_, distance)| *distance);
        let others = worths.iter().max_by_key(|&&worth| worth);
        *wins.or(others).unwrap_or(&(0, 0))
    }
}

/// The worth of a move to the side that makes it, from the worth to the other side after it.
fn before((value, distance): Worth) -> Worth {
    (-value, distance + 1)
}

/// Every cell that can be played and the board after it.
fn moves(board: &str) -> Vec<(usize, String)> {
    let letter = if board.matches('_').count() % 2 == 1 { "X" } else { "O" };
    let after = |cell: usize| format!("{}{letter}{}", &board[..cell], &board[cell + 1..]);
    board.match_indices('_').map(|(cell, _)| (cell, after(cell))).collect()
}

/// Nine letters for the board of a 3×3 game.
pub(crate) fn letters(game: &Game) -> String {
    game.board().rows().concat()
}

/// One game for each of the positions of 3×3 that can be reached.
pub(crate) fn positions() -> Vec<Game> {
    let mut seen = HashSet::from([letters(&Game::new(Rules::CLASSIC))]);
    let mut found = vec![Game::new(Rules::CLASSIC)];
    let mut next = 0;
    while let Some(game) = found.get(next).cloned() {
        let games = game.legal_cells().into_iter().map(|cell| after(&game, cell));
        found.extend(games.filter(|game| seen.insert(letters(game))));
        next += 1;
    }
    found
}

/// The game with one more move.
pub(crate) fn after(game: &Game, cell: Cell) -> Game {
    let mut game = game.clone();
    game.play(cell).unwrap();
    game
}
