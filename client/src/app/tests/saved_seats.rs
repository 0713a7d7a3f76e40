//! Seats of earlier runs.

use tictactoe_protocol::client::{ClientMessage, Join};
use tictactoe_protocol::ticket::Ticket;

use super::{LEAVE, SEATED, plays, resume};
use crate::purpose::{InputMode, Purpose};
use crate::testing::client::Client;
use crate::testing::server::{WELCOME, frame};
use crate::testing::snapshots::{snapshot, won};

fn person() -> Client {
    Client::resuming(Purpose::Join(Join::default()), InputMode::Person, Ticket::new("m1.secret".into()))
}

#[test]
fn a_seat_of_an_earlier_run_is_taken_again_and_that_is_said() {
    let mut client = person();
    client.hear(&frame(WELCOME));
    assert_eq!(client.grant(), resume());
    client.hear(&frame(SEATED)).see(snapshot(&[4, 0]));
    let said = client.said();
    let aloud = "Continuing your last game. To start another one instead, use tictactoe --new.\n\
                 Game 1 of match m1.";
    assert!(said.starts_with(aloud), "{said}");
    client.read("2");
    assert_eq!(client.grant(), plays(1, 2));
}

#[test]
fn a_seat_that_is_gone_is_as_if_there_had_been_none() {
    for code in ["bad_ticket", "left", "no_such_match"] {
        let mut client = person();
        assert!(client.saved().is_some());
        assert_eq!(client.refuse(code), resume());
        assert_eq!(client.saved(), None);
        assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
        client.hear(&frame(SEATED)).see(snapshot(&[]));
        assert!(client.said().starts_with("Game 1 of match m1."), "nothing is said of it");
    }
}

#[test]
fn a_person_sees_the_saved_game_that_has_ended() {
    let mut client = person();
    client.grant();
    client.hear(&frame(SEATED)).see(won());
    let said = client.said();
    assert!(said.starts_with("Your last game has ended.\nGame 1"), "{said}");
    assert!(said.contains("You won with the top row!") && client.app.is_asking());
    assert_eq!(client.saved(), None);
}

#[test]
fn the_connection_may_be_lost_before_the_seat_is_there() {
    let mut client = person();
    client.cut();
    client.sent.clear();
    assert_eq!(client.reconnect(), resume());
    client.refuse("no_such_match");
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
    assert_eq!(client.end, None);
}

#[test]
fn the_saved_ticket_goes_with_the_game_and_returns_with_the_next() {
    let mut client = person();
    client.grant();
    client.hear(&frame(SEATED)).see(snapshot(&[]));
    assert!(client.saved().is_some());
    client.see(won());
    assert_eq!(client.saved(), None);
    let mut next = snapshot(&[]);
    (next.game, next.seq) = (2, 100);
    client.see(next);
    assert!(client.saved().is_some());
    client.read("quit").read("y");
    assert_eq!(client.saved(), None);
    assert_eq!(client.grant(), LEAVE);
    assert_eq!((client.end.take(), client.saved()), (Some(Ok(())), None));
}
