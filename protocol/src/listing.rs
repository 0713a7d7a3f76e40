//! The public matches: `GET /api/matches`.

use serde::{Deserialize, Serialize};

use crate::history::PlayerIdentity;
use crate::snapshot::Score;
use crate::values::{ByMark, MatchId, Rules};

/// Running matches outside rooms, those with the most spectators first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// At most [`Listing::MATCHES`].
    pub matches: Vec<ListedMatch>,
    /// Whether there are more.
    pub more: bool,
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
    /// The game of the series, from 1.
    pub game: u32,
    /// The number of moves played in it.
    pub ply: u32,
    /// The series so far.
    pub score: Score,
    /// The number of spectators.
    pub spectators: u32,
}

impl Listing {
    /// The most matches in one list.
    pub const MATCHES: usize = 50;
}
