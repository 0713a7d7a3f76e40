//! What the computer tells of a game: hints, and the review of a game that is over.

use serde::{Deserialize, Serialize};

use crate::words::{FrameId, Mark};

/// What a position is certainly worth to a player, when both play their best from there on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// 1 when the player wins, 0 for a draw, -1 when the player loses.
    pub value: i8,
    /// How many more moves, of both together, until the game ends so; `null` when that is not certain. The
    /// winner hurries and the loser delays; a draw takes as many as there are empty cells.
    pub distance: Option<u16>,
}

/// The answer to `hint`: what the computer would play in the player's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// The question's id, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// Which game of the series.
    pub game: u32,
    /// After how many moves.
    pub ply: u32,
    /// The best cells, ascending, each as good as the others; when `worth` is `null`, the best found.
    pub cells: Vec<u8>,
    /// What the game is worth to the player who asked, with one of these cells; `null` when the computer
    /// cannot be certain.
    pub worth: Option<Worth>,
}

/// The answer to `review`: every move of a game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The question's id, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// Which game of the series.
    pub game: u32,
    /// The moves, in the order in which they were played.
    pub moves: Vec<ReviewedMove>,
}

/// One move of a game that is over. What it is worth is told for the player who made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// Who moved.
    pub mark: Mark,
    /// Where.
    pub cell: u8,
    /// What the game was worth before the move; `null` when the computer cannot be certain.
    pub before: Option<Worth>,
    /// What it was worth after the move; `null` when the computer cannot be certain.
    pub after: Option<Worth>,
    /// The cells that would have been best, ascending.
    pub best: Vec<u8>,
    /// Whether the move certainly turned a win or a draw into less.
    pub mistake: bool,
}
