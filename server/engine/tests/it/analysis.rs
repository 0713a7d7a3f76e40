//! `Search::analyse` equals plain minimax in value, distance and every best move.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};
use tictactoe_engine::search::{Analysis, Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Rules};

use crate::minimax::{Minimax, Score};
use crate::positions::positions_of;
use crate::random_games::{finished, variants, without_last};

fn analyse(game: &Game) -> Analysis {
    let control = Control::new();
    Search::new(1 << 20).analyse(game, Budget { nodes: 50_000_000, control: &control })
}

/// The score, if value and distance are proven.
fn score(analysis: &Analysis) -> Option<Score> {
    let verdict = analysis.verdict?;
    Some((verdict.value as i8, verdict.distance?))
}

fn best(analysis: &Analysis) -> Vec<usize> {
    analysis.best.iter().copied().map(Cell::index).collect()
}

fn equals_minimax(game: &Game) -> Result<(), TestCaseError> {
    let analysis = analyse(game);
    let mut minimax = Minimax::memoised(game.rules());
    prop_assert_eq!(score(&analysis), Some(minimax.score(game)), "{}", game.board());
    prop_assert_eq!(best(&analysis), minimax.best_moves(game), "{}", game.board());
    Ok(())
}

const VARIANTS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

fn variant((columns, rows, run): (u8, u8, u8), [misere, gravity]: [bool; 2]) -> Rules {
    Rules::new(columns, rows, run).unwrap().with_misere(misere).with_gravity(gravity)
}

/// Every position is analysed by one search, as in the server.
fn every_position_equals_minimax(rules: Rules, minimax: fn(Rules) -> Minimax) {
    let (control, mut search, mut minimax) = (Control::new(), Search::new(1 << 20), minimax(rules));
    for game in positions_of(rules) {
        let analysis = search.analyse(&game, Budget { nodes: 50_000_000, control: &control });
        assert_eq!(score(&analysis), Some(minimax.score(&game)), "{rules}\n{}", game.board());
        assert_eq!(best(&analysis), minimax.best_moves(&game), "{rules}\n{}", game.board());
    }
}

#[test]
fn the_tablebase_equals_minimax_on_every_position_of_3x3() {
    every_position_equals_minimax(Rules::CLASSIC, Minimax::new);
}

#[test]
fn every_position_of_a_small_variant_equals_minimax() {
    for board in [(3, 3, 3), (4, 3, 3)] {
        for flags in VARIANTS {
            every_position_equals_minimax(variant(board, flags), Minimax::memoised);
        }
    }
}

#[test]
fn every_position_of_4x4_with_gravity_equals_minimax() {
    every_position_equals_minimax(variant((4, 4, 4), [false, true]), Minimax::memoised);
}

/// Random positions with at most this many empty cells, or of a game that ended with more.
fn positions_with(board: (u8, u8, u8), max_empty: usize) -> impl Strategy<Value = Game> {
    positions_of_variant(board, [false; 2], max_empty)
}

fn positions_of_variant(
    board: (u8, u8, u8),
    flags: [bool; 2],
    max_empty: usize,
) -> impl Strategy<Value = Game> {
    let rules = variant(board, flags);
    let max_undone = move |game: &Game| game.ply().saturating_sub(rules.cell_count() - max_empty);
    finished(Just(rules))
        .prop_flat_map(move |game| (0..=max_undone(&game), Just(game)))
        .prop_map(|(undone, game)| without_last(&game, undone))
}

proptest! {
    #[test]
    fn on_any_board_with_few_empty_cells(game in finished(variants(15, 5)), undone in 0..=6_usize) {
        let game = without_last(&game, undone);
        let empty = game.rules().cell_count() - game.ply();
        prop_assume!(game.outcome().is_some() || empty <= 8);
        equals_minimax(&game)?;
    }
}

/// Whether the search of a move finds the value and its distance.
fn is_solved(game: &Game) -> bool {
    let control = Control::new();
    let analysis = Search::new(1 << 20).analyse(game, Budget { nodes: 100_000, control: &control });
    analysis.verdict.and_then(|verdict| verdict.distance).is_some()
}

proptest! {
    // The same positions in each run, because one in ten thousand needs more.
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(24), ..ProptestConfig::default() })]

    #[test]
    fn four_in_a_row_with_gravity_is_solved_from_24_marks_on_within_the_budget_of_a_move(
        game in positions_of_variant((7, 6, 4), [false, true], 18)
            .prop_filter("a game that goes on", |game| game.ply() >= 24 && game.outcome().is_none())
    ) {
        prop_assert!(is_solved(&game), "{}", game.board());
    }
}

/// One in ten thousand of such positions is as hard.
#[test]
fn the_hardest_draws_of_four_in_a_row_with_gravity_are_solved_within_the_budget_of_a_move() {
    let rules = variant((7, 6, 4), [false, true]);
    for cells in [
        [40, 38, 31, 41, 35, 24, 28, 37, 36, 29, 30, 33, 17, 39, 21, 23, 26, 14, 34, 10, 16, 27, 20, 13],
        [37, 30, 41, 39, 32, 36, 23, 35, 34, 16, 28, 21, 27, 29, 14, 25, 22, 40, 33, 20, 18, 26, 19, 11],
    ] {
        let game = Game::replay(rules, cells.map(|cell| rules.cell(cell).unwrap())).unwrap();
        assert!(is_solved(&game), "{}", game.board());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(768))]

    #[test]
    fn on_small_boards(game in prop_oneof![
        positions_with((3, 3, 2), 9),
        positions_with((4, 3, 3), 12),
        positions_with((4, 4, 3), 12),
        positions_with((4, 4, 4), 12),
        positions_with((5, 3, 3), 12),
        positions_with((5, 4, 4), 12),
        positions_of_variant((4, 4, 4), [true, false], 12),
        positions_of_variant((4, 4, 3), [true, false], 12),
        positions_of_variant((4, 4, 3), [true, true], 14),
        positions_of_variant((5, 4, 4), [false, true], 14),
        positions_of_variant((5, 4, 3), [true, true], 13),
        positions_of_variant((7, 6, 4), [false, true], 12),
    ]) {
        equals_minimax(&game)?;
    }
}
