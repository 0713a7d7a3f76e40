//! The casual level.

use std::collections::BTreeSet;

use tictactoe_engine::{Cell, Game, Level, Rules};

use crate::choose_move;
use crate::line_scan::runs_in_one;
use crate::minimax::Minimax;
use crate::positions::{after, positions};

#[test]
fn casual_opens_with_at_least_three_different_cells_in_100_games() {
    let empty = Game::new(Rules::CLASSIC);
    let opened: BTreeSet<usize> =
        (0..100).filter_map(|seed| choose_move(&empty, Level::Casual, seed)).map(Cell::index).collect();
    assert!(opened.len() >= 3, "{opened:?}");
}

#[test]
fn casual_never_misses_a_win_or_a_block_in_one_on_3x3() {
    for (seed, game) in (0..).zip(positions()) {
        let Some(mark) = game.to_move() else { continue };
        let [wins, blocks] = [mark, mark.other()].map(|mark| runs_in_one(&game, mark));
        let must = if wins.is_empty() { blocks } else { wins };
        let chosen = choose_move(&game, Level::Casual, seed).unwrap();
        assert!(must.is_empty() || must.contains(&chosen), "{chosen:?}\n{}", game.board());
    }
}

#[test]
fn casual_answers_a_corner_with_the_centre_on_3x3() {
    for corner in [0, 2, 6, 8] {
        let game = Game::replay(Rules::CLASSIC, Rules::CLASSIC.cell(corner)).unwrap();
        assert!((0..20).all(|seed| choose_move(&game, Level::Casual, seed).unwrap().index() == 4));
    }
}

#[test]
fn casual_often_loses_to_the_opposite_corners_fork() {
    let cells = [0, 4, 8].map(|index| Rules::CLASSIC.cell(index).unwrap());
    let game = Game::replay(Rules::CLASSIC, cells).unwrap();
    let mut minimax = Minimax::memoised(Rules::CLASSIC);
    let mut loses = |seed: &u64| {
        let reply = choose_move(&game, Level::Casual, *seed).unwrap();
        minimax.score(&after(&game, reply)).0 == 1
    };
    let lost = (0..1_000).filter(|seed| loses(seed)).count();
    assert!(lost > 400, "{lost} of 1000");
}
