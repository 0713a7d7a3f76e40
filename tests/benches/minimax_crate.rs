//! The game for the crate `minimax`: marks as bits, lines as masks, moves played and undone in place.

use ::minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Negamax, Strategy, Winner};
use tictactoe_benches::{Rng, TABLE_BYTES};
use tictactoe_engine::{Cell, Rules};

/// A position on a board of at most 64 cells.
#[derive(Clone)]
pub(crate) struct State {
    /// By cell: the masks of the lines through it.
    lines: Vec<Vec<u64>>,
    /// The cells, those with the most lines through them first.
    order: Vec<u8>,
    /// By cell, then side: Zobrist keys.
    keys: Vec<[u64; 2]>,
    played: Vec<u8>,
    marks: [u64; 2],
    hash: u64,
}

impl State {
    /// The empty board.
    pub(crate) fn new(rules: Rules) -> Self {
        let all = lines(rules);
        let through = |cell: &u8| all.iter().copied().filter(|line| line >> cell & 1 == 1).collect();
        let cells: Vec<u8> = (0..u8::try_from(rules.cell_count()).expect("at most 225")).collect();
        let lines: Vec<Vec<u64>> = cells.iter().map(through).collect();
        let mut order = cells;
        order.sort_by_key(|&cell| std::cmp::Reverse(lines[usize::from(cell)].len()));
        let mut rng = Rng::seeded(1);
        let keys = order.iter().map(|_| [rng.next_u64(), rng.next_u64()]).collect();
        Self { lines, order, keys, played: Vec::new(), marks: [0; 2], hash: 0 }
    }

    fn toggle(&mut self, cell: u8, side: usize) {
        self.marks[side] ^= 1 << cell;
        self.hash ^= self.keys[usize::from(cell)][side];
    }

    fn winner(&self) -> Option<Winner> {
        let last = *self.played.last()?;
        let marks = self.marks[(self.played.len() - 1) % 2];
        if self.lines[usize::from(last)].iter().any(|line| marks & line == *line) {
            return Some(Winner::PlayerJustMoved);
        }
        (self.played.len() == self.order.len()).then_some(Winner::Draw)
    }
}

/// The masks of all winning lines.
fn lines(rules: Rules) -> Vec<u64> {
    let [columns, rows, run] = [rules.columns(), rules.rows(), rules.run()].map(usize::from);
    let mut lines = Vec::new();
    for cell in rules.all_cells().map(Cell::index) {
        let (row, column) = (cell / columns, cell % columns);
        let (right, down, left) = (column + run <= columns, row + run <= rows, column + 1 >= run);
        let steps = [(right, 1), (down, columns), (right && down, columns + 1), (left && down, columns - 1)];
        let line = |step| (0..run).map(|n| 1_u64 << (cell + n * step)).sum::<u64>();
        lines.extend(steps.into_iter().filter(|(fits, _)| *fits).map(|(_, step)| line(step)));
    }
    lines
}

/// The m,n,k-game; its rules are in the state.
pub(crate) struct Mnk;

impl Game for Mnk {
    type S = State;
    type M = u8;

    fn generate_moves(state: &State, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = state.winner();
        if winner.is_none() {
            let taken = state.marks[0] | state.marks[1];
            moves.extend(state.order.iter().filter(|&cell| taken >> cell & 1 == 0));
        }
        winner
    }

    fn apply(state: &mut State, cell: u8) -> Option<State> {
        state.toggle(cell, state.played.len() % 2);
        state.played.push(cell);
        None
    }

    fn undo(state: &mut State, cell: u8) {
        state.played.pop();
        state.toggle(cell, state.played.len() % 2);
    }

    fn get_winner(state: &State) -> Option<Winner> {
        state.winner()
    }

    fn zobrist_hash(state: &State) -> u64 {
        state.hash
    }
}

/// No static evaluation: only finished games have a score.
pub(crate) struct NoEvaluation;

impl Evaluator for NoEvaluation {
    type G = Mnk;

    fn evaluate(&self, _: &State) -> Evaluation {
        0
    }
}

/// Alpha-beta to the end of the game, without a table.
pub(crate) fn negamax(state: &State) -> Negamax<NoEvaluation> {
    Negamax::new(NoEvaluation, depth(state))
}

/// Iterative deepening to the end of the game, with a table of the same size as the engine's.
pub(crate) fn iterative(state: &State) -> IterativeSearch<NoEvaluation> {
    let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let mut search = IterativeSearch::new(NoEvaluation, options);
    search.set_max_depth(depth(state));
    search
}

fn depth(state: &State) -> u8 {
    u8::try_from(state.order.len()).expect("at most 64 cells")
}
