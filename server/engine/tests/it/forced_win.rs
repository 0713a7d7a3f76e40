//! A forced win that is shown is replayed to its end in plain minimax.

use proptest::prelude::*;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, ForcedWin, Game, Mark, Outcome, Rules, forced_win, hint};

use crate::minimax::Minimax;
use crate::random_games::{finished, rules, variants, without_last};

/// More than a small board needs.
const AMPLE: u64 = 20_000_000;

/// As in the hint of a server.
fn shown(game: &Game, nodes: u64) -> Option<ForcedWin> {
    let (control, mut search) = (Control::new(), Search::new(1 << 20));
    let budget = Budget { nodes, control: &control };
    let found = hint(game, &mut search, budget);
    forced_win(game, found, &mut search, budget)
}

/// A position that minimax can solve at once.
fn small() -> impl Strategy<Value = Game> {
    let boards = prop_oneof![variants(4, 4), rules(5, 4), variants(3, 3)];
    (finished(boards), 1..=11_usize)
        .prop_map(|(game, undone)| without_last(&game, undone))
        .prop_filter("few empty cells", |game| {
            game.outcome().is_none() && game.rules().cell_count() - game.ply() <= 11
        })
}

fn indices(cells: &[Cell]) -> Vec<usize> {
    let mut indices: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
    indices.sort_unstable();
    indices
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn with_any_budget_every_cell_of_the_winner_wins(game in small(), nodes in 0..5_000_u64) {
        if let Some(win) = shown(&game, nodes) {
            Minimax::memoised(game.rules()).replay(game, &win);
        }
    }

    #[test]
    fn with_enough_budget_it_is_the_longest_defence_against_every_shortest_win(game in small()) {
        let mut minimax = Minimax::memoised(game.rules());
        let (value, distance) = minimax.score(&game);
        let Some(win) = shown(&game, AMPLE) else {
            prop_assert_eq!(value, 0, "{}", game.board());
            return Ok(());
        };
        minimax.replay(game.clone(), &win);
        prop_assert_eq!(win.moves.len(), distance, "{}", game.board());
        let mut position = game;
        for cells in win.moves {
            let best = minimax.best_moves(&position);
            if position.to_move() == Some(win.winner) {
                prop_assert_eq!(indices(&cells), best, "{}", position.board());
            } else {
                prop_assert!(best.contains(&cells[0].index()), "{}", position.board());
            }
            position.play(cells[0]).unwrap();
        }
        prop_assert!(position.outcome().is_some());
    }
}

/// Three open twos of X that cross, far from the two marks of O that matter.
fn long_chain() -> Game {
    let rules = Rules::new(15, 15, 5).unwrap();
    let [x, o] = [[(7, 6), (7, 7), (8, 9), (9, 9), (5, 8)], [(0, 0), (0, 14), (14, 0), (14, 14), (0, 7)]];
    let cells = x.into_iter().zip(o).flat_map(|(x, o)| [x, o]);
    Game::replay(rules, cells.map(|(row, column)| rules.cell_at(row, column).unwrap())).unwrap()
}

#[test]
fn a_long_win_on_a_large_board_is_shown_until_the_game_is_won() {
    let mut game = long_chain();
    while game.outcome().is_none() {
        let moves = shown(&game, 100_000).unwrap().moves;
        assert!(!moves.is_empty() && moves.len() <= 12, "{}", game.board());
        for cells in moves {
            game.play(cells[0]).unwrap();
        }
    }
    assert!(matches!(game.outcome(), Some(Outcome::Win { mark: Mark::X, .. })), "{}", game.board());
}

#[test]
fn it_is_at_most_twelve_moves() {
    let rules = Rules::new(6, 5, 4).unwrap();
    let moves = shown(&Game::new(rules), AMPLE).unwrap().moves;
    assert_eq!(moves.len(), 11, "the twelfth would be a reply without an answer");
}
