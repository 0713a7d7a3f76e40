//! The perfect level.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tictactoe_engine::search::{Budget, Control, Search, Value};
use tictactoe_engine::{Cell, Game, Level, Mark, Outcome, Rules, hint};

use crate::choose_move;
use crate::line_scan::runs_in_one;
use crate::minimax::Minimax;
use crate::positions::{after, positions};
use crate::random_games::{finished, rules, unfinished, without_last};

/// Plays the level, as `mark` with this seed, against every line of play of the opponent. `must_win` once the
/// opponent has made a losing mistake.
fn against_every_line(game: &Game, mark: Mark, seed: u64, must_win: bool, minimax: &mut Minimax) {
    match (game.outcome(), game.to_move()) {
        (Some(Outcome::Win { mark: winner, .. }), _) => assert_eq!(*winner, mark, "{}", game.board()),
        (Some(Outcome::Draw), _) => assert!(!must_win, "{}", game.board()),
        (None, to_move) if to_move == Some(mark) => {
            let (value, _) = minimax.score(game);
            let cell = choose_move(game, Level::Perfect, seed).unwrap();
            against_every_line(&after(game, cell), mark, seed, must_win || value == 1, minimax);
        }
        (None, _) => {
            for cell in game.legal_cells() {
                against_every_line(&after(game, cell), mark, seed, must_win, minimax);
            }
        }
    }
}

#[test]
fn perfect_never_loses_and_wins_whenever_it_can_against_every_line_of_play() {
    let mut minimax = Minimax::memoised(Rules::CLASSIC);
    for seed in [0, 1, 2, 3, 7, 1_000_000, u64::MAX] {
        for mark in [Mark::X, Mark::O] {
            against_every_line(&Game::new(Rules::CLASSIC), mark, seed, false, &mut minimax);
        }
    }
}

/// The best moves, by minimax, that leave the fewest safe replies.
fn hardest_to_answer(game: &Game, minimax: &mut Minimax) -> BTreeSet<usize> {
    let mut safe_replies = |cell: usize| {
        let next = after(game, game.rules().cell(cell).unwrap());
        if next.outcome().is_some() { 0 } else { minimax.safe_moves(&next) }
    };
    let best = Minimax::memoised(game.rules()).best_moves(game);
    let safe: Vec<(usize, usize)> = best.into_iter().map(|cell| (safe_replies(cell), cell)).collect();
    let fewest = safe.iter().min().unwrap().0;
    safe.into_iter().filter(|&(count, _)| count == fewest).map(|(_, cell)| cell).collect()
}

#[test]
fn perfect_plays_only_the_best_moves_that_are_hardest_to_answer_on_every_position_of_3x3() {
    let mut minimax = Minimax::memoised(Rules::CLASSIC);
    for game in positions().iter().filter(|game| game.outcome().is_none()) {
        let hardest = hardest_to_answer(game, &mut minimax);
        for seed in 0..10 {
            let chosen = choose_move(game, Level::Perfect, seed).unwrap();
            assert!(hardest.contains(&chosen.index()), "{}", game.board());
        }
    }
}

proptest! {
    #[test]
    fn perfect_plays_only_the_best_moves_that_are_hardest_to_answer_where_it_can_solve_the_game(
        game in prop_oneof![
            finished(Just(Rules::new(4, 3, 3).unwrap())),
            finished(Just(Rules::new(4, 4, 4).unwrap())),
            finished(Just(Rules::new(5, 3, 4).unwrap())),
        ],
        moves in 3..=9_usize,
        seed: u64,
    ) {
        let game = without_last(&game, moves);
        prop_assume!(game.legal_cells().len() <= 9);
        let chosen = choose_move(&game, Level::Perfect, seed).unwrap();
        let mut minimax = Minimax::memoised(game.rules());
        let mark = game.to_move().unwrap();
        let is_forced = [mark, mark.other()].iter().any(|&mark| !runs_in_one(&game, mark).is_empty());
        if is_forced || minimax.score(&game).0 == 1 {
            prop_assert!(minimax.best_moves(&game).contains(&chosen.index()));
        } else {
            prop_assert!(hardest_to_answer(&game, &mut minimax).contains(&chosen.index()));
        }
    }
}

