//! Where a match stands: a game is on, or it is over.

use serde::{Deserialize, Serialize};

use super::Timestamp;
use super::seat::{BySeat, SeatId};

/// Where a match stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A game is on.
    On {
        /// When the move time of the seat to move runs out, if it has a clock. The computer's seat has none.
        deadline: Option<Timestamp>,
    },
    /// The game is over; there may be another.
    Over {
        /// How it ended.
        ending: Ending,
        /// Who has asked for another game.
        offers: BySeat<bool>,
    },
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// One seat won.
    Won {
        /// Which.
        by: SeatId,
        /// How.
        how: How,
    },
    /// The board is full and nobody won.
    Drawn,
    /// A player never made a first move. It does not count.
    CalledOff,
}

/// How a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By a line on the board.
    Line,
    /// The other player resigned.
    Resigned,
    /// The other player's move time ran out.
    Time,
    /// The other player left.
    Left,
}
