//! What is asked of a game that is over.

use tictactoe_protocol::snapshot::Reason;

use super::*;
use crate::purpose::InputMode;
use crate::testing::snapshots::{ended, in_series};

#[test]
fn two_people_and_two_at_one_keyboard_may_have_a_review() {
    for mut client in [Client::person(), Client::hotseat()] {
        client.sent.clear();
        client.see(won());
        client.read("review").said();
        assert_eq!(client.answer(REVIEWED), REVIEW);
        assert!(client.said().starts_with("Review of game 1."));
    }
}

#[test]
fn the_last_line_of_a_script_is_a_review_and_the_run_ends_after_it() {
    let mut client = script();
    client.see(against_the_computer(snapshot(&[4]))).read("review").said();
    client.see(over());
    assert_eq!(client.answer(REVIEWED), REVIEW);
    assert!(client.said().ends_with("Mistake: move 2 (the computer).\n"));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_review_comes_before_the_next_game_of_a_series() {
    let mut client = facing_it(Client::script(), snapshot(&[4]));
    client.read("review").see(in_series(over(), None));
    assert_eq!(client.answer(REVIEWED), REVIEW);
    assert_eq!(client.grant(), REMATCH);
}

#[test]
fn a_review_that_is_asked_for_early_is_declined() {
    for mut early in [person(), script()] {
        early.read("review");
        assert_eq!(early.said(), "The game is not over yet.\n");
        assert!(early.sent.is_empty());
    }
}

#[test]
fn a_game_without_moves_has_no_review() {
    let mut client = facing_it(Client::person(), ended(&[], Reason::Cancelled, None, &[]));
    client.read("review");
    assert_eq!(client.said(), "There are no moves to review.\n");
}

#[test]
fn a_spectator_can_have_a_review() {
    let mut client = Client::spectator(InputMode::Script);
    client.grant();
    client.see(watched(snapshot(&[4])));
    client.read("review").see(watched(won()));
    assert_eq!(client.answer(REVIEWED), REVIEW);
    let said = client.said();
    assert!(said.contains("\n2. Bob played middle left: now Ann can force a win."), "{said}");
    assert_eq!(client.grant(), LEAVE);
}

#[test]
fn a_quit_that_was_piped_in_waits_for_the_review() {
    let mut client = facing_it(Client::script(), snapshot(&[4]));
    client.read("review").see(over()).read("quit");
    assert_eq!(client.answer(REVIEWED), REVIEW);
    assert_eq!(client.grant(), LEAVE);
}

#[test]
fn a_review_of_an_older_game_is_passed_over_and_that_is_said() {
    let mut client = facing_it(Client::person(), won());
    client.read("review");
    let mut next = against_the_computer(snapshot(&[]));
    (next.game, next.seq) = (2, 20);
    client.see(next).said();
    client.answer(REVIEWED);
    let said = client.said();
    assert!(said.contains("The next game has begun"), "{said}");
    assert_eq!(client.end, None);
}
