//! Limits of messages and frames. Violations are refused or closed with the documented code and disturb no other
//! game.

use futures::future::join_all;
use harness::join_options::against_computer;
use harness::live_games::beside_live_games;
use harness::player::Ended;
use harness::raw::{self, Opcode, frame};
use harness::server::{Server, calm, calm_and_unlimited};
use tictactoe_protocol::client::{ClientMessage, InGame, Join};
use tictactoe_protocol::refusal::{ClosingReason, Code};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::{Level, MarkPreference, Rules};
use tictactoe_server::Settings;
use tictactoe_server::settings::{Limits, MAX_FRAME_BYTES};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

const PING: &str = r#"{"type":"ping"}"#;

fn padded_ping(bytes: usize) -> String {
    PING.to_owned() + &" ".repeat(bytes - PING.len())
}

fn refusals(ended: &Ended) -> Vec<Code> {
    let code = |message: &ServerMessage| match message {
        ServerMessage::Refused(refused) => Some(refused.code),
        _ => None,
    };
    ended.before.iter().filter_map(code).collect()
}

#[tokio::test]
async fn the_longest_frame_is_4096_bytes() {
    beside_live_games(calm(), async |server: &Server| {
        let mut player = server.player().await;
        player.send(&padded_ping(4_096)).await;
        player.until("pong", |message| matches!(message, ServerMessage::Pong(_)).then_some(())).await;
        for bytes in [4_097, 70 * 1024, 1024 * 1024].repeat(5) {
            // A client that reads while it writes and one that reads afterwards get the same close.
            let (mut writes_first, reads_too) = (server.player().await, server.player().await);
            let large = Message::text(padded_ping(bytes));
            reads_too.shout(large.clone()).await.assert_closed(ClosingReason::TooBig);
            writes_first.send_raw(large).await;
            writes_first.ended().await.assert_closed(ClosingReason::TooBig);
        }
    })
    .await;
}

#[tokio::test]
async fn a_flood_is_refused_and_then_closed_with_1008() {
    let burst = calm().limits.burst() as usize;
    beside_live_games(calm(), async |server: &Server| {
        let mut player = server.player().await;
        player.send_bytes(&frame(Opcode::Text, true, PING.as_bytes()).repeat(2_000)).await;
        let ended = player.ended().await;
        ended.assert_closed(ClosingReason::Flood);
        let pongs = ended.before.iter().filter(|message| matches!(message, ServerMessage::Pong(_))).count();
        let refused = refusals(&ended);
        assert!(pongs >= burst && refused.len() >= burst, "{pongs} pongs, {refused:?}");
        assert!(refused.iter().all(|code| *code == Code::RateLimited), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn a_flood_without_end_is_cut_off() {
    beside_live_games(calm(), async |server: &Server| {
        for (opcode, bytes) in [(Opcode::Text, PING), (Opcode::Text, "hello"), (Opcode::Ping, "beat")] {
            let mut player = server.player().await;
            player.send_bytes(&frame(opcode, true, bytes.as_bytes()).repeat(50_000)).await;
            player.ended().await;
        }
    })
    .await;
}

#[tokio::test]
async fn fragments_without_end_are_cut_off() {
    // Few, so that the limit grows more slowly than the fragments arrive.
    let limits = Limits { messages_per_second: 4, ..calm().limits };
    beside_live_games(Settings { limits, ..calm() }, async |server: &Server| {
        let mut player = server.player().await;
        player.send_bytes(&frame(Opcode::Text, false, b"{")).await;
        let fragments = frame(Opcode::Continuation, false, b"").repeat(10_000);
        // Several times the byte limit of all messages.
        let enough = 8 * MAX_FRAME_BYTES * limits.burst();
        for _ in 0..enough as usize / fragments.len() {
            player.send_bytes(&fragments).await;
        }
        player.ended().await;
    })
    .await;
}

#[tokio::test]
async fn http_requests_beyond_the_rate_end_the_connection() {
    let server = Server::start().await;
    let mut stream = raw::connect(server.address()).await;
    let requests = raw::head("/healthz", &[]).repeat(calm().limits.burst() as usize * 3);
    stream.write_all(requests.as_bytes()).await.unwrap();
    let answers = raw::rest(&mut stream).await;
    assert!(answers.contains("HTTP/1.1 200"), "{answers}");
    assert_eq!(answers.matches("HTTP/1.1 429").count(), 1, "the last answer");
    assert!(answers.contains("retry-after: 1") && answers.contains("Too many requests."), "{answers}");
}

#[tokio::test]
async fn repeated_malformed_messages_are_closed_with_1008() {
    beside_live_games(calm(), async |server: &Server| {
        for (text, code) in [("hello", Code::NotJson), (r#"{"type":"dance"}"#, Code::BadMessage)] {
            let mut player = server.player().await;
            player.send_bytes(&frame(Opcode::Text, true, text.as_bytes()).repeat(20)).await;
            let ended = player.ended().await;
            ended.assert_closed(ClosingReason::Malformed);
            let refused = refusals(&ended);
            assert!(refused.len() == 10 && refused.iter().all(|refused| *refused == code), "{refused:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn more_hint_requests_than_the_server_can_search_disturb_no_game() {
    let rules = Some(Rules::new(15, 15, 5));
    beside_live_games(calm(), async |server: &Server| {
        let ask = async |number: usize| {
            let options = Join { rules, ..against_computer(Level::Easy, MarkPreference::X) };
            let mut player = server.seated_player(options).await;
            for _ in 0..5 {
                player.say(ClientMessage::Hint(InGame::default())).await;
            }
            if number.is_multiple_of(2) {
                return;
            }
            // One of them is answered or refused, and the others are too many.
            for _ in 0..5 {
                player
                    .until("an answer", |message| match message {
                        ServerMessage::Hint(_) => Some(()),
                        ServerMessage::Refused(refused) => (refused.code == Code::Busy).then_some(()),
                        _ => None,
                    })
                    .await;
            }
        };
        join_all((0..40).map(ask)).await;
    })
    .await;
}

#[tokio::test]
async fn joining_and_leaving_spectators_do_not_flood_the_players() {
    const VISITS: usize = 200;
    let server = Server::with(calm_and_unlimited()).await;
    let (mut x, _o) = server.pair().await;
    let mut spectator = server.player().await;
    for _ in 0..VISITS {
        spectator.watch(&x.match_id()).await.unwrap();
        spectator.leave().await.unwrap();
    }
    x.send(PING).await;
    let mut states = 0;
    x.until("pong", |message| {
        states += usize::from(matches!(message, ServerMessage::State(_)));
        matches!(message, ServerMessage::Pong(_)).then_some(())
    })
    .await;
    assert!(states <= VISITS / 4, "{states} states for {VISITS} visits");
}
