//! What a player shows to go on after a lost connection.

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::{ClientMessage, Resume};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::ticket::Ticket;

/// What proves a place or a seat on another connection. Its `Debug` form hides the secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pass {
    /// The ticket that came with `seated`.
    Seat(Ticket),
    /// The ticket that came with `waiting`.
    Place(Ticket),
}

impl Pass {
    /// How it is shown.
    pub(crate) fn words(&self) -> ClientMessage {
        let (Self::Seat(ticket) | Self::Place(ticket)) = self;
        ClientMessage::Resume(Resume { ticket: ticket.clone() })
    }

    /// Whether it is for a seat in a match.
    pub(crate) const fn is_seat(&self) -> bool {
        matches!(self, Self::Seat(_))
    }
}

/// Whether what a pass was for is there no more.
pub(crate) const fn is_gone(refused: &Refused) -> bool {
    matches!(refused.code, Code::BadTicket | Code::Left | Code::NoSuchMatch)
}
