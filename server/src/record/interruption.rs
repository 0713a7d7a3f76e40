//! Corrects a match after an interruption: players of a node that has ended become away, and no one loses time.

use std::time::Duration;

use super::seat::{Holder, Presence, SeatId};
use super::{MAX_ABSENCE, NodeId, Record, Stage, Timestamp};

/// The least time that a player has after an interruption, to move or to return before a first move.
pub const GRACE: Duration = Duration::from_secs(10);

impl Record {
    /// `None` if nothing changes. People who were connected to a node that is not alive become away since `gone_at`.
    ///
    /// The service was interrupted until `service_since`. A deadline or an absence that began before leaves the player
    /// at least [`GRACE`] after that time.
    pub fn after_interruption(
        &self,
        is_alive: impl Fn(NodeId) -> bool,
        gone_at: impl FnOnce() -> Timestamp,
        service_since: Timestamp,
    ) -> Option<Box<Self>> {
        let gone = SeatId::BOTH.map(|seat| {
            let person = self.person(seat).filter(|person| person.presence == Presence::Online);
            person.is_some_and(|person| !is_alive(person.node))
        });
        let granted = service_since.after(GRACE);
        let owed = self.deadline().zip(self.to_move().and_then(|turn| self.time_for(turn)));
        let is_deadline_early =
            owed.is_some_and(|(deadline, time)| deadline < granted && deadline < service_since.after(time));
        let early = SeatId::BOTH.map(|seat| self.absence_ends(seat).is_some_and(|ends| ends < granted));
        if gone == [false, false] && !is_deadline_early && early == [false, false] {
            return None;
        }
        let (mut next, gone_at) = (self.next(), gone_at());
        if let Stage::On { deadline, .. } = &mut next.stage
            && is_deadline_early
        {
            *deadline = Some(granted);
        }
        for (seat, (is_gone, is_early)) in SeatId::BOTH.into_iter().zip(gone.into_iter().zip(early)) {
            if let Holder::Person(person) = &mut next.seats.get_mut(seat).holder {
                if is_gone {
                    (person.presence, person.since) = (Presence::Away, person.since.max(gone_at));
                }
                if is_gone || is_early {
                    person.since = person.since.max(granted.before(MAX_ABSENCE));
                }
            }
        }
        Some(Box::new(next))
    }
}
