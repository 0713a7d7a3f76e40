//! Rooms: the host chooses the board, the guest joins, a third player is told who plays and may spectate, and a room
//! becomes free again soon.

use std::time::Duration;

use harness::join_options::{in_room, on};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_again, play_moves};
use harness::raw;
use harness::server::{Server, calm};
use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::snapshot::Presence;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::{MarkPreference, Opponent};
use tictactoe_server::Settings;

fn kitten() -> Join {
    in_room("kitten")
}

fn kitten_on(columns: u8, rows: u8, run: u8) -> Join {
    Join { rules: on(columns, rows, run).rules, ..kitten() }
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

async fn goes_away(player: Player, other: &mut Player) {
    let mark = player.mark();
    drop(player);
    other
        .state_where("the other one's absence", |state| state.players.get(mark).presence == Presence::Away)
        .await;
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
    assert_eq!(late.waiting().await.room, Some(word.clone()));
    // The player whose word it was joins again with it: they meet, whichever came first.
    ann.leave().await.expect("a player may leave");
    let again = Join { word: Some(word.to_string()), ..Join::default() };
    ann.join(again).await.expect("a player may join again");
    assert_eq!(ann.seated().await.match_id, late.seated().await.match_id);
    other.leave().await.expect("no one has joined this player");
}

#[tokio::test]
async fn the_default_board_in_a_room_is_3x3() {
    let server = Server::start().await;
    let mut host = Player::joined(server.address(), kitten()).await;
    assert_eq!(Some(host.waiting().await.rules), on(3, 3, 3).rules);
    server.seated_player(kitten_on(3, 3, 3)).await;
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
async fn a_room_stays_full_between_two_games() {
    let server = Server::start().await;
    let (mut ann, mut bob) = ann_and_bob(&server).await;
    play_moves(&mut ann, &mut bob, X_WINS).await;
    assert_eq!(refused(&server, kitten()).await.code, Code::RoomFull);
    play_again([&mut ann, &mut bob]).await;
    assert_eq!(refused(&server, kitten()).await.code, Code::RoomFull);
}

#[tokio::test]
async fn a_room_is_free_when_one_has_left() {
    let server = Server::start().await;
    let (mut ann, mut bob) = ann_and_bob(&server).await;
    ann.leave().await.unwrap();
    bob.over().await;
    let mut next = server.waiting_player(kitten_on(4, 4, 4)).await;
    bob.leave().await.unwrap();
    bob.join(kitten()).await.unwrap();
    assert_eq!(bob.seated().await.match_id, next.seated().await.match_id);
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

#[tokio::test]
async fn a_player_resumes_in_a_full_room_with_the_ticket_only() {
    let server = Server::start().await;
    let (mut ann, mut bob) = ann_and_bob(&server).await;
    play_moves(&mut ann, &mut bob, &[4, 0]).await;
    let ticket = ann.ticket();
    goes_away(ann, &mut bob).await;
    let mut ann = server.player().await;
    let refused = ann.join(kitten()).await.unwrap_err();
    assert_eq!(
        (refused.code, refused.match_id),
        (Code::RoomFull, Some(bob.match_id())),
        "without the ticket"
    );
    ann.resume(&ticket).await.unwrap();
    ann.state_where("her match", |state| state.you.is_some()).await;
}

#[tokio::test]
async fn a_guest_resumes_before_the_host_has_been_heard_of() {
    let server = Server::start().await;
    let _silent = server.waiting_player(kitten()).await;
    let guest = server.seated_player(kitten()).await;
    let ticket = guest.ticket();
    drop(guest);
    Player::resumed(server.address(), &ticket).await;
}

#[tokio::test]
async fn a_host_resumes_waiting_or_the_seat_given_meanwhile() {
    let server = Server::start().await;
    let mut lost = Player::joined(server.address(), kitten_on(4, 4, 4)).await;
    let ticket = lost.waiting().await.ticket;
    let mut host = server.player().await;
    host.resume(&ticket).await.unwrap();
    let waiting = host.waiting().await;
    assert_eq!((Some(waiting.rules), &waiting.ticket), (kitten_on(4, 4, 4).rules, &ticket));
    let guest = server.seated_player(kitten()).await;
    assert_eq!(Player::resumed(server.address(), &ticket).await.match_id(), guest.match_id());
}

#[tokio::test]
async fn a_computer_match_does_not_occupy_its_room() {
    let server = Server::with(Settings { ai_after: Duration::from_millis(1), ..calm() }).await;
    let mut alone =
        Player::joined(server.address(), Join { opponent: Some(Opponent::Any), ..kitten() }).await;
    alone.seated().await;
    let mut host = server.waiting_player(kitten()).await;
    server.seated_player(Join { opponent: Some(Opponent::Ai), ..kitten_on(4, 4, 4) }).await;
    let mut guest = server.seated_player(kitten()).await;
    assert_eq!(guest.seated().await.match_id, host.seated().await.match_id);
}
