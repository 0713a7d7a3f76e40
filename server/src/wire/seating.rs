//! The frames `waiting`, `seated` and `reaction`, and the ticket in both directions.

use std::time::Duration;

use tictactoe_protocol::server::{Reacted, Seated, ServerMessage, Waiting};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{self, Reaction};

use crate::matches::{self, MatchError};
use crate::matchmaking::Seek;
use crate::record::{MatchId, NodeId, Record, Seats};
use crate::secret::Secret;

/// `entered`: proves the place in the arena that the player has just entered, and whether the player manages it.
pub fn waiting(seek: &Seek, computer_in: Option<Duration>, entered: Option<(Secret, bool)>) -> ServerMessage {
    let Seek { secret, request, .. } = seek;
    ServerMessage::Waiting(Waiting {
        rules: super::rules(request.terms.rules.unwrap_or_default()),
        best_of: super::best_of(request.terms),
        room: super::room(request.room()),
        word: Room::new(&request.word).ok().filter(|_| request.arena.is_none()),
        listed_word: Room::new(&request.listed_word).ok().filter(|_| !request.is_in_room),
        name: Name::new(&request.name).ok(),
        computer_in_ms: computer_in.map(super::millis),
        arena: Room::new(&request.word).ok().filter(|_| request.arena.is_some()),
        manages: matches!(entered, Some((_, true))),
        place: entered.map(|(place, _)| Ticket::new(place.reveal())),
        ticket: ticket(seek.id(), secret, seek.node()),
    })
}

pub fn seated(seated: &matches::Seated, record: &Record) -> ServerMessage {
    let id = seated.id();
    ServerMessage::Seated(Seated {
        match_id: values::MatchId(id.as_str().to_owned()),
        ticket: ticket(id, &seated.secret, None),
        mark: match seated.seats {
            Seats::One(seat) => Some(super::mark(record.mark_of(seat))),
            Seats::Both => None,
        },
    })
}

pub fn reacted(record: &Record, seats: Seats, reaction: Reaction) -> ServerMessage {
    ServerMessage::Reaction(Reacted { mark: super::mark(record.mark_of(seats.person_seat())), reaction })
}

fn ticket(id: &MatchId, secret: &Secret, node: Option<NodeId>) -> Ticket {
    let node = node.map(|node| format!(".{node}")).unwrap_or_default();
    Ticket::new(format!("{}.{}{node}", id.as_str(), secret.reveal()))
}

/// The match or seek of a ticket, its secret, and the node that has the seek, if there are several nodes.
pub fn read_ticket(ticket: &Ticket) -> Result<(MatchId, Secret, Option<NodeId>), MatchError> {
    let read = || {
        let mut parts = ticket.reveal().splitn(3, '.');
        let (id, secret) = (MatchId::parse(parts.next()?)?, parts.next()?.parse().ok()?);
        Some((id, secret, parts.next().map(str::parse).transpose().ok()?))
    };
    read().ok_or(MatchError::BadTicket)
}
