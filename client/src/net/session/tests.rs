use tictactoe_protocol::client::{Join, Resume};
use tictactoe_protocol::ticket::Ticket;

use super::*;
use crate::testing::server::{SEATED, frame};
use crate::testing::snapshots::{snapshot, won};

const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.place"}"#;

fn send(session: &mut Session, json: &str) {
    session.sent(&ClientFrame::parse(json).unwrap());
}

fn receive(session: &mut Session, json: &str) {
    session.received(Instant::now(), &frame(json));
}

fn ticket(word: &str) -> Ticket {
    Ticket::new(word.to_owned())
}

fn joined() -> Session {
    Session::new(ClientMessage::Join(Join::default()), None)
}

fn seated() -> Session {
    let mut session = joined();
    receive(&mut session, SEATED);
    session
}

#[test]
fn the_newest_ticket_that_passed_is_shown() {
    let mut session = joined();
    assert_eq!(session.greeting(), ClientMessage::Join(Join::default()));
    receive(&mut session, WAITING);
    assert_eq!(session.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    receive(&mut session, SEATED);
    assert_eq!(session.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn what_the_program_itself_asks_for_counts() {
    let mut session = seated();
    send(&mut session, r#"{"type":"leave","id":1}"#);
    assert_eq!(session.saved(), None);
    assert_eq!(
        session.greeting(),
        ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }),
        "it may not have arrived"
    );
    receive(&mut session, r#"{"type":"done","id":1}"#);
    assert_eq!(session.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut session, r#"{"type":"join","name":"Bot"}"#);
    let wish = Join { name: Some("Bot".into()), ..Join::default() };
    assert_eq!(session.greeting(), ClientMessage::Join(wish));
}

#[test]
fn a_refused_change_is_undone() {
    let mut session = seated();
    send(&mut session, r#"{"type":"leave","id":1}"#);
    receive(&mut session, r#"{"type":"refused","id":2,"code":"taken","message":"No."}"#);
    assert_eq!(session.saved(), None);
    receive(&mut session, r#"{"type":"refused","id":1,"code":"unavailable","message":"No."}"#);
    assert!(session.saved().is_some());
    send(&mut session, r#"{"type":"join"}"#);
    receive(&mut session, r#"{"type":"refused","code":"already_seated","message":"No."}"#);
    assert_eq!(session.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn a_refused_move_takes_no_seat_away() {
    let mut session = seated();
    session.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    send(&mut session, r#"{"type":"leave"}"#);
    send(&mut session, r#"{"type":"join"}"#);
    receive(&mut session, r#"{"type":"refused","code":"not_seated","message":"No."}"#);
    assert_eq!(session.greeting(), ClientMessage::Join(Join::default()), "it answers no join");
    session.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    receive(&mut session, WAITING);
    assert_eq!(session.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    receive(&mut session, SEATED);
    session.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    for code in ["no_such_cell", "unavailable", "already_seated"] {
        receive(&mut session, &format!(r#"{{"type":"refused","code":"{code}","message":"No."}}"#));
        assert_eq!(session.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
    }
    assert!(session.saved().is_some());
}

#[test]
fn a_watch_that_was_refused_leads_nowhere_else() {
    let mut session = Session::new(ClientMessage::Ping(Empty {}), None);
    send(&mut session, r#"{"type":"join"}"#);
    receive(&mut session, r#"{"type":"refused","code":"bad_name","message":"No."}"#);
    assert_eq!(session.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut session, r#"{"type":"watch","match":"m9"}"#);
    receive(&mut session, r#"{"type":"refused","code":"no_such_match","message":"No."}"#);
    assert_eq!(session.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut session, r#"{"type":"watch","match":"m1"}"#);
    session.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    receive(&mut session, r#"{"type":"refused","code":"rate_limited","message":"No."}"#);
    assert!(matches!(session.greeting(), ClientMessage::Watch(_)), "it has begun");
}

#[test]
fn no_ticket_is_saved_after_the_game() {
    let mut session = seated();
    session.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    assert!(session.saved().is_some() && session.is_game_on());
    session.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    assert!(session.saved().is_none() && !session.is_game_on());
    receive(&mut session, r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#);
    assert_eq!(session.greeting(), ClientMessage::Ping(Empty {}));
}

/// A program may leave a watch without an id: there is no receipt then.
#[test]
fn a_watch_that_was_left_without_an_id_is_not_watched_again() {
    let mut session = Session::new(ClientMessage::Watch(Watch { match_id: MatchId("m1".into()) }), None);
    session.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    send(&mut session, r#"{"type":"leave"}"#);
    receive(&mut session, r#"{"type":"pong","id":7}"#);
    assert_eq!(session.greeting(), ClientMessage::Ping(Empty {}));
}
