//! The socket's two directions: frames out, each with a deadline, and what comes in, told apart.

use std::error::Error as _;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tictactoe_protocol::refusal::{Closing, ClosingReason};
use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

use super::End;

/// How long the other side gets to answer a close.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// How many frames are read while waiting for that answer.
const CLOSE_FRAMES: usize = 1000;

/// A frame that came in.
#[derive(Debug)]
pub(super) enum Inbound {
    /// Text of a permitted length.
    Text(Utf8Bytes),
    /// A ping, or the answer to one.
    Heard,
}

/// The other side of a socket.
pub(super) struct Peer {
    socket: WebSocket,
    write_time: Duration,
}

impl Peer {
    pub(super) const fn new(socket: WebSocket, write_time: Duration) -> Self {
        Self { socket, write_time }
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// [`End::Gone`] when it cannot be written in time.
    pub(super) async fn send(&mut self, message: &ServerMessage) -> Result<(), End> {
        self.write(Message::Text(message.to_json().into())).await
    }

    /// Sends a WebSocket ping.
    ///
    /// # Errors
    /// [`End::Gone`] when it cannot be written in time.
    pub(super) async fn ping(&mut self) -> Result<(), End> {
        self.write(Message::Ping(bytes::Bytes::new())).await
    }

    /// Waits for the next frame. Nothing is lost when this future is dropped.
    ///
    /// # Errors
    /// How the connection ends.
    pub(super) async fn receive(&mut self) -> Result<Inbound, End> {
        match self.socket.recv().await {
            Some(Ok(Message::Text(text))) => Ok(Inbound::Text(text)),
            Some(Ok(Message::Binary(_))) => Err(End::Close(ClosingReason::NotText)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Inbound::Heard),
            Some(Ok(Message::Close(_))) => Err(End::Closed),
            Some(Err(error)) => Err(end_of(&error)),
            None => Err(End::Gone),
        }
    }

    /// Ends the connection as it should end.
    pub(super) async fn end(mut self, end: End) {
        let reason = match end {
            End::Gone => return,
            End::Closed => return self.drain().await,
            End::Close(reason) => reason,
        };
        let closing =
            Closing { reason, message: sentence(reason).to_owned(), come_back_in_ms: come_back(reason) };
        let frame = CloseFrame { code: reason.close_code(), reason: sentence(reason).into() };
        if self.send(&ServerMessage::Closing(closing)).await.is_ok()
            && self.write(Message::Close(Some(frame))).await.is_ok()
        {
            self.drain().await;
        }
    }

    /// Reads on until the other side has closed too: only so does the closing reply go out, and frames that are
    /// still under way are not met by a reset. After an error of the socket nothing more can be read.
    async fn drain(&mut self) {
        let drained = async {
            for _ in 0..CLOSE_FRAMES {
                let Some(Ok(_)) = self.socket.recv().await else { return };
            }
        };
        let _ = timeout(CLOSE_TIME, drained).await;
    }

    async fn write(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.write_time, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}

/// What follows from an error of the socket: what the other side did wrong is said, if it can still be.
fn end_of(error: &axum::Error) -> End {
    use tungstenite::Error::{Capacity, Protocol, Utf8};
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    match error.source().and_then(|source| source.downcast_ref()) {
        Some(Capacity(_)) => End::Close(ClosingReason::TooBig),
        Some(Utf8(_)) => End::Close(ClosingReason::NotUtf8),
        Some(Protocol(error)) if *error != ResetWithoutClosingHandshake => {
            End::Close(ClosingReason::BadFrame)
        }
        _ => End::Gone,
    }
}

const fn sentence(reason: ClosingReason) -> &'static str {
    match reason {
        ClosingReason::Shutdown => "The server is stopping.",
        ClosingReason::Superseded => "Your seat was taken on a newer connection.",
        ClosingReason::Silent => "Nothing was heard from you for too long.",
        ClosingReason::NoMessage => {
            "No message came from you: the first must come soon after the connection."
        }
        ClosingReason::NotText => "Frames must be text.",
        ClosingReason::TooBig => "That frame is too big.",
        ClosingReason::NotUtf8 => "Text must be UTF-8.",
        ClosingReason::BadFrame => "That is no WebSocket frame.",
        ClosingReason::Flood => "Too many messages.",
        ClosingReason::Malformed => "Too many messages that cannot be understood.",
        ClosingReason::Unknown => "The server closes the connection.",
    }
}

/// Clients of a server that stops come back spread out over some seconds, not all at once.
fn come_back(reason: ClosingReason) -> Option<u64> {
    match reason {
        ClosingReason::Shutdown => Some(500 + crate::secret::random_u64().unwrap_or_default() % 2500),
        ClosingReason::Silent => Some(0),
        _ => None,
    }
}
