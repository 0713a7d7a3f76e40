//! The server's port for other uses than its game: whoever tests the port itself can put something simpler behind
//! it, and measures the accept loop, the admission, the upgrade and the buffers that the game has.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocket;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::settings::Settings;
use crate::web::{Port, serve};

/// Gives each WebSocket that is opened on the port to a handler, until the server is told to stop; returns when
/// the handlers have ended, or when they are cut off [`Settings::drain`] later. Of the settings those of
/// admission count, the time for a request's head, and `drain`; what is said over the WebSocket, and when it has
/// been silent for too long, is the handler's.
///
/// ```
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// use axum::extract::ws::WebSocket;
/// use tictactoe_server::{Settings, port::serve_sockets};
///
/// async fn echo(mut socket: WebSocket) {
///     while let Some(Ok(message)) = socket.recv().await {
///         let _ = socket.send(message).await;
///     }
/// }
///
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let stop = tokio_util::sync::CancellationToken::new();
/// let server = tokio::spawn(serve_sockets(listener, Settings::default(), stop.clone(), echo));
///
/// stop.cancel();
/// server.await?;
/// # Ok::<(), Box<dyn std::error::Error>>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub async fn serve_sockets<F, Fut>(
    listener: TcpListener,
    settings: Settings,
    stop: CancellationToken,
    handler: F,
) where
    F: Fn(WebSocket) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let port = Port { pages: Router::new(), handler, settings: Arc::new(settings) };
    serve(listener, port, stop).await;
}
