//! The move time and the silence limit, for players that are absent, silent or suspended.
//!
//! The server under test runs on tokio's clock, and the tests move it.

use std::time::Duration;

use harness::join_options::in_room;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::raw::{Opcode, frame};
use harness::server::{Server, calm};
use harness::time::{MINUTE, time_passes};
use tictactoe_protocol::refusal::{ClosingReason, Code};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{Cause, EndedBy, Presence, Reason, Score};
use tictactoe_protocol::values::Mark;
use tictactoe_server::Settings;

async fn server_with(move_time: Option<Duration>) -> Server {
    Server::with(Settings { move_time, ..calm() }).await
}

async fn ending_after(time: Duration, one: &mut Player, other: &mut Player) -> (Option<Mark>, Reason, Score) {
    time_passes(time).await;
    let (seen, too) = (one.over().await, other.over().await);
    assert_eq!((&seen.result, &seen.score, seen.ms_left), (&too.result, &too.score, None));
    let result = seen.result.unwrap();
    (result.winner, result.reason, seen.score)
}

/// How long a player may be disconnected before a first move.
const MAX_ABSENCE: Duration = Duration::from_secs(10);

const NO_SCORE: Score = Score { x: 0, o: 0, draws: 0 };

#[tokio::test]
async fn the_seat_to_move_loses_on_time_once_both_have_moved() {
    let server = server_with(Some(MINUTE)).await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    let end = ending_after(MINUTE, &mut x, &mut o).await;
    assert_eq!(end, (Some(Mark::O), Reason::Time, Score { x: 0, o: 1, draws: 0 }));
    assert!(x.newest().rematch.open, "who was slow may play again");
}

#[tokio::test]
async fn a_game_is_cancelled_when_a_player_never_moves() {
    for moves in [&[][..], &[4]] {
        let server = server_with(Some(MINUTE)).await;
        let (mut x, mut o) = server.pair().await;
        play_moves(&mut x, &mut o, moves).await;
        assert_eq!(ending_after(MINUTE, &mut x, &mut o).await, (None, Reason::Cancelled, NO_SCORE));
        let mark = if moves.is_empty() { Mark::X } else { Mark::O };
        let ended_by = x.newest().result.as_ref().unwrap().ended_by;
        assert_eq!(ended_by, Some(EndedBy { mark, cause: Cause::OutOfTime }));
    }
}

#[tokio::test]
async fn the_remaining_move_time_is_shown() {
    let server = server_with(Some(MINUTE)).await;
    let (x, o) = server.pair().await;
    for player in [&x, &o] {
        assert!((1..=60_000).contains(&player.newest().ms_left.unwrap()));
    }
    time_passes(MINUTE / 3).await;
    let spectator = server.spectator(&x.match_id()).await;
    assert!((1..=40_000).contains(&spectator.newest().ms_left.unwrap()));
}

#[tokio::test]
async fn without_a_move_time_there_is_no_clock() {
    let server = server_with(None).await;
    let (mut x, mut o) = server.pair_for(in_room("kitten")).await;
    assert_eq!((x.newest().ms_left, o.newest().ms_left), (None, None));
    play_moves(&mut x, &mut o, &[4, 0]).await;
    time_passes(600 * MINUTE).await;
    o.pong().await;
    x.play(8).await.expect("there is all the time in the world");
    o.state_where("the move", |state| state.ply == 3 && state.ms_left.is_none()).await;
}

#[tokio::test]
async fn a_player_who_loses_the_connection_before_moving_is_named_also_after_returning() {
    let server = server_with(None).await;
    let (mut x, o) = server.pair().await;
    let ticket = o.ticket();
    drop(o);
    x.state_where("O to be away", |state| state.players.o.presence == Presence::Away).await;
    time_passes(MAX_ABSENCE).await;
    let cancelled = x.over().await.result.unwrap();
    assert_eq!(cancelled.ended_by, Some(EndedBy { mark: Mark::O, cause: Cause::Disconnected }));
    x.leave().await.unwrap();
    let mut back = Player::resumed(server.address(), &ticket).await;
    assert_eq!(back.over().await.result, Some(cancelled));
}

#[tokio::test]
async fn a_silent_connection_is_closed_and_may_reconnect() {
    let server = Server::with(Settings { move_time: None, ..Settings::default() }).await;
    let (mut x, mut o) = server.pair().await;
    // X sends something now and then, stays connected, and sees that O is away.
    for _ in 0..3 {
        time_passes(MINUTE / 4).await;
        x.pong().await;
    }
    x.state_where("O to be away", |state| state.players.o.presence == Presence::Away).await;
    let ended = o.ended().await;
    ended.assert_closed(ClosingReason::Silent);
    assert!(ended.closing.unwrap().retry_in_ms.is_some());
}

#[tokio::test]
async fn a_rate_limited_client_is_answered_after_the_stated_wait() {
    let server = server_with(Some(MINUTE)).await;
    let mut player = server.player().await;
    player.send_bytes(&frame(Opcode::Text, true, br#"{"type":"ping"}"#).repeat(60)).await;
    let mut wait = 0;
    for _ in 0..60 {
        let answer = |message: &ServerMessage| match message {
            ServerMessage::Refused(refused) if refused.code == Code::RateLimited => Some(refused.retry_in_ms),
            ServerMessage::Pong(_) => Some(Some(0)),
            _ => None,
        };
        wait = player.until("an answer", answer).await.expect("the time to wait");
    }
    time_passes(Duration::from_millis(wait)).await;
    player.pong().await;
}