#[test]
fn perfect_varies_among_equal_moves() {
    let played = |cells: &[Cell]| -> BTreeSet<usize> {
        let game = Game::replay(Rules::CLASSIC, cells.iter().copied()).unwrap();
        (0..100).map(|seed| choose_move(&game, Level::Perfect, seed).unwrap().index()).collect()
    };
    assert_eq!(played(&[]), BTreeSet::from([0, 2, 6, 8]));
    assert_eq!(played(&[Rules::CLASSIC.cell(4).unwrap()]), BTreeSet::from([0, 2, 6, 8]));
}

proptest! {
    #[test]
    fn perfect_takes_a_win_in_one_and_blocks_in_one_on_any_board(
        game in unfinished(rules(15, 6)), seed: u64
    ) {
        let mark = game.to_move().unwrap();
        let [wins, blocks] = [mark, mark.other()].map(|mark| runs_in_one(&game, mark));
        let must = if wins.is_empty() { blocks } else { wins };
        if !must.is_empty() {
            prop_assert!(must.contains(&choose_move(&game, Level::Perfect, seed).unwrap()));
        }
    }
}

#[test]
fn perfect_wins_a_won_game_on_4x3() {
    // 4x3 with three in a row is won by X, whatever O plays.
    let rules = Rules::new(4, 3, 3).unwrap();
    for seed in 0..3 {
        let mut game = Game::new(rules);
        while let Some(mark) = game.to_move() {
            let level = if mark == Mark::X { Level::Perfect } else { Level::Casual };
            game.play(choose_move(&game, level, seed).unwrap()).unwrap();
        }
        assert!(matches!(game.outcome(), Some(Outcome::Win { mark: Mark::X, .. })), "{}", game.board());
    }
}

#[test]
fn perfect_attacks_nearby_on_the_biggest_board() {
    let rules = Rules::new(15, 15, 5).unwrap();
    let mut game = Game::new(rules);
    for index in [112, 0, 113, 14] {
        game.play(rules.cell(index).unwrap()).unwrap();
    }
    // X has an open two and extends it nearby.
    let chosen = choose_move(&game, Level::Perfect, 1).unwrap().index();
    assert!((chosen / 15).abs_diff(7) <= 4 && (chosen % 15).abs_diff(7) <= 4, "{chosen}");
}

#[test]
fn perfect_plays_a_legal_cell_when_it_is_stopped_or_has_no_budget() {
    let [stopped, running] = [(); 2].map(|()| Control::new());
    stopped.stop();
    let mut search = Search::new(1 << 16);
    for (columns, rows, run) in [(3, 3, 3), (4, 3, 3), (6, 5, 4), (15, 15, 5)] {
        let game = Game::new(Rules::new(columns, rows, run).unwrap());
        for (nodes, control) in [(u64::MAX, &stopped), (0, &running), (1, &running)] {
            let budget = Budget { nodes, control };
            let chosen =
                tictactoe_engine::choose_move(&game, Level::Perfect, 1, &mut search, budget).unwrap();
            assert!(game.legal_cells().contains(&chosen));
        }
    }
}

#[test]
fn a_hint_against_two_threats_is_to_block_one() {
    let rules = Rules::new(15, 15, 5).unwrap();
    let cells = [112, 0, 113, 14, 114, 210, 115].map(|index| rules.cell(index).unwrap());
    let game = Game::replay(rules, cells).unwrap();
    let (control, mut search) = (Control::new(), Search::new(1 << 16));
    let hint = hint(&game, &mut search, Budget { nodes: 1_000, control: &control });
    assert_eq!(hint.best.iter().map(|cell| cell.index()).collect::<Vec<_>>(), [111, 116]);
    assert_eq!((hint.verdict.value(), hint.verdict.distance()), (Some(Value::Loss), Some(2)));
}
