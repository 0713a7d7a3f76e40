//! Why a decision was refused.

use thiserror::Error;

/// Why a decision was refused. The record stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("refused: {self:?}")]
pub enum Refusal {
    NotYourTurn,
    Taken,
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
