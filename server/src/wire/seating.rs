//! What a player is told while waiting and on getting a seat, and the ticket both ways.

use std::time::Duration;

use tictactoe_protocol::server::{Seated, ServerMessage, Waiting};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::words::MatchId;

use super::refusal::Problem;
use crate::record::{self, Record, SeatId};

/// There is no opponent yet; the computer comes after this time, if it does. The secret, as text, will prove the
/// player's seat in the match that is to be.
#[must_use]
pub fn waiting(
    place: &record::Waiting,
    room: Option<&str>,
    computer_in: Option<Duration>,
    secret: &str,
) -> ServerMessage {
    ServerMessage::Waiting(Waiting {
        rules: super::rules(place.rules),
        room: super::room(room),
        computer_in_ms: computer_in.map(super::millis),
        ticket: Some(ticket(&place.match_id, secret)),
    })
}

/// The player has a seat, and this secret, as text, proves it.
#[must_use]
pub fn seated(id: &str, record: &Record, seat: SeatId, secret: &str) -> ServerMessage {
    ServerMessage::Seated(Seated {
        match_id: MatchId(id.to_owned()),
        ticket: ticket(id, secret),
        mark: super::mark(record.mark_of(seat)),
    })
}

fn ticket(id: &str, secret: &str) -> Ticket {
    Ticket::new(format!("{id}.{secret}"))
}

/// The texts of the match that a ticket names, and of the secret that is to prove a seat in it.
///
/// # Errors
/// [`Problem::BadTicket`] when it was not made by [`seated`].
pub fn read_ticket(ticket: &Ticket) -> Result<(&str, &str), Problem> {
    ticket.reveal().split_once('.').ok_or(Problem::BadTicket)
}
