//! Players who found each other in the public list or the queue: one who does not move takes no one's time for long.

use std::time::Duration;

use harness::join_options::{against, in_room, named, on};
use harness::player::Player;
use harness::server::{Server, calm_behind_proxy};
use harness::time::{MINUTE, time_passes};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::snapshot::{Presence, Reason};
use tictactoe_protocol::values::{MarkPreference, Opponent};
use tictactoe_server::Settings;

const FIRST_MOVE: Duration = Duration::from_secs(20);

const ATTACKER: &str = "198.51.100.1";
const OTHER: &str = "203.0.113.1";

async fn server() -> Server {
    let move_times = Settings { first_move_time: FIRST_MOVE, move_time: Some(MINUTE), ..calm_behind_proxy() };
    Server::with(move_times).await
}

async fn joined(server: &Server, client: &str, options: Join) -> Player {
    let mut player = Player::connect_for(server.address(), client).await;
    player.join(options).await.unwrap();
    player
}

fn as_x() -> Join {
    Join { mark: MarkPreference::X, ..against(Opponent::Human) }
}

fn as_o() -> Join {
    Join { name: Some("Ann".into()), mark: MarkPreference::O, ..against(Opponent::Human) }
}

/// Ann, whose opponent has not moved, and the opponent.
async fn left_by_a_stranger(server: &Server) -> (Player, Player) {
    let mut ann = joined(server, OTHER, as_o()).await;
    ann.waiting().await;
    let listed = ann.list().await.waiting;
    let [entry] = &listed[..] else { panic!("{listed:?}") };
    let by_list = Join { room: Some(entry.word.to_string()), ..as_x() };
    let mut stranger = joined(server, ATTACKER, by_list).await;
    for player in [&mut ann, &mut stranger] {
        player.seated().await;
        let state = player.state_where("the first snapshot", |_| true).await;
        assert!(state.ms_left.is_some_and(|left| left <= 20_000), "{state:?}");
    }
    time_passes(FIRST_MOVE).await;
    let over = ann.over().await;
    assert_eq!(over.result.unwrap().reason, Reason::Cancelled);
    assert_eq!((over.players.x.presence, over.rematch.open), (Presence::Left, false));
    stranger.over().await;
    (ann, stranger)
}

#[tokio::test]
async fn a_player_whose_opponent_does_not_begin_is_the_next_to_be_paired() {
    let server = server().await;
    let (mut ann, mut stranger) = left_by_a_stranger(&server).await;
    stranger.leave().await.unwrap();
    stranger.join(as_x()).await.unwrap();
    stranger.waiting().await;
    ann.leave().await.unwrap();
    ann.join(as_o()).await.unwrap();
    ann.waiting().await;
    // A new connection from the same address does not meet her again either.
    let mut again = joined(&server, ATTACKER, as_o()).await;
    assert_eq!(again.seated().await.match_id, stranger.seated().await.match_id);
    let mut bob = joined(&server, "192.0.2.1", as_x()).await;
    assert_eq!(bob.seated().await.match_id, ann.seated().await.match_id);
}

#[tokio::test]
async fn friends_have_the_whole_move_time_for_the_first_move() {
    let server = server().await;
    let mut host = joined(&server, OTHER, as_o()).await;
    let word = host.waiting().await.word.unwrap();
    let mut friend = joined(&server, OTHER, Join { room: Some(word.to_string()), ..as_x() }).await;
    let mut waiting = joined(&server, OTHER, in_room("kitten")).await;
    waiting.waiting().await;
    let mut guest = joined(&server, OTHER, in_room("kitten")).await;
    for player in [&mut friend, &mut guest] {
        player.seated().await;
        let state = player.state_where("the first snapshot", |_| true).await;
        assert!(state.ms_left.is_some_and(|left| left > 20_000), "{state:?}");
    }
}

#[tokio::test]
async fn an_address_has_a_limited_number_of_players_who_have_not_moved() {
    let server = server().await;
    let mut waiting = Vec::new();
    let refused = loop {
        let number = waiting.len();
        let board = on(u8::try_from(4 + number % 11).unwrap(), u8::try_from(4 + number / 11).unwrap(), 3);
        let mut player = Player::connect_for(server.address(), ATTACKER).await;
        match player.join(Join { rules: board.rules, ..as_x() }).await {
            Ok(_) => waiting.push(player),
            Err(refused) => break refused,
        }
    };
    assert_eq!((refused.code, waiting.len()), (Code::RateLimited, 64));
    let mut ann = joined(&server, OTHER, named("Ann")).await;
    let listed = ann.list().await.waiting;
    assert_eq!(listed.len(), 50);
    assert_eq!(listed.last().map(|player| player.name.as_str()), Some("Ann"), "addresses share the list");
    // Those who leave the queue owe nothing.
    for player in &mut waiting {
        player.leave().await.unwrap();
    }
    joined(&server, ATTACKER, in_room("kitten")).await;
}
