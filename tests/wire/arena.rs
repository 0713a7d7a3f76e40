//! An arena: everyone who is free is paired again and again, and the table adds up, also after a restart.

use std::net::SocketAddr;
use std::time::Duration;

use harness::durable::DurableServer;
use harness::join_options::{named, on};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::raw;
use harness::server::{Server, calm};
use tictactoe_protocol::ARENAS_PATH;
use tictactoe_protocol::arena::{Row, Standings};
use tictactoe_protocol::client::{ArenaChange, Join, JoinKind};
use tictactoe_protocol::refusal::{ClosingReason, Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{Presence, Snapshot};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{Mark, MatchId};
use tictactoe_server::settings::ArenaLimits;

/// A program, so that its next game begins soon.
fn in_arena(name: &str) -> Join {
    Join { arena: Some("Class".to_owned()), kind: Some(JoinKind::Bot), ..named(name) }
}

async fn standings(address: SocketAddr) -> Standings {
    let response = raw::get(address, &format!("{ARENAS_PATH}class"), &[]).await;
    assert_eq!(response.status, 200, "{}", response.body);
    serde_json::from_str(&response.body).expect("a table")
}

const fn games(row: &Row) -> u32 {
    row.wins + row.draws + row.losses
}

/// Waits for another match than this one.
async fn next_match(player: &mut Player, after: Option<&MatchId>) -> Snapshot {
    player
        .until("the next match", |message| match message {
            ServerMessage::State(state) if Some(&state.match_id) != after => Some((**state).clone()),
            _ => None,
        })
        .await
}

async fn pair(address: SocketAddr) -> (Player, Player) {
    let mut ann = Player::joined(address, in_arena("Ann")).await;
    assert_eq!(ann.waiting().await.arena.as_ref().map(Room::as_str), Some("class"));
    let mut bob = Player::joined(address, in_arena("Bob")).await;
    for player in [&mut ann, &mut bob] {
        player.state_where("the first snapshot", |_| true).await;
    }
    if ann.mark() == Mark::X { (ann, bob) } else { (bob, ann) }
}

async fn refused(address: SocketAddr, join: Join) -> Refused {
    Player::connect(address).await.join(join).await.expect_err("this cannot be joined")
}

#[tokio::test]
async fn the_two_of_an_arena_play_again_with_the_other_marks() {
    let server = Server::start().await;
    let (mut x, mut o) = pair(server.address()).await;
    let first = x.match_id();
    assert_eq!(x.newest().arena.as_ref().map(Room::as_str), Some("class"));
    assert!(x.newest().ms_left.is_some_and(|left| left <= 10_000), "an arena has a clock of its own");
    play_moves(&mut x, &mut o, X_WINS).await;
    assert!(!x.newest().rematch.open, "the arena pairs them");
    let (now_o, now_x) = (next_match(&mut x, Some(&first)).await, next_match(&mut o, Some(&first)).await);
    assert_eq!(now_o.match_id, now_x.match_id);
    assert_eq!((x.mark(), o.mark()), (Mark::O, Mark::X));
    let table = standings(server.address()).await;
    let row = |row: &Row| (row.points, games(row), row.match_id.clone());
    let playing = Some(now_x.match_id);
    assert_eq!(table.rows.iter().map(row).collect::<Vec<_>>(), [(2, 1, playing.clone()), (0, 1, playing)]);
}

#[tokio::test]
async fn a_place_is_taken_again_with_its_secret_only() {
    let server = Server::start().await;
    let mut ann = Player::joined(server.address(), in_arena("Ann")).await;
    let place = ann.waiting().await.place.expect("the proof of the place");
    assert_eq!(refused(server.address(), in_arena("ann")).await.code, Code::NameTaken);
    let again = Join { place: Some(place.clone()), ..in_arena("Ann") };
    let mut ann_again = Player::joined(server.address(), again.clone()).await;
    assert_eq!(ann_again.waiting().await.name.as_ref().map(Name::as_str), Some("Ann"));
    ann.ended().await.assert_closed(ClosingReason::Superseded);
    assert_eq!(standings(server.address()).await.rows.len(), 1);
    let mut bob = Player::joined(server.address(), in_arena("Bob")).await;
    bob.state_where("the match with Ann", |_| true).await;
    assert_eq!(refused(server.address(), again).await.code, Code::GameOn);
    let forged = Join { place: Some(bob.ticket()), ..in_arena("Ann") };
    assert_eq!(refused(server.address(), forged).await.code, Code::BadMessage);
    let other = Join { place: Some(Ticket::new("0".repeat(64))), ..in_arena("Ann") };
    assert_eq!(refused(server.address(), other).await.code, Code::NameTaken, "it proves nothing");
}

#[tokio::test]
async fn a_player_who_gives_up_two_games_is_told_so_and_plays_on_when_asking() {
    let server = Server::start().await;
    let (mut ann, mut bob) = pair(server.address()).await;
    let first = ann.match_id();
    ann.resign().await.expect("the game is on");
    let second = next_match(&mut ann, Some(&first)).await.match_id;
    ann.resign().await.expect("the game is on");
    assert_eq!(ann.refused().await.code, Code::SetAside);
    ann.rematch().await.expect("the next game may be asked for");
    let third = next_match(&mut ann, Some(&second)).await.match_id;
    bob.next_state_where("the game with Ann", |state| state.match_id == third).await;
    assert!(standings(server.address()).await.rows.iter().all(|row| row.points == 0));
}

#[tokio::test]
async fn a_player_without_a_game_is_told_of_the_end_and_of_the_last_result() {
    let server = Server::start().await;
    let mut teacher = server.player().await;
    let place = teacher.open_arena("class", named("Teacher")).await;
    teacher
        .manage_arena("class", &place, ArenaChange::Remove("Teacher".into()))
        .await
        .expect("she opened it");
    let (mut ann, mut bob) = pair(server.address()).await;
    ann.resign().await.expect("the game is on");
    let first = ann.match_id();
    next_match(&mut ann, Some(&first)).await;
    ann.resign().await.expect("the game is on");
    assert_eq!(ann.refused().await.code, Code::SetAside);
    let mut cleo = Player::joined(server.address(), in_arena("Cleo")).await;
    let third = next_match(&mut cleo, None).await.match_id;
    // Bob has not yet read the end of the first game.
    bob.next_state_where("the game with Cleo", |state| state.match_id == third).await;
    let mut dan = Player::joined(server.address(), in_arena("Dan")).await;
    teacher.manage_arena("class", &place, ArenaChange::End).await.expect("she opened it");
    let told = ann.refused().await;
    assert_eq!(told.code, Code::ArenaOver);
    assert!(told.message.ends_with(" of 4 so far."), "{told:?}");
    assert_eq!(dan.refused().await.code, Code::ArenaOver);
    dan.join(named("Dan")).await.expect("a player who is told of the end is free");
    let players = &ann.newest().players;
    assert_eq!([players.x.presence, players.o.presence], [Presence::Online; 2]);
    let (mut x, mut o) = if bob.mark() == Mark::X { (bob, cleo) } else { (cleo, bob) };
    play_moves(&mut x, &mut o, X_WINS).await;
    for (player, end) in [(&mut ann, " of 4."), (&mut x, "number 1 of 4."), (&mut o, " of 4.")] {
        let told = player.refused().await;
        assert!(told.code == Code::ArenaOver && told.message.ends_with(end), "{told:?}");
    }
}

#[tokio::test]
async fn a_server_limits_its_arenas_their_players_and_their_time() {
    let mut settings = calm();
    settings.limits.arenas = ArenaLimits { count: 1, players: 2, lasts: Duration::from_secs(60) };
    let server = Server::with(settings).await;
    let _pair = pair(server.address()).await;
    assert!(standings(server.address()).await.ms_left <= 60_000);
    assert_eq!(refused(server.address(), in_arena("Cleo")).await.code, Code::ArenaFull);
    let other = Join { arena: Some("other".to_owned()), ..in_arena("Dan") };
    let full = refused(server.address(), other).await;
    assert_eq!(full.code, Code::ArenaFull);
    assert!(full.message.contains("cannot open another arena"), "{full:?}");
}

#[tokio::test]
async fn a_player_cannot_take_another_name_in_an_arena() {
    let server = Server::start().await;
    let mut ann = Player::joined(server.address(), in_arena("Ann")).await;
    ann.waiting().await;
    assert_eq!(ann.rename("Bob").await.unwrap_err().code, Code::BadName);
}

#[tokio::test]
async fn the_person_who_opened_an_arena_manages_it() {
    let server = Server::start().await;
    let mut teacher = server.player().await;
    assert_eq!(raw::get(server.address(), &format!("{ARENAS_PATH}class"), &[]).await.status, 404);
    let place = teacher.open_arena("class", Join { rules: on(4, 4, 4).rules, ..named("Teacher") }).await;
    let remove = |name: &str| ArenaChange::Remove(name.to_owned());
    teacher.manage_arena("class", &place, remove("Teacher")).await.expect("the opener need not play");
    let mut ann = Player::joined(server.address(), in_arena("Ann")).await;
    let waiting = ann.waiting().await;
    assert_eq!((Some(waiting.rules), waiting.manages), (on(4, 4, 4).rules, false));
    let rename = ArenaChange::Rename { from: "ann".into(), to: "Anna".into() };
    let anns_place = waiting.place.expect("the proof of the place");
    let refused = ann.manage_arena("class", &anns_place, rename.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::BadTicket);
    teacher.manage_arena("class", &place, rename).await.expect("the opener manages it");
    let names = |table: &Standings| table.rows.iter().map(|row| row.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&teacher.standings("class").await.unwrap()), ["Anna"]);
    let renamed = ann.waiting().await;
    assert_eq!((renamed.name.as_ref().map(Name::as_str), renamed.place), (Some("Anna"), None));
    teacher.manage_arena("class", &place, remove("Anna")).await.expect("the opener manages it");
    assert_eq!(names(&teacher.standings("class").await.unwrap()), <[&str; 0]>::default());
    assert_eq!(ann.refused().await.code, Code::ArenaOver, "nothing comes any more");
    teacher.manage_arena("class", &place, ArenaChange::End).await.expect("the opener manages it");
    assert_eq!(teacher.standings("class").await.unwrap().ms_left, 0);
    let late = Player::connect(server.address()).await.join(in_arena("Bob")).await;
    assert_eq!(late.unwrap_err().code, Code::ArenaOver);
}

#[tokio::test]
async fn the_table_and_the_running_game_survive_a_restart() {
    let server = DurableServer::start().await;
    let (mut x, mut o) = pair(server.address()).await;
    let first = x.match_id();
    play_moves(&mut x, &mut o, X_WINS).await;
    next_match(&mut x, Some(&first)).await;
    next_match(&mut o, Some(&first)).await;
    let (mut x, mut o) = (o, x);
    play_moves(&mut x, &mut o, &X_WINS[..2]).await;
    let tickets = [x.ticket(), o.ticket()];
    let server = server.restarted([x, o]).await;
    let mut x = Player::resumed(server.address(), &tickets[0]).await;
    let mut o = Player::resumed(server.address(), &tickets[1]).await;
    let second = x.match_id();
    play_moves(&mut x, &mut o, &X_WINS[2..]).await;
    next_match(&mut x, Some(&second)).await;
    let table = standings(server.address()).await;
    assert_eq!(table.rows.iter().map(|row| (row.points, games(row))).collect::<Vec<_>>(), [(2, 2), (2, 2)]);
}
