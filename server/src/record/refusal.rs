//! Why a decision on a record was refused.

use thiserror::Error;

/// Why a decision was refused. The record stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    /// The other seat is to move.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// The cell has a mark already.
    #[error("the cell is taken")]
    Taken,
    /// The board has no such cell.
    #[error("there is no such cell")]
    NoSuchCell,
    /// The move answers a position that has passed.
    #[error("the position has changed")]
    Stale,
    /// The move answers a position that has not come yet.
    #[error("the position has not come yet")]
    Ahead,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is still on.
    #[error("the game is still on")]
    GameOn,
    /// There are no hints between two people.
    #[error("there are no hints between two people")]
    NoHints,
    /// The other player has left the match.
    #[error("the opponent has left")]
    OpponentLeft,
    /// The player has come on a newer connection: this one no longer counts.
    #[error("the seat was taken on a newer connection")]
    Superseded,
    /// The player has left the match.
    #[error("the player has left")]
    Left,
}
