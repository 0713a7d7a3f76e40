//! The reference itself: node counts, and that its memo changes no result.

use tictactoe_engine::{Game, Rules};

use crate::minimax::Minimax;
use crate::positions::positions;
use crate::published_results::TreeSize;

#[test]
fn the_empty_3x3_is_a_draw_in_549946_nodes() {
    let mut minimax = Minimax::new(Rules::CLASSIC);
    assert_eq!((minimax.score(&Game::new(Rules::CLASSIC)), minimax.nodes()), ((0, 9), 549_946));
}

#[test]
fn minimax_searches_every_node_of_the_tree() {
    let small = [(1, 1, 1), (2, 2, 2), (3, 2, 3), (2, 4, 3), (7, 1, 3), (1, 7, 4), (3, 2, 1)];
    let bigger = [(4, 3, 1), (15, 15, 1), (4, 3, 2), (1, 11, 2)];
    for (columns, rows, run) in small.into_iter().chain(bigger) {
        let game = Game::new(Rules::new(columns, rows, run).unwrap());
        let mut minimax = Minimax::new(game.rules());
        minimax.score(&game);
        assert_eq!(minimax.nodes(), TreeSize::of(&game).nodes, "{}", game.rules());
    }
}

#[test]
fn the_memo_changes_no_score_and_no_best_move_of_3x3() {
    let (mut plain, mut memoised) = (Minimax::new(Rules::CLASSIC), Minimax::memoised(Rules::CLASSIC));
    for game in positions() {
        assert_eq!(plain.score(&game), memoised.score(&game), "{}", game.board());
        assert_eq!(plain.best_moves(&game), memoised.best_moves(&game), "{}", game.board());
    }
}
