//! What an interruption does to a match: the people of a node that has ended are disconnected, and no one loses time.

use std::time::Duration;

use super::seat::{Holder, Presence, SeatId};
use super::{MAX_ABSENCE, NodeId, Record, Stage, Timestamp};

/// The least time that the player to move, or to come before a first move, has after an interruption.
pub const GRACE: Duration = Duration::from_secs(10);

impl Record {
    /// The match after an interruption; `None` if it changes nothing. The people who were connected to a node that is not
    /// alive, and was gone by `gone_at`, are away.
    ///
    /// No move could be made for some time before `service_since`: what would end a game soon after it leaves the player
    /// at least [`GRACE`], unless it has begun since.
    pub fn recovered(
        &self,
        is_alive: impl Fn(NodeId) -> bool,
        gone_at: impl FnOnce() -> Timestamp,
        service_since: Timestamp,
    ) -> Option<Box<Self>> {
        let is_gone = |seat: &SeatId| {
            let person = self.person(*seat).filter(|person| person.presence == Presence::Online);
            person.is_some_and(|person| !is_alive(person.node))
        };
        let gone = SeatId::BOTH.map(|seat| is_gone(&seat));
        let granted = service_since.after(GRACE);
        let owed = self.deadline().zip(self.to_move().and_then(|turn| self.time_for(turn)));
        let is_deadline_early =
            owed.is_some_and(|(deadline, time)| deadline < granted && deadline < service_since.after(time));
        let is_absence_early = |seat: &SeatId| self.absence_ends(*seat).is_some_and(|ends| ends < granted);
        let early = SeatId::BOTH.map(|seat| is_absence_early(&seat));
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
