//! Whether a server lives: it is called, and it has to answer.

use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::server::ServerMessage;

use crate::address::Address;
use crate::exit::Failure;
use crate::net::socket::Socket;

/// How long the likeliest address has for itself before the next one is called beside it.
const HEAD_START: Duration = Duration::from_millis(100);

/// A server that lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// Where it answered.
    pub(super) address: Address,
    /// Its version, as it said it.
    pub(super) version: String,
    /// How long a message takes there and back.
    pub(super) latency: Duration,
}

/// Calls a server that has several addresses, the likeliest first. The first answer counts.
pub(super) async fn call(places: Vec<Address>) -> Result<Answer, Failure> {
    let mut failure = Failure::Internal("A server without an address was called.".to_owned());
    let mut places = places.into_iter();
    let mut called = FuturesUnordered::new();
    loop {
        called.extend(places.next().map(ask));
        tokio::select! {
            answer = called.next() => match answer {
                Some(Ok(answer)) => return Ok(answer),
                Some(Err(why)) => failure = why,
                None => return Err(failure),
            },
            () = tokio::time::sleep(HEAD_START), if places.len() > 0 => {}
        }
    }
}

/// Calls one address.
async fn ask(address: Address) -> Result<Answer, Failure> {
    let mut link = Socket::open(&address).await?;
    let heard = listen(&mut link, &address).await;
    // Nobody waits for the closing handshake.
    tokio::spawn(link.close());
    let (version, latency) = heard?;
    Ok(Answer { address, version, latency })
}

/// Hears out the greeting, and measures how long a message takes.
async fn listen(link: &mut Socket, address: &Address) -> Result<(String, Duration), Failure> {
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
    Ok((welcome.server, sent.elapsed()))
}

async fn next(link: &mut Socket) -> Result<ServerMessage, Failure> {
    ServerMessage::parse(&link.next().await?).map_err(|_| Failure::unreadable())
}
