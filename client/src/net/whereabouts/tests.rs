use tictactoe_protocol::client::{Join, Resume};
use tictactoe_protocol::ticket::Ticket;

use super::*;
use crate::testing::server::{SEATED, frame};
use crate::testing::snapshots::{snapshot, won};

const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.place"}"#;

fn send(whereabouts: &mut Whereabouts, json: &str) {
    whereabouts.sent(&ClientFrame::parse(json).unwrap());
}

fn receive(whereabouts: &mut Whereabouts, json: &str) {
    whereabouts.received(Instant::now(), &frame(json));
}

fn ticket(word: &str) -> Ticket {
    Ticket::new(word.to_owned())
}

fn joined() -> Whereabouts {
    Whereabouts::new(ClientMessage::Join(Join::default()), None)
}

fn seated() -> Whereabouts {
    let mut whereabouts = joined();
    receive(&mut whereabouts, SEATED);
    whereabouts
}

#[test]
fn the_newest_ticket_that_passed_is_shown() {
    let mut whereabouts = joined();
    assert_eq!(whereabouts.greeting(), ClientMessage::Join(Join::default()));
    receive(&mut whereabouts, WAITING);
    assert_eq!(whereabouts.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    receive(&mut whereabouts, SEATED);
    assert_eq!(whereabouts.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn what_the_program_itself_asks_for_counts() {
    let mut whereabouts = seated();
    send(&mut whereabouts, r#"{"type":"leave","id":1}"#);
    assert_eq!(whereabouts.saved(), None);
    assert_eq!(
        whereabouts.greeting(),
        ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }),
        "it may not have arrived"
    );
    receive(&mut whereabouts, r#"{"type":"done","id":1}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut whereabouts, r#"{"type":"join","name":"Bot"}"#);
    let wish = Join { name: Some("Bot".into()), ..Join::default() };
    assert_eq!(whereabouts.greeting(), ClientMessage::Join(wish));
}

#[test]
fn a_refused_change_is_undone() {
    let mut whereabouts = seated();
    send(&mut whereabouts, r#"{"type":"leave","id":1}"#);
    receive(&mut whereabouts, r#"{"type":"refused","id":2,"code":"taken","message":"No."}"#);
    assert_eq!(whereabouts.saved(), None);
    receive(&mut whereabouts, r#"{"type":"refused","id":1,"code":"unavailable","message":"No."}"#);
    assert!(whereabouts.saved().is_some());
    send(&mut whereabouts, r#"{"type":"join"}"#);
    receive(&mut whereabouts, r#"{"type":"refused","code":"already_seated","message":"No."}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn a_refused_move_takes_no_seat_away() {
    let mut whereabouts = seated();
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    send(&mut whereabouts, r#"{"type":"leave"}"#);
    send(&mut whereabouts, r#"{"type":"join"}"#);
    receive(&mut whereabouts, r#"{"type":"refused","code":"not_seated","message":"No."}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Join(Join::default()), "it answers no join");
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    receive(&mut whereabouts, WAITING);
    assert_eq!(whereabouts.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    receive(&mut whereabouts, SEATED);
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    for code in ["no_such_cell", "unavailable", "already_seated"] {
        receive(&mut whereabouts, &format!(r#"{{"type":"refused","code":"{code}","message":"No."}}"#));
        assert_eq!(whereabouts.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
    }
    assert!(whereabouts.saved().is_some());
}

#[test]
fn a_watch_that_was_refused_leads_nowhere_else() {
    let mut whereabouts = Whereabouts::new(ClientMessage::Ping(Empty {}), None);
    send(&mut whereabouts, r#"{"type":"join"}"#);
    receive(&mut whereabouts, r#"{"type":"refused","code":"bad_name","message":"No."}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut whereabouts, r#"{"type":"watch","match":"m9"}"#);
    receive(&mut whereabouts, r#"{"type":"refused","code":"no_such_match","message":"No."}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut whereabouts, r#"{"type":"watch","match":"m1"}"#);
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    receive(&mut whereabouts, r#"{"type":"refused","code":"rate_limited","message":"No."}"#);
    assert!(matches!(whereabouts.greeting(), ClientMessage::Watch(_)), "it has begun");
}

#[test]
fn no_ticket_is_saved_after_the_game() {
    let mut whereabouts = seated();
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    assert!(whereabouts.saved().is_some() && whereabouts.is_game_on());
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(won())));
    assert!(whereabouts.saved().is_none() && !whereabouts.is_game_on());
    receive(&mut whereabouts, r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Ping(Empty {}));
}

/// A program may leave a watch without an id: there is no receipt then.
#[test]
fn a_watch_that_was_left_without_an_id_is_not_watched_again() {
    let mut whereabouts =
        Whereabouts::new(ClientMessage::Watch(Watch { match_id: MatchId("m1".into()) }), None);
    whereabouts.received(Instant::now(), &ServerMessage::State(Box::new(snapshot(&[]))));
    send(&mut whereabouts, r#"{"type":"leave"}"#);
    receive(&mut whereabouts, r#"{"type":"pong","id":7}"#);
    assert_eq!(whereabouts.greeting(), ClientMessage::Ping(Empty {}));
}
