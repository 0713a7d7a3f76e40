//! How much a search may do, and how it is told to stop.

use std::thread;

use proptest::prelude::*;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Rules};

use crate::naive::{rules, unfinished};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_search_looks_at_no_more_than_its_budget_and_still_knows_a_move(
        game in unfinished(rules(15, 15)), nodes in 0..3_000_u64
    ) {
        let control = Control::new();
        let analysis = Search::new(1 << 16).analyse(&game, Budget { nodes, control: &control });
        prop_assert!(analysis.nodes <= nodes.max(1));
        prop_assert!(!analysis.best.is_empty());
        prop_assert!(analysis.best.iter().all(|cell| game.legal_cells().contains(cell)));
    }

    #[test]
    fn what_a_small_budget_proves_a_big_one_proves_too(
        game in unfinished(rules(4, 4)), nodes in 0..300_u64
    ) {
        let control = Control::new();
        let value = |nodes| Search::new(1 << 12).value(&game, Budget { nodes, control: &control }).0;
        let (small, big) = (value(nodes), value(10_000_000));
        prop_assert!(big.is_some() && (small.is_none() || small == big));
    }
}

#[test]
fn a_search_that_was_told_to_stop_does_not_begin() {
    let control = Control::new();
    control.stop();
    let game = Game::new(Rules::new(15, 15, 5).unwrap());
    let analysis = Search::new(1 << 16).analyse(&game, Budget { nodes: u64::MAX, control: &control });
    assert_eq!((analysis.nodes, analysis.best.len()), (0, 1));
}

#[test]
fn a_search_without_end_ends_when_it_is_told_to_stop() {
    let control = Control::new();
    let game = Game::new(Rules::new(15, 15, 5).unwrap());
    thread::scope(|scope| {
        let search = scope
            .spawn(|| Search::new(1 << 16).analyse(&game, Budget { nodes: u64::MAX, control: &control }));
        while control.nodes() == 0 {
            thread::yield_now();
        }
        control.stop();
        assert!(!search.join().unwrap().best.is_empty());
    });
}
