//! Whoever waited on a connection that was lost joins again with the ticket of the place.
//!
//! A new place has another match to be, so that the lost connection, should it still be there, does not get the same
//! seat. But the secret stays the same: the player is known by it, whichever of the tickets was the last to arrive. And
//! what is given up says where its player is now.

use super::{KEEP_DESERTED, MatchError, MatchId, Matches, Seated};
use crate::record::{Earlier, Slot, Waiting, stored};
use crate::secret::Secret;
use crate::store::Write;

/// How many places that were given up are followed; each was a lost connection within some minutes.
const MOST_MOVES: usize = 8;

impl Matches {
    /// The seat of somebody who waited earlier, if a match has come of that place or of a later one.
    pub(super) async fn seat_come_of(&self, earlier: &Earlier) -> Result<Option<Seated>, MatchError> {
        let mut next = MatchId::named(&earlier.match_id);
        for _ in 0..MOST_MOVES {
            let Some(id) = next else { return Ok(None) };
            match self.resume(&id, earlier.secret.clone()).await {
                Ok(seated) => return Ok(Some(seated)),
                Err(MatchError::NoSuchMatch) => next = self.moved_to(&id).await?,
                Err(MatchError::BadTicket | MatchError::Refused(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Gives up an older place for another one of the same player. Returns the seat if the match has begun.
    pub(super) async fn give_up(
        &self,
        older: &Waiting,
        own: &MatchId,
        secret: &Secret,
    ) -> Result<Option<Seated>, MatchError> {
        if self.call_off(&MatchId(older.match_id.clone()), Some(own)).await? {
            return Ok(None);
        }
        let earlier = Earlier { match_id: older.match_id.clone(), secret: secret.clone() };
        self.seat_come_of(&earlier).await
    }

    /// Lets the ticket of an earlier place lead to where its player is now. It matters only if this answer is lost
    /// too, so it may fail.
    pub(super) async fn lead_on(&self, earlier: &Earlier, to: &MatchId) {
        let Some(id) = MatchId::named(&earlier.match_id).filter(|id| id != to) else { return };
        let Ok(Some(entry)) = self.store.get(&id.key()).await else { return };
        if let Ok(Slot::Withdrawn { .. }) = Slot::from_bytes(&entry.value) {
            let value = stored::to_bytes(&Slot::Withdrawn { moved_to: Some(to.0.clone()) });
            let write = Write { expected: Some(entry.revision), value, ttl: KEEP_DESERTED, history: None };
            if let Err(error) = self.commit(&id.key(), write).await {
                tracing::warn!(%error, "a place that was given up does not lead to the new one");
            }
        }
    }

    /// Sees to it that there will be no such match; its player may have moved to another. Returns false if it has
    /// begun, or was called off before.
    pub(super) async fn call_off(
        &self,
        id: &MatchId,
        moved_to: Option<&MatchId>,
    ) -> Result<bool, MatchError> {
        let value = stored::to_bytes(&Slot::Withdrawn { moved_to: moved_to.map(|id| id.0.clone()) });
        let write = Write { expected: None, value, ttl: KEEP_DESERTED, history: None };
        Ok(self.commit(&id.key(), write).await?.is_some())
    }

    async fn moved_to(&self, id: &MatchId) -> Result<Option<MatchId>, MatchError> {
        let Some(entry) = self.store.get(&id.key()).await? else { return Ok(None) };
        match Slot::from_bytes(&entry.value)? {
            Slot::Withdrawn { moved_to } => Ok(moved_to.as_deref().and_then(MatchId::named)),
            Slot::Match(_) => Ok(None),
        }
    }
}
