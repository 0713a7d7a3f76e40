//! The table of an arena: the answer to `standings`, and `GET /api/arenas/{arena}`.

use serde::{Deserialize, Serialize};

use crate::snapshot::PlayerKind;
use crate::text::{Name, Room};
use crate::values::{FrameId, MatchId, Rules};

/// An arena and its table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standings {
    /// The id of the message, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The word of the arena.
    pub arena: Room,
    /// The board of all its games.
    pub rules: Rules,
    /// The time until its end, in milliseconds; 0 when it is over.
    pub ms_left: u64,
    /// The rows, the best first: by points, then by wins, then those with fewer games, then in the order of entry.
    pub rows: Vec<Row>,
}

/// A player of an arena.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The name, which is the only one of its kind in the arena.
    pub name: Name,
    /// A person or a bot.
    pub kind: PlayerKind,
    /// Two for a win, one for a draw.
    pub points: u32,
    /// The games won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
    /// The match that the player plays now: it can be watched.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
}

/// Who may take part in an arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ArenaPlayers {
    /// People and bots.
    All,
    /// People only.
    People,
    /// Bots only: those who `join` as the kind `bot`.
    Bots,
}

impl Standings {
    /// How long an arena lasts by default, in minutes.
    pub const MINUTES: u16 = 30;
    /// The longest that an arena lasts, in minutes.
    pub const MAX_MINUTES: u16 = 24 * 60;
}
