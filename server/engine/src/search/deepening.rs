//! Alpha-beta, one move deeper each time, under a budget of nodes.
//!
//! At each position wins in one and forced blocks come first, then the promising cells. All cells are tried,
//! so a search that reaches the end of the game is exact.

use super::position::Position;
use super::score::{self, DRAW, LIMIT, Score};
use crate::random::SplitMix64;
use crate::{Cell, Game};

/// How many positions one move may look at. On 15×15, where each takes longest, it comes to less than
/// 100 ms of one core in a release build.
const NODE_BUDGET: u64 = 15_000;

/// The best move found within [`NODE_BUDGET`]; `None` when the game is over. Among moves that promise the
/// same, `random` decides which is looked at first.
///
/// The caller has seen to wins and blocks in one.
pub(crate) fn deepening(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    let mut search = Search { position: Position::new(game.board(), game.to_move()?), nodes: 0 };
    let mut cells = random.shuffled(game.legal_cells());
    search.position.promising_first(&mut cells);
    let mut best = cells.first().copied();
    let deepest = u8::try_from(cells.len()).unwrap_or(u8::MAX);
    for depth in 1..=deepest {
        let Some((cell, score)) = search.best_of(&cells, depth, 0, (-LIMIT, LIMIT)) else { break };
        best = Some(cell);
        if score::is_decided(score) {
            break;
        }
        // The best so far goes first: a good first move cuts most of the next, deeper search.
        cells.sort_by_key(|&other| other != cell);
    }
    best
}

struct Search {
    position: Position,
    nodes: u64,
}

impl Search {
    /// The best of these moves and its score, looking `depth` moves ahead; the first of them among equals.
    /// `None` when there are no moves or the budget is spent.
    ///
    /// `ply` is how many moves the position is from where the search began. Scores outside `window` may be
    /// cut short: they are then a bound.
    fn best_of(
        &mut self,
        cells: &[Cell],
        depth: u8,
        ply: u8,
        window: (Score, Score),
    ) -> Option<(Cell, Score)> {
        let (mut alpha, beta) = window;
        let mut best: Option<(Cell, Score)> = None;
        for &cell in cells {
            self.position.play(cell);
            let reply = self.score(depth - 1, ply + 1, (-beta, -alpha));
            self.position.undo(cell);
            let score = -reply?;
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((cell, score));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The worth of the position to the side to move. `None` when the budget is spent.
    fn score(&mut self, depth: u8, ply: u8, window: (Score, Score)) -> Option<Score> {
        self.nodes += 1;
        if self.nodes > NODE_BUDGET {
            return None;
        }
        if self.position.can_win() {
            return Some(score::win_at(ply + 1));
        }
        if self.position.is_dead() {
            return Some(DRAW);
        }
        let blocks = self.position.threatened();
        if blocks.len() > 1 {
            return Some(-score::win_at(ply + 2));
        }
        if depth == 0 {
            return Some(self.position.estimate());
        }
        let cells = if blocks.is_empty() { self.replies() } else { blocks };
        self.best_of(&cells, depth, ply, window).map(|(_, score)| score)
    }

    fn replies(&self) -> Vec<Cell> {
        let mut cells = self.position.empty_cells();
        self.position.promising_first(&mut cells);
        cells
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::minimax;
    use crate::{Rules, lines};

    /// A game with 1 to 8 empty cells in which nobody can win in one.
    fn quiet() -> impl Strategy<Value = Game> {
        let rules =
            prop_oneof![Just((4, 3, 3)), Just((4, 4, 3)), Just((4, 4, 4)), Just((5, 3, 4)), Just((3, 3, 3))]
                .prop_map(|(columns, rows, run)| Rules::new(columns, rows, run).unwrap());
        let cells = Just((0..16).map(Cell).collect::<Vec<_>>()).prop_shuffle();
        (rules, cells, 1..=8_usize).prop_filter_map("nobody can win in one", |(rules, cells, empty)| {
            let on_board: Vec<Cell> = cells.into_iter().filter(|cell| cell.index() < rules.cells()).collect();
            let game = Game::replay(rules, on_board.into_iter().skip(empty)).ok()?;
            let mark = game.to_move()?;
            let is_quiet =
                !game.legal_cells().into_iter().any(|cell| lines::completes(game.board(), cell, mark));
            is_quiet.then_some(game)
        })
    }

    proptest! {
        #[test]
        fn a_search_to_the_end_has_the_value_and_the_distance_of_plain_minimax(game in quiet()) {
            let mut search = Search { position: Position::new(game.board(), game.to_move().unwrap()), nodes: 0 };
            let cells = game.legal_cells();
            let depth = u8::try_from(cells.len()).unwrap();
            let (cell, score) = search.best_of(&cells, depth, 0, (-LIMIT, LIMIT)).unwrap();
            let plain = minimax(&game);
            prop_assert_eq!(score.signum(), i32::from(plain.value));
            if plain.value != 0 {
                prop_assert_eq!(score::distance(score), plain.distance);
            }
            prop_assert!(plain.best.contains(&cell));
        }

        #[test]
        fn deepening_plays_a_best_move_when_the_end_is_near(game in quiet(), seed: u64) {
            let cell = deepening(&game, &mut SplitMix64::new(seed, 0)).unwrap();
            prop_assert!(minimax(&game).best.contains(&cell));
        }
    }

    #[test]
    fn the_work_is_bounded() {
        let game = Game::new(Rules::new(6, 6, 5).unwrap());
        let mut search = Search { position: Position::new(game.board(), crate::Mark::X), nodes: 0 };
        assert_eq!(search.best_of(&game.legal_cells(), 36, 0, (-LIMIT, LIMIT)), None);
        assert_eq!(search.nodes, NODE_BUDGET + 1);
    }
}
