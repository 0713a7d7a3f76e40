//! The stored pointer from a room to the match that was last played in it, written once, after the match is created.
//! The match decides if its room is full, not the pointer.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::matches::{MatchError, Matches, RoomFull};
use crate::record::{MatchId, SeatId, encoding};
use crate::store::Key;

/// The time to live of the pointer. If a match lasts longer, its room appears to be free.
const KEEP_ROOM: Duration = Duration::from_secs(2 * 60 * 60);

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Serialize, Deserialize)]
struct StoredRoom {
    playing: MatchId,
}

/// The match that occupies a room, if there is one.
pub async fn occupied(matches: &Matches, room: &str) -> Result<Option<RoomFull>, MatchError> {
    let Some(entry) = matches.store.get(&key(room)).await? else { return Ok(None) };
    let Ok(StoredRoom { playing: match_id }) = encoding::from_bytes(&entry.value) else {
        tracing::error!("cannot read which match is played in a room: the room is free");
        return Ok(None);
    };
    match matches.load_current(&match_id).await {
        Ok(record) if record.occupies_room(matches.clock.now()) => {
            let names = SeatId::BOTH.map(|seat| record.seat(seat).name.clone());
            Ok(Some(RoomFull { match_id, names }))
        }
        // A match that cannot be read does not keep its room.
        Ok(_) | Err(MatchError::NoSuchMatch) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Stores the match that has begun in a room. If that fails, the room appears to be free.
pub async fn remember(matches: &Matches, room: &str, id: &MatchId) {
    let value = encoding::to_bytes(&StoredRoom { playing: id.clone() });
    match matches.replace(&key(room), value, KEEP_ROOM).await {
        Ok(Some(_)) => {}
        Ok(None) => {
            tracing::warn!("cannot store which match is played in a room: another match began there");
        }
        Err(error) => tracing::warn!(%error, "cannot store which match is played in a room"),
    }
}

fn key(room: &str) -> Key {
    Key::from_word("room", room)
}
