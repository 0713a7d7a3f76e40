//! The reference itself.

use tictactoe_engine::{Game, Rules};

use crate::minimax::Minimax;

#[test]
fn the_empty_3x3_is_a_draw_in_549946_nodes() {
    let mut minimax = Minimax::new(Rules::CLASSIC);
    assert_eq!((minimax.score(&Game::new(Rules::CLASSIC)), minimax.nodes()), ((0, 9), 549_946));
}
