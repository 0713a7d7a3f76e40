//! The history of a match: `GET /api/matches/{match}`, and the lines of `tictactoe-server export`.

use serde::{Deserialize, Serialize};

use crate::snapshot::{GameResult, PlayerKind, Snapshot};
use crate::text::{Name, Room};
use crate::values::{ByMark, Level, MatchId, Rules};

/// A match as the public may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Its latest finished games, oldest first; at most [`History::GAMES`].
    pub games: Vec<FinishedGame>,
    /// The match as a spectator sees it now; absent when it is no longer kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<Snapshot>>,
}

/// A finished game. Cells are numbered from 0 in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinishedGame {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The game of the match, from 1.
    pub game: u32,
    /// The board's size and how many in a row win.
    pub rules: Rules,
    /// The players by their marks.
    pub players: ByMark<PlayerIdentity>,
    /// The cells played, in order.
    pub moves: Vec<u8>,
    /// How the game ended.
    pub result: GameResult,
    /// When it ended, by the server's clock: `2026-11-20T15:45:47Z` (RFC 3339, UTC).
    pub ended_at: String,
    /// The arena in which it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena: Option<Room>,
}

/// Who plays, or played, a mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerIdentity {
    /// The player's name, cleaned.
    pub name: Name,
    /// A person, a bot or the computer.
    pub kind: PlayerKind,
    /// The computer's level; absent for other players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

impl History {
    /// The most games in one answer.
    pub const GAMES: usize = 100;
}
