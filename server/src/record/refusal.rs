//! Why a decision was refused.

use thiserror::Error;

/// Why a decision was refused. The record stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    /// The other player is to move.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// The cell is taken.
    #[error("the cell is taken")]
    Taken,
    /// The board has no such cell.
    #[error("there is no such cell")]
    NoSuchCell,
    /// The request is about an earlier position or game.
    #[error("the position has changed")]
    Stale,
    /// The request is about a later position or game.
    #[error("the position has not been reached yet")]
    Ahead,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is still running.
    #[error("the game is still running")]
    GameOn,
    /// Hints exist only against the computer.
    #[error("hints exist only against the computer")]
    NoHints,
    /// The other player has left the match.
    #[error("the opponent has left")]
    OpponentLeft,
    /// The player has a newer connection.
    #[error("a newer connection plays this seat")]
    Superseded,
    /// The player has left the match.
    #[error("the player has left")]
    Left,
}
