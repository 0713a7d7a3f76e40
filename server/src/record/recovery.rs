//! What a restart of the server does to a match: everyone is disconnected, and no one loses time.

use std::time::Duration;

use super::seat::{Holder, Presence, SeatId};
use super::{Record, Stage, Timestamp};

/// The least time that the player to move has after a restart.
pub const GRACE: Duration = Duration::from_secs(10);

impl Record {
    /// The match as a server sees it that started at `started_at`. The clock of the matches stood still while it was
    /// down: people whose connection is older are away, and an older deadline leaves the player to move at least
    /// [`GRACE`]. What has been written since then stays as it is.
    pub fn recovered(mut self, started_at: Timestamp) -> Self {
        let mut has_changed = false;
        for seat in SeatId::BOTH {
            if let Holder::Person(person) = &mut self.seats.get_mut(seat).holder
                && person.presence == Presence::Online
                && person.since < started_at
            {
                person.presence = Presence::Away;
                person.since = started_at;
                has_changed = true;
            }
        }
        if let (Stage::On { deadline: Some(deadline), .. }, Some(move_time)) =
            (&mut self.stage, self.move_time)
            && *deadline < started_at.after(move_time)
        {
            let graced = (*deadline).max(started_at.after(GRACE));
            has_changed |= graced != *deadline;
            *deadline = graced;
        }
        self.seq += u64::from(has_changed);
        self
    }
}
