//! Who waits and who plays on a server.

use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::server::ServerMessage;
use tokio::time::{Instant, timeout_at};

use crate::address::Address;
use crate::exit::Failure;
use crate::net::socket::Socket;

const TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) async fn games(address: &Address) -> Result<Listing, Failure> {
    let until = Instant::now() + TIMEOUT;
    let silent = |_| Failure::Lost("the server does not answer".to_owned());
    let mut socket = timeout_at(until, Socket::open(address)).await.map_err(silent)??;
    socket.send(ClientFrame::from(ClientMessage::List(Empty {})).to_json()).await;
    let answer = loop {
        match ServerMessage::parse(&timeout_at(until, socket.next()).await.map_err(silent)??) {
            Ok(ServerMessage::List(list)) => break Ok(list.listing),
            Ok(ServerMessage::Refused(refused)) => break Err(Failure::refused(&refused)),
            Ok(_) => {}
            Err(_) => break Err(Failure::unreadable()),
        }
    };
    // The closing handshake goes on in the background.
    tokio::spawn(socket.close());
    answer
}
