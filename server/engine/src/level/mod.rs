//! The computer's move, at a level.
//!
//! | module | what it is |
//! |---|---|
//! | `forced` | wins in one and blocks in one |
//! | `casual` | the level that people can beat |
//! | `perfect` | the level that they cannot |

mod casual;
mod forced;
mod perfect;

use std::fmt;

use crate::random::SplitMix64;
use crate::{Cell, Game};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Any legal cell, all equally likely.
    Easy,
    /// Wins in one if it can, else blocks in one, else likes corners. It looks no further, so a double
    /// threat beats it.
    Casual,
    /// On 3×3, and on every other board of up to nine cells, it never gives away a win or a draw, wins as
    /// fast as it can and loses as slowly as it can. On bigger boards it plays the best move that it finds
    /// in a bounded amount of work, and never misses a win or a block in one.
    Perfect,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Casual => "casual",
            Self::Perfect => "perfect",
        })
    }
}

/// The cell that the computer plays in this game; `None` only when the game is over.
///
/// The answer depends on nothing but the arguments. Where moves are as good as each other at the level the
/// seed decides; it may be a new one for each move or one for the whole game.
///
/// It is work for a thread that may be busy for a while: up to about a tenth of a second at
/// [`Level::Perfect`] in a release build.
#[must_use]
pub fn choose(game: &Game, level: Level, seed: u64) -> Option<Cell> {
    game.to_move()?;
    let mut random = SplitMix64::new(seed, game.ply());
    match level {
        Level::Easy => random.pick(&game.legal_cells()),
        Level::Casual => casual::choose(game, &mut random),
        Level::Perfect => perfect::choose(game, &mut random),
    }
}
