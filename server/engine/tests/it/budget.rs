//! The node budget of a search, and stopping it.

use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Rules};

use crate::positions::after;
use crate::random_games::{rules, unfinished, variants};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_search_stays_within_its_budget_and_always_has_a_move(
        game in unfinished(variants(15, 15)), nodes in 0..3_000_u64
    ) {
        let control = Control::new();
        let analysis = Search::new(1 << 16).analyse(&game, Budget { nodes, control: &control });
        prop_assert!(analysis.nodes <= nodes.max(1));
        prop_assert!(!analysis.best.is_empty());
        prop_assert!(analysis.best.iter().all(|cell| game.legal_cells().contains(cell)));
    }

    #[test]
    fn a_small_budget_proves_nothing_that_a_big_one_contradicts(
        game in unfinished(prop_oneof![rules(4, 4), variants(3, 3)]), nodes in 0..300_u64
    ) {
        let control = Control::new();
        let value = |nodes| Search::new(1 << 12).analyse(&game, Budget { nodes, control: &control }).verdict.map(|verdict| verdict.value);
        let (small, big) = (value(nodes), value(10_000_000));
        prop_assert!(big.is_some() && (small.is_none() || small == big));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn every_best_move_keeps_the_proven_value_with_any_budget(
        game in unfinished(prop_oneof![rules(5, 5), variants(3, 3)]), nodes in 0..2_000_u64
    ) {
        let (control, mut search) = (Control::new(), Search::new(1 << 16));
        let analysis = search.analyse(&game, Budget { nodes, control: &control });
        if let Some(value) = analysis.verdict.map(|verdict| verdict.value) {
            for cell in analysis.best {
                let reply = search.analyse(&after(&game, cell), Budget { nodes: 6_000_000, control: &control }).verdict.map(|verdict| verdict.value);
                prop_assert!(reply.is_none_or(|reply| reply.for_opponent() == value), "{:?}", cell);
            }
        }
    }
}

#[test]
fn a_draw_is_only_claimed_with_moves_that_keep_it() {
    let rules = Rules::new(6, 5, 4).unwrap();
    let cells = [9, 8, 14, 15, 22, 19, 25].map(|index| rules.cell(index).unwrap());
    let game = Game::replay(rules, cells).unwrap();
    let (control, mut search) = (Control::new(), Search::new(1 << 20));
    for nodes in (0..6_000).step_by(250) {
        let analysis = search.analyse(&game, Budget { nodes, control: &control });
        let loses = analysis.best.iter().any(|cell| cell.index() == 18);
        assert!(!(loses && analysis.verdict.map(|verdict| verdict.value).is_some()), "{nodes} nodes");
    }
}

#[test]
fn a_search_that_is_stopped_before_it_starts_searches_nothing() {
    let control = Control::new();
    control.stop();
    let forks = Rules::new(5, 5, 3).unwrap();
    for game in [Game::new(Rules::new(15, 15, 5).unwrap()), Game::replay(forks, forks.cell(16)).unwrap()] {
        let analysis = Search::new(1 << 16).analyse(&game, Budget { nodes: u64::MAX, control: &control });
        assert_eq!((analysis.nodes, analysis.best.len()), (0, 1));
    }
}

#[test]
fn an_unlimited_search_ends_when_it_is_stopped() {
    let control = Control::new();
    let game = Game::new(Rules::new(15, 15, 5).unwrap());
    thread::scope(|scope| {
        let search = scope
            .spawn(|| Search::new(1 << 16).analyse(&game, Budget { nodes: u64::MAX, control: &control }));
        thread::sleep(Duration::from_millis(20));
        control.stop();
        assert!(!search.join().unwrap().best.is_empty());
    });
}
