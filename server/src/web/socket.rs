//! How a request becomes a WebSocket.

use std::future::ready;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::http::header::SEC_WEBSOCKET_PROTOCOL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tictactoe_protocol::SUBPROTOCOL;

use super::Hall;
use super::alarm::Alarm;
use super::door::Proxied;
use super::refusal::Refusal;

/// A small read buffer for each connection: moves are short, and most connections wait most of the time.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// No setting lets a client send longer messages than this, in bytes.
pub const HARD_FRAME_BYTES: usize = 64 * 1024;

/// What waits to be written at most: a frame as long as may be read, and the answers to pings.
const WRITE_BUFFER_BYTES: usize = 2 * HARD_FRAME_BYTES;

/// Where each WebSocket goes.
#[derive(Clone)]
pub struct Sockets<F> {
    pub(super) hall: Arc<Hall>,
    pub(super) handler: F,
}

/// Answers a request for a WebSocket, and hands it to its handler.
pub async fn upgrade<F, Fut>(
    State(Sockets { hall, handler }): State<Sockets<F>>,
    proxied: Option<Extension<Proxied>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response
where
    F: Fn(WebSocket) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let body = format!("This is the WebSocket of a tic-tac-toe server: {}\n", rejection.body_text());
            return (rejection.status(), body).into_response();
        }
    };
    if !speaks_our_protocol(&headers) {
        let body = format!("This server speaks {SUBPROTOCOL}: ask for that subprotocol, or for none.\n");
        return (StatusCode::BAD_REQUEST, body).into_response();
    }
    // Counted before it is asked whether the server stops: so it waits for everybody whom it has let in.
    let counted = hall.sockets.token();
    if hall.stop.is_cancelled() {
        return Refusal::stopping().into_response();
    }
    let longest = hall.settings.limits.frame_bytes as usize;
    // A token of this connection's own, so that thousands of them do not wait at one lock.
    let cut = hall.doorstep.cut.child_token();
    upgrade
        .protocols([SUBPROTOCOL])
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_BYTES)
        .max_message_size(longest)
        .max_frame_size(longest)
        .on_upgrade(move |socket| {
            let handled = Box::pin(handler(socket));
            // A task of its own: the one that waited for the upgrade holds much that is no longer needed.
            tokio::spawn(async move {
                let _held = (Alarm, counted, proxied);
                // Let go of before what is held, so that whoever waits for this task waits for all of it.
                let mut handled = handled;
                tokio::select! {
                    () = &mut handled => {}
                    () = cut.cancelled() => {}
                }
            });
            ready(())
        })
}

/// A client that asks for no subprotocol means this one; one that asks for others only means another game.
fn speaks_our_protocol(headers: &HeaderMap) -> bool {
    let mut asked = headers
        .get_all(SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .flat_map(|value| value.to_str().unwrap_or_default().split(','))
        .map(str::trim)
        .peekable();
    asked.peek().is_none() || asked.any(|protocol| protocol == SUBPROTOCOL)
}
