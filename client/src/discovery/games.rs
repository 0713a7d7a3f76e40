//! Who waits and who plays on a server.

use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;

use crate::address::Address;
use crate::exit::Failure;
use crate::net::socket::Socket;

const TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) async fn games(address: &Address) -> Result<Listing, Failure> {
    let silent = |_| Err(Failure::Lost("the server does not answer".to_owned()));
    timeout(TIMEOUT, ask(address)).await.unwrap_or_else(silent)
}

async fn ask(address: &Address) -> Result<Listing, Failure> {
    let mut socket = Socket::open(address).await?;
    socket.send(ClientFrame::from(ClientMessage::List(Empty {})).to_json()).await;
    let answer = loop {
        match ServerMessage::parse(&socket.next().await?) {
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
