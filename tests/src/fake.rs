//! A server that sends what a test tells it to.

use std::net::{Ipv4Addr, SocketAddr};

use futures::{SinkExt, StreamExt};
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

/// Answers a handshake as the server does.
#[expect(clippy::result_large_err, reason = "tungstenite asks for this type")]
pub fn agree(_: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
    response.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static(SUBPROTOCOL));
    Ok(response)
}
