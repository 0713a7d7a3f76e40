//! Waiting for an opponent.

use std::time::Instant;

use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::values::Opponent;

use super::notice::{Declined, Notice};
use super::{App, Bearing, Effect, Effects, Then};
use crate::mode::LinkId;
use crate::net::pass::Pass;

/// Who comes to somebody who waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    /// A person, or the computer when nobody does.
    Anybody,
    /// A person, however long it takes.
    PersonOnly,
}

impl App {
    pub(super) fn on_waiting(&mut self, link: LinkId, waiting: Waiting, out: &mut Effects) {
        self.bearing = Bearing::Usual;
        let comes = waiting.computer_in_ms.is_some();
        self.awaited = if comes { Awaited::Anybody } else { Awaited::PersonOnly };
        if let Some(connection) = self.connections.get_mut(link) {
            connection.pass = Some(Pass::Place(waiting.ticket.clone()));
        }
        if !self.is_hotseat() {
            out.push(Effect::Show(Notice::Waiting(waiting)));
        }
    }

    /// Whether there is a place in the queue.
    pub(super) fn has_place(&self) -> bool {
        self.connections.get(LinkId::First).is_some_and(|link| matches!(link.pass, Some(Pass::Place(_))))
    }

    /// Leaves the queue, and asks for another opponent than before.
    pub(super) fn meet_instead(
        &mut self,
        now: Instant,
        opponent: Opponent,
        out: &mut Effects,
    ) -> Result<(), Declined> {
        if !self.has_place() || self.is_hotseat() || self.view.is_some() {
            return Err(Declined::NotWaiting);
        }
        if opponent == Opponent::Human && self.awaited == Awaited::PersonOnly {
            return Err(Declined::NoComputerComes);
        }
        self.instead = Some(opponent);
        self.leave(now, Then::Enter, out);
        Ok(())
    }
}
