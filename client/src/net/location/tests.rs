use tictactoe_protocol::client::{Join, Resume};
use tictactoe_protocol::ticket::Ticket;

use super::*;
use crate::testing::server::{SEATED, frame};
use crate::testing::snapshots::{snapshot, won};

const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.place"}"#;

fn send(location: &mut Location, json: &str) {
    location.sent(&ClientFrame::parse(json).unwrap());
}

fn receive(location: &mut Location, json: &str) {
    location.received(Instant::now(), &frame(json));
}

fn ticket(word: &str) -> Ticket {
    Ticket::new(word.to_owned())
}

fn joined() -> Location {
    Location::new(ClientMessage::Join(Join::default()), None)
}

fn seated() -> Location {
    let mut location = joined();
    receive(&mut location, SEATED);
    location
}

#[test]
fn the_newest_ticket_that_passed_is_shown() {
    let mut location = joined();
    assert_eq!(location.greeting(), ClientMessage::Join(Join::default()));
    receive(&mut location, WAITING);
    assert_eq!(location.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    receive(&mut location, SEATED);
    assert_eq!(location.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn what_the_program_itself_asks_for_counts() {
    let mut location = seated();
    send(&mut location, r#"{"type":"leave","id":1}"#);
    assert_eq!(location.saved(), None);
    assert_eq!(
        location.greeting(),
        ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }),
        "it may not have arrived"
    );
    receive(&mut location, r#"{"type":"done","id":1}"#);
    assert_eq!(location.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut location, r#"{"type":"join","name":"Bot"}"#);
    let wish = Join { name: Some("Bot".into()), ..Join::default() };
    assert_eq!(location.greeting(), ClientMessage::Join(wish));
}

#[test]
fn a_refused_change_is_undone() {
    let mut location = seated();
    send(&mut location, r#"{"type":"leave","id":1}"#);
    receive(&mut location, r#"{"type":"refused","id":2,"code":"taken","message":"No."}"#);
    assert_eq!(location.saved(), None);
    receive(&mut location, r#"{"type":"refused","id":1,"code":"unavailable","message":"No."}"#);
    assert!(location.saved().is_some());
    send(&mut location, r#"{"type":"join"}"#);
    receive(&mut location, r#"{"type":"refused","code":"already_seated","message":"No."}"#);
    assert_eq!(location.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn a_refused_move_takes_no_seat_away() {
    let mut location = seated();
    location.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    send(&mut location, r#"{"type":"leave"}"#);
    send(&mut location, r#"{"type":"join"}"#);
    receive(&mut location, r#"{"type":"refused","code":"not_seated","message":"No."}"#);
    assert_eq!(location.greeting(), ClientMessage::Join(Join::default()), "it answers no join");
    location.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    receive(&mut location, WAITING);
    assert_eq!(location.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    receive(&mut location, SEATED);
    location.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    for code in ["no_such_cell", "unavailable", "already_seated"] {
        receive(&mut location, &format!(r#"{{"type":"refused","code":"{code}","message":"No."}}"#));
        assert_eq!(location.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
    }
    assert!(location.saved().is_some());
}

#[test]
fn a_watch_that_was_refused_leads_nowhere_else() {
    let mut location = Location::new(ClientMessage::Ping(Empty {}), None);
    send(&mut location, r#"{"type":"join"}"#);
    receive(&mut location, r#"{"type":"refused","code":"bad_name","message":"No."}"#);
    assert_eq!(location.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut location, r#"{"type":"watch","match":"m9"}"#);
    receive(&mut location, r#"{"type":"refused","code":"no_such_match","message":"No."}"#);
    assert_eq!(location.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut location, r#"{"type":"watch","match":"m1"}"#);
    location.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    receive(&mut location, r#"{"type":"refused","code":"rate_limited","message":"No."}"#);
    assert!(matches!(location.greeting(), ClientMessage::Watch(_)), "it has begun");
}

#[test]
fn no_ticket_is_saved_after_the_game() {
    let mut location = seated();
    location.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    assert!(location.saved().is_some() && location.is_game_on());
    location.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    assert!(location.saved().is_none() && !location.is_game_on());
    receive(&mut location, r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#);
    assert_eq!(location.greeting(), ClientMessage::Ping(Empty {}));
}

/// A program may leave a watch without an id: there is no receipt then.
#[test]
fn a_watch_that_was_left_without_an_id_is_not_watched_again() {
    let mut location = Location::new(ClientMessage::Watch(Watch { match_id: MatchId("m1".into()) }), None);
    location.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    send(&mut location, r#"{"type":"leave"}"#);
    receive(&mut location, r#"{"type":"pong","id":7}"#);
    assert_eq!(location.greeting(), ClientMessage::Ping(Empty {}));
}
