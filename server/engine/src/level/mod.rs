//! The computer's move, at a level.
//!
//! | module | contents |
//! |---|---|
//! | `perfect` | the search, and what it prefers of equal moves |
//! | `person` | a player who does not look ahead and overlooks rows, as data |
//! | `classic` | casual on 3×3 |
//! | `forced_win` | how a proven win is forced, against the longest defence |

mod classic;
mod forced_win;
mod perfect;
mod person;

use crate::random::SplitMix64;
use crate::search::{Budget, Search, Value, has_tablebase};
use crate::{Cell, Game};

pub use forced_win::{ForcedWin, forced_win};
pub use perfect::hint;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// As casual, but it overlooks three to four times as much. It never overlooks its own win.
    Easy,
    /// Plays like a person who does not look ahead: near the marks, it makes rows and blocks those of the opponent. It
    /// overlooks some: a diagonal sooner than a row, marks with a gap sooner than without. On 3×3 it overlooks nothing,
    /// but a fork beats it.
    Casual,
    /// As perfect, but it searches little, and overlooks diagonals as casual does, except its own that lack at most two
    /// marks. In a lost game it overlooks none.
    Hard,
    /// Keeps every win and every draw, wins as fast and loses as slowly as it can: always on 3×3, and on bigger
    /// boards wherever the search proves the value of the game within its budget. Among equal moves it plays
    /// the most promising; on 3×3 one that leaves the fewest safe replies (replies that keep the value for the
    /// opponent). Elsewhere it plays the best move found. It never misses a win or a block in one.
    Perfect,
}

/// The nodes that [`Level::Hard`] searches for a move.
const FEW_NODES: u64 = 150;

/// The cell that the computer plays in this game; `None` only when the game is over.
///
/// The result depends on the arguments alone (and on when the search is told to stop, if it is). The seed decides
/// between moves that are equal at this level. It may be a new one for each move or one for the whole game.
///
/// Only [`Level::Perfect`] searches for long, and not on 3×3, where it uses the tablebase. On other boards it can spend
/// the whole budget, and on up to 30 cells at least 200,000 nodes, in a variant 400,000. Call it on a thread that may be busy
/// for that long. When told to stop it still returns the best move found so far.
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
        Level::Easy => person::EASY.look_at(game, &mut random, search)?.choose_move(&mut random),
        Level::Casual if has_tablebase(game.rules()) => classic::choose_move(game, &mut random, search),
        Level::Casual => person::CASUAL.look_at(game, &mut random, search)?.choose_move(&mut random),
        Level::Hard => {
            let few = Budget { nodes: budget.nodes.min(FEW_NODES), ..budget };
            let found = perfect::choose_move(game, &mut random, search, few)?;
            let is_lost = search.analyse(game, few).verdict.is_some_and(|found| found.value == Value::Loss);
            let view = person::CASUAL.look_at(game, &mut random, search)?;
            match !is_lost && view.overlooks_diagonal(found) {
                false => Some(found),
                true if has_tablebase(game.rules()) => classic::choose_move(game, &mut random, search),
                true => view.choose_move(&mut random),
            }
        }
        Level::Perfect => {
            perfect::choose_move(game, &mut random, search, perfect::enough_to_hold(game, budget))
        }
    }
}
