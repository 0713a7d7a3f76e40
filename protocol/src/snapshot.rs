//! The `state` frame: everything a screen needs about a match, as one viewer may see it.
//!
//! It is state, not events: a client that resumes, arrives late, watches or lags draws the newest snapshot
//! and is up to date. A client computes nothing about the rules.

use serde::{Deserialize, Serialize};

use crate::text::{Name, Room};
use crate::words::{ByMark, Level, Mark, MatchId, Rules};

/// A match as one viewer may see it. Cells are numbered from 0 in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// Which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Rises with every change of the match; a client keeps the highest.
    pub seq: u64,
    /// Which game of the series, from 1.
    pub game: u32,
    /// The board's size and how many in a row win.
    pub rules: Rules,
    /// The board's rows from the top: `X`, `O` and `_`.
    pub board: Vec<String>,
    /// The cells played, in order.
    pub moves: Vec<u8>,
    /// The cells that may be played, in reading order; none when the game is over.
    pub legal: Vec<u8>,
    /// Whose turn it is; absent when the game is over.
    pub turn: Option<Mark>,
    /// How many moves have been played.
    pub ply: u32,
    /// The viewer's own mark; absent for a watcher.
    pub you: Option<Mark>,
    /// Who plays which mark in this game.
    pub players: ByMark<Player>,
    /// The series so far.
    pub score: Score,
    /// What is left of the move time of the player to move, in milliseconds; absent without a clock.
    pub ms_left: Option<u64>,
    /// How the game ended; absent while it is on.
    pub result: Option<GameResult>,
    /// Whether there can be another game, and who wants it.
    pub rematch: Rematch,
    /// How many watch the match besides its players.
    pub watchers: u32,
    /// The room in which the players met.
    pub room: Option<Room>,
}

/// One of a match's two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The name that the player gave, cleaned.
    pub name: Name,
    /// A person or the computer.
    pub kind: PlayerKind,
    /// How well the computer plays; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Whether the player is connected now. The computer always is.
    pub connected: bool,
    /// Whether the player has left the match for good.
    #[serde(default)]
    pub left: bool,
}

/// Who holds a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person, or a program in a person's place.
    Person,
    /// The server's computer opponent.
    Computer,
}

/// Games won by the player who now has the mark, and games drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Won by the player who is X in this game.
    #[serde(rename = "X")]
    pub x: u32,
    /// Won by the player who is O in this game.
    #[serde(rename = "O")]
    pub o: u32,
    /// Drawn.
    pub draws: u32,
}

impl Score {
    /// Games won by the player who now has `mark`.
    #[must_use]
    pub const fn of(&self, mark: Mark) -> u32 {
        match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameResult {
    /// Who won; absent when nobody did.
    pub winner: Option<Mark>,
    /// Why the game is over.
    pub reason: Reason,
    /// Every line that won, each as its cells in ascending order; none unless the reason is `line`.
    pub lines: Vec<Vec<u8>>,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The winner completed a line.
    Line,
    /// The board is full: a draw.
    Full,
    /// The loser resigned.
    Resigned,
    /// The loser's move time ran out.
    Time,
    /// The loser left.
    Left,
    /// A player never made a first move: nobody won, and it does not count.
    CalledOff,
}

/// Whether there can be another game, and who wants it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rematch {
    /// The game is over and both players are still in the match.
    pub open: bool,
    /// The marks of those who have asked for another game.
    pub offers: Vec<Mark>,
}
