//! Lost connections: the opponent is told, the ticket gives the seat back, and of two connections with one ticket
//! the newer holds the seat.

use harness::join_options::on;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::server::{Server, calm_and_unlimited};
use tictactoe_protocol::refusal::{ClosingReason, Code};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Presence;

#[tokio::test]
async fn the_newest_connection_holds_the_seat_and_the_opponent_is_shown_nothing() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    let (commits, shown) = (server.store().commits(), o.newest().seq);
    for _ in 0..3 {
        let newer = Player::resumed(server.address(), &x.ticket()).await;
        let mut older = std::mem::replace(&mut x, newer);
        let ended = older.ended().await;
        ended.assert_closed(ClosingReason::Superseded);
        assert_eq!(ended.closing.unwrap().retry_in_ms, None);
    }
    o.pong().await;
    assert_eq!((server.store().commits(), o.newest().seq), (commits, shown), "the opponent is shown nothing");
    play_moves(&mut x, &mut o, &[2, 1, 6]).await;
    let end = o.over().await;
    assert_eq!(end.players.x.presence, Presence::Online, "the end of an older connection is no departure");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_superseded_connection_cannot_move() {
    let server = Server::with(calm_and_unlimited()).await;
    let (mut x, mut o) = server.pair_for(on(15, 15, 15)).await;
    for ply in 0..40 {
        let older = if ply % 2 == 0 { &mut x } else { &mut o };
        let newer = Player::resumed(server.address(), &older.ticket()).await;
        let mut older = std::mem::replace(older, newer);
        // It may not have been told yet that it is superseded.
        older.send(&format!(r#"{{"type":"move","cell":224,"ply":{ply}}}"#)).await;
        let ended = older.ended().await;
        assert!(!ended.before.iter().any(|message| matches!(message, ServerMessage::Done(_))), "{ended:?}");
        let newer = if ply % 2 == 0 { &mut x } else { &mut o };
        newer.state_where("my turn", |state| state.ply == ply).await;
        newer.play(u8::try_from(ply).unwrap()).await.expect("the older one has not played");
    }
    x.state_where("every move once", |state| state.moves == (0..40).collect::<Vec<u8>>()).await;
}

#[tokio::test]
async fn a_spectator_may_take_a_seat_and_a_seat_that_was_left_is_gone_for_good() {
    let server = Server::start().await;
    let (x, mut o) = server.pair().await;
    let mut comes = server.spectator(&x.match_id()).await;
    comes.resume(&x.ticket()).await.expect("a spectator has no seat yet");
    comes.seated().await;
    o.state_where("no spectator any more", |state| state.spectators == 0).await;
    comes.leave().await.unwrap();
    assert_eq!(comes.resume(&x.ticket()).await.unwrap_err().code, Code::Left);
}
