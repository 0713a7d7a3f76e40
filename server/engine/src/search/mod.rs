//! Looking ahead.
//!
//! | module | what it is |
//! |---|---|
//! | `score` | what a line of play is worth |
//! | `minimax` | [`minimax()`]: the whole tree, without short cuts |
//! | `windows` | all the places on a board where a run can be completed |
//! | `position` | a board with counts that alpha-beta needs, played and taken back in place |
//! | `deepening` | alpha-beta, one move deeper each time, under a budget of nodes |

mod deepening;
mod minimax;
mod position;
mod score;
mod windows;

use crate::Cell;

pub(crate) use deepening::deepening;
pub use minimax::minimax;

/// What a search found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// With best play by both: 1 when the side to move wins, 0 for a draw, -1 when it loses.
    pub value: i8,
    /// How many more moves, of both together, until the game ends so. The winner hurries and the loser
    /// delays; a draw takes as many as there are empty cells.
    pub distance: usize,
    /// Every move that keeps both value and distance, in row-column order; none when the game is over.
    pub best: Vec<Cell>,
    /// How many games, this one and those that follow from it, were looked at.
    pub nodes: u64,
}
