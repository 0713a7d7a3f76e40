//! How long matches are stored, and what happens during and after an outage of the store.
//!
//! The tests move the clock.

use std::time::Duration;

use harness::join_options::{against_computer, in_room};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::raw;
use harness::server::{Server, calm};
use harness::time::{MINUTE, time_passes};
use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::snapshot::{PlayerKind, Presence, Reason};
use tictactoe_protocol::values::{Level, Mark, MarkPreference};
use tictactoe_server::Settings;

const SECOND: Duration = Duration::from_secs(1);

async fn server_with(ai_after: Duration) -> Server {
    Server::with(Settings { ai_after, move_time: Some(MINUTE), ..calm() }).await
}

async fn server() -> Server {
    server_with(10_000 * MINUTE).await
}

#[tokio::test]
async fn a_player_who_waits_for_hours_is_still_paired() {
    let server = server().await;
    let mut waiting = server.waiting_player(Join::default()).await;
    for _ in 0..3 {
        time_passes(60 * MINUTE).await;
        waiting.pong().await;
    }
    let mut comes = Player::joined(server.address(), Join::default()).await;
    assert_eq!(comes.seated().await.match_id, waiting.seated().await.match_id);
}

#[tokio::test]
async fn players_in_an_expired_match_are_told_and_may_join_again() {
    let server = server().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let (id, ticket) = (x.match_id(), x.ticket());
    time_passes(120 * MINUTE).await;
    // The store removes expired entries when it is accessed.
    let mut late = server.player().await;
    assert_eq!(late.watch(&id).await.unwrap_err().code, Code::NoSuchMatch);
    assert_eq!(late.resume(&ticket).await.unwrap_err().code, Code::NoSuchMatch);
    for player in [&mut x, &mut o] {
        let refused = player.refused().await;
        assert_eq!((refused.code, refused.id), (Code::NoSuchMatch, None));
        assert_eq!(player.rematch().await.unwrap_err().code, Code::NotSeated);
    }
    x.join(Join::default()).await.unwrap();
    o.join(Join::default()).await.unwrap();
    assert_eq!(x.seated().await.match_id, o.seated().await.match_id);
}

#[tokio::test]
async fn players_who_disconnect_during_an_outage_are_not_paired_afterwards() {
    let server = server().await;
    let waiting = server.waiting_player(Join::default()).await;
    let (x, mut o) = server.pair_for(Join { room: Some("kitten".into()), ..Join::default() }).await;
    server.store().break_down(true);
    waiting.reset();
    x.reset();
    time_passes(10 * SECOND).await;
    server.store().break_down(false);
    time_passes(10 * SECOND).await;
    o.state_where("X to be away", |state| state.players.x.presence == Presence::Away).await;
    server.waiting_player(Join::default()).await;
}

#[tokio::test]
async fn the_computer_joins_when_the_store_recovers() {
    let server = server_with(10 * SECOND).await;
    let mut lone = server.waiting_player(Join::default()).await;
    server.store().break_down(true);
    time_passes(10 * SECOND).await;
    lone.pong().await;
    server.store().break_down(false);
    time_passes(10 * SECOND).await;
    let state = lone.state_where("the computer", |_| true).await;
    assert_eq!(state.players.o.kind, PlayerKind::Computer);
}

#[tokio::test]
async fn the_computer_moves_when_the_store_recovers() {
    let mut settings = calm();
    // No ping either, because it would wake the connection.
    settings.heartbeat.ping = 10_000 * MINUTE;
    let server = Server::with(settings).await;
    let mut player = server.seated_player(against_computer(Level::Perfect, MarkPreference::X)).await;
    player.state_where("the empty board", |state| state.ply == 0).await;
    server.store().break_down_after_a_write();
    player.play(0).await.unwrap();
    time_passes(2 * SECOND).await;
    player.state_where("their own move", |state| state.ply == 1).await;
    server.store().break_down(false);
    time_passes(2 * SECOND).await;
    player.state_where("the computer's move", |state| state.ply == 2).await;
}

#[tokio::test]
async fn a_clock_that_expired_during_an_outage_counts_when_the_store_recovers() {
    let server = server().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    server.store().break_down(true);
    time_passes(MINUTE).await;
    o.pong().await;
    server.store().break_down(false);
    time_passes(10 * SECOND).await;
    let result = o.over().await.result.unwrap();
    assert_eq!((result.winner, result.reason), (Some(Mark::O), Reason::Time));
}

#[tokio::test]
async fn a_match_that_cannot_be_read_is_gone_and_keeps_no_room() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair_for(in_room("kitten")).await;
    let (id, ticket) = (x.match_id(), x.ticket());
    server.store().damage(&id).await;
    for player in [&mut x, &mut o] {
        let refused = player.refused().await;
        assert_eq!((refused.code, refused.id), (Code::NoSuchMatch, None));
    }
    assert_eq!(x.resume(&ticket).await.unwrap_err().code, Code::NoSuchMatch);
    assert_eq!(x.watch(&id).await.unwrap_err().code, Code::NoSuchMatch);
    let history = raw::get(server.address(), &format!("{MATCHES_PATH}{id}"), &[]).await;
    assert_eq!(history.status, 404, "{history:?}");
    o.join(in_room("kitten")).await.unwrap();
    o.waiting().await;
}
