//! Rooms: the host chooses the board, the guest joins, a third player is told who plays and may spectate, and a room
//! becomes free again soon.

use harness::join_options::{in_room, on};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::raw;
use harness::server::Server;
use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::MarkPreference;

fn kitten() -> Join {
    in_room("kitten")
}

async fn ann_and_bob(server: &Server) -> (Player, Player) {
    let mut ann =
        server.waiting_player(Join { name: Some("Ann".into()), mark: MarkPreference::X, ..kitten() }).await;
    let mut bob = server.seated_player(Join { name: Some("Bob".into()), ..kitten() }).await;
    ann.seated().await;
    for player in [&mut ann, &mut bob] {
        player.state_where("the first snapshot", |_| true).await;
    }
    (ann, bob)
}

async fn refused(server: &Server, options: Join) -> Refused {
    server.player().await.join(options).await.expect_err("the room is not for everybody")
}

#[tokio::test]
async fn the_word_of_a_waiting_player_leads_to_that_player_and_no_one_else() {
    let server = Server::start().await;
    let mut ann = Player::joined(server.address(), Join { name: Some("Ann".into()), ..on(4, 4, 4) }).await;
    let word = ann.waiting().await.word.expect("every seek has one");
    let mut other = server.waiting_player(on(5, 5, 4)).await;
    let by_word = Join { room: Some(word.as_str().to_uppercase()), ..Join::default() };
    let code = refused(&server, Join { rules: on(3, 3, 3).rules, ..by_word.clone() }).await.code;
    assert_eq!(code, Code::RoomRules, "the board is the waiting player's");
    let mut guest = server.seated_player(by_word.clone()).await;
    assert_eq!(guest.seated().await.match_id, ann.seated().await.match_id);
    let state = guest.state_where("the first snapshot", |_| true).await;
    assert_eq!((Some(state.rules), state.room), (on(4, 4, 4).rules, None));
    // The word has been used: now it is the name of a room.
    let mut late = Player::joined(server.address(), by_word).await;
    let free = late.waiting().await;
    assert_eq!((free.room, Some(free.rules)), (Some(word.clone()), on(3, 3, 3).rules));
    // The player whose word it was joins again with it: they meet, whichever came first.
    ann.leave().await.expect("a player may leave");
    let again = Join { word: Some(word.to_string()), ..Join::default() };
    ann.join(again).await.expect("a player may join again");
    assert_eq!(ann.seated().await.match_id, late.seated().await.match_id);
    other.leave().await.expect("no one has joined this player");
}

#[tokio::test]
async fn a_third_player_is_told_who_plays_and_may_spectate() {
    let server = Server::start().await;
    let (ann, _bob) = ann_and_bob(&server).await;
    let mut third = server.player().await;
    let refused = third.join(kitten()).await.unwrap_err();
    assert_eq!(refused.code, Code::RoomFull);
    assert!(refused.message.starts_with("Ann and Bob are playing in this room"), "{}", refused.message);
    assert_eq!(refused.match_id, Some(ann.match_id()));
    third.watch(&refused.match_id.unwrap()).await.unwrap();
    third.state_where("the match", |state| state.you.is_none()).await;
    third.leave().await.unwrap();
    third.join(in_room("puppy")).await.unwrap();
    third.waiting().await;
}

/// With the word a spectator could take a player's seat in the next match of the room.
#[tokio::test]
async fn only_the_players_are_shown_the_word_of_their_room() {
    let server = Server::start().await;
    let (ann, bob) = ann_and_bob(&server).await;
    let spectator = server.spectator(&ann.match_id()).await;
    let shown = [&ann, &bob, &spectator].map(|viewer| viewer.newest().room.as_ref().map(Room::as_str));
    assert_eq!(shown, [Some("kitten"), Some("kitten"), None]);
    let path = format!("{MATCHES_PATH}{}", ann.match_id().0);
    let history = raw::get(server.address(), &path, &[]).await;
    assert!(history.body.contains("\"room\":null") && !history.body.contains("kitten"), "{history:?}");
}

#[tokio::test]
async fn a_room_appears_to_be_free_when_its_match_could_not_be_remembered() {
    let server = Server::start().await;
    server.store().break_rooms_down(true);
    let (mut ann, mut bob) = ann_and_bob(&server).await;
    let mut third = server.waiting_player(kitten()).await;
    server.store().break_rooms_down(false);
    play_moves(&mut ann, &mut bob, X_WINS).await;
    let mut fourth = server.seated_player(kitten()).await;
    assert_eq!(fourth.seated().await.match_id, third.seated().await.match_id);
}
