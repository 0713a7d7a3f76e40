//! The computer's move, at a level.
//!
//! | module | contents |
//! |---|---|
//! | `person` | the levels that people can beat, as data |
//! | `perfect` | the level that they cannot |
//! | `forced_win` | how a proven win is forced, against the longest defence |

mod forced_win;
mod perfect;
mod person;

use std::fmt;

use crate::random::SplitMix64;
use crate::search::{Budget, Search};
use crate::{Cell, Game};

pub use forced_win::{ForcedWin, forced_win};
pub use perfect::hint;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Completes a run where it can; else any legal cell, all equally likely.
    Easy,
    /// Plays like a person who does not look ahead: near the marks, it makes rows and blocks those of the opponent. It
    /// overlooks some: a diagonal sooner than a row, marks with a gap sooner than without.
    Casual,
    /// Keeps every win and every draw, wins as fast and loses as slowly as it can: always on 3×3, and on bigger
    /// boards wherever the search proves the value of the game within its budget. Among equal moves it plays one
    /// that leaves the fewest safe replies (replies that keep the value for the opponent). Elsewhere it plays the
    /// best move found. It never misses a win or a block in one.
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
/// The result depends on the arguments alone (and on when the search is told to stop, if it is). The seed decides
/// between moves that are equal at this level. It may be a new one for each move or one for the whole game.
///
/// Only [`Level::Perfect`] searches, and not on 3×3, where it uses the tablebase. On other boards it can spend the
/// whole budget, and up to 25 cells at least 4,000 nodes, so call it on a thread that may be busy for that long. When
/// told to stop it still returns a move, the best found so far.
#[must_use]
pub fn choose_move(
    game: &Game,
    level: Level,
    seed: u64,
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<Cell> {
    game.to_move()?;
    let mut random = SplitMix64::for_move(seed, game.ply());
    match level {
        Level::Easy => person::EASY.choose_move(game, &mut random, search),
        Level::Casual => person::CASUAL.choose_move(game, &mut random, search),
        Level::Perfect => perfect::choose_move(game, &mut random, search, budget),
    }
}
