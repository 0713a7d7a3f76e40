//! The core against hand-made snapshots.
//!
//! * `playing`: moves, and what is told of them.
//! * `analysis`: hints and reviews.
//! * `ending`: what comes after games, and how runs end.
//! * `busy`: servers that put messages off.
//! * `changes`: matches that are forgotten, questions that are overtaken, connections that close.
//! * `losing`: connections that are lost, and made again.
//! * `resending`: what becomes of what was not answered.
//! * `retaking`: seats of earlier runs.
//! * `waiting`: another opponent than the one that is waited for.
//! * `leaving`: what is done meanwhile, and games of which a person has the choice.
//! * `hostile`: whatever a server sends.

mod analysis;
mod busy;
mod changes;
mod ending;
mod hostile;
mod leaving;
mod losing;
mod playing;
mod resending;
mod retaking;
mod review;
mod waiting;

use tictactoe_protocol::client::{ClientMessage, Empty, InGame, Move, Resume};
use tictactoe_protocol::ticket::Ticket;

use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::snapshot;

fn plays(cell: u32, ply: u32) -> ClientMessage {
    ClientMessage::Move(Move { cell, ply: Some(ply), game: Some(1) })
}

const LEAVE: ClientMessage = ClientMessage::Leave(Empty {});
const RESIGN: ClientMessage = ClientMessage::Resign(InGame { game: Some(1) });
const REMATCH: ClientMessage = ClientMessage::Rematch(InGame { game: Some(1) });

const SEATED: &str = r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#;

/// A seat is taken again with the ticket of [`SEATED`].
fn resume() -> ClientMessage {
    ClientMessage::Resume(Resume { ticket: Ticket::new("m1.secret".into()) })
}

/// A place in the queue is taken again with the ticket of `waiting`.
fn resume_place() -> ClientMessage {
    ClientMessage::Resume(Resume { ticket: Ticket::new("m1.place".into()) })
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
