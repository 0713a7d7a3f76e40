//! The engine through its public API: published counts and results, exhaustive play, and properties on random boards.
#![cfg(test)]

use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Level};

mod all_levels;
mod analysis;
mod budget;
mod casual;
mod forced_win;
mod game;
mod levels;
mod line_scan;
mod minimax;
mod people;
mod perfect;
mod positions;
mod published_results;
mod random_games;
mod review;
mod shape_fact;

/// The cell that a level plays, with a budget that is more than enough for small boards.
fn choose_move(game: &Game, level: Level, seed: u64) -> Option<Cell> {
    let control = Control::new();
    let budget = Budget { nodes: 100_000, control: &control };
    tictactoe_engine::choose_move(game, level, seed, &mut Search::new(1 << 16), budget)
}
