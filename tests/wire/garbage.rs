//! Random bytes, incomplete messages and broken connections: other games continue, and the server does not panic.

use std::time::Duration;
use tictactoe_protocol::snapshot::Presence;

use futures::future::join_all;
use harness::join_options::against;
use harness::live_games::beside_live_games;
use harness::player::strategy::play_moves;
use harness::raw::{self, Opcode, frame};
use harness::rng::Rng;
use harness::server::{Server, calm};
use harness::wait::in_time;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::values::Opponent;
use tictactoe_server::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const MANY: usize = 50;

fn impatient() -> Settings {
    let mut settings = calm();
    settings.heartbeat.head = Duration::from_millis(100);
    settings
}

#[tokio::test]
async fn random_bytes_on_the_port_disturb_no_game() {
    let mut rng = Rng::random();
    beside_live_games(calm(), async |server: &Server| {
        for _ in 0..MANY {
            let count = rng.below(5_000);
            let mut stream = raw::connect(server.address()).await;
            // The server may have closed already.
            let _ = in_time("bytes to be sent", stream.write_all(&rng.bytes(count))).await;
        }
    })
    .await;
}

#[tokio::test]
async fn random_bytes_on_a_websocket_disturb_no_game() {
    let mut rng = Rng::random();
    beside_live_games(calm(), async |server: &Server| {
        for _ in 0..MANY {
            let mut player = server.player().await;
            let count = rng.below(5_000);
            player.send_bytes(&rng.bytes(count)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn silent_connections_and_incomplete_requests_are_closed_in_time() {
    let upgrade = raw::upgrade();
    let long = raw::head("/", &[("x-filler", &"x".repeat(20_000))]);
    let halves =
        ["", "G", "GET /ws HTTP", "GET /ws HTTP/1.1\r\nhost: x", &upgrade[..upgrade.len() - 2], &long];
    beside_live_games(impatient(), async |server: &Server| {
        let half = async |text: &str| {
            let mut stream = raw::connect(server.address()).await;
            let _ = stream.write_all(text.as_bytes()).await;
            let mut answer = Vec::new();
            let _ = in_time("the server to close", stream.read_to_end(&mut answer)).await;
            assert!(!String::from_utf8_lossy(&answer).contains(" 101 "), "{text:?}");
        };
        join_all(halves.iter().cycle().take(MANY).map(|text| half(text))).await;
    })
    .await;
}

#[tokio::test]
async fn frames_that_break_the_websocket_or_its_limits_end_their_own_connection_only() {
    use ClosingReason::{BadFrame, Flood, NotText, NotUtf8, TooBig};
    let message_of = |pieces| {
        let more = frame(Opcode::Continuation, false, &[b' '; 100]).repeat(pieces);
        [frame(Opcode::Text, false, b" "), more, frame(Opcode::Continuation, true, b"")].concat()
    };
    let broken = [
        (NotText, frame(Opcode::Binary, true, b"")),
        (NotText, frame(Opcode::Binary, true, &[0xff; 100])),
        (NotUtf8, frame(Opcode::Text, true, &[0xff, 0xfe, 0x80])),
        (NotUtf8, frame(Opcode::Text, true, &[0xed, 0xa0, 0x80])),
        (BadFrame, frame(Opcode::Reserved, true, b"what is this")),
        (BadFrame, frame(Opcode::Continuation, true, b"of nothing")),
        (BadFrame, frame(Opcode::Ping, false, b"a ping in parts")),
        (BadFrame, [frame(Opcode::Text, false, b"{"), frame(Opcode::Text, true, b"}")].concat()),
        (BadFrame, vec![0x81, 0x05, b'h', b'e', b'l', b'l', b'o']),
        (BadFrame, vec![0xf1, 0x80, 0, 0, 0, 0]),
        (TooBig, [&[0x81][..], &[0xff; 9], &[0; 4]].concat()),
        (TooBig, message_of(50)),
        (TooBig, message_of(1_000)),
        (Flood, frame(Opcode::Ping, true, b"beat").repeat(500)),
        (Flood, frame(Opcode::Pong, true, b"beat").repeat(500)),
    ];
    beside_live_games(calm(), async |server: &Server| {
        for (reason, bytes) in &broken {
            let mut player = server.player().await;
            player.send_bytes(bytes).await;
            let ended = player.ended().await;
            ended.assert_closed(*reason);
            let may_retry = ended.closing.is_some_and(|closing| closing.retry_in_ms.is_some());
            assert_eq!(may_retry, *reason == BadFrame, "{reason:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_message_in_pieces_with_a_ping_between_is_a_message() {
    let server = Server::with(calm()).await;
    let (mut x, mut o) = server.pair().await;
    let pieces = [
        frame(Opcode::Text, false, b"{\"type\":\"mo"),
        frame(Opcode::Ping, true, b"between"),
        frame(Opcode::Continuation, false, b"ve\","),
        frame(Opcode::Continuation, true, b"\"cell\":4}"),
    ];
    // Byte by byte, like a very slow network.
    for byte in pieces.concat() {
        x.send_bytes(&[byte]).await;
    }
    o.state_where("the move", |state| state.moves == [4]).await;
}

#[tokio::test]
async fn a_player_who_vanishes_between_frames_or_within_one_is_shown_as_away() {
    let half = &frame(Opcode::Text, true, br#"{"type":"move","cell":4}"#)[..9];
    beside_live_games(calm(), async |server: &Server| {
        for moves in [&[][..], &[4, 0], &[4, 0, 8], &[4, 0, 2, 1, 6]] {
            for (sent, by_reset) in [(&[][..], false), (&[], true), (half, false)] {
                let (mut x, mut o) = server.pair().await;
                play_moves(&mut x, &mut o, moves).await;
                x.send_bytes(sent).await;
                if by_reset {
                    x.reset();
                } else {
                    drop(x);
                }
                let what = format!("X to be away after {moves:?} and {sent:?}, by reset: {by_reset}");
                o.state_where(&what, |state| state.players.x.presence == Presence::Away).await;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn idle_waiting_and_spectating_clients_that_vanish_leave_nothing_behind() {
    beside_live_games(calm(), async |server: &Server| {
        let (x, mut o) = server.pair().await;
        for round in 0..MANY {
            raw::connect(server.address()).await;
            let (idle, spectator) = (server.player().await, server.spectator(&x.match_id()).await);
            let (mut waits, mut thinks) = (server.player().await, server.player().await);
            waits.join(Join::default()).await.unwrap();
            thinks.join(against(Opponent::Ai)).await.unwrap();
            thinks.send(r#"{"type":"move","cell":4}"#).await;
            for gone in [idle, spectator, waits, thinks] {
                if round % 2 == 0 { gone.reset() } else { drop(gone) }
            }
        }
        o.state_where("no spectators", |state| state.spectators == 0).await;
        o.pong().await;
        server.waiting_player(Join::default()).await;
    })
    .await;
}
