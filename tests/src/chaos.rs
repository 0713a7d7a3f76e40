//! A proxy that drops, doubles, delays and cuts, in both directions.
//!
//! It works on messages, as a network does on packets when nothing repairs them: some never arrive, some arrive
//! twice, some late. A delay holds up what follows on the same connection, and nothing on others: so what was
//! sent on a connection that has ended can arrive after what was sent on the next one. It cuts connections on
//! the level of TCP: with an end or a reset, in the middle of a frame, or first towards the client only.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures::future::{Either, select};
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use tictactoe_protocol::{SOCKET_PATH, SUBPROTOCOL};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async, client_async};

use crate::dice::Dice;
use crate::fake::agree;
use crate::raw::{Opcode, frame};

/// What happens to messages unless something else is said.
pub const ODDS: Odds = Odds { drop: 20, double: 8, delay: 6, longest: Duration::from_millis(50), cut: 25 };

/// What happens to messages, each once in so many.
#[derive(Debug, Clone, Copy)]
pub struct Odds {
    /// It never arrives.
    pub drop: usize,
    /// It arrives twice.
    pub double: usize,
    /// It arrives late.
    pub delay: usize,
    /// The longest delay.
    pub longest: Duration,
    /// It is cut off, and the connection with it.
    pub cut: usize,
}

/// A proxy that runs until the test lets go of it.
pub struct Chaos {
    address: SocketAddr,
    running: JoinHandle<()>,
}

impl Chaos {
    /// A proxy on a port of its own before a server.
    pub async fn before(server: SocketAddr, odds: Odds, mut dice: Dice) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let running = tokio::spawn(async move {
            let mut carried = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                carried.spawn(carry(client, server, odds, dice.split()));
                while carried.try_join_next().is_some() {}
            }
        });
        Self { address, running }
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Chaos {
    fn drop(&mut self) {
        self.running.abort();
    }
}

type Socket = WebSocketStream<TcpStream>;

/// One direction of a connection.
struct Way {
    from: SplitStream<Socket>,
    to: SplitSink<Socket, Message>,
    /// Where the beginning of a frame can be written past the WebSocket.
    past: Option<std::net::TcpStream>,
    odds: Odds,
    dice: Dice,
}

/// How one direction ended.
enum End {
    /// Nothing more comes.
    Source,
    /// Nobody takes what comes.
    Sink,
    /// By lot.
    Cut,
}

/// Carries one connection to its end. An error of either socket is such an end.
async fn carry(client: TcpStream, server: SocketAddr, odds: Odds, mut dice: Dice) {
    let Ok((client, server, past)) = connect(client, server, dice.once_in(2)).await else { return };
    let (to_client, from_client) = client.split();
    let (to_server, from_server) = server.split();
    let up = Way { from: from_client, to: to_server, past: Some(past), odds, dice: dice.split() };
    let down = Way { from: from_server, to: to_client, past: None, odds, dice: dice.split() };
    match select(Box::pin(up.run()), Box::pin(down.run())).await {
        // What was sent may yet arrive when its sender is gone.
        Either::Right(((End::Sink, _), up)) => drop(up.await),
        Either::Left(((End::Cut, way), down)) if dice.once_in(2) => {
            // The client sees the end now, the server later.
            drop(down);
            sleep(odds.longest).await;
            drop(way);
        }
        _ => {}
    }
}

/// Opens both halves of a connection, which end with resets or without.
async fn connect(
    client: TcpStream,
    server: SocketAddr,
    reset: bool,
) -> Result<(Socket, Socket, std::net::TcpStream), Error> {
    let stream = TcpStream::connect(server).await?;
    for stream in [&stream, &client] {
        stream.set_nodelay(true)?;
        if reset {
            stream.set_zero_linger()?;
        }
    }
    let stream = stream.into_std()?;
    let past = stream.try_clone()?;
    let uri = format!("ws://{server}{SOCKET_PATH}").parse().expect("an address makes a URI");
    let request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
    let (server, _) = client_async(request, TcpStream::from_std(stream)?).await?;
    Ok((accept_hdr_async(client, agree).await?, server, past))
}

impl Way {
    /// Carries messages until the end, and gives the connection back: it closes when nobody holds it.
    async fn run(mut self) -> (End, Self) {
        let end = loop {
            let text = match self.from.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                _ => break End::Source,
            };
            if self.dice.once_in(self.odds.drop) {
                continue;
            }
            if self.dice.once_in(self.odds.cut) {
                self.begin(&text);
                break End::Cut;
            }
            if self.dice.once_in(self.odds.delay) {
                sleep(self.odds.longest * u32::from(self.dice.bytes(1)[0]) / 255).await;
            }
            let times = if self.dice.once_in(self.odds.double) { 2 } else { 1 };
            for _ in 0..times {
                if self.to.send(Message::Text(text.clone())).await.is_err() {
                    return (End::Sink, self);
                }
            }
        };
        (end, self)
    }

    /// Writes the beginning of a frame that will have no end.
    fn begin(&mut self, text: &str) {
        if let Some(past) = self.past.as_mut().filter(|_| text.len() < 126) {
            let frame = frame(Opcode::Text, true, text.as_bytes());
            // The socket may have ended, or be full.
            let _ = past.write(&frame[..self.dice.below(frame.len())]);
        }
    }
}
