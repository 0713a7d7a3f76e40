//! Which matches anybody may watch: `GET /api/matches`.

use serde::{Deserialize, Serialize};

use crate::history::FormerPlayer;
use crate::snapshot::Score;
use crate::words::{ByMark, MatchId, Rules};

/// Matches that are on and in no room, those that many watch first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// [`Listing::MATCHES`] at most.
    pub matches: Vec<ListedMatch>,
    /// Whether there are more.
    pub more: bool,
}

/// A match as the list shows it; `watch` shows it whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedMatch {
    /// Which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The board's size and how many in a row win.
    pub rules: Rules,
    /// Who plays which mark in this game.
    pub players: ByMark<FormerPlayer>,
    /// Which game of the series, from 1.
    pub game: u32,
    /// How many moves have been played in it.
    pub ply: u32,
    /// The series so far.
    pub score: Score,
    /// How many watch it besides its players.
    pub watchers: u32,
}

impl Listing {
    /// The most matches that one answer tells of.
    pub const MATCHES: usize = 50;

    /// Writes it as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}
