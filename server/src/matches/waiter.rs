//! Somebody who waits for an opponent.

use super::live::{Change, Subscription};
use super::lobby::newcomers_seat;
use super::{MatchError, MatchId, Seated};
use crate::record::{Earlier, SeatId, Waiting, Wish};
use crate::secret::Secret;

/// Somebody who waits for an opponent.
pub struct Waiter {
    pub(super) wish: Wish,
    pub(super) place: Waiting,
    pub(super) secret: Secret,
    pub(super) subscription: Subscription,
}

impl Waiter {
    /// What the player asked for.
    #[must_use]
    pub const fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The place, with the board on which the match will be played.
    #[must_use]
    pub const fn place(&self) -> &Waiting {
        &self.place
    }

    /// The same wish, for this place or the seat that comes of it.
    #[must_use]
    pub fn again(&self) -> Wish {
        let earlier = Earlier { match_id: self.place.match_id.clone(), secret: self.secret.clone() };
        Wish { earlier: Some(earlier), ..self.wish.clone() }
    }

    /// The match that will be this player's.
    #[must_use]
    pub fn id(&self) -> &MatchId {
        self.subscription.id()
    }

    /// What the player shows after a lost connection, to have this place or the seat that comes of it.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// Waits until the match has begun, and then returns true; false if its player has taken the place on another
    /// connection. Nothing is lost when this future is dropped.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`] when the store has gone.
    pub async fn paired(&mut self) -> Result<bool, MatchError> {
        loop {
            match self.subscription.changed().await? {
                Change::Record(_) => return Ok(true),
                Change::Gone => return Ok(false),
                Change::Spectators => {}
            }
        }
    }

    /// The seat, once the match has begun. The subscription tells of the present record first.
    #[must_use]
    pub fn into_seated(self) -> Seated {
        let mut subscription = self.subscription;
        subscription.again();
        newcomers_seat(SeatId::Host, self.secret, subscription)
    }
}
