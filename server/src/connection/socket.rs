//! Both directions of the socket: outgoing frames with a write timeout, and incoming frames by kind.

use std::error::Error as _;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tictactoe_protocol::refusal::{Closing, ClosingReason};
use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

use super::End;

const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) enum Inbound {
    Text(Utf8Bytes),
    /// A ping or a pong.
    Control,
}

pub(super) struct Socket {
    stream: WebSocket,
    write_timeout: Duration,
    /// The server restarts after a shutdown.
    restarts: bool,
}

impl Socket {
    pub(super) const fn new(stream: WebSocket, write_timeout: Duration, restarts: bool) -> Self {
        Self { stream, write_timeout, restarts }
    }

    pub(super) async fn send(&mut self, message: &ServerMessage) -> Result<(), End> {
        self.send_text(message.to_json()).await
    }

    pub(super) async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        self.write(Message::Text(text.into())).await
    }

    pub(super) async fn ping(&mut self) -> Result<(), End> {
        self.write(Message::Ping(bytes::Bytes::new())).await
    }

    /// Waits for the next frame. Cancel safe.
    pub(super) async fn receive(&mut self) -> Result<Inbound, End> {
        match self.stream.recv().await {
            Some(Ok(Message::Text(text))) => Ok(Inbound::Text(text)),
            Some(Ok(Message::Binary(_))) => Err(End::Close(ClosingReason::NotText)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Inbound::Control),
            Some(Ok(Message::Close(_))) => Err(End::Closed),
            Some(Err(error)) => Err(end_of(&error)),
            None => Err(End::Gone),
        }
    }

    pub(super) async fn end(mut self, end: End) {
        let reason = match end {
            End::Gone => return,
            End::Closed => return self.drain().await,
            End::Close(reason) => reason,
        };
        let closing = closing(reason, self.restarts);
        let frame = CloseFrame { code: reason.close_code(), reason: closing.message.as_str().into() };
        if self.send(&ServerMessage::Closing(closing)).await.is_ok()
            && self.write(Message::Close(Some(frame))).await.is_ok()
        {
            self.drain().await;
        }
    }

    /// Reads until the client has closed too, because the closing reply is sent while reading, and unread frames would
    /// cause a TCP reset.
    async fn drain(&mut self) {
        let drained = async { while let Some(Ok(_)) = self.stream.recv().await {} };
        let _ = timeout(CLOSE_TIMEOUT, drained).await;
    }

    async fn write(&mut self, message: Message) -> Result<(), End> {
        let mut sent = pin!(self.stream.send(message));
        // There is nearly always room. Try without a timer first.
        let sent = match poll_fn(|context| Poll::Ready(sent.as_mut().poll(context))).await {
            Poll::Ready(sent) => sent.ok(),
            Poll::Pending => timeout(self.write_timeout, sent).await.ok().and_then(Result::ok),
        };
        sent.ok_or(End::Gone)
    }
}

/// Classifies an error of the socket. If the client made a mistake, it receives the reason.
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

fn closing(reason: ClosingReason, restarts: bool) -> Closing {
    if reason == ClosingReason::Shutdown && !restarts {
        return Closing { reason, message: "The host has left.".to_owned(), retry_in_ms: None };
    }
    Closing { reason, message: sentence(reason).to_owned(), retry_in_ms: retry_in_ms(reason) }
}

const fn sentence(reason: ClosingReason) -> &'static str {
    match reason {
        ClosingReason::Shutdown => "The server is shutting down.",
        ClosingReason::Superseded => "Your game is open in another window or on another device.",
        ClosingReason::Silent => "The connection was silent for too long.",
        ClosingReason::NoMessage => "The first message did not arrive in time.",
        ClosingReason::NotText => "Frames must be text.",
        ClosingReason::TooBig => "The frame is too long.",
        ClosingReason::NotUtf8 => "Text frames must be UTF-8.",
        ClosingReason::BadFrame => "That is not a WebSocket frame.",
        ClosingReason::Flood => "Too many messages.",
        ClosingReason::Malformed => "Too many malformed messages.",
        ClosingReason::Unknown => "The server closed the connection.",
    }
}

/// Clients that are disconnected together should reconnect spread over some time.
fn retry_in_ms(reason: ClosingReason) -> Option<u64> {
    let random = || crate::secret::random_u64();
    match reason {
        ClosingReason::Shutdown => Some(500 + random() % 2500),
        // The frame may have been cut short by a proxy that has ended the connection.
        ClosingReason::Silent | ClosingReason::BadFrame => Some(random() % 1000),
        _ => None,
    }
}
