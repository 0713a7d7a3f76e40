//! The core against hand-made snapshots.

mod analysis;
mod arena;
mod busy_server;
mod changes;
mod ending;
mod hostile;
mod hosting;
mod leaving;
mod playing;
mod reconnecting;
mod rematches;
mod resending;
mod saved_seats;
mod settings;
mod takebacks;
mod unusual_orders;
mod waiting;

use tictactoe_protocol::client::{ClientMessage, Empty, InGame, Move, NextGame, Resume};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::ticket::Ticket;

use crate::testing::client::Client;
use crate::testing::server::{SEATED, frame, waiting_in};
use crate::testing::snapshots::snapshot;

fn plays(cell: u32, ply: u32) -> ClientMessage {
    ClientMessage::Move(Move { cell, ply: Some(ply), game: Some(1), takebacks: Some(0) })
}

const LEAVE: ClientMessage = ClientMessage::Leave(Empty {});
const RESIGN: ClientMessage = ClientMessage::Resign(InGame { game: Some(1) });
const REMATCH: ClientMessage = ClientMessage::Rematch(NextGame { game: Some(1), level: None });

/// A seat is taken again with the ticket of [`SEATED`].
fn resume() -> ClientMessage {
    ClientMessage::Resume(Resume { ticket: Ticket::new("m1.secret".into()) })
}

/// A place in the queue is taken again with the ticket of `waiting`.
fn resume_place() -> ClientMessage {
    ClientMessage::Resume(Resume { ticket: Ticket::new("m1.place".into()) })
}

/// A place in the queue, with the computer to come in this time.
fn waiting(computer_in_ms: &str) -> ServerMessage {
    waiting_in("null", computer_in_ms, (3, 3))
}

/// A client that has joined, has its ticket and sees an empty board.
fn with_ticket(mut client: Client) -> Client {
    client.grant();
    client.hear(&frame(SEATED));
    client.see(snapshot(&[]));
    client.said();
    client
}

/// A client that has joined and sees an empty board.
fn seated(mut client: Client) -> Client {
    client.grant();
    client.see(snapshot(&[]));
    client
}
