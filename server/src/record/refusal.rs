//! Why a decision was refused.

use thiserror::Error;

/// Why a decision was refused. The record stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    #[error("it is the other player's turn")]
    NotYourTurn,
    #[error("the cell is taken")]
    Taken,
    #[error("there is no such cell")]
    NoSuchCell,
    #[error("the position has changed")]
    Stale,
    #[error("the position has not been reached yet")]
    Ahead,
    #[error("the game is over")]
    GameOver,
    #[error("the game is still running")]
    GameOn,
    #[error("hints exist only against the computer")]
    NoHints,
    #[error("no move of that player can be taken back")]
    NothingToTakeBack,
    #[error("the opponent has not left")]
    OpponentPresent,
    #[error("the opponent has left")]
    OpponentLeft,
    #[error("a newer connection plays this seat")]
    Superseded,
    #[error("the player has left")]
    Left,
}
