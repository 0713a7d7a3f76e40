//! The perfect level.

use proptest::prelude::*;
use tictactoe_engine::{Game, Level, Mark, Outcome, Rules, choose};

use crate::naive::{rules, unfinished, wins_in_one};
use crate::reference::{Reference, after, letters};

/// Plays the level, as `mark` with this seed, against every line of play of the opponent. `owed` is whether
/// the opponent has made a mistake that the level must turn into a win.
fn against_every_line(game: &Game, mark: Mark, seed: u64, owed: bool, reference: &mut Reference) {
    match (game.outcome(), game.to_move()) {
        (Some(Outcome::Win { mark: winner, .. }), _) => assert_eq!(*winner, mark, "{}", game.board()),
        (Some(Outcome::Draw), _) => assert!(!owed, "{}", game.board()),
        (None, to_move) if to_move == Some(mark) => {
            let (value, _) = reference.worth(&letters(game));
            let cell = choose(game, Level::Perfect, seed).unwrap();
            against_every_line(&after(game, cell), mark, seed, owed || value == 1, reference);
        }
        (None, _) => {
            for cell in game.legal_cells() {
                against_every_line(&after(game, cell), mark, seed, owed, reference);
            }
        }
    }
}

#[test]
fn perfect_never_loses_and_wins_whenever_it_can_against_every_line_of_play() {
    let mut reference = Reference::default();
    for seed in [0, 1, 2, 3, 7, 1_000_000, u64::MAX] {
        for mark in [Mark::X, Mark::O] {
            against_every_line(&Game::new(Rules::CLASSIC), mark, seed, false, &mut reference);
        }
    }
}

#[test]
fn perfect_plays_only_best_moves_on_every_position_of_3x3() {
    let mut reference = Reference::default();
    for game in crate::reference::positions().iter().filter(|game| game.outcome().is_none()) {
        let board = letters(game);
        let chosen = choose(game, Level::Perfect, 3).unwrap();
        assert!(reference.best(&board).contains(&chosen.index()), "{board}");
    }
}

#[test]
fn perfect_varies_among_equal_moves() {
    let game = Game::replay(Rules::CLASSIC, Rules::CLASSIC.cell(4)).unwrap();
    let mut played: Vec<usize> =
        (0..40).map(|seed| choose(&game, Level::Perfect, seed).unwrap().index()).collect();
    played.sort_unstable();
    played.dedup();
    assert_eq!(played, [0, 2, 6, 8]);
}

proptest! {
    #[test]
    fn perfect_takes_a_win_in_one_and_blocks_in_one_on_any_board(
        game in unfinished(rules(15, 6)), seed: u64
    ) {
        let mark = game.to_move().unwrap();
        let [wins, blocks] = [mark, mark.other()].map(|mark| wins_in_one(&game, mark));
        let must = if wins.is_empty() { blocks } else { wins };
        if !must.is_empty() {
            prop_assert!(must.contains(&choose(&game, Level::Perfect, seed).unwrap()));
        }
    }
}

#[test]
fn perfect_wins_what_is_won_on_a_small_bigger_board() {
    // 4x3 with three in a row is won by X, whatever O plays.
    let rules = Rules::new(4, 3, 3).unwrap();
    for seed in 0..3 {
        let mut game = Game::new(rules);
        while let Some(mark) = game.to_move() {
            let level = if mark == Mark::X { Level::Perfect } else { Level::Casual };
            game.play(choose(&game, level, seed).unwrap()).unwrap();
        }
        assert!(matches!(game.outcome(), Some(Outcome::Win { mark: Mark::X, .. })), "{}", game.board());
    }
}

#[test]
fn perfect_answers_on_the_biggest_board() {
    let rules = Rules::new(15, 15, 5).unwrap();
    let mut game = Game::new(rules);
    for index in [112, 0, 113, 14] {
        game.play(rules.cell(index).unwrap()).unwrap();
    }
    // Two in the open: X makes an open three or better, within reach of the others.
    let chosen = choose(&game, Level::Perfect, 1).unwrap().index();
    assert!((chosen / 15).abs_diff(7) <= 4 && (chosen % 15).abs_diff(7) <= 4, "{chosen}");
}
