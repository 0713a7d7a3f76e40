//! Offers of a rematch that are declined or withdrawn.

use tictactoe_protocol::client::{ClientMessage, InGame, Join};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::Mark;

use super::{LEAVE, REMATCH, seated};
use crate::purpose::InputMode;
use crate::testing::client::Client;
use crate::testing::snapshots::{in_series, watched, won};

const DECLINE: ClientMessage = ClientMessage::Decline(InGame { game: Some(1) });

/// After the game, with these offers, the last one perhaps declined.
fn after(seq: u64, offers: &[Mark], declined_by: Option<Mark>) -> Snapshot {
    let mut over = won();
    over.seq += seq;
    (over.rematch.offers, over.rematch.declined_by) = (offers.to_vec(), declined_by);
    over
}

#[test]
fn an_offer_can_be_declined_and_the_players_can_still_choose_a_rematch() {
    let mut client = seated(Client::person());
    client.see(after(1, &[Mark::O], None)).said();
    client.read("decline");
    assert_eq!(client.grant(), DECLINE);
    client.see(after(2, &[], Some(Mark::X)));
    assert_eq!(client.said(), "You declined the rematch.\n");
    client.read("rematch");
    assert_eq!(client.grant(), REMATCH);
}

#[test]
fn an_offer_that_the_other_declines_can_be_made_again() {
    let mut client = seated(Client::person());
    client.see(won()).read("r");
    assert_eq!(client.grant(), REMATCH);
    client.see(after(1, &[Mark::X], None)).said();
    client.see(after(2, &[], Some(Mark::O)));
    assert_eq!(client.said(), "Bob declined the rematch.\n");
    client.read("r");
    assert_eq!(client.grant(), REMATCH);
}

#[test]
fn an_offer_can_be_withdrawn_by_either_player() {
    let mut client = seated(Client::person());
    client.see(won()).read("r");
    client.grant();
    client.see(after(1, &[Mark::X], None)).read("d");
    assert_eq!(client.grant(), DECLINE);
    client.said();
    client.see(after(2, &[], None)).see(after(3, &[Mark::O], None)).see(after(4, &[], None));
    let said = "You withdrew the offer.\n\
                Bob wants a rematch. Type rematch to accept, or decline.\n\
                Bob withdrew the offer.\n";
    assert_eq!(client.said(), said);
}

#[test]
fn without_an_offer_there_is_nothing_to_decline() {
    let mut client = seated(Client::person());
    client.said();
    client.read("decline").see(won()).said();
    client.read("decline");
    assert_eq!(client.said(), "There is nothing to decline.\n");
    assert!(client.sent.is_empty());
}

#[test]
fn a_series_looks_for_another_opponent_when_its_rematch_is_declined() {
    let mut client = seated(Client::script());
    client.see(in_series(won(), None));
    assert_eq!(client.grant(), REMATCH);
    client.see(in_series(after(1, &[], Some(Mark::O)), None));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
}

#[test]
fn a_series_is_told_of_its_next_game() {
    let mut client = seated(Client::person());
    client.see(in_series(won(), None));
    let said = client.said();
    assert!(said.ends_with("Type rematch (next game), review, new or quit.\n"), "{said}");
    client.see(in_series(after(1, &[], Some(Mark::O)), None));
    assert_eq!(client.said(), "Bob declined the next game.\n");
}

/// The other's offer is seen first, and the next game is on its way when the own one is granted.
#[test]
fn a_series_offers_one_rematch_although_the_other_player_offers_one_too() {
    let mut client = seated(Client::script());
    client.see(in_series(won(), None)).see(in_series(after(1, &[Mark::O], None), None));
    assert_eq!(client.grant(), REMATCH);
    assert!(client.sent.is_empty(), "{:?}", client.sent);
}

#[test]
fn spectators_read_who_declined() {
    let mut client = Client::spectator(InputMode::Person);
    client.see(watched(after(1, &[Mark::O], None))).said();
    client.see(watched(after(2, &[], Some(Mark::X))));
    assert_eq!(client.said(), "Ann declined the rematch.\n");
}

#[test]
fn quit_answers_an_open_question_with_its_own() {
    let mut client = seated(Client::person());
    client.said();
    client.read("resign").read("quit").read("y");
    let said = "Resign? You will lose this game. y or n\nLeave? This cancels the game. y or n\n";
    assert_eq!(client.said(), said);
    assert_eq!(client.grant(), LEAVE);
}
