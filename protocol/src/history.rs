//! What is kept of a match for good: `GET /api/matches/{match}`, and the lines of `tictactoe-server export`.

use serde::{Deserialize, Serialize};

use crate::snapshot::{GameResult, PlayerKind, Snapshot};
use crate::text::Name;
use crate::words::{ByMark, Level, MatchId, Rules};

/// A match as anybody may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    /// Which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The newest of its finished games, in the order in which they were played; [`History::GAMES`] at most.
    pub games: Vec<FinishedGame>,
    /// The match as a watcher sees it now; absent when its players can no longer come back to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<Snapshot>>,
}

/// A game that is over. Cells are numbered from 0 in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinishedGame {
    /// Of which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Which game of the series, from 1.
    pub game: u32,
    /// The board's size and how many in a row win.
    pub rules: Rules,
    /// Who played which mark.
    pub players: ByMark<FormerPlayer>,
    /// The cells played, in order.
    pub moves: Vec<u8>,
    /// How the game ended.
    pub result: GameResult,
    /// When it ended, by the date of the server: `2026-11-20T15:45:47Z` (RFC 3339, UTC).
    pub ended_at: String,
}

/// Who played in a game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormerPlayer {
    /// The name that the player gave, cleaned.
    pub name: Name,
    /// A person or the computer.
    pub kind: PlayerKind,
    /// How well the computer played; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

impl History {
    /// The most games that one answer tells of.
    pub const GAMES: usize = 100;

    /// Writes it as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

impl FinishedGame {
    /// Writes the game as JSON, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}
