//! Plain minimax.

use proptest::prelude::*;
use tictactoe_engine::search::minimax;
use tictactoe_engine::{Game, Rules};

use crate::naive::{before_the_end, finished, rules};
use crate::published::Count;
use crate::reference::{Reference, letters, positions, told};

#[test]
fn the_empty_3x3_is_a_draw_in_549946_nodes() {
    let empty = Game::new(Rules::CLASSIC);
    let analysis = minimax(&empty);
    assert_eq!((told(&analysis), analysis.nodes), (Some((0, 9)), 549_946));
    assert_eq!(analysis.best, empty.legal_cells());
}

#[test]
fn it_equals_the_reference_search_on_every_position_of_3x3() {
    let mut reference = Reference::new(Rules::CLASSIC);
    for game in positions() {
        let analysis = minimax(&game);
        assert_eq!(told(&analysis), Some(reference.worth(&game)), "{}", letters(&game));
        let best: Vec<usize> = analysis.best.iter().map(|cell| cell.index()).collect();
        assert_eq!(best, reference.best(&game), "{}", letters(&game));
    }
}

#[test]
fn it_counts_what_a_walk_over_the_games_counts() {
    let small = [(1, 1, 1), (2, 2, 2), (3, 2, 3), (2, 4, 3), (7, 1, 3), (1, 7, 4), (3, 2, 1)];
    let bigger = [(4, 3, 1), (15, 15, 1), (4, 3, 2), (1, 11, 2)];
    for (columns, rows, run) in small.into_iter().chain(bigger) {
        let game = Game::new(Rules::new(columns, rows, run).unwrap());
        assert_eq!(minimax(&game).nodes, Count::of(&game).nodes, "{}", game.rules());
    }
}

proptest! {
    #[test]
    fn it_equals_the_reference_search_on_any_board_with_few_empty_cells(
        game in finished(rules(15, 5)), moves in 0..=6_usize
    ) {
        let game = before_the_end(&game, moves);
        prop_assume!(game.legal_cells().len() <= 8);
        let analysis = minimax(&game);
        let mut reference = Reference::new(game.rules());
        prop_assert_eq!(told(&analysis), Some(reference.worth(&game)));
        let best: Vec<usize> = analysis.best.iter().map(|cell| cell.index()).collect();
        prop_assert_eq!(best, reference.best(&game));
    }
}
