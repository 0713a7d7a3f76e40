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
use crate::search::{Analysis, Budget, Search};
use crate::{Cell, Game};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Any legal cell, all equally likely.
    Easy,
    /// Opens in a corner, or in the centre when the other began in a corner or on an edge. Then it wins in one
    /// if it can, else blocks in one, else mostly takes a corner. It looks no further, so a double threat beats
    /// it, and one move in ten is a slip: any legal cell.
    Casual,
    /// Never gives away a win or a draw, wins as fast as it can and loses as slowly as it can: always on 3×3,
    /// and on bigger boards wherever the search solves the game within its budget. Among equal moves it plays
    /// one that leaves the fewest safe replies, which are those that keep what the opponent has. Where the
    /// search does not solve the game it plays the best move found. It never misses a win or a block in one.
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

/// What the game is worth, and the moves that [`Level::Perfect`] chooses from: advice for whoever is to move.
///
/// These are the best moves that [`Search::analyse`] finds; where one side threatens to win at once, only those
/// that win or block, although all may lose as soon.
#[must_use]
pub fn advise(game: &Game, search: &mut Search, budget: Budget<'_>) -> Analysis {
    perfect::advise(game, search, budget)
}

/// The cell that the computer plays in this game; `None` only when the game is over.
///
/// The answer depends on nothing but the arguments (and on when the search is told to stop, if it is). Where
/// moves are as good as each other at the level the seed decides; it may be a new one for each move or one for
/// the whole game.
///
/// Only [`Level::Perfect`] searches, and not on 3×3, where it looks the answer up. On other boards it can take
/// all of the budget, so it is work for a thread that may be busy for that long. When it is told to stop it
/// still answers, with the best move found so far.
#[must_use]
pub fn choose(game: &Game, level: Level, seed: u64, search: &mut Search, budget: Budget<'_>) -> Option<Cell> {
    game.to_move()?;
    let mut random = SplitMix64::for_move(seed, game.ply());
    match level {
        Level::Easy => random.pick(&game.legal_cells()),
        Level::Casual => casual::choose(game, &mut random),
        Level::Perfect => perfect::choose(game, &mut random, search, budget),
    }
}
