//! The stage of a match: a game is running, or it is over.

use serde::{Deserialize, Serialize};

use super::Timestamp;
use super::seat::{BySeat, SeatId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    On {
        /// When the player to move runs out of time, if there is a clock. The computer has none.
        deadline: Option<Timestamp>,
    },
    Over {
        ending: Ending,
        /// Who has offered a rematch.
        offers: BySeat<bool>,
        /// Who has declined the other's offer, if there has been none since.
        #[serde(default)]
        declined_by: Option<SeatId>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Won {
        by: SeatId,
        how: WinReason,
    },
    /// The board is full without a winning line.
    Drawn,
    /// A player was missing before a first move in the match: the game does not count.
    #[serde(rename = "called_off")]
    Cancelled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinReason {
    Line,
    Resigned,
    Time,
    Left,
}
