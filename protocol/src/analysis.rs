//! The computer's analysis: hints, and reviews of finished games.

use serde::{Deserialize, Serialize};

use crate::values::{FrameId, Mark};

/// The proven value of a position for a player, with best play by both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// 1 when the player wins, 0 for a draw, -1 when the player loses.
    pub value: i8,
    /// The number of moves by both players until that end; `null` if it is not proven. The winner takes the
    /// shortest way, the loser the longest; a draw fills the board.
    pub distance: Option<u16>,
}

/// The effect of a move on a row of a large board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    /// The effect on the row.
    pub effect: Effect,
    /// The number of marks in the row: one or two fewer than a run.
    pub marks: u8,
    /// The row becomes a run on either of two cells, so that one block does not stop it.
    pub open: bool,
}

/// The effect of a move on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It makes the row.
    Makes,
    /// It stops a row of the opponent.
    Blocks,
    /// The opponent's greatest threat is as great as before the move.
    Leaves,
}

/// The answer to `hint`: the moves that the computer would choose from in the player's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// The id of the request, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The game of the match.
    pub game: u32,
    /// The number of moves played before.
    pub ply: u32,
    /// The best cells, all equally good, the most promising first; if `worth` is `null`, the best found.
    pub cells: Vec<u8>,
    /// The value of these cells for the player who asked; `null` if it is not proven.
    pub worth: Option<Worth>,
    /// The effect of the first of the cells on a large board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// How a side can force a win, if that is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_win: Option<ForcedWin>,
}

/// The answer to `review`: every move of a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The id of the request, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The game of the match.
    pub game: u32,
    /// The moves in the order played.
    pub moves: Vec<ReviewedMove>,
    /// How a side could force a win where the game turned: after the move from which on that was proven, and before one that
    /// gave it away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced_wins: Vec<ForcedWin>,
}

/// How one side can force a win, whatever the other plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedWin {
    /// The number of moves played before.
    pub ply: u32,
    /// The side that wins.
    pub winner: Mark,
    /// The cells of the next moves, at most twelve, of both sides in turn. The first cell of each move is the one that the
    /// next move answers. A move of the winner has every cell that was found to win, a move of the loser one: the
    /// longest defence where the distance is known.
    pub moves: Vec<Vec<u8>>,
}

/// One move of a finished game, valued for the player who made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// The mark that moved.
    pub mark: Mark,
    /// The cell.
    pub cell: u8,
    /// The value before the move; `null` if it is not proven.
    pub before: Option<Worth>,
    /// The value after the move; `null` if it is not proven.
    pub after: Option<Worth>,
    /// The best cells in ascending order.
    pub best: Vec<u8>,
    /// The move provably gave a win or a draw away.
    pub mistake: bool,
    /// The effect of the move on a large board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}
