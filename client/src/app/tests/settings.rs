//! A new name, a new level of the computer, another board; and invitations that stay valid.

use tictactoe_protocol::client::{ClientMessage, Join, NextGame, Rename};
use tictactoe_protocol::server::{ServerMessage, Waiting};
use tictactoe_protocol::snapshot::Presence;
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{BestOf, Level, Rules};

use super::{LEAVE, REMATCH, resume_place, seated, waiting};
use crate::preferences::Preferences;
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, cancelled_without_opponent, snapshot, won};

fn rename(name: &str) -> ClientMessage {
    ClientMessage::Rename(Rename { name: name.to_owned(), mark: None })
}

fn name(name: &str) -> Preferences {
    Preferences { name: Some(Name::new(name).unwrap()), ..Preferences::default() }
}

fn level(level: Level) -> Preferences {
    Preferences { level: Some(level), ..Preferences::default() }
}

/// A place in the public list, under this word.
fn waiting_as(word: &str) -> ServerMessage {
    let ServerMessage::Waiting(place) = waiting("10000") else { panic!("a place") };
    ServerMessage::Waiting(Waiting { word: Some(Room::new(word).unwrap()), ..place })
}

fn waits(mut client: Client) -> Client {
    client.grant();
    client.hear(&waiting_as("otter-7")).said();
    client
}

fn join(join: Join) -> ClientMessage {
    ClientMessage::Join(Join { word: Some("otter-7".to_owned()), ..join })
}

#[test]
fn a_new_name_is_remembered_when_the_server_has_taken_it() {
    for mut client in [waits(Client::person()), seated(Client::person())] {
        client.said();
        client.read("name Bob Ross");
        assert!(client.remembered.is_empty());
        client.read("name Eve");
        assert_eq!(client.grant(), rename("Bob Ross"));
        assert_eq!(client.said(), "", "only the latest name counts");
        assert_eq!(client.grant(), rename("Eve"));
        assert_eq!(client.said(), "Your name is now Eve.\n");
        assert_eq!(client.remembered, [name("Eve")]);
    }
}

#[test]
fn a_name_that_is_refused_is_not_remembered() {
    let mut client = seated(Client::person());
    client.said();
    client.read("name").read("name Bob");
    assert_eq!(client.refuse("bad_name"), rename("Bob"));
    let cleaned = "That name cannot be used (use at least one letter).\nNo.\n";
    assert_eq!((client.said().as_str(), client.remembered.len()), (cleaned, 0));
}

#[test]
fn a_script_changes_its_name_and_leaves_none_behind() {
    let mut client = seated(Client::script());
    client.said();
    client.read("name Bob");
    assert_eq!(client.grant(), rename("Bob"));
    assert_eq!((client.said().as_str(), client.remembered.len()), ("Your name is now Bob.\n", 0));
}

#[test]
fn a_level_is_remembered_and_sent_with_the_rematch_if_it_differs() {
    let mut client = seated(Client::person());
    client.see(against_the_computer(snapshot(&[]))).said();
    client.read("level casual");
    assert_eq!(client.said(), "Level: casual, from the next game on.\n");
    assert_eq!(client.remembered, [level(Level::Casual)]);
    client.see(against_the_computer(won())).read("rematch");
    let casual = ClientMessage::Rematch(NextGame { game: Some(1), level: Some(Level::Casual) });
    assert_eq!(client.grant(), casual);

    let mut unchanged = seated(Client::person());
    unchanged.see(against_the_computer(won())).read("level perfect").read("rematch");
    assert_eq!(unchanged.grant(), REMATCH);
}

#[test]
fn the_word_alone_takes_the_levels_in_turn() {
    let mut client = seated(Client::person());
    client.see(against_the_computer(won()));
    client.remembered.clear();
    client.read("level").read("level").read("level").read("level");
    assert_eq!(client.remembered, [Level::Hard, Level::Casual, Level::Easy, Level::Perfect].map(level));
    client.said();
    client.read("level godlike");
    assert_eq!(client.said(), "Type level easy, level casual, level hard or level perfect.\n");
}

#[test]
fn a_player_who_waits_can_ask_for_another_level_or_board() {
    let mut client = waits(Client::person());
    client.read("level easy");
    assert_eq!(client.grant(), LEAVE);
    let easy = Join { level: Some(Level::Easy), ..Join::default() };
    assert_eq!(client.grant(), join(easy.clone()), "under the same word");
    client.hear(&waiting_as("otter-7"));
    client.read("board 5x4 4 best of 3");
    assert_eq!(client.grant(), LEAVE);
    let (rules, best_of) = (Some(Rules::new(5, 4, 4)), BestOf::try_from(3).ok());
    assert_eq!(client.grant(), join(Join { rules, best_of, ..easy }));
}

#[test]
fn another_board_is_for_another_opponent_after_the_game() {
    let mut client = seated(Client::person());
    client.said();
    client.read("board 4x4");
    assert_eq!(client.said(), "The game is not over yet.\n");
    client.see(won()).read("game four");
    assert_eq!(client.grant(), LEAVE);
    let rules = Some(Rules { gravity: true, ..Rules::new(7, 6, 4) });
    assert_eq!(client.grant(), ClientMessage::Join(Join { rules, ..Join::default() }));
}

#[test]
fn a_board_that_no_server_accepts_is_not_sent() {
    let mut client = waits(Client::person());
    client.read("board 4x4 5");
    let said = "No such game: on 4x4, write 1 to 4 in a row, not 5.\n";
    assert_eq!((client.said().as_str(), client.sent.len()), (said, 0));
}

#[test]
fn an_invitation_stays_valid_after_a_cancelled_game_and_after_a_lost_place() {
    let mut client = waits(Client::person());
    client.see(snapshot(&[])).see(cancelled_without_opponent(Presence::Left));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), join(Join::default()));

    let mut client = waits(Client::person());
    assert_eq!(client.cut().reconnect(), resume_place());
    client.refuse("no_such_match");
    assert_eq!(client.grant(), join(Join::default()));
}

#[test]
fn a_loss_to_the_perfect_computer_is_said_kindly_where_it_never_loses() {
    let mut lost = against_the_computer(won());
    lost.result.as_mut().unwrap().winner = Some(tictactoe_protocol::values::Mark::O);
    let mut client = seated(Client::person());
    client.see(lost);
    assert!(client.said().contains("Type level casual for an easier game, or rematch, "));
}
