//! A server that sends what a test tells it to.

use std::net::{Ipv4Addr, SocketAddr};

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tictactoe_protocol::SUBPROTOCOL;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;

pub struct FakeServer {
    address: SocketAddr,
    running: JoinHandle<()>,
}

impl FakeServer {
    /// Sends these frames to each client and closes.
    pub async fn saying(frames: Vec<String>) -> Self {
        Self::doing(move |stream| say(stream, frames.clone())).await
    }

    /// Sends these frames to each client, and acknowledges each request.
    pub async fn acknowledging(frames: Vec<Value>) -> Self {
        Self::doing(move |stream| acknowledge(stream, frames.clone())).await
    }

    pub async fn doing<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send,
    {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let running = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                serve(stream).await;
            }
        });
        Self { address, running }
    }

    pub fn argument(&self) -> String {
        self.address.to_string()
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn say(stream: TcpStream, frames: Vec<String>) {
    let Ok(mut socket) = accept_hdr_async(stream, agree).await else { return };
    for frame in frames {
        let _ = socket.send(Message::text(frame)).await;
    }
    let _ = socket.close(None).await;
    while let Some(Ok(_)) = socket.next().await {}
}

async fn acknowledge(stream: TcpStream, frames: Vec<Value>) {
    let Ok(mut socket) = accept_hdr_async(stream, agree).await else { return };
    for frame in frames {
        let _ = socket.send(Message::text(frame.to_string())).await;
    }
    while let Some(Ok(Message::Text(text))) = socket.next().await {
        let request: Value = serde_json::from_str(&text).expect("a frame of the client's");
        let done = json!({"type": "done", "id": request["id"]});
        let _ = socket.send(Message::text(done.to_string())).await;
    }
}

/// Answers a handshake as the server does.
#[expect(clippy::result_large_err, reason = "tungstenite asks for this type")]
pub fn agree(_: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
    response.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static(SUBPROTOCOL));
    Ok(response)
}

/// A welcome with this text as the version of the server.
#[must_use]
pub fn welcome(text: &str) -> Value {
    json!({
        "type": "welcome", "protocol": SUBPROTOCOL, "server": text, "heartbeat": {"ping_ms": 20_000, "silence_ms": 45_000},
        "limits": {"frame_bytes": 1, "messages_per_second": 1, "burst": 1, "name_chars": 1, "room_chars": 1, "board_side": 1},
    })
}

/// A state at O's turn, seen by O, with this text wherever text is allowed.
#[must_use]
pub fn state(text: &str) -> Value {
    let player = json!({"name": text, "kind": "person", "presence": "online"});
    json!({
        "type": "state", "match": text, "seq": 1, "game": 1, "rules": {"columns": 3, "rows": 3, "run": 3},
        "board": ["X__", "___", "___"], "moves": [0], "legal": [1, 2, 3, 4, 5, 6, 7, 8], "turn": "O", "ply": 1, "takebacks": 0, "you": "O",
        "players": {"X": player, "O": player}, "score": {"X": 0, "O": 0, "draws": 0}, "ms_left": 60_000,
        "result": null, "rematch": {"open": false, "offers": []}, "spectators": 0, "room": null,
    })
}
