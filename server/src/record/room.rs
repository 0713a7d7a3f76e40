//! Whether the two players of a match have the room to themselves in which they met.
//!
//! It is asked of the record when somebody else comes into the room, so that no room is taken up by a match that
//! nobody plays any more, and nothing has to be swept when one ends.

use std::time::Duration;

use super::decide::Decision;
use super::seat::{Person, Presence, SeatId};
use super::stage::Stage;
use super::{Record, Timestamp};
use crate::secret::Secret;

/// How long a room is kept for a player who is away while the other one waits in the middle of a game.
pub const HELD: Duration = Duration::from_secs(60);

impl Record {
    /// Whether two people play here, so that nobody else gets a seat in their room. They do while both are here,
    /// between two games too, and while one of them has only just gone away from a game that is on. Who plays the
    /// computer takes up no room: it is free for the person who comes later.
    #[must_use]
    pub fn fills_room(&self, now: Timestamp) -> bool {
        // Nobody may have looked at the clock.
        if let Decision::Changed(over) = self.expire(now) {
            return over.fills_room(now);
        }
        let (Some(host), Some(guest)) = (self.person(SeatId::Host), self.person(SeatId::Guest)) else {
            return false;
        };
        match (host.presence, guest.presence) {
            (Presence::Here, Presence::Here) => true,
            (Presence::Here, Presence::Away) => self.is_held_for(guest, now),
            (Presence::Away, Presence::Here) => self.is_held_for(host, now),
            (Presence::Away, Presence::Away) | (Presence::Left, _) | (_, Presence::Left) => false,
        }
    }

    /// The seat of the person whom this secret proves.
    #[must_use]
    pub fn seat_proved_by(&self, secret: &Secret) -> Option<SeatId> {
        let proves = |person: &Person| person.secret.is_hash_of(secret);
        SeatId::BOTH.into_iter().find(|&seat| self.person(seat).is_some_and(proves))
    }

    fn is_held_for(&self, away: &Person, now: Timestamp) -> bool {
        matches!(self.stage, Stage::On { .. }) && now < away.since.after(HELD)
    }
}
