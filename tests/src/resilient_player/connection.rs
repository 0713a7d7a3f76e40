//! One connection, which may end at any moment.

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

pub(super) struct Connection(WebSocketStream<TcpStream>);

pub(super) enum Received {
    Message(Box<ServerMessage>),
    Timeout,
    Closed,
}

const HANDSHAKE: Duration = Duration::from_secs(5);

impl Connection {
    /// `None` if the connection is refused.
    pub(super) async fn open(address: SocketAddr) -> Option<Self> {
        timeout(HANDSHAKE, open(address)).await.ok()?.ok().map(Self)
    }

    /// An error is ignored: the end is seen when receiving.
    pub(super) async fn send(&mut self, frame: &ClientFrame) {
        let _ = timeout(HANDSHAKE, self.0.send(Message::text(frame.to_json()))).await;
    }

    pub(super) async fn next(&mut self, until: Instant) -> Received {
        loop {
            match timeout_at(until, self.0.next()).await {
                Err(_) => return Received::Timeout,
                Ok(Some(Ok(Message::Text(text)))) => {
                    let message = ServerMessage::parse(&text);
                    return Received::Message(Box::new(
                        message.unwrap_or_else(|error| panic!("{error} in {text}")),
                    ));
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(_) => return Received::Closed,
            }
        }
    }

    pub(super) fn disconnect(self, reset: bool) {
        if reset {
            // An error means that it is closed already.
            let _ = self.0.get_ref().set_zero_linger();
        }
    }
}
