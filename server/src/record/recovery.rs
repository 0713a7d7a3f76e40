//! What the end of a server does to what it kept: whoever was connected no longer is, and nobody loses time by it.

use std::time::Duration;

use super::lobby::Lobby;
use super::seat::{Holder, Presence, SeatId};
use super::{Record, Stage, Timestamp};

/// The least that the player to move has left when the server is back.
pub const GRACE: Duration = Duration::from_secs(10);

impl Record {
    /// The match as it is for a server that went on at `began_at`, where the time of the matches stood still
    /// while there was none: people whose connection is older are away, and a clock that is older leaves the player
    /// to move [`GRACE`] at least. What has been written since then stays as it is.
    #[must_use]
    pub fn recovered(mut self, began_at: Timestamp) -> Self {
        let mut has_changed = false;
        for seat in SeatId::BOTH {
            if let Holder::Person(person) = &mut self.seats.get_mut(seat).holder
                && person.presence == Presence::Here
                && person.since < began_at
            {
                person.presence = Presence::Away;
                person.since = began_at;
                has_changed = true;
            }
        }
        if let (Stage::On { deadline: Some(deadline) }, Some(move_time)) = (&mut self.stage, self.move_time)
            && *deadline < began_at.after(move_time)
        {
            let graced = (*deadline).max(began_at.after(GRACE));
            has_changed |= graced != *deadline;
            *deadline = graced;
        }
        self.seq += u64::from(has_changed);
        self
    }
}

impl Lobby {
    /// The place as it is for a server that went on at `began_at`: nobody waits there who has not said so since.
    #[must_use]
    pub fn recovered(self, began_at: Timestamp) -> Self {
        if self.renewed_at < began_at { Self { waiting: None, ..self } } else { self }
    }
}
