//! A server that follows a script.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Snapshot;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};

/// A frame of the server's, from JSON.
pub(crate) fn frame(json: &str) -> ServerMessage {
    ServerMessage::parse(json).unwrap()
}

/// A `waiting` frame on a square board, from the JSON of a room and a time.
pub(crate) fn waiting_in(room: &str, ms: &str, (side, run): (u8, u8)) -> ServerMessage {
    let rules = format!(r#"{{"columns":{side},"rows":{side},"run":{run}}}"#);
    let rest = format!(r#""room":{room},"computer_in_ms":{ms},"ticket":"m1.place""#);
    frame(&format!(r#"{{"type":"waiting","rules":{rules},{rest}}}"#))
}

/// The server's first word.
pub(crate) const WELCOME: &str = r#"{"type":"welcome","protocol":"tictactoe.v1","server":"0.1.0","limits":{"frame_bytes":4096,"messages_per_second":20,"burst":40,"name_chars":24,"room_chars":32,"board_side":15},"heartbeat":{"ping_ms":20000,"silence_ms":45000}}"#;

/// A seat in the match of the hand-made snapshots.
pub(crate) const SEATED: &str = r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#;

/// The server's end of a connection.
pub(crate) struct Peer(pub(crate) WebSocketStream<TcpStream>);

/// A server that takes one connection and follows `script`. Gives its address.
pub(crate) async fn serve<F>(script: impl FnOnce(Peer) -> F + Send + 'static) -> String
where
    F: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        script(Peer::accept(stream).await).await;
    });
    address
}

/// A server that does something with each connection, one after the other: the first is number 0. Gives its
/// address.
pub(crate) async fn serve_each<F>(script: impl Fn(usize, TcpStream) -> F + Send + 'static) -> String
where
    F: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        for number in 0.. {
            let (stream, _) = listener.accept().await.unwrap();
            script(number, stream).await;
        }
    });
    address
}

#[expect(clippy::result_large_err, clippy::unnecessary_wraps, reason = "tungstenite wants it so")]
fn agree(request: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
    assert_eq!(request.uri().path(), "/ws");
    assert_eq!(request.headers()["sec-websocket-protocol"], SUBPROTOCOL);
    response.headers_mut().insert("sec-websocket-protocol", SUBPROTOCOL.parse().unwrap());
    Ok(response)
}

impl Peer {
    pub(crate) async fn accept(stream: TcpStream) -> Self {
        Self(tokio_tungstenite::accept_hdr_async(stream, agree).await.unwrap())
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn show(&mut self, snapshot: Snapshot) {
        self.send(&ServerMessage::State(Box::new(snapshot)).to_json()).await;
    }

    /// The client's next text, as it came.
    pub(crate) async fn hear(&mut self) -> String {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(10), self.0.next());
            match next.await.expect("the client says something").unwrap().unwrap() {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The client's next frame, answered with `done`.
    pub(crate) async fn grant(&mut self) -> ClientFrame {
        let frame = ClientFrame::parse(&self.hear().await).unwrap();
        if let Some(id) = &frame.id {
            let id = serde_json::to_string(id).unwrap();
            self.send(&format!(r#"{{"type":"done","id":{id}}}"#)).await;
        }
        frame
    }

    /// Waits for the client's close, and answers it.
    pub(crate) async fn see_close(&mut self) {
        assert!(matches!(self.0.next().await, Some(Ok(Message::Close(_)))));
        assert!(self.0.next().await.is_none());
    }
}
