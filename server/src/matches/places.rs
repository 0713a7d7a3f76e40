//! The one place of each lobby, as it is stored.
//!
//! A place is kept for a short time only and renewed by whoever waits: one that is out of date is gone before it is
//! forgotten that its player withdrew. The lobby of a room remembers for longer which match came of it; see `playing`.
//! That is a hint where to look: whether the room is taken is said by the match itself.

use std::time::Duration;

use data_encoding::HEXLOWER;

use super::playing::KEEP_PLAYING;
use super::{ATTEMPTS, KEEP_DESERTED, MatchError, MatchId, Matches};
use crate::record::{Lobby, Waiting, Wish, stored};
use crate::store::{Key, Revision, Write};

/// How long a place in a lobby is kept without being renewed; an empty one too.
const KEEP_PLACE: Duration = Duration::from_secs(90);

const _: () = assert!(KEEP_PLACE.as_secs() < KEEP_DESERTED.as_secs(), "a place must not outlive its match");

impl Matches {
    /// The lobby to which a wish leads.
    pub(super) async fn lobby(&self, wish: &Wish) -> Result<(Lobby, Option<Revision>), MatchError> {
        self.lobby_at(&lobby_key(wish)).await
    }

    pub(super) async fn lobby_at(&self, key: &Key) -> Result<(Lobby, Option<Revision>), MatchError> {
        match self.store.get(key).await? {
            Some(entry) => {
                let lobby: Lobby = stored::from_bytes(&entry.value)?;
                Ok((lobby.recovered(self.clock.began_at()), Some(entry.revision)))
            }
            None => Ok((Lobby::default(), None)),
        }
    }

    /// Writes who waits in a lobby and which match came of it, if nobody else was first, and says whether it did.
    pub(super) async fn put_lobby(
        &self,
        wish: &Wish,
        expected: Option<Revision>,
        waiting: Option<&Waiting>,
        playing: Option<String>,
    ) -> Result<bool, MatchError> {
        self.put_lobby_at(&lobby_key(wish), expected, waiting, playing).await
    }

    pub(super) async fn put_lobby_at(
        &self,
        key: &Key,
        expected: Option<Revision>,
        waiting: Option<&Waiting>,
        playing: Option<String>,
    ) -> Result<bool, MatchError> {
        let remembers = waiting.is_none() && playing.is_some();
        let keep = if remembers { KEEP_PLAYING } else { KEEP_PLACE };
        let lobby = Lobby { waiting: waiting.cloned(), playing, renewed_at: self.clock.now() };
        let write = Write { expected, value: stored::to_bytes(&lobby), ttl: keep, history: None };
        let written = self.commit(key, write).await?;
        Ok(written.is_some())
    }

    /// Empties the place, if it is still this player's; `begun` is the match of two people that came of it. It
    /// matters little whether that works: a match is created only once, and the place is not renewed any more.
    pub(super) async fn clear(&self, wish: &Wish, place: &Waiting, begun: Option<&MatchId>) {
        let begun = begun.filter(|_| wish.room.is_some()).map(|id| id.0.clone());
        let cleared = async {
            for _ in 0..ATTEMPTS {
                let (lobby, revision) = self.lobby(wish).await?;
                if lobby.waiting.as_ref() != Some(place)
                    || self.put_lobby(wish, revision, None, begun.clone().or(lobby.playing)).await?
                {
                    break;
                }
            }
            Ok::<(), MatchError>(())
        };
        if let Err(error) = cleared.await {
            tracing::warn!(%error, "a lobby could not be cleared");
        }
    }
}

/// The lobby of a room, or of those who want the same board and name no room.
fn lobby_key(wish: &Wish) -> Key {
    match (&wish.room, wish.rules.unwrap_or_default()) {
        (Some(room), _) => room_key(room),
        (None, rules) => Key::new("lobby", &format!("{}x{}x{}.", rules.columns(), rules.rows(), rules.run())),
    }
}

/// The lobby of a room. A room is anybody's text, so its bytes are written as digits that every store takes.
pub(super) fn room_key(room: &str) -> Key {
    Key::new("lobby", &format!("room.{}", HEXLOWER.encode(room.as_bytes())))
}
