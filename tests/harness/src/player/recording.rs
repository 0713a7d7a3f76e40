//! A player that records every frame, and goes on whatever it receives.

use std::collections::HashSet;
use std::net::SocketAddr;

use futures::StreamExt;
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;

use super::Player;
use crate::secrets::Secrets;
use crate::wait::in_time;

impl Player {
    /// Connects, and records every frame that it sends and receives.
    pub async fn recording(address: SocketAddr) -> Self {
        let mut player = in_time("a WebSocket", Self::open(address, None)).await.expect("a WebSocket");
        player.sent = Some(String::new());
        player
    }

    /// Receives until a message of this type, or the end. Returns the last message.
    pub async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let received = match in_time(kind, self.socket.next()).await {
                Some(Ok(Message::Text(text))) => {
                    self.take(&text);
                    text.to_string()
                }
                // They echo what was sent (RFC 6455, sections 5.5.1 and 5.5.3).
                Some(Ok(Message::Pong(_))) => continue,
                Some(Ok(Message::Close(Some(frame)))) if self.has_sent(&frame.reason) => continue,
                Some(Ok(other)) => {
                    self.received.push_back(format!("{other:?}"));
                    continue;
                }
                Some(Err(_)) | None => return Value::Null,
            };
            let message: Value = serde_json::from_str(&received).unwrap_or_default();
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends a text and waits until it has been answered.
    pub async fn exchange(&mut self, text: &str) {
        self.send(text).await;
        self.sync().await;
    }

    pub async fn sync(&mut self) {
        self.send(r#"{"type":"ping"}"#).await;
        self.receive("pong").await;
    }

    /// The recorded messages.
    pub fn messages(&self) -> impl Iterator<Item = (&String, Value)> {
        self.received.iter().map(|text| (text, serde_json::from_str(text).unwrap_or_default()))
    }

    /// The tickets that it received, and the proof of its place in an arena as one.
    pub fn tickets(&self) -> impl Iterator<Item = String> {
        self.messages().flat_map(|(_, message)| {
            let place = message["place"].as_str().map(|place| format!("place.{place}"));
            message["ticket"].as_str().map(String::from).into_iter().chain(place)
        })
    }

    /// Panics if it received a ticket that it was neither given nor had sent. Its own tickets come with `waiting`
    /// and `seated`, and are echoed only where the client misplaced them.
    pub fn assert_no_foreign_tickets(&self, all: &HashSet<String>) {
        let own: HashSet<_> = self.tickets().map(|ticket| secret(&ticket).to_owned()).collect();
        let is_other = |ticket: &&String| !own.contains(secret(ticket)) && !self.has_sent(secret(ticket));
        let others = Secrets::of(all.iter().filter(is_other));
        let any = Secrets::of(all);
        for (received, message) in self.messages() {
            let may_be = ["seated", "waiting", "refused", "done", "pong"].map(Value::from);
            let secrets = if may_be.contains(&message["type"]) { &others } else { &any };
            secrets.assert_not_in("what a client received", received.as_bytes());
        }
    }

    fn has_sent(&self, text: &str) -> bool {
        self.sent.as_ref().is_some_and(|sent| sent.contains(text))
    }
}

fn secret(ticket: &str) -> &str {
    ticket.split_once('.').expect("a match and a secret").1
}
