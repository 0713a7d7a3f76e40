//! Looking ahead.
//!
//! | module | what it is |
//! |---|---|
//! | `verdict` | [`Value`] and [`Verdict`]: what is known of the worth of a game |
//! | `budget` | [`Budget`] and [`Control`]: how much a search may do, and how it is told to stop |
//! | `minimax` | [`minimax()`]: the whole tree, without short cuts |
//! | `solver` | [`Search`]: the face of everything below |
//! | `analyst` | value, distance and best moves: which questions are asked, in which order |
//! | `prover` | whether a side can force a win: yes or no |
//! | `pairing` | one of the ways to see at once that it cannot |
//! | `estimate` | a good move where nothing can be proven |
//! | `position` | the board that they search: moves are played and taken back in place |
//! | `windows` | all the places on a board where a run can be completed |
//! | `table` | what was proven already |

mod analyst;
mod budget;
mod estimate;
mod minimax;
mod pairing;
mod position;
mod prover;
mod solver;
mod table;
mod verdict;
mod windows;

use crate::{Cell, Game, Outcome};

pub use budget::{Budget, Control};
pub use minimax::minimax;
pub use solver::{Search, board_value, is_solved};
pub use verdict::{Value, Verdict};

/// What a search found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// What the game is worth to the side to move.
    pub verdict: Verdict,
    /// When the verdict is proven, every move that was found to keep it (with its distance, when that is
    /// known too), in row-column order; else the best move found. None when the game is over.
    pub best: Vec<Cell>,
    /// How many games, this one and those that follow from it, were looked at.
    pub nodes: u64,
}

impl Analysis {
    /// Of a game that is over: its value to the side that would be next.
    fn of_an_end(game: &Game) -> Self {
        let value = match game.outcome() {
            Some(Outcome::Win { .. }) => Value::Loss,
            Some(Outcome::Draw) | None => Value::Draw,
        };
        Self { verdict: Verdict::Proven { value, distance: Some(0) }, best: Vec::new(), nodes: 1 }
    }
}
