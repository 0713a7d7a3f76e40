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
        let us = game.to_move().unwrap();
        let [wins, blocks] = [us, us.other()].map(|mark| runs_in_one(game, mark));
        let forced = if wins.is_empty() { blocks } else { wins };
        for seed in 0..10 {
            let chosen = choose_move(game, Level::Perfect, seed).unwrap();
            assert!(hardest.contains(&chosen.index()), "{}", game.board());
            assert!(forced.is_empty() || forced.contains(&chosen), "{}", game.board());
        }
    }
}

proptest! {
    #[test]
    fn perfect_plays_only_best_moves_where_it_can_solve_the_game(
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
        prop_assert!(Minimax::memoised(game.rules()).best_moves(&game).contains(&chosen.index()));
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

fn game((columns, rows, run): (u8, u8, u8), cells: &[usize]) -> Game {
    let rules = Rules::new(columns, rows, run).unwrap();
    Game::replay(rules, cells.iter().map(|&cell| rules.cell(cell).unwrap())).unwrap()
}

#[test]
fn in_a_lost_position_of_a_large_board_perfect_plays_and_hints_the_most_promising_move() {
    // O wins in four moves. All but a few squares lose equally soon.
    let cells =
        [161, 143, 156, 127, 141, 111, 159, 125, 158, 157, 142, 139, 162, 160, 97, 110, 79, 109, 108, 124];
    let game = game((15, 15, 5), &cells);
    let (control, mut search) = (Control::new(), Search::new(1 << 16));
    let hint = hint(&game, &mut search, Budget { nodes: 100_000, control: &control });
    assert_eq!(
        (hint.verdict.map(|verdict| verdict.value), hint.verdict.and_then(|verdict| verdict.distance)),
        (Some(Value::Loss), Some(4))
    );
    assert_eq!(hint.best.iter().map(|cell| cell.index()).collect::<Vec<_>>(), [126]);
    for seed in 0..5 {
        assert_eq!(choose_move(&game, Level::Perfect, seed).map(Cell::index), Some(126));
    }
}

#[test]
fn a_hint_begins_with_the_most_promising_of_the_best_moves() {
    // Every first move draws.
    let game = game((5, 5, 4), &[]);
    let (control, mut search) = (Control::new(), Search::new(1 << 16));
    let hint = hint(&game, &mut search, Budget { nodes: 100_000, control: &control });
    assert_eq!((hint.best.len(), hint.best.first().map(|cell| cell.index())), (25, Some(12)));
}

/// The value to the opponent after the move of perfect, on a board that the side to move can hold.
fn value_after_move(game: &Game, nodes: u64, search: &mut Search) -> Option<Value> {
    let control = Control::new();
    let budget = Budget { nodes, control: &control };
    let cell = tictactoe_engine::choose_move(game, Level::Perfect, 1, search, budget).unwrap();
    search
        .analyse(&after(game, cell), Budget { nodes: 10_000_000, control: &control })
        .verdict
        .map(|verdict| verdict.value)
}

#[test]
fn no_budget_makes_perfect_lose_5x5_or_6x5_with_four_in_a_row_that_it_can_hold() {
    let mut search = Search::new(1 << 22);
    let on_5x5 = [&[12][..], &[15, 12], &[21, 12], &[2, 16], &[10, 18], &[17, 12, 21], &[21, 19, 23]];
    let on_6x5 = [&[28, 15][..], &[6, 15], &[17, 3, 25, 14], &[4, 8, 26, 18], &[10, 26, 7], &[29, 4, 19]];
    let hardest = [(5, &[4, 10, 12][..]), (5, &[3, 22, 10]), (6, &[20, 4, 29]), (6, &[27, 0, 4])];
    let others = on_5x5.map(|cells| (5, cells)).into_iter().chain(on_6x5.map(|cells| (6, cells)));
    for (columns, cells) in others.chain(hardest) {
        let game = game((columns, 5, 4), cells);
        for nodes in [0, 1_500, 100_000] {
            let reply = value_after_move(&game, nodes, &mut search);
            assert_eq!(reply, Some(Value::Draw), "{nodes} nodes\n{}", game.board());
        }
    }
}

#[test]
fn no_budget_makes_perfect_lose_5x5_or_6x4_with_gravity_or_small_misere_that_it_can_hold() {
    let [misere, gravity] = [(true, false), (false, true)];
    let mut search = Search::new(1 << 22);
    for (board, (is_misere, has_gravity), cells) in [
        ((5, 5, 4), gravity, &[24][..]),
        ((5, 5, 4), gravity, &[23, 18, 13]),
        ((5, 5, 4), gravity, &[20, 15, 23]),
        ((6, 4, 4), gravity, &[20, 14]),
        ((6, 4, 4), gravity, &[21, 23]),
        ((6, 4, 4), gravity, &[18, 19, 13]),
        ((4, 4, 3), misere, &[11, 6]),
        ((4, 4, 3), misere, &[4, 9]),
    ] {
        let rules = game(board, &[]).rules().with_misere(is_misere).with_gravity(has_gravity);
        let game = Game::replay(rules, cells.iter().map(|&cell| rules.cell(cell).unwrap())).unwrap();
        let reply = value_after_move(&game, 100, &mut search);
        assert!(reply.is_some_and(|reply| reply < Value::Win), "{rules}\n{}", game.board());
    }
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
    let game = game((15, 15, 5), &[112, 0, 113, 14, 114, 210, 115]);
    let (control, mut search) = (Control::new(), Search::new(1 << 16));
    let hint = hint(&game, &mut search, Budget { nodes: 1_000, control: &control });
    assert_eq!(hint.best.iter().map(|cell| cell.index()).collect::<Vec<_>>(), [111, 116]);
    assert_eq!(
        (hint.verdict.map(|verdict| verdict.value), hint.verdict.and_then(|verdict| verdict.distance)),
        (Some(Value::Loss), Some(2))
    );
}
