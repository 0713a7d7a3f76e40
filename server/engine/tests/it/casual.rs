//! The casual level.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tictactoe_engine::{Cell, Game, Level, Mark, Outcome, Rules, choose};

use crate::naive::{rules, unfinished, wins_in_one};

/// Every cell that the level plays after these moves, over many seeds.
fn played(rules: Rules, cells: &[usize]) -> BTreeSet<usize> {
    let game = Game::replay(rules, cells.iter().map(|&index| rules.cell(index).unwrap())).unwrap();
    (0..100).filter_map(|seed| choose(&game, Level::Casual, seed)).map(Cell::index).collect()
}

proptest! {
    #[test]
    fn casual_never_misses_a_win_or_a_block_in_one(game in unfinished(rules(7, 4)), seed: u64) {
        let chosen = choose(&game, Level::Casual, seed).unwrap();
        let mark = game.to_move().unwrap();
        let [wins, blocks] = [mark, mark.other()].map(|mark| wins_in_one(&game, mark));
        if !wins.is_empty() {
            prop_assert!(wins.contains(&chosen));
        } else if !blocks.is_empty() {
            prop_assert!(blocks.contains(&chosen));
        }
    }
}

#[test]
fn casual_opens_in_any_corner() {
    assert_eq!(played(Rules::CLASSIC, &[]), BTreeSet::from([0, 2, 6, 8]));
    assert_eq!(played(Rules::new(5, 4, 3).unwrap(), &[]), BTreeSet::from([0, 4, 15, 19]));
    assert_eq!(played(Rules::new(5, 1, 3).unwrap(), &[]), BTreeSet::from([0, 4]));
}

#[test]
fn casual_answers_a_corner_or_an_edge_in_the_centre() {
    for first in [0, 1, 2, 3, 5, 6, 7, 8] {
        assert_eq!(played(Rules::CLASSIC, &[first]), BTreeSet::from([4]));
    }
    assert_eq!(played(Rules::new(4, 4, 4).unwrap(), &[7]), BTreeSet::from([5]));
}

#[test]
fn casual_answers_the_centre_in_a_corner() {
    assert_eq!(played(Rules::CLASSIC, &[4]), BTreeSet::from([0, 2, 6, 8]));
    assert_eq!(played(Rules::new(4, 1, 3).unwrap(), &[1]), BTreeSet::from([0, 3]));
}

#[test]
fn casual_takes_any_cell_when_no_corner_is_free() {
    let rules = Rules::new(4, 3, 4).unwrap();
    assert_eq!(played(rules, &[0, 3, 8, 11]), BTreeSet::from([1, 2, 4, 5, 6, 7, 9, 10]));
}

#[test]
fn casual_can_be_beaten_by_a_double_threat() {
    let beats_it = |seed: &u64| {
        let mut game = Game::new(Rules::CLASSIC);
        while let Some(mark) = game.to_move() {
            let level = if mark == Mark::X { Level::Perfect } else { Level::Casual };
            game.play(choose(&game, level, *seed).unwrap()).unwrap();
        }
        matches!(game.outcome(), Some(Outcome::Win { mark: Mark::X, .. }))
    };
    assert!((0..40).any(|seed| beats_it(&seed)));
}
