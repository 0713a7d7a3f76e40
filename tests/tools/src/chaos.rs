//! A proxy that drops, doubles, delays and cuts, in both directions.
//!
//! It treats messages as an unreliable network treats packets: some are lost, some doubled, some late. A delay holds
//! up later messages on the same connection only, so a message of a closed connection can arrive after those of the
//! next one. It cuts TCP connections with FIN or RST, in the middle of a frame, or first towards the client only.

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

use harness::fake::agree;
use harness::raw::{Opcode, frame};
use harness::rng::Rng;

/// What happens to messages unless something else is said.
pub const ODDS: Odds = Odds { drop: 20, double: 8, delay: 6, longest: Duration::from_millis(50), cut: 25 };

/// Each event happens once in so many messages.
#[derive(Debug, Clone, Copy)]
pub struct Odds {
    pub drop: usize,
    pub double: usize,
    pub delay: usize,
    pub longest: Duration,
    /// The connection is cut in the middle of the message.
    pub cut: usize,
}

pub struct Chaos {
    address: SocketAddr,
    running: JoinHandle<()>,
}

impl Chaos {
    pub async fn before(server: SocketAddr, odds: Odds, mut rng: Rng) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let running = tokio::spawn(async move {
            let mut carried = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                carried.spawn(carry(client, server, odds, rng.split()));
                while carried.try_join_next().is_some() {}
            }
        });
        Self { address, running }
    }

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

struct Way {
    from: SplitStream<Socket>,
    to: SplitSink<Socket, Message>,
    /// For writing part of a frame past the WebSocket.
    past: Option<std::net::TcpStream>,
    odds: Odds,
    rng: Rng,
}

enum End {
    Source,
    Sink,
    Cut,
}

/// Forwards one connection until it ends or fails.
async fn carry(client: TcpStream, server: SocketAddr, odds: Odds, mut rng: Rng) {
    let Ok((client, server, past)) = connect(client, server, rng.one_in(2)).await else { return };
    let (to_client, from_client) = client.split();
    let (to_server, from_server) = server.split();
    let up = Way { from: from_client, to: to_server, past: Some(past), odds, rng: rng.split() };
    let down = Way { from: from_server, to: to_client, past: None, odds, rng: rng.split() };
    match select(Box::pin(up.run()), Box::pin(down.run())).await {
        // Messages in flight may still arrive after their sender has disconnected.
        Either::Right(((End::Sink, _), up)) => drop(up.await),
        Either::Left(((End::Cut, way), down)) if rng.one_in(2) => {
            // The client sees the end now, the server later.
            drop(down);
            sleep(odds.longest).await;
            drop(way);
        }
        _ => {}
    }
}

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
    /// Forwards messages until the end. Returns `self`, because dropping it closes the connection.
    async fn run(mut self) -> (End, Self) {
        let end = loop {
            let text = match self.from.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                _ => break End::Source,
            };
            if self.rng.one_in(self.odds.drop) {
                continue;
            }
            if self.rng.one_in(self.odds.cut) {
                self.begin(&text);
                break End::Cut;
            }
            if self.rng.one_in(self.odds.delay) {
                sleep(self.odds.longest * u32::from(self.rng.bytes(1)[0]) / 255).await;
            }
            let times = if self.rng.one_in(self.odds.double) { 2 } else { 1 };
            for _ in 0..times {
                if self.to.send(Message::Text(text.clone())).await.is_err() {
                    return (End::Sink, self);
                }
            }
        };
        (end, self)
    }

    fn begin(&mut self, text: &str) {
        if let Some(past) = self.past.as_mut().filter(|_| text.len() < 126) {
            let frame = frame(Opcode::Text, true, text.as_bytes());
            // The socket may have ended, or be full.
            let _ = past.write(&frame[..self.rng.below(frame.len())]);
        }
    }
}
