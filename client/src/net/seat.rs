//! Who the client is to the server: what it asked for, and the ticket that it holds.
//!
//! [`Seat`] sees every message in both directions, so each interface, and each program behind the `json` interface,
//! is seated again: no interface has to send `resume`.

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Resume};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{FrameId, MatchId};

use crate::mode::keep_place;

/// A ticket, and what it is for. This is what is saved for a later run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatTicket {
    /// It came with `seated`.
    Match(Ticket),
    /// It came with `waiting`.
    Queue(Ticket),
}

#[derive(Debug)]
pub(crate) struct Seat {
    location: Location,
    /// The location to restore if the message with this id is refused.
    before: Option<(Option<FrameId>, Location)>,
}

#[derive(Debug, Clone, Default)]
struct Location {
    /// The `join`, `watch` or `resume` that led here.
    asked: Option<ClientMessage>,
    ticket: Option<SeatTicket>,
    match_id: Option<MatchId>,
    is_game_over: bool,
}

/// What the server's refusal of a ticket took away.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Forgotten {
    /// A place in the queue, or the seat of an earlier run: the wish can be sent again.
    Place,
    /// The match that was played or watched. The player may have asked to leave it already.
    Match { was_leaving: bool },
}

impl Seat {
    /// `asked` is what the flags ask for, `ticket` what an earlier run has left behind.
    pub(super) fn new(asked: ClientMessage, ticket: Option<SeatTicket>) -> Self {
        Self { location: Location { asked: Some(asked), ticket, ..Location::default() }, before: None }
    }

    /// The first message on a connection. A client without a location pings, to hear that the server is there. Whether a
    /// `leave` arrived before the connection was lost is not known: then the old ticket tells.
    pub(super) fn greeting(&self) -> ClientMessage {
        let location = self.left_unconfirmed().unwrap_or(&self.location);
        match (&location.ticket, &location.asked) {
            (Some(SeatTicket::Match(ticket) | SeatTicket::Queue(ticket)), _) => {
                ClientMessage::Resume(Resume { ticket: ticket.clone() })
            }
            (None, Some(asked)) => asked.clone(),
            (None, None) => ClientMessage::Ping(Empty {}),
        }
    }

    /// What a later run needs to take the seat; none when there is no game to return to.
    pub(super) fn saved(&self) -> Option<&SeatTicket> {
        self.location.ticket.as_ref().filter(|_| !self.location.is_game_over)
    }

    /// Whether the match that is watched or played is over, or there is none.
    pub(super) const fn is_game_over(&self) -> bool {
        self.location.is_game_over || self.location.asked.is_none()
    }

    /// Whether a game is played or watched.
    pub(super) const fn is_game_on(&self) -> bool {
        let Location { asked, match_id, is_game_over, .. } = &self.location;
        !*is_game_over && (match_id.is_some() || matches!(asked, Some(ClientMessage::Watch(_))))
    }

    /// Whether a snapshot of this match shows where the player is.
    pub(super) fn is_in(&self, match_id: &MatchId) -> bool {
        let location = self.left_unconfirmed().unwrap_or(&self.location);
        let known = match &location.asked {
            Some(ClientMessage::Watch(watch)) => Some(&watch.match_id),
            _ => location.match_id.as_ref(),
        };
        known.is_none_or(|known| known == match_id)
    }

    /// The run ends without an answer to its `leave`: there is nothing to return to.
    pub(super) fn abandon(&mut self) {
        (self.location, self.before) = (Location::default(), None);
    }

    pub(super) fn sent(&mut self, frame: &ClientFrame) {
        if let (ClientMessage::Leave(_), None, Some((id, _))) =
            (&frame.message, &self.location.asked, &mut self.before)
        {
            // The same location is left once more.
            id.clone_from(&frame.id);
            return;
        }
        let next = match &frame.message {
            ClientMessage::Join(_) | ClientMessage::Watch(_) | ClientMessage::Resume(_) => {
                Location { asked: Some(frame.message.clone()), ..Location::default() }
            }
            ClientMessage::Leave(_) => Location::default(),
            _ => return,
        };
        self.before = Some((frame.id.clone(), std::mem::replace(&mut self.location, next)));
    }

