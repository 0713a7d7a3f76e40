//! Why a decision was refused.

use thiserror::Error;
use tictactoe_engine::Cell;

/// Why a decision was refused. The record stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("refused: {self:?}")]
pub enum Refusal {
    NotYourTurn,
    Taken,
    /// The mark would fall to this lower cell.
    Floating(Cell),
    NoSuchCell,
    Stale,
    Ahead,
    GameOver,
    GameOn,
    NoHints,
    NothingToTakeBack,
    OpponentPresent,
    OpponentLeft,
    Superseded,
    Left,
}
