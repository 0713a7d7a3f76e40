use tictactoe_protocol::client::{Join, Resume};
use tictactoe_protocol::ticket::Ticket;

use super::*;
use crate::testing::server::frame;
use crate::testing::snapshots::{snapshot, won};

const SEATED: &str = r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#;
const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.place"}"#;

fn send(seat: &mut Seat, json: &str) {
    seat.sent(&ClientFrame::parse(json).unwrap());
}

fn ticket(word: &str) -> Ticket {
    Ticket::new(word.to_owned())
}

fn joined() -> Seat {
    Seat::new(ClientMessage::Join(Join::default()), None)
}

fn seated() -> Seat {
    let mut seat = joined();
    seat.received(&frame(SEATED));
    seat
}

#[test]
fn the_newest_ticket_that_passed_is_shown() {
    let mut seat = joined();
    assert_eq!(seat.greeting(), ClientMessage::Join(Join::default()));
    seat.received(&frame(WAITING));
    assert_eq!(seat.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
    seat.received(&frame(SEATED));
    assert_eq!(seat.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn what_the_program_itself_asks_for_counts() {
    let mut seat = seated();
    send(&mut seat, r#"{"type":"leave","id":1}"#);
    assert_eq!(seat.saved(), None);
    assert_eq!(
        seat.greeting(),
        ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }),
        "it may not have arrived"
    );
    seat.received(&frame(r#"{"type":"done","id":1}"#));
    assert_eq!(seat.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut seat, r#"{"type":"join","name":"Bot"}"#);
    let wish = Join { name: Some("Bot".into()), ..Join::default() };
    assert_eq!(seat.greeting(), ClientMessage::Join(wish));
}

#[test]
fn a_refused_change_is_undone() {
    let mut seat = seated();
    send(&mut seat, r#"{"type":"leave","id":1}"#);
    seat.received(&frame(r#"{"type":"refused","id":2,"code":"taken","message":"No."}"#));
    assert_eq!(seat.saved(), None);
    seat.received(&frame(r#"{"type":"refused","id":1,"code":"unavailable","message":"No."}"#));
    assert!(seat.saved().is_some());
    send(&mut seat, r#"{"type":"join"}"#);
    seat.received(&frame(r#"{"type":"refused","code":"already_seated","message":"No."}"#));
    assert_eq!(seat.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
}

#[test]
fn a_refused_move_takes_no_seat_away() {
    let mut seat = seated();
    seat.received(&ServerMessage::State(Box::new(won())));
    send(&mut seat, r#"{"type":"leave"}"#);
    send(&mut seat, r#"{"type":"join"}"#);
    seat.received(&frame(r#"{"type":"refused","code":"not_seated","message":"No."}"#));
    assert_eq!(seat.greeting(), ClientMessage::Join(Join::default()), "it answers no join");
    seat.received(&ServerMessage::State(Box::new(won())));
    seat.received(&frame(WAITING));
    assert!(seat.saved().is_some(), "the game that is over was another one");
    seat.received(&frame(SEATED));
    seat.received(&ServerMessage::State(Box::new(snapshot(&[]))));
    for code in ["no_such_cell", "unavailable", "already_seated"] {
        seat.received(&frame(&format!(r#"{{"type":"refused","code":"{code}","message":"No."}}"#)));
        assert_eq!(seat.greeting(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
    }
    assert!(seat.saved().is_some());
}

#[test]
fn a_watch_that_was_refused_leads_nowhere_else() {
    let mut seat = Seat::new(ClientMessage::Ping(Empty {}), None);
    send(&mut seat, r#"{"type":"join"}"#);
    seat.received(&frame(r#"{"type":"refused","code":"bad_name","message":"No."}"#));
    assert_eq!(seat.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut seat, r#"{"type":"watch","match":"m9"}"#);
    seat.received(&frame(r#"{"type":"refused","code":"no_such_match","message":"No."}"#));
    assert_eq!(seat.greeting(), ClientMessage::Ping(Empty {}));
    send(&mut seat, r#"{"type":"watch","match":"m1"}"#);
    seat.received(&ServerMessage::State(Box::new(snapshot(&[]))));
    seat.received(&frame(r#"{"type":"refused","code":"rate_limited","message":"No."}"#));
    assert!(matches!(seat.greeting(), ClientMessage::Watch(_)), "it has begun");
}

#[test]
fn no_ticket_is_saved_after_the_game() {
    let mut seat = seated();
    seat.received(&ServerMessage::State(Box::new(snapshot(&[]))));
    assert!(seat.saved().is_some() && !seat.is_game_over());
    seat.received(&ServerMessage::State(Box::new(won())));
    assert!(seat.saved().is_none() && seat.is_game_over());
    seat.received(&frame(r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#));
    assert_eq!(seat.greeting(), ClientMessage::Ping(Empty {}));
}
