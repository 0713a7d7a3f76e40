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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn whatever_the_budget_every_best_move_keeps_what_was_proven(
        game in unfinished(rules(5, 5)), nodes in 0..2_000_u64
    ) {
        let (control, mut search) = (Control::new(), Search::new(1 << 16));
        let analysis = search.analyse(&game, Budget { nodes, control: &control });
        if let Some(value) = analysis.verdict.value() {
            for cell in analysis.best {
                let mut after = game.clone();
                prop_assert_eq!(after.play(cell), Ok(()));
                let (reply, _) = search.value(&after, Budget { nodes: 3_000_000, control: &control });
                prop_assert!(reply.is_none_or(|reply| reply.reversed() == value), "{:?}", cell);
            }
        }
    }
}

#[test]
fn a_draw_that_was_proven_is_not_thrown_away_for_want_of_budget() {
    let rules = Rules::new(6, 5, 4).unwrap();
    let cells = [9, 8, 14, 15, 22, 19, 25].map(|index| rules.cell(index).unwrap());
    let game = Game::replay(rules, cells).unwrap();
    let (control, mut search) = (Control::new(), Search::new(1 << 20));
    for nodes in (0..6_000).step_by(250) {
        let analysis = search.analyse(&game, Budget { nodes, control: &control });
        let loses = analysis.best.iter().any(|cell| cell.index() == 18);
        assert!(!(loses && analysis.verdict.value().is_some()), "{nodes} nodes");
    }
}

#[test]
fn a_search_that_was_told_to_stop_does_not_begin() {
    let control = Control::new();
    control.stop();
    let forks = Rules::new(5, 5, 3).unwrap();
    for game in [Game::new(Rules::new(15, 15, 5).unwrap()), Game::replay(forks, forks.cell(16)).unwrap()] {
        let analysis = Search::new(1 << 16).analyse(&game, Budget { nodes: u64::MAX, control: &control });
        assert_eq!((analysis.nodes, analysis.best.len()), (0, 1));
    }
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
