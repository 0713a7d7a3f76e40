//! The arena in which a match is played.

use serde::{Deserialize, Serialize};

use super::seat::BySeat;

/// The arena of a match, and the rows of its players.
///
/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaSeats {
    pub word: String,
    pub rows: BySeat<RowId>,
}

/// The place of a player in an arena: the index of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowId(pub u16);

/// The fewest moves of a game that counts in an arena.
pub const MIN_COUNTED_PLIES: usize = 2;
