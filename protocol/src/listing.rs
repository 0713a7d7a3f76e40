//! The public matches, and the players who wait for one: `GET /api/matches`, and the answer to `list`.

use serde::{Deserialize, Serialize};

use crate::history::PlayerIdentity;
use crate::snapshot::{PlayerKind, Score};
use crate::text::{Name, Room};
use crate::values::{BestOf, ByMark, FrameId, MatchId, Rules};

/// Running matches outside rooms, those between people first, then those with the most spectators; and the players who
/// wait outside rooms, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// The id of the message, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// At most 50.
    pub matches: Vec<ListedMatch>,
    /// There are more matches than these.
    pub more: bool,
    /// At most 50.
    pub waiting: Vec<WaitingPlayer>,
}

/// A player who waits for an opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaitingPlayer {
    /// Joining with this word as the room plays this player.
    pub word: Room,
    /// The player's name, cleaned.
    pub name: Name,
    /// A person or a bot.
    pub kind: PlayerKind,
    /// The board; absent in a room where the player takes any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// How many games decide the series; absent without one, and in a room where the player takes any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_of: Option<BestOf>,
    /// How long the player has been waiting, in milliseconds.
    pub waiting_ms: u64,
}

/// One match of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedMatch {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The board's size and how many in a row win.
    pub rules: Rules,
    /// The players by their marks in this game.
    pub players: ByMark<PlayerIdentity>,
    /// The game of the match, from 1.
    pub game: u32,
    /// The number of moves played in it.
    pub ply: u32,
    /// The board's rows from the top: `X`, `O` and `_`.
    pub board: Vec<String>,
    /// The score so far.
    pub score: Score,
    /// The number of spectators.
    pub spectators: u32,
}

impl Listing {
    /// The most matches in one list.
    pub const MATCHES: usize = 50;
    /// The most waiting players in one list.
    pub const WAITING: usize = 50;
}
