//! What a room asks of whoever comes: the board of the one who waits there, and that no two play there already.
//!
//! Whoever finds a place whose match has begun meanwhile looks at that match, so that it does not matter whether the
//! lobby has heard of it yet.

use thiserror::Error;
use tictactoe_engine::Rules;

use super::{MatchError, MatchId, Matches, Seated};
use crate::record::{Lobby, Record, SeatId, Waiting, Wish};
use crate::secret::Secret;

/// Why somebody was not let into a lobby. Nothing has changed.
#[derive(Debug, Error)]
pub enum JoinError {
    /// Somebody waits in the room for another board.
    #[error("somebody waits in the room to play on {0}")]
    RoomRules(Rules),
    /// Two people play in the room.
    #[error("two people play in the room")]
    RoomFull {
        /// Their match.
        playing: MatchId,
        /// Their names.
        names: [String; 2],
    },
    /// Something that has nothing to do with the room.
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl Matches {
    /// Makes sure that a wish fits the place that was found in a room. Says whether anybody waits there still: the
    /// match may have begun, or its player withdrawn, without the lobby knowing of it.
    ///
    /// # Errors
    /// [`JoinError::RoomRules`] when somebody waits for another board, or the store's trouble.
    pub(super) async fn fits(&self, wish: &Wish, place: &Waiting) -> Result<bool, JoinError> {
        if wish.room.is_none() || wish.rules.is_none_or(|rules| rules == place.rules) {
            return Ok(true);
        }
        let slot = self.store.get(&MatchId(place.match_id.clone()).key()).await.map_err(MatchError::from)?;
        if slot.is_some() { Ok(false) } else { Err(JoinError::RoomRules(place.rules)) }
    }

    /// Makes sure that no two people play in a room in which nobody waits, neither in the match that the lobby
    /// remembers nor in that of a place which was found too late. A player of that very match gets the seat again.
    ///
    /// # Errors
    /// [`JoinError::RoomFull`], or the store's trouble.
    pub(super) async fn enter_room(
        &self,
        wish: &Wish,
        lobby: &Lobby,
        secret: &Secret,
    ) -> Result<Option<Seated>, JoinError> {
        if wish.room.is_none() {
            return Ok(None);
        }
        for name in [lobby.newest_match(), lobby.playing.as_deref()].into_iter().flatten() {
            let Some(playing) = MatchId::named(name) else { continue };
            let record = match self.load(&playing).await {
                Ok((record, _)) => record,
                Err(MatchError::NoSuchMatch) => continue,
                Err(error) => return Err(error.into()),
            };
            if !record.fills_room(self.clock.now()) {
                continue;
            }
            if record.seat_proved_by(secret).is_some() {
                return Ok(Some(self.resume(&playing, secret.clone()).await?));
            }
            return Err(JoinError::RoomFull { playing, names: names(&record) });
        }
        Ok(None)
    }
}

fn names(record: &Record) -> [String; 2] {
    SeatId::BOTH.map(|seat| record.seat(seat).name.clone())
}
