//! Hints and reviews.

mod hints;
mod reviews;

use tictactoe_protocol::client::{ClientMessage, InGame};
use tictactoe_protocol::snapshot::Snapshot;

use super::{LEAVE, REMATCH, RESIGN, plays};
use crate::testing::answers::{ANY, REVIEWED};
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, snapshot, watched, won};

const HINT: ClientMessage = ClientMessage::Hint(InGame { game: Some(1) });
const REVIEW: ClientMessage = ClientMessage::Review(InGame { game: Some(1) });

/// A client that sees this board, with the computer as O.
fn facing_it(mut client: Client, snapshot: Snapshot) -> Client {
    client.grant();
    client.see(against_the_computer(snapshot)).said();
    client
}

fn person() -> Client {
    facing_it(Client::person(), snapshot(&[]))
}

fn script() -> Client {
    facing_it(Client::script(), snapshot(&[]))
}

fn over() -> Snapshot {
    against_the_computer(won())
}
