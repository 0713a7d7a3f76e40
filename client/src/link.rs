//! One WebSocket to the server.
//!
//! Everything that arrives is bounded: the size of a message, and how long there may be silence.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tictactoe_protocol::SUBPROTOCOL;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::http::{Response, StatusCode, Uri};
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::address::Address;
use crate::exit::Failure;
use crate::tidy::tidy;

/// How long a server may take to answer the call.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// How long nothing, not even a ping, may arrive. Servers ping every 20 s.
const SILENCE: Duration = Duration::from_secs(45);

/// How long one frame may take to leave.
const SEND_TIME: Duration = Duration::from_secs(10);

/// How long the closing handshake may take.
const CLOSE_TIME: Duration = Duration::from_secs(1);

/// The longest message that is taken in. A snapshot of the largest board is a few kilobytes.
const MESSAGE_BYTES: usize = 64 * 1024;

/// Message sizes are small: so are the buffers.
const BUFFER_BYTES: usize = 4 * 1024;

/// An open connection.
#[derive(Debug)]
pub struct Link {
    socket: WebSocketStream<TcpStream>,
    heard: Instant,
    is_closing: bool,
}

impl Link {
    /// Calls the server.
    ///
    /// # Errors
    /// [`Failure::NoServer`], [`Failure::NotOurs`], [`Failure::TurnedAway`] or [`Failure::Broken`].
    pub async fn open(address: &Address) -> Result<Self, Failure> {
        let late = || no_server(address, &format!("it did not answer within {} s", CONNECT_TIME.as_secs()));
        timeout(CONNECT_TIME, call(address)).await.unwrap_or_else(|_| Err(late()))
    }

    /// The next text frame. Pings are answered meanwhile. It may be dropped and called again: nothing is
    /// lost.
    ///
    /// # Errors
    /// [`Failure::Lost`] or [`Failure::Broken`]: the connection is of no use any more.
    pub async fn next(&mut self) -> Result<String, Failure> {
        loop {
            let patience = if self.is_closing { CLOSE_TIME } else { SILENCE };
            let message = timeout_at(self.heard + patience, self.socket.next())
                .await
                .map_err(|_| Failure::Lost(format!("nothing was heard for {} s", patience.as_secs())))?;
            self.heard = Instant::now();
            match message {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Binary(_))) => return Err(Failure::Broken("it sent a binary frame".into())),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                // The reply to a close is on its way when the stream ends: poll on until then.
                Some(Ok(Message::Close(_))) => self.is_closing = true,
                Some(Err(error)) => return Err(fault(error)),
                None => return Err(Failure::Lost("the server closed it".into())),
            }
        }
    }

    /// Sends a text frame.
    ///
    /// # Errors
    /// [`Failure::Lost`]: it did not leave, or not in time.
    pub async fn send(&mut self, text: String) -> Result<(), Failure> {
        match timeout(SEND_TIME, self.socket.send(Message::text(text))).await {
            Ok(sent) => sent.map_err(fault),
            Err(_) => Err(Failure::Lost("the server takes nothing in".into())),
        }
    }

    /// Closes the connection properly, if the server takes part within a moment.
    pub async fn close(mut self) {
        let handshake = async {
            self.socket.close(None).await.ok();
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        timeout(CLOSE_TIME, handshake).await.ok();
    }
}

async fn call(address: &Address) -> Result<Link, Failure> {
    let unreachable = |error: std::io::Error| no_server(address, &error.to_string());
    let stream = TcpStream::connect((address.host(), address.port())).await.map_err(unreachable)?;
    // Moves are small and somebody waits for each.
    stream.set_nodelay(true).map_err(unreachable)?;
    let uri: Uri = address
        .socket_url()
        .parse()
        .map_err(|error| Failure::Internal(format!("No URL can be made of {address}: {error}.")))?;
    let request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MESSAGE_BYTES)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let (socket, _) = client_async_with_config(request, stream, Some(config))
        .await
        .map_err(|error| turned_away(address, error))?;
    Ok(Link { socket, heard: Instant::now(), is_closing: false })
}

fn no_server(address: &Address, cause: &str) -> Failure {
    // "Connection refused (os error 111)" says the same without the number.
    let cause = cause.split(" (os error").next().unwrap_or(cause);
    Failure::NoServer { address: address.to_string(), cause: tidy(cause) }
}

/// Why a server that can be reached did not become a WebSocket.
fn turned_away(address: &Address, error: Error) -> Failure {
    let not_ours = |cause: String| Failure::NotOurs { address: address.to_string(), cause };
    match error {
        Error::Http(response) => refused_upgrade(address, &response),
        Error::Io(error) => not_ours(tidy(&error.to_string())),
        Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(_)) => {
            not_ours(format!("it does not speak {SUBPROTOCOL}"))
        }
        _ => not_ours("it does not speak WebSocket".to_owned()),
    }
}

fn refused_upgrade(address: &Address, response: &Response<Option<Vec<u8>>>) -> Failure {
    let address = address.to_string();
    match response.status() {
        // What this protocol's servers answer when they turn somebody away; the body says why.
        StatusCode::BAD_REQUEST
        | StatusCode::FORBIDDEN
        | StatusCode::TOO_MANY_REQUESTS
        | StatusCode::SERVICE_UNAVAILABLE => {
            let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            let body = tidy(&body);
            let message = if body.is_empty() { response.status().to_string() } else { body };
            Failure::TurnedAway { address, message }
        }
        status => Failure::NotOurs { address, cause: format!("it answered {status}") },
    }
}

/// What an error on an open WebSocket means: a cut connection, or a peer that breaks the rules.
fn fault(error: Error) -> Failure {
    match error {
        Error::Io(error) => Failure::Lost(tidy(&error.to_string())),
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake | ProtocolError::SendAfterClosing) => {
            Failure::Lost("the server closed it".to_owned())
        }
        error => Failure::Broken(tidy(&error.to_string())),
    }
}
