//! Connection limits, in all and per address; the Host and Origin checks; the time limits before the first message.
//! Every refusal explains itself.

use std::net::SocketAddr;
use std::time::Duration;

use futures::future::join_all;
use harness::raw::{self, Opcode, Response, UPGRADE, frame};
use harness::server::{Server, calm, calm_behind_proxy};
use harness::wait::in_time;
use tictactoe_protocol::SOCKET_PATH;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_server::Settings;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

const SOON: Duration = Duration::from_millis(100);

async fn server_for(connections: u32) -> Server {
    let mut settings = calm();
    settings.admission.connections = connections;
    Server::with(settings).await
}

fn assert_refused(response: &Response, status: u16, words: &[&str]) {
    assert_eq!(response.status, status, "{response:?}");
    assert_eq!(response.header("connection"), Some("close"), "{response:?}");
    assert!(response.body.ends_with(".\n") && response.body.len() > 40, "{response:?}");
    for word in words {
        assert!(response.body.contains(word), "{word} in {response:?}");
    }
}

async fn open(address: SocketAddr, headers: &[(&str, &str)]) -> Result<TcpStream, Response> {
    let mut stream = raw::connect(address).await;
    let response = raw::ask(&mut stream, &raw::head(SOCKET_PATH, &[UPGRADE, headers].concat())).await;
    if response.status == 101 { Ok(stream) } else { Err(response) }
}

async fn let_in(address: SocketAddr, headers: &[(&str, &str)]) -> TcpStream {
    let opened = async {
        loop {
            if let Ok(stream) = open(address, headers).await {
                return stream;
            }
        }
    };
    in_time("a place", opened).await
}

#[tokio::test]
async fn a_full_server_refuses_connections_until_one_closes() {
    let server = server_for(3).await;
    let mut players = server.players(3).await;
    for _ in 0..3 {
        let response = open(server.address(), &[]).await.unwrap_err();
        assert_refused(&response, 503, &["This server is full", "Try again"]);
        assert!(response.header("retry-after").is_some_and(|wait| wait.parse::<u32>().is_ok()));
    }
    players.pop();
    let _in = let_in(server.address(), &[]).await;
    assert_refused(&open(server.address(), &[]).await.unwrap_err(), 503, &[]);
    for player in &mut players {
        player.pong().await;
    }
}

#[tokio::test]
async fn a_slot_is_freed_however_the_connection_ends() {
    let server = server_for(1).await;
    for round in 0..4 {
        // Waits until the slot is free.
        drop(let_in(server.address(), &[]).await);
        let mut stream = let_in(server.address(), &[]).await;
        match round {
            0 => stream.set_zero_linger().unwrap(),
            1 => stream.write_all(&frame(Opcode::Text, true, b"half")[..5]).await.unwrap(),
            2 => stream.write_all(&frame(Opcode::Binary, true, b"not text")).await.unwrap(),
            _ => stream.write_all(b"this is no frame").await.unwrap(),
        }
    }
    let _in = let_in(server.address(), &[]).await;
}

#[tokio::test]
async fn refused_connections_do_not_disturb_players_on_a_full_server() {
    const CROWD: usize = 300;
    let server = server_for(2).await;
    let (mut x, mut o) = server.pair().await;
    let crowd = join_all((0..CROWD).map(|_| raw::connect(server.address()))).await;
    x.play(4).await.unwrap();
    o.state_where("the move", |state| state.moves == [4]).await;
    for mut stream in crowd {
        let told = raw::rest(&mut stream).await;
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 503 "), "{told}");
    }
    drop(x);
    let _in = let_in(server.address(), &[]).await;
}

const FOR: &str = "x-forwarded-for";

#[tokio::test]
async fn connections_behind_a_trusted_proxy_are_limited_per_forwarded_address() {
    let mut settings = calm_behind_proxy();
    settings.admission.per_address = 2;
    let server = Server::with(settings).await;
    let one = [(FOR, "192.0.2.1")];
    let first = open(server.address(), &one).await.unwrap();
    let _second = open(server.address(), &one).await.unwrap();
    assert_refused(&open(server.address(), &one).await.unwrap_err(), 429, &["from your address"]);
    let _other = open(server.address(), &[(FOR, "192.0.2.2")]).await.unwrap();
    let _proxy_itself = open(server.address(), &[]).await.unwrap();
    drop(first);
    let _third = let_in(server.address(), &one).await;
}

#[tokio::test]
async fn forwarded_addresses_from_an_untrusted_proxy_are_ignored() {
    let mut settings = calm();
    settings.admission.per_address = 1;
    settings.admission.proxies = vec!["192.0.2.0/24".parse().unwrap()];
    let server = Server::with(settings).await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(open(server.address(), &[(FOR, "203.0.113.1")]).await.unwrap());
    }
}

