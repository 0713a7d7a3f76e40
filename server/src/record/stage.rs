//! The stage of a match: a game is running, or it is over.

use serde::{Deserialize, Serialize};

use super::Timestamp;
use super::seat::{BySeat, SeatId};

/// The stage of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A game is running.
    On {
        /// When the player to move runs out of time, if there is a clock. The computer has none.
        deadline: Option<Timestamp>,
    },
    /// The game is over; there may be another.
    Over {
        /// How it ended.
        ending: Ending,
        /// Who has offered a rematch.
        offers: BySeat<bool>,
    },
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A player won.
    Won {
        /// The winner.
        by: SeatId,
        /// How.
        how: WinReason,
    },
    /// The board is full without a winning line.
    Drawn,
    /// A player was missing before a first move in the match: the game does not count.
    #[serde(rename = "called_off")]
    Cancelled,
}

/// Why a player won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinReason {
    /// A winning line.
    Line,
    /// The other player resigned.
    Resigned,
    /// The other player ran out of time.
    Time,
    /// The other player left.
    Left,
}
