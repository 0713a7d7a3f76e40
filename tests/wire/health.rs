//! Liveness, readiness and shutdown: clients are told, pending requests are finished, nothing is written afterwards,
//! and players resume after the restart.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use harness::join_options::against;
use harness::player::Player;
use harness::raw;
use harness::server::{Server, calm};
use harness::store::SpyStore;
use harness::wait::in_time;
use tictactoe_protocol::SOCKET_PATH;
use tictactoe_protocol::client::{ClientMessage, Watch};
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::{MatchId, Opponent};
use tictactoe_server::Settings;
use tokio::time::Instant;

const SOON: Duration = Duration::from_millis(100);

async fn status(address: SocketAddr, path: &str) -> (u16, String) {
    let response = raw::get(address, path, &[("host", "whatever.the.probe.says")]).await;
    (response.status, response.body)
}

#[tokio::test]
async fn a_server_that_plays_is_healthy_and_ready_by_whatever_name_it_is_asked() {
    let server = Server::start().await;
    assert_eq!(status(server.address(), "/healthz").await, (200, "ok\n".into()));
    assert_eq!(status(server.address(), "/readyz").await, (200, "ready\n".into()));
    for path in ["/healthz", "/readyz", "/"] {
        let request = raw::head(path, &[]).replace("GET", "HEAD");
        let response = raw::ask(&mut raw::connect(server.address()).await, &request).await;
        assert_eq!((response.status, &*response.body), (200, ""), "{path}");
    }
}

#[tokio::test]
async fn a_server_without_its_store_is_healthy_and_not_ready() {
    let server = Server::start().await;
    server.store().break_down(true);
    assert_eq!(status(server.address(), "/healthz").await.0, 200);
    let (code, reason) = status(server.address(), "/readyz").await;
    assert!(code == 503 && reason.contains("store"), "{code} {reason}");
    server.store().break_down(false);
    let ready = async { while status(server.address(), "/readyz").await.0 != 200 {} };
    in_time("the next look at the store", ready).await;
}

#[tokio::test]
async fn a_server_that_refuses_joins_is_not_ready() {
    let server = Server::with(Settings { matches: 1, ..calm() }).await;
    let _player = server.seated_player(against(Opponent::Ai)).await;
    let (code, reason) = status(server.address(), "/readyz").await;
    assert!(code == 503 && reason.contains("limit of matches"), "{code} {reason}");
}

/// A player whose join is being written.
async fn joining(server: &Server) -> Player {
    let mut player = server.player().await;
    player.say(ClientMessage::Join(against(Opponent::Ai))).await;
    server.store().write_started().await;
    player
}

#[tokio::test]
async fn a_stopping_server_reports_it_and_finishes_pending_requests() {
    let store = Arc::new(SpyStore::gated());
    let server = Server::over(store.clone(), calm()).await;
    let mut player = joining(&server).await;
    server.begin_stop();

    assert_eq!(status(server.address(), "/healthz").await.0, 200);
    let (code, reason) = status(server.address(), "/readyz").await;
    assert!(code == 503 && reason.contains("shutting down"), "{code} {reason}");
    let refused = raw::handshake(server.address(), SOCKET_PATH, &[]).await;
    assert!(refused.status == 503 && refused.body.contains("shutting down"), "{refused:?}");
    assert!(refused.header("retry-after").is_some(), "{refused:?}");

    store.open_gate();
    let ended = player.ended().await;
    ended.assert_closed(ClosingReason::Shutdown);
    assert!(ended.before.iter().any(|message| matches!(message, ServerMessage::Done(_))), "{ended:?}");
    server.stopped().await;
    assert_eq!(Arc::strong_count(&store), 1, "the store is no longer used");
}

#[tokio::test]
async fn a_connection_waiting_for_the_store_is_cut_when_draining_times_out() {
    let store = Arc::new(SpyStore::gated());
    let server = Server::over(store.clone(), Settings { drain: SOON, ..calm() }).await;
    let _player = joining(&server).await;
    server.stopped().await;
    assert_eq!((store.commits(), Arc::strong_count(&store)), (0, 1), "the store is no longer used");
}

#[tokio::test]
async fn silent_connections_do_not_delay_shutdown() {
    let mut settings = calm();
    settings.heartbeat.head = Duration::from_secs(60 * 60);
    settings.drain = Duration::from_secs(60 * 60);
    let server = Server::with(settings).await;
    let mut silent = raw::connect(server.address()).await;
    let mut asked = raw::connect(server.address()).await;
    raw::ask(&mut asked, &raw::head("/", &[])).await;
    // From here on the clock moves only to the next timeout that something waits for.
    tokio::time::pause();
    let began = Instant::now();
    server.stopped().await;
    assert!(began.elapsed() < Duration::from_secs(1), "no connection is waited for");
    tokio::time::resume();
    assert_eq!((raw::rest(&mut silent).await, raw::rest(&mut asked).await), (String::new(), String::new()));
}

#[tokio::test]
async fn a_panic_ends_one_connection_and_gives_its_place_back() {
    let store = Arc::new(SpyStore::default());
    let mut settings = calm();
    settings.admission.connections = 2;
    let server = Server::over(store.clone(), settings).await;
    let (mut one, mut other) = (server.player().await, server.player().await);
    other.pong().await;
    store.panic_at_the_next_read();
    one.say(ClientMessage::Watch(Watch { match_id: MatchId("k3v9d7qpx2ma".into()) })).await;
    one.ended().await;
    other.pong().await;
    let again = async { while status(server.address(), "/healthz").await.0 != 200 {} };
    in_time("its place", again).await;
}
