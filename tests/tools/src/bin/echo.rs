//! An echo behind the server's own port: the same accept loop, admission, upgrade, buffers, limits and close
//! handshake. `tests/autobahn/run` tests it with the Autobahn suite.
//!
//! ```sh
//! cargo run --release -p tools --bin echo -- 9001
//! ```

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, close_code};
use tictactoe_protocol::SOCKET_PATH;
use tictactoe_server::settings::MAX_FRAME_BYTES;
use tictactoe_server::{PortMetrics, Settings, serve_port};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;
use tokio_util::sync::CancellationToken;

/// The server's own limits for a close handshake.
const CLOSE_TIME: Duration = Duration::from_secs(2);
const CLOSE_FRAMES: usize = 1000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = std::env::args().nth(1).unwrap_or_default().parse().unwrap_or_default();
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("ws://{}{SOCKET_PATH}", listener.local_addr()?);
    let mut settings = Settings::default();
    // The suite has longer messages than the game.
    settings.limits.frame_bytes = u32::try_from(MAX_FRAME_BYTES)?;
    serve_port(
        listener,
        Router::new(),
        Arc::new(settings),
        PortMetrics::default(),
        CancellationToken::new(),
        |socket, _| echo(socket),
    )
    .await;
    Ok(())
}

async fn echo(mut socket: WebSocket) {
    if let Some(code) = answer_all(&mut socket).await {
        let frame = CloseFrame { code, reason: "".into() };
        if socket.send(Message::Close(Some(frame))).await.is_err() {
            return;
        }
    }
    let drained = async {
        for _ in 0..CLOSE_FRAMES {
            let Some(Ok(_)) = socket.recv().await else { return };
        }
    };
    let _ = timeout(CLOSE_TIME, drained).await;
}

/// Echoes until the end. Returns the close code if this side has to close.
async fn answer_all(socket: &mut WebSocket) -> Option<CloseCode> {
    while let Some(came) = socket.recv().await {
        match came {
            Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                socket.send(message).await.ok()?;
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Close(_)) => return None,
            Err(error) => return code_for(&error),
        }
    }
    None
}

fn code_for(error: &axum::Error) -> Option<CloseCode> {
    use tungstenite::Error::{Capacity, Protocol, Utf8};
    use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;
    match error.source()?.downcast_ref()? {
        Capacity(_) => Some(close_code::SIZE),
        Utf8(_) => Some(close_code::INVALID),
        Protocol(error) if *error != ResetWithoutClosingHandshake => Some(close_code::PROTOCOL),
        _ => None,
    }
}
