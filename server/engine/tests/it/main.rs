//! The engine from outside: published counts and results, exhaustive play, and properties on random boards.
#![cfg(test)]

use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Level};

mod budget;
mod casual;
mod exact;
mod level;
mod minimax;
mod naive;
mod perfect;
mod published;
mod referee;
mod reference;
mod review;
mod strength;
mod value;

/// The cell that a level plays, with more than enough to think with.
fn choose(game: &Game, level: Level, seed: u64) -> Option<Cell> {
    let control = Control::new();
    let budget = Budget { nodes: 100_000, control: &control };
    tictactoe_engine::choose(game, level, seed, &mut Search::new(1 << 16), budget)
}
