//! A client that records every message, to check what it learned of secrets.

use std::collections::HashSet;
use std::net::SocketAddr;

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::player::open;
use crate::secrets::Secrets;
use crate::wait::in_time;

/// A client that records every message that it sends and receives.
pub struct RecordingClient {
    socket: WebSocketStream<TcpStream>,
    sent: String,
    received: Vec<String>,
}

impl RecordingClient {
    pub async fn connect(address: SocketAddr) -> Self {
        let socket = in_time("a WebSocket", open(address)).await.expect("a WebSocket");
        Self { socket, sent: String::new(), received: Vec::new() }
    }

    pub async fn send_text(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    /// Sends a message of any kind. An error is ignored: the end is seen when receiving.
    pub async fn send(&mut self, message: Message) {
        self.sent.push_str(&String::from_utf8_lossy(&message.clone().into_data()));
        let _ = in_time("a message to be sent", self.socket.send(message)).await;
    }

    /// Receives until a message of this type, or the end. Returns the last message.
    pub async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let received = match in_time(kind, self.socket.next()).await {
                // They echo what was sent (RFC 6455, sections 5.5.1 and 5.5.3).
                Some(Ok(Message::Pong(_))) => continue,
                Some(Ok(Message::Close(Some(frame)))) if self.sent.contains(&*frame.reason) => continue,
                Some(Ok(Message::Close(frame))) => format!("{frame:?}"),
                Some(Ok(message)) => String::from_utf8_lossy(&message.into_data()).into_owned(),
                Some(Err(_)) | None => return Value::Null,
            };
            let message: Value = serde_json::from_str(&received).unwrap_or_default();
            self.received.push(received);
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub async fn ask(&mut self, text: &str) {
        self.send_text(text).await;
        self.sync().await;
    }

    pub async fn send_bytes(&mut self, frame: &[u8], sent: &str) {
        self.sent.push_str(sent);
        let _ = in_time("bytes to be sent", self.socket.get_mut().write_all(frame)).await;
    }

    pub async fn sync(&mut self) {
        self.send_text(r#"{"type":"ping"}"#).await;
        self.receive("pong").await;
    }

    pub fn received(&self) -> &[String] {
        &self.received
    }

    pub fn tickets(&self) -> impl Iterator<Item = String> {
        let tickets = self.received.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok());
        tickets.filter_map(|message| message["ticket"].as_str().map(String::from))
    }

    pub fn ticket(&self) -> String {
        self.tickets().last().expect("a ticket")
    }

    /// Panics if it received a ticket that it was neither given nor had sent. Its own tickets come with `waiting`
    /// and `seated`, and are echoed only where the client misplaced them.
    pub fn assert_no_foreign_tickets(&self, all: &HashSet<String>) {
        let own: HashSet<_> = self.tickets().map(|ticket| secret(&ticket).to_owned()).collect();
        let is_other =
            |ticket: &&String| !own.contains(secret(ticket)) && !self.sent.contains(secret(ticket));
        let others = Secrets::of(all.iter().filter(is_other));
        let any = Secrets::of(all);
        for received in &self.received {
            let message: Value = serde_json::from_str(received).unwrap_or_default();
            let may_be = ["seated", "waiting", "refused", "done", "pong"].map(Value::from);
            let secrets = if may_be.contains(&message["type"]) { &others } else { &any };
            secrets.assert_not_in("what a client received", received.as_bytes());
        }
    }
}

fn secret(ticket: &str) -> &str {
    ticket.split_once('.').expect("a match and a secret").1
}
