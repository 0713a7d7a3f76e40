//! One connection of a player who expects that it may end at any moment.

use std::net::SocketAddr;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::server::ServerMessage;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::player::open;

/// A WebSocket.
pub(super) struct Line(WebSocketStream<TcpStream>);

/// What came on a line.
pub(super) enum Came {
    /// A message.
    Said(Box<ServerMessage>),
    /// Nothing, until the time was over.
    Nothing,
    /// The end of the line.
    Ended,
}

/// How long a handshake may take. Whoever tries again for ever needs no more.
const HANDSHAKE: Duration = Duration::from_secs(5);

impl Line {
    /// Connects; `None` when nobody listens.
    pub(super) async fn open(address: SocketAddr) -> Option<Self> {
        timeout(HANDSHAKE, open(address)).await.ok()?.ok().map(Self)
    }

    /// Sends a message. That the line has ended meanwhile is seen when reading.
    pub(super) async fn say(&mut self, frame: &ClientFrame) {
        let _ = timeout(HANDSHAKE, self.0.send(Message::text(frame.to_json()))).await;
    }

    /// Waits for what comes next, until then at the latest.
    pub(super) async fn next(&mut self, until: Instant) -> Came {
        loop {
            match timeout_at(until, self.0.next()).await {
                Err(_) => return Came::Nothing,
                Ok(Some(Ok(Message::Text(text)))) => {
                    let said = ServerMessage::parse(&text);
                    return Came::Said(Box::new(said.unwrap_or_else(|error| panic!("{error} in {text}"))));
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(_) => return Came::Ended,
            }
        }
    }

    /// Ends the line as a power cut of the client would, or by letting go of it.
    pub(super) fn drop_it(self, reset: bool) {
        if reset {
            // An error says that it has ended already.
            let _ = self.0.get_ref().set_zero_linger();
        }
    }
}
