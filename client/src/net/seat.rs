//! Who the client is to the server: what it asked for, and the ticket that it holds.
//!
//! [`Seat`] sees every message in both directions, so each interface, and each program behind the `json` interface,
//! is seated again without saying anything itself.

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Resume};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::FrameId;

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
    place: Place,
    /// The place before the message with this id, which may be refused.
    before: Option<(Option<FrameId>, Place)>,
    /// The ticket comes from an earlier run, and the server has not confirmed it.
    is_restored: bool,
}

#[derive(Debug, Clone, Default)]
struct Place {
    /// The `join`, `watch` or `resume` that led here.
    asked: Option<ClientMessage>,
    ticket: Option<SeatTicket>,
    is_game_over: bool,
}

/// What the server's refusal of a ticket took away.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Forgotten {
    /// The ticket of an earlier run.
    Restored,
    /// A place in the queue: the same wish can be sent again.
    QueuePlace,
    /// The match that was played or watched. The player may have asked to leave it already.
    Match { was_leaving: bool },
}

impl Seat {
    /// `asked` is what the flags ask for, `ticket` what an earlier run has left behind.
    pub(super) fn new(asked: ClientMessage, ticket: Option<SeatTicket>) -> Self {
        let is_restored = ticket.is_some();
        Self { place: Place { asked: Some(asked), ticket, is_game_over: false }, before: None, is_restored }
    }

    /// The first message on a connection. A client without a place pings, to hear that the server is there. Whether a
    /// `leave` arrived before the connection was lost is not known: then the old ticket tells.
    pub(super) fn greeting(&self) -> ClientMessage {
        let place = self.left_unconfirmed().unwrap_or(&self.place);
        match (&place.ticket, &place.asked) {
            (Some(SeatTicket::Match(ticket) | SeatTicket::Queue(ticket)), _) => {
                ClientMessage::Resume(Resume { ticket: ticket.clone() })
            }
            (None, Some(asked)) => asked.clone(),
            (None, None) => ClientMessage::Ping(Empty {}),
        }
    }

    /// What a later run needs to take the seat; none when there is no game to return to.
    pub(super) fn saved(&self) -> Option<&SeatTicket> {
        self.place.ticket.as_ref().filter(|_| !self.place.is_game_over)
    }

    /// Whether the match that is watched or played is over, or there is none.
    pub(super) const fn is_game_over(&self) -> bool {
        self.place.is_game_over || self.place.asked.is_none()
    }

    pub(super) fn sent(&mut self, frame: &ClientFrame) {
        let next = match &frame.message {
            ClientMessage::Join(_) | ClientMessage::Watch(_) | ClientMessage::Resume(_) => {
                Place { asked: Some(frame.message.clone()), ..Place::default() }
            }
            ClientMessage::Leave(_) => Place::default(),
            _ => return,
        };
        self.before = Some((frame.id.clone(), std::mem::replace(&mut self.place, next)));
    }

    pub(super) fn received(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Seated(seated) => self.arrive(SeatTicket::Match(seated.ticket.clone())),
            ServerMessage::Waiting(waiting) => {
                self.is_restored = false;
                self.arrive(SeatTicket::Queue(waiting.ticket.clone()));
            }
            ServerMessage::State(snapshot) => {
                self.is_restored = false;
                self.place.is_game_over = snapshot.result.is_some();
                // A watch has no other answer. Of a match that was left a state may still be on its way.
                if matches!(self.place.asked, Some(ClientMessage::Watch(_))) {
                    self.before = None;
                }
            }
            ServerMessage::Done(done) if self.changed_by(Some(&done.id)) => self.before = None,
            ServerMessage::Refused(refused) => self.on_refused(refused),
            _ => {}
        }
    }

    /// Drops what the server has refused to know.
    pub(super) fn forget(&mut self) -> Forgotten {
        if self.left_unconfirmed().is_some() {
            self.before = None;
            return Forgotten::Match { was_leaving: true };
        }
        let ticket = self.place.ticket.take();
        if std::mem::take(&mut self.is_restored) {
            return Forgotten::Restored;
        }
        if matches!(ticket, Some(SeatTicket::Queue(_)))
            && matches!(self.place.asked, Some(ClientMessage::Join(_)))
        {
            return Forgotten::QueuePlace;
        }
        self.place = Place::default();
        Forgotten::Match { was_leaving: false }
    }

    fn arrive(&mut self, ticket: SeatTicket) {
        self.place.ticket = Some(ticket);
        self.place.is_game_over = false;
        self.before = None;
    }

    fn on_refused(&mut self, refused: &Refused) {
        let answers_change = self.changed_by(refused.id.as_ref())
            && (refused.id.is_some() || may_answer(refused.code, self.place.asked.as_ref()));
        if answers_change {
            if let Some((_, before)) = self.before.take() {
                self.place = before;
            }
        } else if is_match_forgotten(refused) {
            self.place = Place::default();
        }
    }

    /// Whether the message with this id changed the place last.
    fn changed_by(&self, id: Option<&FrameId>) -> bool {
        self.before.as_ref().is_some_and(|(change, _)| change.as_ref() == id)
    }

    /// The place that a `leave` without an answer gave up.
    fn left_unconfirmed(&self) -> Option<&Place> {
        self.before.as_ref().map(|(_, before)| before).filter(|_| self.place.asked.is_none())
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
