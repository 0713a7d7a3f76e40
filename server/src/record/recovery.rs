//! What the end of a node does to a match: its people are disconnected. After a restart of the server no one loses time.

use std::time::Duration;

use super::seat::{Holder, Presence, SeatId};
use super::{NodeId, Record, Stage, Timestamp};

/// The least time that the player to move has after a restart.
pub const GRACE: Duration = Duration::from_secs(10);

impl Record {
    /// The match with the people away who were connected to a node that is not alive; `None` if there are none. Such a
    /// node was gone by `gone_at`. Written by an older version of the server, a record names no node.
    pub fn without_gone(
        &self,
        is_alive: impl Fn(NodeId) -> bool,
        gone_at: impl FnOnce() -> Timestamp,
    ) -> Option<Box<Self>> {
        let is_gone = |seat: &SeatId| {
            let person = self.person(*seat).filter(|person| person.presence == Presence::Online);
            person.is_some_and(|person| !person.node.is_some_and(&is_alive))
        };
        let gone = SeatId::BOTH.map(|seat| is_gone(&seat));
        if gone == [false, false] {
            return None;
        }
        let (mut next, gone_at) = (self.next(), gone_at());
        for (seat, is_gone) in SeatId::BOTH.into_iter().zip(gone) {
            if let Holder::Person(person) = &mut next.seats.get_mut(seat).holder
                && is_gone
            {
                (person.presence, person.since) = (Presence::Away, person.since.max(gone_at));
            }
        }
        Some(Box::new(next))
    }

    /// The match as a server sees it that started at `started_at`. The clock of the matches stood still while it was
    /// down: an older deadline leaves the player to move at least [`GRACE`].
    pub fn graced(mut self, started_at: Timestamp) -> Self {
        if let (Stage::On { deadline: Some(deadline), .. }, Some(move_time)) =
            (&mut self.stage, self.move_time)
            && *deadline < started_at.after(move_time)
        {
            *deadline = (*deadline).max(started_at.after(GRACE));
        }
        self
    }
}
