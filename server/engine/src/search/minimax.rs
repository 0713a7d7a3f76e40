//! Plain minimax: the whole tree, without short cuts. What everything cleverer is measured by.

use super::Analysis;
use super::score::{self, DRAW, Score};
use super::windows::Windows;
use crate::cell::CellSet;
use crate::{Cell, Game, Outcome};

/// The value of a game with best play by both, and every best move, by looking at every way it can go on.
///
/// The work grows with the factorial of the number of empty cells. The empty 3×3 board has 549,946 nodes, of
/// which 255,168 are ends (Steve Schaefer, "`MathRec` Solutions (Tic-Tac-Toe)", 2002;
/// [OEIS A061526](https://oeis.org/A061526)), and takes milliseconds. Ten empty cells can take ten times as
/// long, sixteen longer than anybody waits.
///
/// Of a game that is over it tells the value to the side that would be next, at distance 0, in one node.
#[must_use]
pub fn minimax(game: &Game) -> Analysis {
    let Some(mark) = game.to_move() else { return finished(game) };
    let root = Node {
        empty: game.board().empty_cells().collect(),
        mine: game.board().marked(mark),
        theirs: game.board().marked(mark.other()),
    };
    let mut tree = Tree { windows: Windows::new(game.rules()), nodes: 1 };
    let scored: Vec<(Cell, Score)> =
        root.empty.iter().map(|cell| (cell, tree.score(root, cell, 1))).collect();
    let most = scored.iter().map(|&(_, score)| score).max().unwrap_or(DRAW);
    Analysis {
        value: value(most),
        distance: if most == DRAW { scored.len() } else { score::distance(most) },
        best: scored.into_iter().filter(|&(_, score)| score == most).map(|(cell, _)| cell).collect(),
        nodes: tree.nodes,
    }
}

/// A position, seen by the side to move.
#[derive(Clone, Copy)]
struct Node {
    empty: CellSet,
    mine: CellSet,
    theirs: CellSet,
}

impl Node {
    /// The position after a move, seen by the other side.
    fn after(mut self, cell: Cell) -> Self {
        self.empty.toggle(cell);
        self.mine.toggle(cell);
        Self { empty: self.empty, mine: self.theirs, theirs: self.mine }
    }
}

struct Tree {
    windows: Windows,
    nodes: u64,
}

impl Tree {
    /// The worth of a move to the side that makes it, as move number `ply` of the search.
    fn score(&mut self, before: Node, cell: Cell, ply: u8) -> Score {
        self.nodes += 1;
        let node = before.after(cell);
        if self.windows.is_complete(cell, node.theirs) {
            return score::win_at(ply);
        }
        let reply = node.empty.iter().map(|next| self.score(node, next, ply + 1)).max();
        -reply.unwrap_or(DRAW)
    }
}

fn finished(game: &Game) -> Analysis {
    let value = match game.outcome() {
        Some(Outcome::Win { .. }) => -1,
        Some(Outcome::Draw) | None => 0,
    };
    Analysis { value, distance: 0, best: Vec::new(), nodes: 1 }
}

fn value(score: Score) -> i8 {
    match score.signum() {
        1 => 1,
        -1 => -1,
        _ => 0,
    }
}
