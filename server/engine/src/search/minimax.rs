//! Plain minimax: the whole tree, without short cuts. What everything cleverer is measured by.

use super::windows::Windows;
use super::{Analysis, Value, Verdict};
use crate::{Board, Cell, Game, Mark, lines};

/// The value of a game with best play by both, and every best move, by looking at every way it can go on.
///
/// The work grows with the factorial of the number of empty cells. The empty 3×3 board has 549,946 nodes, of
/// which 255,168 are ends (Steve Schaefer, "`MathRec` Solutions (Tic-Tac-Toe)", 2002;
/// [OEIS A061526](https://oeis.org/A061526)), and takes a millisecond or two. Ten empty cells can take ten
/// times as long, sixteen longer than anybody waits.
///
/// Of a game that is over it tells the value to the side that would be next, at distance 0, in one node.
#[must_use]
pub fn minimax(game: &Game) -> Analysis {
    let Some(mark) = game.to_move() else { return Analysis::of_an_end(game) };
    let mut tree = Tree { windows: Windows::new(game.rules()), nodes: 1 };
    let score = |cell| (cell, tree.score(game.board(), cell, mark));
    let scored: Vec<(Cell, Score)> = game.board().empty_cells().map(score).collect();
    let most = scored.iter().map(|&(_, score)| score).max().unwrap_or(DRAW);
    Analysis {
        verdict: Verdict::Proven { value: value(most), distance: Some(distance(most, scored.len())) },
        best: scored.into_iter().filter(|&(_, score)| score == most).map(|(cell, _)| cell).collect(),
        nodes: tree.nodes,
    }
}

/// What a line of play is worth to a side: more is better. A win is the number of cells that are empty before
/// its last move, so the sooner the better, and a loss is the opponent's win, negated.
type Score = i32;

const DRAW: Score = 0;

fn win_with(empty: usize) -> Score {
    i32::try_from(empty).unwrap_or(Score::MAX)
}

/// How many moves it takes, where so many cells are empty, to the end that this is the score of.
fn distance(score: Score, empty: usize) -> usize {
    let empty_at_end = usize::try_from(score.abs() - 1).unwrap_or(0);
    empty.saturating_sub(empty_at_end)
}

fn value(score: Score) -> Value {
    match score.signum() {
        1 => Value::Win,
        -1 => Value::Loss,
        _ => Value::Draw,
    }
}

/// The tree, of which so many nodes were looked at.
struct Tree {
    windows: Windows,
    nodes: u64,
}

impl Tree {
    /// The worth of a move to the side that makes it.
    fn score(&mut self, before: &Board, cell: Cell, mark: Mark) -> Score {
        self.nodes += 1;
        if lines::completes(before, cell, mark) {
            return win_with(before.empty_cells().count());
        }
        let mut board = *before;
        board.place(cell, mark);
        -self.best(&board, mark.other())
    }

    /// The worth of a board to the side to move. Nearly all of a tree is below boards with few empty cells.
    fn best(&mut self, board: &Board, mark: Mark) -> Score {
        let empty: Vec<Cell> = board.empty_cells().collect();
        if empty.len() > FEW {
            return empty.into_iter().map(|cell| self.score(board, cell, mark)).max().unwrap_or(DRAW);
        }
        let [us, them] = [mark, mark.other()].map(|mark| Wins::new(&self.windows, board, &empty, mark));
        let [us, them] = [&us, &them].map(|wins| Side { taken: 0, wins });
        self.best_of_few(us, them, (1 << empty.len()) - 1, win_with(empty.len()))
    }

    /// The same where `count` cells are `empty` and it is our move.
    fn best_of_few(&mut self, us: Side, them: Side, empty: Few, count: Score) -> Score {
        self.nodes += u64::from(count.unsigned_abs());
        let wins = us.wins() & empty;
        // Less than the soonest loss, and with nothing empty a draw.
        let mut best = if wins == 0 { -count } else { count };
        let mut others = empty ^ wins;
        while others != 0 {
            let cell = others & others.wrapping_neg();
            others ^= cell;
            let reply = match count {
                2 => self.last(them, empty ^ cell),
                _ => self.best_of_few(them, us.with(cell), empty ^ cell, count - 1),
            };
            best = best.max(-reply);
        }
        best
    }

    /// The same where one cell is `empty`. Nearly half of all calls would be for this.
    fn last(&mut self, us: Side, empty: Few) -> Score {
        self.nodes += 1;
        Score::from(us.wins() & empty != 0)
    }
}

/// How many empty cells are few.
const FEW: usize = 9;

/// Some of the few empty cells of a board: bit n is on when the n-th of them, in reading order, is among them.
type Few = u16;

/// A side, and which of the few cells it has taken.
#[derive(Clone, Copy)]
struct Side<'a> {
    taken: Few,
    wins: &'a Wins,
}

impl Side<'_> {
    fn with(self, cell: Few) -> Self {
        Self { taken: self.taken | cell, ..self }
    }

    /// The cells that complete a line of this side, some of which may not be empty any more.
    fn wins(self) -> Few {
        self.wins.on.get(usize::from(self.taken)).copied().unwrap_or(0)
    }
}

/// By the few cells that a side has taken, the others that complete a line of it.
struct Wins {
    on: [Few; 1 << FEW],
}

impl Wins {
    fn new(windows: &Windows, board: &Board, empty: &[Cell], mark: Mark) -> Self {
        let mut wins = Self { on: [0; 1 << FEW] };
        let can_be_ours = |cell: &Cell| board.get(*cell).is_none_or(|taken| taken == mark);
        let all = (0..windows.len()).map(|window| windows.cells(window));
        for window in all.filter(|window| window.iter().all(can_be_ours)) {
            let is_in = |&bit: &Few| empty.get(place(bit)).is_some_and(|cell| window.contains(cell));
            let missing: Few = bits(empty).filter(is_in).sum();
            for last in bits(empty).filter(|bit| missing & bit != 0) {
                wins.add(missing ^ last, last);
            }
        }
        for bit in bits(empty) {
            wins.spread(bit);
        }
        wins
    }

    fn add(&mut self, taken: Few, wins: Few) {
        if let Some(on) = self.on.get_mut(usize::from(taken)) {
            *on |= wins;
        }
    }

    /// What wins without this cell taken wins with it too.
    fn spread(&mut self, cell: Few) {
        for chunk in self.on.chunks_exact_mut(2 * usize::from(cell)) {
            let (without, with) = chunk.split_at_mut(usize::from(cell));
            for (without, with) in without.iter().zip(with) {
                *with |= without;
            }
        }
    }
}

/// One bit for each of these cells.
fn bits(cells: &[Cell]) -> impl Iterator<Item = Few> {
    (0..cells.len()).map(|place| 1 << place)
}

fn place(bit: Few) -> usize {
    bit.trailing_zeros() as usize
}
