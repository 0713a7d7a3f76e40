//! What the lobby of a room remembers of the two who play there.
//!
//! It remembers them for a few minutes, so that a room which nobody uses any more is soon forgotten, and the
//! connections of the two renew that. Each of them looks, because either may be away; whoever comes first writes. Whom
//! somebody waits for is never touched: that place is worth more than a memory.

use std::time::Duration;

use super::places::room_key;
use super::{KEEP_OVER, MatchError, MatchId, Matches};
use crate::record::{Lobby, Record};

/// How long the lobby of a room remembers the match that came of it, without being told of it again.
pub const KEEP_PLAYING: Duration = Duration::from_secs(10 * 60);

/// How long after it was told the lobby is told again: each player's connection looks this often.
pub const RENEW_PLAYING: Duration = Duration::from_secs(5 * 60);

const _: () = assert!(2 * RENEW_PLAYING.as_secs() <= KEEP_PLAYING.as_secs(), "one look may fail");
const _: () = assert!(KEEP_PLAYING.as_secs() < KEEP_OVER.as_secs(), "a memory must not outlive its match");

impl Matches {
    /// Sees to it that a room is known to be taken up by this match, if it is. Returns false if that is to be looked at
    /// again soon: somebody waits in the room, or was first to write.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn keep_room(&self, id: &MatchId, record: &Record) -> Result<bool, MatchError> {
        let now = self.clock.now();
        let Some(room) = record.room().filter(|_| record.fills_room(now)) else { return Ok(true) };
        let key = room_key(room);
        let (lobby, revision) = self.lobby_at(&key).await?;
        if lobby.waiting.is_some() {
            return Ok(false);
        }
        let own = Some(id.as_str()) == lobby.playing.as_deref();
        if (own && now < lobby.renewed_at.after(RENEW_PLAYING)) || (!own && self.is_taken(&lobby).await?) {
            return Ok(true);
        }
        self.put_lobby_at(&key, revision, None, Some(id.0.clone())).await
    }

    /// Lets the lobby of a room forget a match that one of the two has left. It matters little whether that works:
    /// whoever comes looks at the match itself.
    pub async fn free_room(&self, room: Option<&str>, id: &MatchId) {
        let Some(key) = room.map(room_key) else { return };
        let freed = async {
            let (lobby, revision) = self.lobby_at(&key).await?;
            if lobby.waiting.is_none() && lobby.playing.as_deref() == Some(id.as_str()) {
                self.put_lobby_at(&key, revision, None, None).await?;
            }
            Ok::<(), MatchError>(())
        };
        if let Err(error) = freed.await {
            tracing::warn!(%error, "a room could not be freed");
        }
    }

    /// Whether the match that the lobby of a room remembers takes up the room.
    pub(super) async fn is_taken(&self, lobby: &Lobby) -> Result<bool, MatchError> {
        let Some(playing) = lobby.playing.as_deref().and_then(MatchId::named) else { return Ok(false) };
        match self.load(&playing).await {
            Ok((record, _)) => Ok(record.fills_room(self.clock.now())),
            Err(MatchError::NoSuchMatch) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
