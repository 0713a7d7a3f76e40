//! The core against hand-made snapshots.
//!
//! * `playing`: moves, and what is told of them.
//! * `analysis`: hints and reviews.
//! * `ending`: what comes after games, and how runs end.
//! * `busy`: servers that put messages off.
//! * `changes`: matches that are forgotten, questions that are overtaken, connections that close.
//! * `hostile`: whatever a server sends.

mod analysis;
mod busy;
mod changes;
mod ending;
mod hostile;
mod playing;

use tictactoe_protocol::client::{ClientMessage, Empty, InGame, Move};

use crate::testing::client::Client;
use crate::testing::snapshots::snapshot;

fn plays(cell: u32, ply: u32) -> ClientMessage {
    ClientMessage::Move(Move { cell, ply: Some(ply), game: Some(1) })
}

const LEAVE: ClientMessage = ClientMessage::Leave(Empty {});
const RESIGN: ClientMessage = ClientMessage::Resign(InGame { game: Some(1) });
const REMATCH: ClientMessage = ClientMessage::Rematch(InGame { game: Some(1) });

/// A client that has joined and sees an empty board.
fn seated(mut client: Client) -> Client {
    client.grant();
    client.see(snapshot(&[]));
    client
}
