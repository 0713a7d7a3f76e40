//! The WebSocket handshake, the welcome, and the answers to other requests at the port.

use std::time::Duration;

use harness::player::Player;
use harness::raw::{self, Response, UPGRADE};
use harness::server::{Server, calm};
use tictactoe_protocol::text::{NAME_CHARS, ROOM_CHARS};
use tictactoe_protocol::{SOCKET_PATH, SUBPROTOCOL};
use tictactoe_server::settings::MAX_FRAME_BYTES;

const ASKED: &str = "sec-websocket-protocol";

async fn handshake(subprotocols: &[&str]) -> Response {
    let server = Server::start().await;
    let headers: Vec<_> = subprotocols.iter().map(|asked| (ASKED, *asked)).collect();
    raw::handshake(server.address(), SOCKET_PATH, &headers).await
}

#[tokio::test]
async fn our_subprotocol_is_selected_if_it_is_offered() {
    for (offered, selected) in [
        (&[SUBPROTOCOL][..], Some(SUBPROTOCOL)),
        (&[], None),
        (&["chess.v3, tictactoe.v1"], Some(SUBPROTOCOL)),
        (&["tictactoe.v1,tictactoe.v2"], Some(SUBPROTOCOL)),
        (&["chess.v3", "tictactoe.v1"], Some(SUBPROTOCOL)),
        (&["tictactoe.v2", "a, b ,tictactoe.v1 , c"], Some(SUBPROTOCOL)),
    ] {
        let response = handshake(offered).await;
        assert_eq!((response.status, response.header(ASKED)), (101, selected), "{offered:?}");
    }
}

#[tokio::test]
async fn unknown_subprotocols_are_refused_with_the_supported_one() {
    for asked in [&["chess.v3"][..], &["tictactoe.v2, chess.v3"], &["TICTACTOE.V1"], &["xtictactoe.v1"]] {
        let response = handshake(asked).await;
        assert_eq!(response.status, 400, "{asked:?}");
        assert!(response.body.contains(SUBPROTOCOL) && response.body.ends_with(".\n"), "{response:?}");
    }
}

#[tokio::test]
async fn a_request_for_no_websocket_or_for_another_version_gets_an_explanation() {
    let server = Server::start().await;
    let old: Vec<_> = UPGRADE
        .iter()
        .map(|&(name, value)| (name, if name == "sec-websocket-version" { "8" } else { value }))
        .collect();
    for headers in [&[][..], &old] {
        let response = raw::get(server.address(), SOCKET_PATH, headers).await;
        assert!((400..500).contains(&response.status), "{response:?}");
        assert!(response.body.contains("WebSocket") && response.body.len() > 40, "{response:?}");
    }
}

#[tokio::test]
async fn the_welcome_comes_first_and_states_the_limits() {
    let mut settings = calm();
    settings.limits.messages_per_second = 77;
    settings.heartbeat.ping = Duration::from_secs(12);
    let server = Server::with(settings.clone()).await;
    // Any other frame before it panics here.
    let (_, welcome) = Player::greeted(server.address()).await;
    assert_eq!(welcome.protocol, SUBPROTOCOL);
    assert!(!welcome.server.is_empty());
    let told = welcome.limits;
    let limits = settings.limits;
    assert_eq!(
        (told.frame_bytes, told.messages_per_second, told.burst),
        (MAX_FRAME_BYTES, limits.messages_per_second, 2 * limits.messages_per_second)
    );
    assert_eq!((told.name_chars as usize, told.room_chars as usize), (NAME_CHARS, ROOM_CHARS));
    assert_eq!(u128::from(welcome.heartbeat.ping_ms), settings.heartbeat.ping.as_millis());
    assert_eq!(u128::from(welcome.heartbeat.silence_ms), settings.heartbeat.silence.as_millis());
}
