//! Matches that are forgotten, questions that are overtaken, connections that close.

use tictactoe_protocol::client::{ClientMessage, Join};
use tictactoe_protocol::values::MatchId;

use super::{LEAVE, plays, seated, with_ticket};
use crate::app::notice::Declined;
use crate::app::{Event, Input};
use crate::purpose::InputMode;
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{snapshot, watched, won};

const FORGOTTEN: &str = r#"{"type":"refused","code":"no_such_match","message":"It is no longer kept."}"#;
const STOPPING: &str = r#"{"type":"closing","reason":"shutdown","message":"The server is stopping."}"#;

fn join() -> ClientMessage {
    ClientMessage::Join(Join::default())
}

#[test]
fn a_person_whose_match_is_forgotten_finds_a_new_opponent() {
    let mut client = seated(Client::person());
    client.see(won()).said();
    client.hear(&frame(FORGOTTEN));
    assert_eq!(client.said(), "It is no longer kept. Type new or quit.\n");
    assert!(client.app.is_asking());
    client.read("r").read("5");
    let declined = "The server no longer has this match. Type new or quit.\n";
    assert_eq!(client.said(), declined.repeat(2));
    client.read("n");
    assert_eq!(client.grant(), join());
    client.see(snapshot(&[]));
    assert!(client.said().contains("Your turn. You are X."));
}

#[test]
fn a_person_whose_match_is_forgotten_can_quit() {
    let mut client = seated(Client::person());
    client.read("5").hear(&frame(FORGOTTEN)).read("q");
    assert_eq!(client.grant(), plays(4, 0));
    client.refuse("not_seated");
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_series_whose_match_is_forgotten_enters_again() {
    let mut client = seated(Client::script());
    client.said();
    client.hear(&frame(FORGOTTEN));
    assert_eq!(client.said(), "It is no longer kept.\n");
    assert_eq!(client.grant(), join());
}

#[test]
fn a_watch_of_a_forgotten_match_ends() {
    let mut client = Client::spectator(InputMode::Script);
    client.grant();
    let seen = watched(snapshot(&[4]));
    client.see(seen).hear(&frame(FORGOTTEN));
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn only_an_answer_is_swallowed_after_a_question_was_taken_back() {
    let mut client = seated(Client::person());
    client.read("q").see(won()).said();
    client.read("r").read("n");
    assert!(matches!(client.grant(), ClientMessage::Rematch(_)));
    assert_eq!(client.grant(), LEAVE);
}

#[test]
fn a_line_that_cannot_be_read_has_its_own_message() {
    let mut client = seated(Client::person());
    client.said();
    client.event(Event::Input(Input::Line(Err(Declined::TooLong))));
    client.event(Event::Input(Input::Line(Err(Declined::NotUtf8))));
    assert_eq!(
        client.said(),
        "That line is too long. Use at most 4096 bytes.\nThat line is not UTF-8. Type it again as UTF-8.\n"
    );
}

#[test]
fn there_is_no_prompt_while_the_server_is_closing() {
    let mut client = seated(Client::person());
    client.said();
    assert!(client.app.is_asking());
    client.hear(&frame(STOPPING));
    assert!(!client.app.is_asking());
    assert_eq!(client.said(), "", "the last lines of the run say it");
}

#[test]
fn a_state_of_another_match_is_passed_over() {
    let mut client = with_ticket(Client::script());
    client.said();
    let mut other = snapshot(&[4, 0]);
    other.match_id = MatchId("m2".into());
    client.see(other);
    assert_eq!(client.said(), "");
}
