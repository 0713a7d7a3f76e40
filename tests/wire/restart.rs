//! A restarted server has its matches as they were, with every player away.

use harness::durable::DurableServer;
use harness::join_options::{against_computer, in_room};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::raw;
use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::history::History;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::snapshot::Reason;
use tictactoe_protocol::values::{Level, Mark, MarkPreference, MatchId};

async fn history(server: &DurableServer, of: &MatchId) -> (History, String) {
    let response = raw::get(server.address(), &format!("{MATCHES_PATH}{}", of.0), &[]).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert!(response.head.contains("content-type: application/json"), "{}", response.head);
    (serde_json::from_str(&response.body).expect("the history of a match"), response.body)
}

#[tokio::test]
async fn the_computer_moves_when_its_opponent_is_back() {
    let server = DurableServer::start().await;
    let mut x = Player::joined(server.address(), against_computer(Level::Easy, MarkPreference::X)).await;
    let ticket = x.seated().await.ticket;
    let first = x.state_where("the first snapshot", |_| true).await;
    x.play(first.legal[0]).await.expect("an empty cell");
    let server = server.restarted([x]).await;
    let mut x = Player::resumed(server.address(), &ticket).await;
    x.state_where("the computer's move", |state| state.ply == 2 && state.turn == Some(Mark::X)).await;
}

#[tokio::test]
async fn a_player_who_waited_joins_again_after_a_restart() {
    let server = DurableServer::start().await;
    let mut waits = Player::joined(server.address(), in_room("kitten")).await;
    let ticket = waits.waiting().await.ticket;
    let server = server.restarted([waits]).await;
    let mut waits = server.player().await;
    assert_eq!(waits.resume(&ticket).await.unwrap_err().code, Code::NoSuchMatch);
    waits.join(in_room("kitten")).await.expect("a client may join again");
    waits.waiting().await;
    let mut other = Player::joined(server.address(), in_room("kitten")).await;
    assert_eq!(other.seated().await.match_id, waits.seated().await.match_id);
}

#[tokio::test]
async fn finished_games_can_be_read_before_and_after_a_restart() {
    let server = DurableServer::start().await;
    let (mut x, mut o) = server.pair().await;
    let (id, tickets) = (x.match_id(), [x.ticket(), o.ticket()]);
    assert_eq!(history(&server, &id).await.0.games, []);
    play_moves(&mut x, &mut o, X_WINS).await;
    for player in [&mut x, &mut o] {
        player.rematch().await.expect("the game is over");
        player.state_where("the end or the next game", |state| state.ply != 4).await;
    }
    o.state_where("the next game", |state| state.game == 2).await;
    play_moves(&mut o, &mut x, &[4, 1, 0, 2, 5]).await;
    o.resign().await.expect("a game that is on can be given up");
    let (before, _) = history(&server, &id).await;
    assert_eq!(before.state.as_ref().map(|state| (state.game, state.you)), Some((2, None)));

    let server = server.restarted([x, o]).await;
    let (after, text) = history(&server, &id).await;
    assert_eq!(after.games, before.games);
    let [first, second] = &after.games[..] else { panic!("{text}") };
    assert_eq!((first.game, &first.moves[..], first.result.reason), (1, X_WINS, Reason::Line));
    assert_eq!((second.game, second.moves.len(), second.result.reason), (2, 5, Reason::Resigned));
    for ticket in &tickets {
        let (_, secret) = ticket.reveal().split_once('.').unwrap();
        assert!(!text.contains(secret));
    }
}

#[tokio::test]
async fn a_match_that_is_not_known_is_not_found() {
    let server = DurableServer::start().await;
    for name in ["000000000000", "x", "..", "K3V9D7QPX2MA/games/1", "K3V9D7QPX2MA/review/1"] {
        let response = raw::get(server.address(), &format!("{MATCHES_PATH}{name}"), &[]).await;
        assert_eq!(response.status, 404, "{name}");
        assert!(response.body.contains("This server does not have that match"), "{}", response.body);
    }
}
