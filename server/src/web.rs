//! The server's one port: HTTP for people who come with a browser, WebSocket for those who play.
//!
//! The accept loop is our own: a connection that does not send a whole request head in time is closed, which
//! `axum::serve` cannot do.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::header::SEC_WEBSOCKET_PROTOCOL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tictactoe_protocol::{SOCKET_PATH, SUBPROTOCOL};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;

use crate::connection::{self, Services};
use crate::linger::Lingering;

/// The longest request head, in bytes.
const HEAD_BYTES: usize = 8 * 1024;

/// The WebSocket library reads frames up to this size, so that a client that sends more than it may can be
/// told so in a closing handshake; anything beyond is cut off. What it writes is smaller.
pub const HARD_FRAME_BYTES: usize = 64 * 1024;

/// A small read buffer for each connection: moves are short, and most connections wait most of the time.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// How long to wait when the machine has no more room for connections.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections until the server stops. Each is a task of its own among `tasks`.
pub async fn accept(listener: TcpListener, services: Services, tasks: TaskTracker) {
    let shared = Shared { services, tasks };
    let router = router(shared.clone());
    loop {
        let accepted = tokio::select! {
            () = shared.services.stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                shared.tasks.spawn(answer(stream, router.clone(), shared.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// What every request is answered with.
#[derive(Clone)]
struct Shared {
    services: Services,
    tasks: TaskTracker,
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/", get(hello))
        .route(SOCKET_PATH, get(upgrade))
        .fallback(nothing_here)
        .with_state(shared)
}

async fn answer(stream: TcpStream, router: Router, Shared { services, tasks }: Shared) {
    // Moves are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(services.settings.heartbeat.head)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Lingering::new(stream, tasks)), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = services.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended early");
    }
}

async fn hello() -> impl IntoResponse {
    concat!(
        "This is a tic-tac-toe server. Two people on one network play each other from their terminals:\n\n",
        "    tictactoe ADDRESS-OF-THIS-SERVER\n\n",
        "Programs connect to the WebSocket at /ws and speak tictactoe.v1: one JSON object in each text frame.\n",
        "Try {\"type\":\"join\",\"opponent\":\"ai\"} and then {\"type\":\"move\",\"cell\":4}.\n",
    )
}

async fn nothing_here() -> impl IntoResponse {
    (StatusCode::NOT_FOUND, "There is nothing here. The game is played over the WebSocket at /ws.\n")
}

async fn upgrade(
    State(shared): State<Shared>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
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
    let Shared { services, tasks } = shared;
    let task = tasks.token();
    upgrade
        .protocols([SUBPROTOCOL])
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(HARD_FRAME_BYTES)
        .max_message_size(HARD_FRAME_BYTES)
        .max_frame_size(HARD_FRAME_BYTES)
        .on_upgrade(move |socket| async move {
            let _task = task;
            connection::serve(socket, services).await;
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
