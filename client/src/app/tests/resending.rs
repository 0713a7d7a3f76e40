//! What becomes of what was sent and not answered.

use tictactoe_protocol::client::{ClientMessage, InGame};
use tictactoe_protocol::snapshot::{Reason, Snapshot};
use tictactoe_protocol::values::Mark;

use super::{REMATCH, RESIGN, SEATED, plays, with_ticket};
use crate::testing::answers::{ANY, REVIEWED};
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{against_the_computer, ended, snapshot, won};

/// A client that says this, whose connection is cut before there is an answer, and that comes back to this. Gives
/// what was sent, and the client.
fn cut_after(mut client: Client, line: &str, then: Snapshot) -> (ClientMessage, Client) {
    client.read(line);
    if line == "resign" {
        client.read("y");
    }
    let sent = client.take_sent();
    client.cut();
    client.reconnect();
    client.grant();
    client.said();
    client.hear(&frame(SEATED)).see(then);
    if let Some(again) = client.sent.first() {
        assert_ne!(again.id, sent.id, "an id of its own");
    }
    (sent.message, client)
}

fn next_game(moves: &[u8]) -> Snapshot {
    let mut next = snapshot(moves);
    (next.game, next.seq) = (2, 100);
    next
}

#[test]
fn a_move_that_did_not_arrive_is_sent_again() {
    for client in [Client::person(), Client::script()] {
        let (sent, mut client) = cut_after(with_ticket(client), "5", snapshot(&[]));
        assert_eq!((sent, client.grant()), (plays(4, 0), plays(4, 0)));
        assert!(!client.app.is_asking() && client.sent.is_empty(), "until the board shows it");
        client.see(snapshot(&[4]));
        let said = client.said();
        assert!(said.contains("You played centre"), "{said}");
    }
}

#[test]
fn a_move_whose_receipt_was_lost_is_not_sent_again() {
    for moves in [&[4][..], &[4, 0]] {
        let (_, mut client) = cut_after(with_ticket(Client::script()), "5", snapshot(moves));
        assert!(client.sent.is_empty(), "{moves:?}");
        assert!(client.said().contains("You played centre."));
    }
    let (_, mut client) = cut_after(with_ticket(Client::script()), "5", snapshot(&[4, 0]));
    client.read("2");
    assert_eq!(client.grant(), plays(1, 2), "and the game goes on");
}

#[test]
fn a_deferred_move_is_sent_again_after_a_reconnect() {
    let mut client = with_ticket(Client::script());
    client.read("5");
    client.refuse("unavailable");
    client.cut();
    client.reconnect();
    client.grant();
    client.hear(&frame(SEATED)).see(snapshot(&[]));
    assert_eq!(client.grant(), plays(4, 0));
    assert!(client.sent.is_empty(), "once");
}

#[test]
fn a_move_is_never_sent_to_another_position() {
    let lost_on_time = ended(&[], Reason::Cancelled, None, &[]);
    let they_left = ended(&[], Reason::Left, Some(Mark::X), &[]);
    for then in [lost_on_time, they_left, next_game(&[]), next_game(&[4]), won()] {
        let (_, client) = cut_after(with_ticket(Client::person()), "5", then.clone());
        assert!(client.sent.is_empty(), "{then:?}");
        assert!(client.app.is_asking() || then.turn == Some(Mark::O), "it is not stuck: {then:?}");
    }
}

#[test]
fn a_receipt_without_a_state_holds_nothing_back_after_a_return() {
    let mut client = with_ticket(Client::script());
    client.read("5");
    client.grant();
    client.cut();
    client.reconnect();
    client.grant();
    client.hear(&frame(SEATED)).see(snapshot(&[4, 0]));
    client.read("2");
    assert_eq!(client.grant(), plays(1, 2));
}

#[test]
fn a_move_that_is_lost_twice_is_sent_until_it_arrives() {
    let (_, mut client) = cut_after(with_ticket(Client::script()), "5", snapshot(&[]));
    for _ in 0..3 {
        client.take_sent();
        client.cut();
        client.reconnect();
        // Once more it goes before the state has come.
        client.cut();
        client.sent.clear();
        client.reconnect();
        client.grant();
        client.hear(&frame(SEATED)).see(snapshot(&[]));
    }
    assert_eq!(client.grant(), plays(4, 0));
    assert!(client.sent.is_empty());
}

#[test]
fn a_resignation_is_sent_again_unless_the_game_is_over() {
    let (sent, mut client) = cut_after(with_ticket(Client::person()), "resign", snapshot(&[]));
    assert_eq!((sent, client.grant()), (RESIGN, RESIGN));
    for then in [ended(&[], Reason::Resigned, Some(Mark::O), &[]), next_game(&[])] {
        let (_, client) = cut_after(with_ticket(Client::person()), "resign", then);
        assert!(client.sent.is_empty());
    }
}

fn after_a_win() -> Client {
    let mut client = with_ticket(Client::person());
    client.see(won()).said();
    client
}

#[test]
fn a_rematch_is_offered_again_unless_it_arrived_or_is_impossible() {
    let (sent, mut client) = cut_after(after_a_win(), "r", won());
    assert_eq!((sent, client.grant()), (REMATCH, REMATCH));
    let mut offered = won();
    (offered.seq, offered.rematch.offers) = (50, vec![Mark::X]);
    let mut alone = won();
    (alone.seq, alone.rematch.open) = (50, false);
    for (then, may_choose) in [(offered, false), (alone, true), (next_game(&[]), true)] {
        let (_, client) = cut_after(after_a_win(), "r", then);
        assert!(client.sent.is_empty());
        assert_eq!(client.app.is_asking(), may_choose);
    }
}

fn against_it(moves: &[u8]) -> Snapshot {
    against_the_computer(snapshot(moves))
}

#[test]
fn a_hint_is_asked_for_again_in_the_same_position_only() {
    let client = || {
        let mut client = with_ticket(Client::person());
        let mut seen = against_it(&[]);
        seen.seq = 1;
        client.see(seen).said();
        client
    };
    let hint = ClientMessage::Hint(InGame { game: Some(1) });
    let mut then = against_it(&[]);
    then.seq = 2;
    let (sent, mut client_1) = cut_after(client(), "hint", then);
    assert_eq!(sent, hint);
    client_1.said();
    assert_eq!(client_1.answer(ANY), hint);
    assert!(client_1.said().starts_with("Hint: centre. Every square"));
    let (_, client_2) = cut_after(client(), "hint", against_it(&[4, 0]));
    assert!(client_2.sent.is_empty() && client_2.app.is_asking());
}

#[test]
fn a_review_is_asked_for_again_as_long_as_its_game_is_shown() {
    let (sent, mut client) = cut_after(after_a_win(), "v", won());
    assert_eq!(sent, ClientMessage::Review(InGame { game: Some(1) }));
    client.said();
    assert_eq!(client.answer(REVIEWED), sent);
    assert!(client.said().starts_with("Review of game 1."));
    let (_, mut client) = cut_after(after_a_win(), "v", next_game(&[]));
    assert!(client.sent.is_empty());
    assert!(client.said().contains("Ask for a review before the rematch."));
}
