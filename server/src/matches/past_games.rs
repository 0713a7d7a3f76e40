//! The finished games of a match.

use std::sync::Arc;

use bytes::Bytes;

use super::{MatchError, Matches};
use crate::record::{FinishedGame, MatchId, Record};

/// The finished games of a match, and the match itself.
#[derive(Debug)]
pub struct MatchHistory {
    /// Not decoded yet, because that takes too long for an async thread.
    entries: Vec<Bytes>,
    pub record: Option<Arc<Record>>,
    pub spectators: u32,
}

impl MatchHistory {
    pub const fn game_count(&self) -> usize {
        self.entries.len()
    }

    /// Replays each game. A corrupt one is skipped.
    pub fn games(&self) -> impl Iterator<Item = FinishedGame> {
        let decode = |entry: &Bytes| FinishedGame::from_bytes(entry);
        self.entries.iter().map(decode).filter_map(|game| {
            game.inspect_err(|error| tracing::error!(%error, "skipping a corrupt game of the history")).ok()
        })
    }
}

impl Matches {
    /// The match with the latest of its finished games, at most `max_games` of them.
    pub async fn history(&self, id: &MatchId, max_games: usize) -> Result<MatchHistory, MatchError> {
        let record = match self.load_current(id).await {
            Ok(record) => Some(record),
            // The finished games may still be readable.
            Err(MatchError::NoSuchMatch) => None,
            Err(error) => return Err(error),
        };
        let live = self.live(id);
        let entries = self.store.history(&live.key, max_games).await?;
        if entries.is_empty() && record.is_none() {
            return Err(MatchError::NoSuchMatch);
        }
        Ok(MatchHistory { entries, record, spectators: live.spectators() })
    }

    /// A finished game of a match, as it is stored.
    pub async fn finished_game(&self, id: &MatchId, number: u32) -> Result<Option<Bytes>, MatchError> {
        Ok(self.store.history_entry(&self.live(id).key, number).await?)
    }
}
