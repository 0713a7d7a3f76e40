//! Whether a server answers.

use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::server::ServerMessage;

use super::FoundServer;
use crate::address::Address;
use crate::exit::Failure;
use crate::net::socket::Socket;
use crate::sanitize::sanitize;

/// How long an address is tried alone before the next one is tried beside it.
const HEAD_START: Duration = Duration::from_millis(100);

const MAX_VERSION_CHARS: usize = 20;

/// Connects to a server with several addresses, the likeliest first. The first answer counts.
pub(super) async fn probe(name: &str, addresses: Vec<Address>) -> Result<FoundServer, Failure> {
    let mut failure = Failure::Internal("A server without an address was called.".to_owned());
    let mut addresses = addresses.into_iter();
    let mut attempts = FuturesUnordered::new();
    loop {
        attempts.extend(addresses.next().map(|address| connect(name, address)));
        tokio::select! {
            attempt = attempts.next() => match attempt {
                Some(Ok(server)) => return Ok(server),
                Some(Err(why)) => failure = why,
                None => return Err(failure),
            },
            () = tokio::time::sleep(HEAD_START), if addresses.len() > 0 => {}
        }
    }
}

async fn connect(name: &str, address: Address) -> Result<FoundServer, Failure> {
    let mut link = Socket::open(&address).await?;
    let greeting = greet(&mut link, &address).await;
    // The closing handshake goes on in the background.
    tokio::spawn(link.close());
    let (version, latency) = greeting?;
    Ok(FoundServer { name: name.to_owned(), address, version, latency })
}

/// Returns the server's version, and the round-trip time of a message.
async fn greet(link: &mut Socket, address: &Address) -> Result<(String, Duration), Failure> {
    let ServerMessage::Welcome(welcome) = next(link).await? else {
        return Err(Failure::unreadable());
    };
    if welcome.protocol != SUBPROTOCOL {
        let cause = format!("it does not speak {SUBPROTOCOL}");
        return Err(Failure::NotOurs { address: address.to_string(), cause, for_now: false });
    }
    let sent = Instant::now();
    link.send(ClientFrame::from(ClientMessage::Ping(Empty {})).to_json()).await;
    while !matches!(next(link).await?, ServerMessage::Pong(_)) {}
    let latency = sent.elapsed();
    Ok((sanitize(&welcome.server).chars().take(MAX_VERSION_CHARS).collect(), latency))
}

async fn next(link: &mut Socket) -> Result<ServerMessage, Failure> {
    ServerMessage::parse(&link.next().await?).map_err(|_| Failure::unreadable())
}
