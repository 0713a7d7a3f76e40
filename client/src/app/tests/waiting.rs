//! Another opponent than the one that is waited for.

use tictactoe_protocol::client::{ClientMessage, Join};
use tictactoe_protocol::values::{Opponent, Rules};

use super::{LEAVE, SEATED, resume_place, waiting};
use crate::purpose::{InputMode, Purpose};
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{against_the_computer, snapshot, won};

const ALONE: &str = "You are not waiting for an opponent.\n";

/// A client that has joined and waits, with the computer to come.
fn waits(mut client: Client) -> Client {
    client.grant();
    client.hear(&waiting("10000")).said();
    client
}

fn join(opponent: Option<Opponent>) -> ClientMessage {
    ClientMessage::Join(Join { opponent, ..Join::default() })
}

#[test]
fn a_waiting_player_can_choose_the_computer_or_only_people() {
    for (word, opponent) in
        [("computer", Opponent::Ai), ("c", Opponent::Ai), ("wait", Opponent::Human), ("w", Opponent::Human)]
    {
        let mut client = waits(Client::person());
        client.read(word);
        assert_eq!(client.grant(), LEAVE);
        assert_eq!(client.grant(), join(Some(opponent)));
        assert!(client.sent.is_empty() && client.end.is_none());
    }
}

#[test]
fn nothing_is_joined_before_the_place_is_left() {
    let mut client = waits(Client::person());
    client.read("computer");
    assert_eq!(client.sent.len(), 1, "only the leaving was sent");
    // The match that began meanwhile is given up with the place.
    client.hear(&frame(SEATED)).see(snapshot(&[]));
    assert_eq!((client.said().as_str(), client.app.view()), ("", None));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), join(Some(Opponent::Ai)));
}

#[test]
fn the_next_opponent_is_looked_for_as_the_flags_say() {
    let mut client = waits(Client::person());
    client.read("computer");
    client.grant();
    client.grant();
    let mut over = against_the_computer(won());
    over.match_id = snapshot(&[]).match_id;
    client.see(against_the_computer(snapshot(&[]))).see(over);
    client.read("new");
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), join(None));
}

#[test]
fn the_rest_of_the_wish_stays() {
    let rules = Some(Rules::new(5, 5, 4));
    let wish = Join { name: Some("Ann".into()), rules, ..Join::default() };
    let mut client = waits(Client::new(Purpose::Join(wish.clone()), InputMode::Person));
    client.read("computer");
    client.grant();
    assert_eq!(client.grant(), ClientMessage::Join(Join { opponent: Some(Opponent::Ai), ..wish }));
}

#[test]
fn the_opponent_cannot_be_changed_in_a_match_or_a_watch() {
    let mut playing = Client::person();
    playing.grant();
    playing.hear(&frame(SEATED)).see(snapshot(&[])).said();
    playing.read("computer").read("wait");
    assert_eq!((playing.said(), playing.sent.len()), (ALONE.repeat(2), 0));
    let mut early = Client::person();
    early.grant();
    early.read("computer");
    assert_eq!((&*early.said(), early.sent.len()), (ALONE, 0), "there is no place yet");
}

#[test]
fn a_person_who_types_before_the_first_answer_is_answered_at_once_and_can_quit() {
    let mut client = Client::person();
    client.read("help").read("5").read("name Ann");
    let said = client.said();
    assert!(said.starts_with("  5, b2 "), "{said}");
    assert!(said.ends_with(&"You are not in a game now.\n".repeat(2)), "{said}");
    client.read("quit");
    assert_eq!(client.sent.pop().unwrap().message, LEAVE);
    client.wake();
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_place_that_is_left_while_the_connection_goes_is_left_when_it_is_back() {
    let mut client = waits(Client::person());
    client.read("computer");
    client.sent.clear();
    client.cut();
    client.reconnect();
    client.grant();
    client.hear(&waiting("10000"));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), join(Some(Opponent::Ai)));
    assert_eq!(client.end, None);
}

#[test]
fn the_other_wish_outlives_a_lost_connection() {
    let mut client = waits(Client::person());
    client.read("wait");
    client.grant();
    client.grant();
    client.hear(&waiting("null")).cut();
    client.reconnect();
    assert_eq!(client.refuse("no_such_match"), resume_place());
    assert_eq!(client.grant(), join(Some(Opponent::Human)), "the computer was not to come");
}
