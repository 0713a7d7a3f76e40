//! Properties of every level.

use proptest::prelude::*;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Level, Rules};

use crate::choose_move;
use crate::line_scan::runs_in_one;
use crate::random_games::{finished, unfinished, variants};

const LEVELS: [Level; 4] = [Level::Easy, Level::Casual, Level::Hard, Level::Perfect];

fn any_level() -> impl Strategy<Value = Level> {
    proptest::sample::select(&LEVELS)
}

proptest! {
    #[test]
    fn the_move_is_legal_and_the_same_for_the_same_arguments(
        game in unfinished(variants(3, 3)), level in any_level(), seed: u64
    ) {
        let cell = choose_move(&game, level, seed).unwrap();
        prop_assert!(game.legal_cells().contains(&cell));
        prop_assert_eq!(choose_move(&game, level, seed), Some(cell));
    }

    #[test]
    fn easy_and_perfect_complete_a_run_that_loses_only_if_they_must(
        game in unfinished(variants(3, 3)), level in proptest::sample::select(&[Level::Easy, Level::Perfect]), seed: u64
    ) {
        let game = Game::replay(game.rules().with_misere(true), game.cells().iter().copied()).unwrap();
        let runs = runs_in_one(&game, game.to_move().unwrap());
        let cell = choose_move(&game, level, seed).unwrap();
        prop_assert!(!runs.contains(&cell) || runs == game.legal_cells(), "{:?}\n{}", cell, game.board());
    }

    #[test]
    fn there_is_no_move_when_the_game_is_over(
        game in finished(variants(6, 6)), level in any_level(), seed: u64
    ) {
        prop_assert_eq!(choose_move(&game, level, seed), None);
    }
}

#[test]
fn the_move_does_not_depend_on_earlier_searches() {
    let control = Control::new();
    let budget = Budget { nodes: 5_000, control: &control };
    let mut used = Search::new(1 << 16);
    for (columns, rows, run) in [(4, 4, 4), (6, 6, 4), (5, 4, 4), (15, 15, 5)] {
        let mut game = Game::new(Rules::new(columns, rows, run).unwrap());
        for seed in 0..8 {
            let [reused, fresh] = [&mut used, &mut Search::new(1 << 16)]
                .map(|search| tictactoe_engine::choose_move(&game, Level::Perfect, seed, search, budget));
            assert_eq!(reused, fresh, "{}", game.board());
            reused.map(|cell| game.play(cell));
        }
    }
}

#[test]
fn every_level_plays_the_smallest_and_the_narrowest_boards_to_their_end() {
    for (columns, rows, run) in
        [(1, 1, 1), (1, 2, 2), (2, 1, 1), (2, 2, 2), (7, 1, 3), (1, 7, 7), (11, 1, 4), (2, 6, 6)]
    {
        for level in LEVELS {
            let mut game = Game::new(Rules::new(columns, rows, run).unwrap());
            while let Some(cell) = choose_move(&game, level, 1) {
                game.play(cell).unwrap();
            }
            assert!(game.outcome().is_some());
        }
    }
}

#[test]
fn hard_extends_its_own_open_three_on_a_diagonal_and_delays_a_loss() {
    // X has c7, e5 and f4; with d6 they are an open four. On 5x5, O holds out longest on a4.
    let extends = [44, 54, 55, 33, 35, 45, 46, 36, 63, 24, 64, 73, 28, 37, 62, 65];
    for (side, run, cells, best) in [(10, 5, &extends[..], 53), (5, 4, &[1, 17, 7, 14, 0, 10, 11], 15)] {
        let rules = Rules::new(side, side, run).unwrap();
        let game = Game::replay(rules, cells.iter().map(|&index| rules.cell(index).unwrap())).unwrap();
        assert!((0..200).all(|seed| choose_move(&game, Level::Hard, seed) == rules.cell(best)));
    }
}

#[test]
fn easy_plays_every_cell_sometimes() {
    let game = Game::new(Rules::CLASSIC);
    let is_played = |cell| (0..200).any(|seed| choose_move(&game, Level::Easy, seed) == Some(cell));
    assert!(Rules::CLASSIC.all_cells().all(is_played));
}

#[test]
fn one_seed_for_a_whole_game_gives_independent_moves() {
    let rules = Rules::CLASSIC;
    let second_move_is_cell_0 = |seed: &u64| {
        let first = choose_move(&Game::new(rules), Level::Easy, *seed).unwrap();
        let game = Game::replay(rules, [first]).unwrap();
        choose_move(&game, Level::Easy, *seed).unwrap().index() == 0
    };
    let times = (0..900).filter(second_move_is_cell_0).count();
    assert!((70..=130).contains(&times), "{times}");
}