    pub(super) fn received(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Seated(seated) => {
                self.arrive(SeatTicket::Match(seated.ticket.clone()), Some(&seated.match_id));
            }
            ServerMessage::Waiting(waiting) => {
                if let Some(ClientMessage::Join(join)) = &mut self.location.asked {
                    keep_place(join, waiting);
                }
                self.arrive(SeatTicket::Queue(waiting.ticket.clone()), None);
            }
            ServerMessage::State(snapshot) => {
                self.location.is_game_over = snapshot.result.is_some();
                // A watch has no other answer. Of a match that was left a state may still be on its way.
                if matches!(self.location.asked, Some(ClientMessage::Watch(_))) {
                    self.before = None;
                }
            }
            ServerMessage::Done(done) if self.changed_by(Some(&done.id)) => self.before = None,
            ServerMessage::Refused(refused) => self.on_refused(refused),
            _ => {}
        }
    }

    /// Drops the ticket or match that the server does not know.
    pub(super) fn forget(&mut self) -> Forgotten {
        if self.left_unconfirmed().is_some() {
            self.before = None;
            return Forgotten::Match { was_leaving: true };
        }
        self.location.ticket = None;
        if self.location.match_id.is_none() && matches!(self.location.asked, Some(ClientMessage::Join(_))) {
            return Forgotten::Place;
        }
        self.location = Location::default();
        Forgotten::Match { was_leaving: false }
    }

    fn arrive(&mut self, ticket: SeatTicket, match_id: Option<&MatchId>) {
        let location = match (&self.location.asked, &mut self.before) {
            // The server sent this before it read the `leave`.
            (None, Some((_, left))) => left,
            (None, None) => return,
            (Some(_), before) => {
                *before = None;
                &mut self.location
            }
        };
        location.ticket = Some(ticket);
        location.match_id = match_id.cloned();
        location.is_game_over = false;
    }

    fn on_refused(&mut self, refused: &Refused) {
        let answers_change = self.changed_by(refused.id.as_ref())
            && (refused.id.is_some() || may_answer(refused.code, self.location.asked.as_ref()));
        if answers_change {
            let before = self.before.take();
            // A `leave` that is refused for the lack of a seat has left.
            if let Some((_, before)) = before.filter(|_| refused.code != Code::NotSeated) {
                self.location = before;
            }
        } else if is_match_forgotten(refused) {
            self.location = Location::default();
        }
    }

    fn changed_by(&self, id: Option<&FrameId>) -> bool {
        self.before.as_ref().is_some_and(|(change, _)| change.as_ref() == id)
    }

    /// The location that a `leave` without an answer gave up.
    fn left_unconfirmed(&self) -> Option<&Location> {
        // Without an id there is no answer to wait for.
        let before = self.before.as_ref().filter(|(id, _)| id.is_some() && self.location.asked.is_none());
        before.map(|(_, before)| before)
    }
}

/// Whether a refusal without an id may be that of the message that led here: most are those of moves.
const fn may_answer(code: Code, asked: Option<&ClientMessage>) -> bool {
    match code {
        // It is also sent, unasked, when the server has forgotten the match of this connection.
        Code::NoSuchMatch => matches!(asked, Some(ClientMessage::Watch(_) | ClientMessage::Resume(_))),
        Code::AlreadySeated
        | Code::BadName
        | Code::BadRoom
        | Code::BadRules
        | Code::BadPosition
        | Code::Left
        | Code::BadTicket
        | Code::Unavailable
        | Code::RateLimited => true,
        _ => false,
    }
}

/// Whether the ticket or the watched match is not known to the server.
pub(crate) const fn is_gone(refused: &Refused) -> bool {
    matches!(refused.code, Code::BadTicket | Code::Left | Code::NoSuchMatch)
}

/// Whether the server says, unasked, that it has forgotten the match of this connection.
pub(crate) fn is_match_forgotten(refused: &Refused) -> bool {
    refused.id.is_none() && refused.code == Code::NoSuchMatch
}

#[cfg(test)]
mod tests;
