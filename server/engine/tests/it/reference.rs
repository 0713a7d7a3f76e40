//! A plain search of any small board, written apart from the engine's, to hold its answers against.

use std::collections::{HashMap, HashSet};

use tictactoe_engine::search::{Analysis, Value};
use tictactoe_engine::{Cell, Game, Rules};

/// Value to the side to move, and moves until the end.
pub(crate) type Worth = (i8, usize);

/// The worth of positions by some rules, remembered.
pub(crate) struct Reference {
    lines: Vec<Vec<usize>>,
    known: HashMap<Vec<u8>, Worth>,
}

impl Reference {
    pub(crate) fn new(rules: Rules) -> Self {
        let (columns, rows, run) = (rules.columns().into(), rules.rows().into(), rules.run().into());
        Self { lines: lines(columns, rows, run), known: HashMap::new() }
    }

    /// The worth of a game to the side that is next.
    pub(crate) fn worth(&mut self, game: &Game) -> Worth {
        self.worth_of(&mut digits(game))
    }

    /// The cells that keep the worth, in order.
    pub(crate) fn best(&mut self, game: &Game) -> Vec<usize> {
        let worth = self.worth(game);
        let mut cells: Vec<usize> = game.legal_cells().into_iter().map(Cell::index).collect();
        cells.retain(|&cell| self.worth_of_move(&mut digits(game), cell) == worth);
        cells
    }

    /// How many cells keep the value, however long it takes.
    pub(crate) fn safe_moves(&mut self, game: &Game) -> usize {
        let (value, _) = self.worth(game);
        let mut cells = game.legal_cells();
        cells.retain(|cell| self.worth_of_move(&mut digits(game), cell.index()).0 == value);
        cells.len()
    }

    fn worth_of(&mut self, board: &mut [u8]) -> Worth {
        if let Some(&worth) = self.known.get(board) {
            return worth;
        }
        let worth = self.look(board);
        self.known.insert(board.to_vec(), worth);
        worth
    }

    /// The worth of a move to the side that makes it.
    fn worth_of_move(&mut self, board: &mut [u8], cell: usize) -> Worth {
        board[cell] = to_move(board);
        let (value, distance) = self.worth_of(board);
        board[cell] = 0;
        (-value, distance + 1)
    }

    fn look(&mut self, board: &mut [u8]) -> Worth {
        let other = 3 - to_move(board);
        if self.lines.iter().any(|line| line.iter().all(|&cell| board[cell] == other)) {
            return (-1, 0);
        }
        let empty: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == 0).collect();
        let worths: Vec<Worth> = empty.into_iter().map(|cell| self.worth_of_move(board, cell)).collect();
        let wins = worths.iter().filter(|(value, _)| *value == 1).min_by_key(|(_, distance)| *distance);
        let others = worths.iter().max_by_key(|&&worth| worth);
        *wins.or(others).unwrap_or(&(0, 0))
    }
}

/// What an analysis that is certain of everything says.
pub(crate) fn told(analysis: &Analysis) -> Option<Worth> {
    Some((analysis.verdict.value().map(Value::number)?, analysis.verdict.distance()?))
}

/// One for each cell: 0 when it is empty, 1 for X and 2 for O.
fn digits(game: &Game) -> Vec<u8> {
    let digit = |letter| match letter {
        'X' => 1,
        'O' => 2,
        _ => 0,
    };
    letters(game).chars().map(digit).collect()
}

/// The digit of the side to move.
fn to_move(board: &[u8]) -> u8 {
    let marks = board.iter().filter(|&&digit| digit != 0).count();
    if marks % 2 == 0 { 1 } else { 2 }
}

/// Every straight row of `run` cells.
fn lines(columns: usize, rows: usize, run: usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let across = column + run <= columns;
            let down = row + run <= rows;
            let first = row * columns + column;
            let mut add = |fits, step| {
                if fits {
                    lines.push((0..run).map(|n| first + n * step).collect());
                }
            };
            add(across, 1);
            add(down, columns);
            add(across && down, columns + 1);
            add(column + 1 >= run && down, columns - 1);
        }
    }
    lines
}

/// The letters of a board, one for each cell.
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
