//! A client that the system suspends in the middle of a game loses on time, as one that is gone.

use harness::join_options::in_room;
use harness::player::Player;
use harness::program::{Program, Signal, client};
use harness::server::{Server, calm};
use harness::time::{MINUTE, time_passes};
use tictactoe_protocol::snapshot::{Reason, You};
use tictactoe_protocol::values::Mark;
use tictactoe_server::Settings;

/// The test plays X against a real client.
async fn against_a_real_client(server: &Server) -> (Player, Program) {
    let mut x = server.waiting_player(in_room("stop")).await;
    let address = server.address().to_string();
    let client = Program::start(
        client(),
        &[&address, "--ui", "plain", "--room", "stop", "--mark", "O", "--name", "Bob"],
    );
    x.state_where("Bob", |state| state.you == Some(You::X)).await;
    (x, client)
}

#[tokio::test]
async fn a_client_that_is_suspended_mid_game_loses_on_time() {
    let server = Server::with(Settings { move_time: Some(MINUTE), ..calm() }).await;
    let (mut x, mut client) = against_a_real_client(&server).await;
    x.play(4).await.unwrap();
    client.type_in("1\n").await;
    x.state_where("Bob's move", |state| state.ply == 2).await;
    x.play(8).await.unwrap();
    client.signal(Signal::STOP);
    time_passes(MINUTE / 2).await;
    let spectator = server.spectator(&x.match_id()).await;
    let left = spectator.newest().ms_left.expect("the clock of a stopped client runs");
    assert!(left <= 30_000, "{left}");
    time_passes(MINUTE / 2).await;
    let result = x.over().await.result.unwrap();
    assert_eq!((result.winner, result.reason), (Some(Mark::X), Reason::Time));
    client.signal(Signal::CONT);
    x.leave().await.expect("the other may go");
}