#[tokio::test]
async fn a_name_that_is_not_this_servers_is_refused_with_the_flag_that_allows_it() {
    let mut settings = calm();
    settings.admission.hosts = vec!["games.example.org".to_owned()];
    let server = Server::with(settings).await;
    for host in ["localhost", "127.0.0.1:7878", "[::1]", "GAMES.example.org."] {
        assert!(open(server.address(), &[("host", host)]).await.is_ok(), "{host}");
    }
    for path in ["/", SOCKET_PATH, "/nowhere"] {
        let response = raw::get(server.address(), path, &[("host", "rebound.example.org:7878")]).await;
        assert_refused(&response, 421, &["--allow-host rebound.example.org", "address"]);
    }
}

#[tokio::test]
async fn pages_of_other_sites_are_refused_with_the_flag_that_allows_them() {
    let mut settings = calm();
    settings.admission.origins = vec!["https://games.example.org".to_owned()];
    let server = Server::with(settings).await;
    let local = server.address().to_string();
    let own = format!("http://{local}");
    for origin in [&*own, "https://games.example.org"] {
        assert!(open(server.address(), &[("host", &local), ("origin", origin)]).await.is_ok(), "{origin}");
    }
    for origin in ["http://example.org", "http://127.0.0.1", "null"] {
        let response = open(server.address(), &[("host", &local), ("origin", origin)]).await.unwrap_err();
        assert_refused(&response, 403, &[&format!("--allow-origin {origin}")]);
    }
    let response = open(server.address(), &[("host", &local), ("origin", "<b>")]).await.unwrap_err();
    assert_refused(&response, 400, &["Origin"]);
}

#[tokio::test]
async fn public_files_are_served_to_pages_of_a_proxy_that_changes_the_host() {
    let server = Server::start().await;
    let foreign = [("origin", "https://games.example.org")];
    for (path, status) in [("/", 200), ("/page/script.js", 200), ("/schema.json", 200), ("/api/matches", 403)]
    {
        let response = raw::get(server.address(), path, &foreign).await;
        assert_eq!(response.status, status, "{path}");
    }
    // With this request the page learns why its WebSocket is refused.
    let response = raw::ask(
        &mut raw::connect(server.address()).await,
        &format!(
            "POST /ws HTTP/1.1\r\nhost: {}\r\norigin: https://games.example.org\r\ncontent-length: 0\r\n\r\n",
            server.address(),
        ),
    )
    .await;
    assert_refused(&response, 403, &["--allow-origin https://games.example.org"]);
}

/// Clients that never send a message are closed soon.
fn impatient() -> Settings {
    let mut settings = calm();
    settings.heartbeat.first_message = SOON;
    settings
}

#[tokio::test]
async fn a_client_that_only_pings_is_closed_for_good() {
    let server = Server::with(impatient()).await;
    let mut player = server.player().await;
    for _ in 0..10 {
        player.send_raw(Message::Ping("here".into())).await;
    }
    let ended = player.ended().await;
    ended.assert_closed(ClosingReason::NoMessage);
    assert_eq!(ended.closing.unwrap().retry_in_ms, None);
}

#[tokio::test]
async fn a_client_that_has_sent_a_message_may_idle() {
    let mut settings = calm();
    settings.heartbeat.first_message = Duration::from_secs(2);
    let server = Server::with(settings).await;
    let mut waits = server.waiting_player(Join::default()).await;
    let mut misspoke = server.player().await;
    misspoke.send("hello").await;
    misspoke.refused().await;
    // It connected later, and its time is over too.
    server.player().await.ended().await.assert_closed(ClosingReason::NoMessage);
    waits.pong().await;
    misspoke.pong().await;
}

#[tokio::test]
async fn an_idle_http_connection_is_closed_in_time() {
    let mut settings = calm();
    settings.heartbeat.head = SOON;
    let server = Server::with(settings).await;
    let mut stream = raw::connect(server.address()).await;
    for _ in 0..3 {
        assert_eq!(raw::ask(&mut stream, &raw::head("/", &[])).await.status, 200);
    }
    assert_eq!(raw::rest(&mut stream).await, "");
}

#[tokio::test]
async fn the_body_of_a_request_is_not_waited_for() {
    let server = Server::start().await;
    for (path, more) in [("/", "content-length: 999999999"), (SOCKET_PATH, "transfer-encoding: chunked")] {
        let mut stream = raw::connect(server.address()).await;
        let request = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{more}\r\n\r\n");
        let response = raw::ask(&mut stream, &request).await;
        assert_eq!(response.status, 405, "{response:?}");
        assert!(response.body.contains("GET"), "{response:?}");
        assert_eq!(raw::rest(&mut stream).await, "");
    }
}
