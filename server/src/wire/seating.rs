//! The frames `waiting`, `seated` and `reaction`, and the ticket in both directions.

use std::time::Duration;

use tictactoe_protocol::server::{Reacted, Seated, ServerMessage, Waiting};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{self, Reaction};

use crate::matches::MatchError;
use crate::matchmaking::request::JoinRequest;
use crate::record::{MatchId, Record, Seats};
use crate::secret::Secret;

pub fn waiting(
    id: &MatchId,
    request: &JoinRequest,
    name: &str,
    computer_in: Option<Duration>,
    secret: &Secret,
) -> ServerMessage {
    ServerMessage::Waiting(Waiting {
        rules: super::rules(request.terms.rules.unwrap_or_default()),
        best_of: super::best_of(request.terms),
        room: super::room(request.room()),
        word: Room::new(&request.word).ok(),
        name: Name::new(name).ok(),
        computer_in_ms: computer_in.map(super::millis),
        ticket: ticket(id, secret),
    })
}

pub fn seated(id: &MatchId, record: &Record, seats: Seats, secret: &Secret) -> ServerMessage {
    ServerMessage::Seated(Seated {
        match_id: values::MatchId(id.as_str().to_owned()),
        ticket: ticket(id, secret),
        mark: match seats {
            Seats::One(seat) => Some(super::mark(record.mark_of(seat))),
            Seats::Both => None,
        },
    })
}

pub fn reacted(record: &Record, seats: Seats, reaction: Reaction) -> ServerMessage {
    ServerMessage::Reaction(Reacted { mark: super::mark(record.mark_of(seats.holder())), reaction })
}

fn ticket(id: &MatchId, secret: &Secret) -> Ticket {
    Ticket::new(format!("{}.{}", id.as_str(), secret.reveal()))
}

pub fn read_ticket(ticket: &Ticket) -> Result<(MatchId, Secret), MatchError> {
    let parts = ticket.reveal().split_once('.');
    let read = parts.and_then(|(id, secret)| Some((MatchId::parse(id)?, secret.parse().ok()?)));
    read.ok_or(MatchError::BadTicket)
}
