//! What becomes of what was sent and not answered.

use tictactoe_protocol::client::ClientMessage;
use tictactoe_protocol::snapshot::{Reason, Snapshot, Takeback};
use tictactoe_protocol::values::Mark;

use super::{SEATED, plays, with_ticket};
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{against_the_computer, ended, snapshot, won};

/// A client that sees `before` and says `line`, whose connection is cut before there is an answer, and that comes back
/// to `after`. Gives what was sent, and the client.
fn cut_after(client: Client, before: Snapshot, line: &str, after: Snapshot) -> (ClientMessage, Client) {
    let mut client = with_ticket(client);
    client.see(Snapshot { seq: 10, ..before }).read(line);
    if line == "resign" {
        client.read("y");
    }
    let sent = client.take_sent();
    client.cut();
    client.reconnect();
    client.grant();
    client.said();
    client.hear(&frame(SEATED)).see(Snapshot { seq: 20, ..after });
    if let Some(again) = client.sent.first() {
        assert_ne!(again.id, sent.id, "an id of its own");
    }
    (sent.message, client)
}

fn next_game(moves: &[u8]) -> Snapshot {
    Snapshot { game: 2, ..snapshot(moves) }
}

fn against_it(moves: &[u8]) -> Snapshot {
    against_the_computer(snapshot(moves))
}

fn asked_for_takeback() -> Snapshot {
    Snapshot { takeback: Some(Takeback::AskedBy(Mark::O)), ..snapshot(&[4, 0]) }
}

#[test]
fn an_unanswered_message_is_resent_if_the_snapshot_still_wants_it() {
    for (before, line, after) in [
        (snapshot(&[]), "5", snapshot(&[])),
        (snapshot(&[]), "resign", snapshot(&[])),
        (snapshot(&[]), "name Bob", snapshot(&[])),
        (snapshot(&[4, 0]), "takeback", snapshot(&[4, 0])),
        (against_it(&[]), "hint", against_it(&[])),
        (won(), "rematch", won()),
        (won(), "review", won()),
    ] {
        let (sent, mut client) = cut_after(Client::person(), before, line, after);
        assert_eq!(client.grant(), sent);
        assert!(client.sent.is_empty(), "{line}");
        assert!(line != "5" || !client.app.is_asking(), "until the board shows the move");
    }
}

#[test]
fn an_unanswered_message_is_dropped_if_the_snapshot_answers_it_or_made_it_obsolete() {
    let taken_back = Snapshot { takebacks: 1, ..snapshot(&[]) };
    let mut offered = won();
    offered.rematch.offers = vec![Mark::X];
    let mut alone = won();
    alone.rematch.open = false;
    for (before, line, after, is_asking) in [
        (snapshot(&[]), "5", snapshot(&[4]), false),
        (snapshot(&[]), "5", snapshot(&[4, 0]), true),
        (snapshot(&[]), "5", ended(&[], Reason::Cancelled, None, &[]), true),
        (snapshot(&[]), "5", ended(&[], Reason::Left, Some(Mark::X), &[]), true),
        (snapshot(&[]), "5", next_game(&[]), true),
        (snapshot(&[]), "5", next_game(&[4]), false),
        (snapshot(&[]), "5", taken_back.clone(), true),
        (snapshot(&[]), "resign", ended(&[], Reason::Resigned, Some(Mark::O), &[]), true),
        (snapshot(&[]), "resign", next_game(&[]), true),
        (won(), "rematch", offered, false),
        (won(), "rematch", alone, true),
        (won(), "rematch", next_game(&[]), true),
        (against_it(&[]), "hint", against_it(&[4, 0]), true),
        (won(), "review", next_game(&[]), true),
        (snapshot(&[4, 0]), "takeback", taken_back, true),
        // It could be taken for an agreement to another request.
        (asked_for_takeback(), "takeback", asked_for_takeback(), true),
    ] {
        let (_, client) = cut_after(Client::person(), before, line, after.clone());
        assert!(client.sent.is_empty(), "{line} {after:?}");
        assert_eq!(client.app.is_asking(), is_asking, "{line} {after:?}");
    }
}

#[test]
fn a_review_whose_game_has_passed_is_declined() {
    let (_, mut client) = cut_after(Client::person(), won(), "review", next_game(&[]));
    assert!(client.said().contains("Ask for a review before the rematch."));
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
    let (_, mut client) = cut_after(Client::script(), snapshot(&[]), "5", snapshot(&[]));
    for _ in 0..3 {
        client.take_sent();
        client.cut();
        client.reconnect();
        // Once more it goes before the state has come.
        client.cut();
        client.sent.clear();
        client.reconnect();
        client.grant();
        client.hear(&frame(SEATED)).see(Snapshot { seq: 20, ..snapshot(&[]) });
    }
    assert_eq!(client.grant(), plays(4, 0));
    client.read("1");
    assert!(client.sent.is_empty(), "the next move waits until the board shows this one");
}
