//! The core against hand-made snapshots.
//!
//! * `playing`: moves, and what is told of them.
//! * `ending`: what comes after games, and how runs end.
//! * `hostile`: whatever a server sends.

mod ending;
mod hostile;
mod playing;

use tictactoe_protocol::client::{ClientMessage, Empty, Move};

use crate::testing::client::Client;
use crate::testing::snapshots::snapshot;

fn plays(cell: u32, ply: u32) -> ClientMessage {
    ClientMessage::Move(Move { cell, ply: Some(ply) })
}

const LEAVE: ClientMessage = ClientMessage::Leave(Empty {});
const RESIGN: ClientMessage = ClientMessage::Resign(Empty {});
const REMATCH: ClientMessage = ClientMessage::Rematch(Empty {});

/// A client that has joined and sees an empty board.
fn seated(mut client: Client) -> Client {
    client.grant();
    client.see(snapshot(&[]));
    client
}
