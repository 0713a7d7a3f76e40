//! Plain minimax: the whole game tree, without pruning. It shares no code with the engine's search. The tests
//! compare the search with it, also those of the server's reviews.

use std::collections::HashMap;

use tictactoe_engine::{Cell, ForcedWin, Game, Rules};

/// The value to the side to move (1 for a win, 0 for a draw, -1 for a loss), and the number of moves until the game
/// ends when winners hurry and losers delay.
pub(crate) type Score = (i8, usize);

/// By cell: 0 when it is empty, 1 for X and 2 for O.
type Digits = Vec<u8>;

pub(crate) struct Minimax {
    rules: Rules,
    /// By cell: the winning lines through it.
    lines: Vec<Vec<Vec<usize>>>,
    /// The scores of the boards that were searched, if they are kept.
    memo: Option<HashMap<Digits, Score>>,
}

impl Minimax {
    /// Searches the whole tree each time.
    pub(crate) fn new(rules: Rules) -> Self {
        let lines = winning_lines(rules);
        let through = |cell| lines.iter().filter(|line| line.contains(&cell)).cloned().collect();
        Self { rules, lines: (0..rules.cell_count()).map(through).collect(), memo: None }
    }

    /// Searches each board once.
    pub(crate) fn memoised(rules: Rules) -> Self {
        Self { memo: Some(HashMap::new()), ..Self::new(rules) }
    }

    /// The score of the game to the side that is next.
    pub(crate) fn score(&mut self, game: &Game) -> Score {
        self.score_board(&mut digits(game), game.cells().last().map(|cell| cell.index()))
    }

    /// The cells that keep the score, in order.
    pub(crate) fn best_moves(&mut self, game: &Game) -> Vec<usize> {
        let score = self.score(game);
        self.moves_that(game, |after| after == score)
    }

    /// The number of cells that keep the value, at any distance.
    pub(crate) fn safe_moves(&mut self, game: &Game) -> usize {
        let (value, _) = self.score(game);
        self.moves_that(game, |(after, _)| after == value).len()
    }

    /// Replays a forced win: one side has won all along, with all of its cells, and the other has one reply.
    pub(crate) fn replay(&mut self, mut position: Game, win: &ForcedWin) {
        assert_eq!(position.ply(), win.ply);
        for cells in &win.moves {
            let value = if position.to_move() == Some(win.winner) { 1 } else { -1 };
            assert_eq!(self.score(&position).0, value, "{}", position.board());
            let keep = self.moves_that(&position, |(after, _)| after == value);
            assert!(cells.iter().all(|cell| keep.contains(&cell.index())), "{cells:?}\n{}", position.board());
            assert!(value == 1 || cells.len() == 1);
            position.play(cells[0]).unwrap();
        }
    }

    fn moves_that(&mut self, game: &Game, keeps: impl Fn(Score) -> bool) -> Vec<usize> {
        let mut board = digits(game);
        let mut cells: Vec<usize> = game.legal_cells().into_iter().map(Cell::index).collect();
        cells.retain(|&cell| keeps(self.score_move(&mut board, cell)));
        cells
    }

    fn score_board(&mut self, board: &mut [u8], last: Option<usize>) -> Score {
        if let Some(&score) = self.memo.as_ref().and_then(|memo| memo.get(board)) {
            return score;
        }
        let score = if last.is_some_and(|last| self.completes_line(board, last)) {
            (if self.rules.is_misere() { 1 } else { -1 }, 0)
        } else {
            self.best_score(board)
        };
        if let Some(memo) = &mut self.memo {
            memo.insert(board.to_vec(), score);
        }
        score
    }

    /// The score of a board without a winner.
    fn best_score(&mut self, board: &mut [u8]) -> Score {
        let mut best: Option<Score> = None;
        for cell in 0..board.len() {
            if self.is_playable(board, cell) {
                let score = self.score_move(board, cell);
                if best.is_none_or(|best| rank(score) > rank(best)) {
                    best = Some(score);
                }
            }
        }
        best.unwrap_or((0, 0))
    }

    /// The score of a move to the side that makes it.
    fn score_move(&mut self, board: &mut [u8], cell: usize) -> Score {
        let marks = board.iter().filter(|&&digit| digit != 0).count();
        board[cell] = if marks % 2 == 0 { 1 } else { 2 };
        let (value, distance) = self.score_board(board, Some(cell));
        board[cell] = 0;
        (-value, distance + 1)
    }

    fn is_playable(&self, board: &[u8], cell: usize) -> bool {
        let below = board.get(cell + usize::from(self.rules.columns()));
        board[cell] == 0 && !(self.rules.has_gravity() && below == Some(&0))
    }

    fn completes_line(&self, board: &[u8], last: usize) -> bool {
        self.lines[last].iter().any(|line| line.iter().all(|&cell| board[cell] == board[last]))
    }
}

/// More is better: fast wins before slow wins, slow losses before fast losses.
fn rank((value, distance): Score) -> (i8, isize) {
    let distance = distance.cast_signed();
    (value, if value == 1 { -distance } else { distance })
}

fn digits(game: &Game) -> Digits {
    let digit = |letter| match letter {
        'X' => 1,
        'O' => 2,
        _ => 0,
    };
    game.board().rows().concat().chars().map(digit).collect()
}

/// Every straight row of `run` cells.
pub(crate) fn winning_lines(rules: Rules) -> Vec<Vec<usize>> {
    let [columns, rows, run] = [rules.columns(), rules.rows(), rules.run()].map(usize::from);
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
