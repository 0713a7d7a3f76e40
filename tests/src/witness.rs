//! A client that remembers every word, to tell what it heard of others' secrets.

use std::collections::HashSet;
use std::net::SocketAddr;

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use tictactoe_protocol::{SOCKET_PATH, SUBPROTOCOL};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::raw;
use crate::secrets::Secrets;
use crate::wait::in_time;

/// A client that remembers every word that it said and heard.
pub struct Witness {
    socket: WebSocketStream<TcpStream>,
    said: String,
    heard: Vec<String>,
}

impl Witness {
    /// Connects.
    pub async fn connect(address: SocketAddr) -> Self {
        let uri = format!("ws://{address}{SOCKET_PATH}").parse().expect("a URI");
        let request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
        let stream = raw::connect(address).await;
        let (socket, _) = in_time("a WebSocket", client_async(request, stream)).await.expect("a WebSocket");
        Self { socket, said: String::new(), heard: Vec::new() }
    }

    /// Says a text as it is.
    pub async fn say(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    /// Sends a message of any kind. That the server has gone meanwhile is seen when listening.
    pub async fn send(&mut self, message: Message) {
        self.said.push_str(&String::from_utf8_lossy(&message.clone().into_data()));
        let _ = in_time("a message to be sent", self.socket.send(message)).await;
    }

    /// Listens until a message of this type has come, or the end, and gives the last one.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let heard = match in_time(kind, self.socket.next()).await {
                // They give back what came (RFC 6455, sections 5.5.1 and 5.5.3).
                Some(Ok(Message::Pong(_))) => continue,
                Some(Ok(Message::Close(Some(frame)))) if self.said.contains(&*frame.reason) => continue,
                Some(Ok(Message::Close(frame))) => format!("{frame:?}"),
                Some(Ok(message)) => String::from_utf8_lossy(&message.into_data()).into_owned(),
                Some(Err(_)) | None => return Value::Null,
            };
            let message: Value = serde_json::from_str(&heard).unwrap_or_default();
            self.heard.push(heard);
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Says something and listens until it has been answered.
    pub async fn ask(&mut self, text: &str) {
        self.say(text).await;
        self.settle().await;
    }

    /// Writes a frame past the WebSocket, as it is.
    pub async fn send_bytes(&mut self, frame: &[u8], said: &str) {
        self.said.push_str(said);
        let _ = in_time("bytes to be sent", self.socket.get_mut().write_all(frame)).await;
    }

    /// Listens until everything has been answered.
    pub async fn settle(&mut self) {
        self.say(r#"{"type":"ping"}"#).await;
        self.hear("pong").await;
    }

    /// All that it heard.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// The tickets that were given to it.
    pub fn tickets(&self) -> impl Iterator<Item = String> {
        let tickets = self.heard.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok());
        tickets.filter_map(|message| message["ticket"].as_str().map(String::from))
    }

    /// The last of them.
    pub fn ticket(&self) -> String {
        self.tickets().last().expect("a ticket")
    }

    /// Fails if it heard of a ticket that it had neither been given nor shown. Its own come with the seat and the
    /// place in the queue, and come back when it says them where they do not belong; never otherwise.
    pub fn assert_heard_no_other(&self, all: &HashSet<String>) {
        let own: HashSet<_> = self.tickets().map(|ticket| secret(&ticket).to_owned()).collect();
        let is_other =
            |ticket: &&String| !own.contains(secret(ticket)) && !self.said.contains(secret(ticket));
        let others = Secrets::of(all.iter().filter(is_other));
        let any = Secrets::of(all);
        for heard in &self.heard {
            let message: Value = serde_json::from_str(heard).unwrap_or_default();
            let may_be = ["seated", "waiting", "refused", "done", "pong"].map(Value::from);
            let secrets = if may_be.contains(&message["type"]) { &others } else { &any };
            secrets.assert_not_in("what a client heard", heard.as_bytes());
        }
    }
}

fn secret(ticket: &str) -> &str {
    ticket.split_once('.').expect("a match and a secret").1
}
