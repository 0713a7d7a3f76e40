//! What is asked in a game.

use std::time::Duration;

use super::*;
use crate::purpose::InputMode;
use crate::testing::server::frame;

#[test]
fn a_hint_names_the_game_on_the_board() {
    let mut client = person();
    client.read("hint");
    assert!(!client.app.is_asking(), "the prompt comes after the answer");
    assert_eq!(client.answer(ANY), HINT);
    assert_eq!(client.said(), "Hint: centre. Every square still draws. Type 5.\n");
    assert!(client.app.is_asking());
}

#[test]
fn a_hint_that_cannot_be_had_is_declined_and_nothing_is_sent() {
    let declined = |mut client: Client| {
        client.read("h");
        assert!(client.sent.is_empty());
        client.said()
    };
    let two = |seen| {
        let mut client = Client::person();
        client.grant();
        client.see(seen).said();
        client
    };
    assert_eq!(declined(two(snapshot(&[]))), "Hints are only for games against the computer.\n");
    let mut hotseat = Client::hotseat();
    hotseat.see(crate::testing::snapshots::for_both(snapshot(&[]))).said();
    hotseat.sent.clear();
    assert_eq!(declined(hotseat), "Hints are only for games against the computer.\n");
    let theirs = facing_it(Client::person(), snapshot(&[4]));
    assert_eq!(declined(theirs), "The computer is thinking.\n");
    let ended = facing_it(Client::person(), won());
    assert_eq!(declined(ended), "The game is over. Type rematch, level, review, new or quit.\n");
    let mut watcher = Client::spectator(InputMode::Script);
    watcher.grant();
    watcher.see(watched(against_the_computer(snapshot(&[])))).said();
    assert_eq!(declined(watcher), "You are watching. Only the players can do that.\n");
}

#[test]
fn a_second_question_waits_for_the_answer_to_the_first() {
    let mut client = person();
    client.read("hint").read("hint");
    assert_eq!(client.said(), "The computer is still thinking.\n");
    assert_eq!(client.answer(ANY), HINT);
    client.read("hint");
    assert_eq!(client.answer(ANY), HINT);
    assert!(client.sent.is_empty());
}

#[test]
fn a_person_plays_on_while_the_computer_thinks_and_hears_no_hint_for_an_older_board() {
    let mut client = person();
    client.read("hint").read("5").said();
    client.answer(ANY);
    assert_eq!(client.said(), "", "the move is on its way");
    assert_eq!(client.grant(), plays(4, 0));
    client.see(against_the_computer(snapshot(&[4, 0])));
    client.read("hint").said();
    client.answer(ANY);
    assert_eq!((client.said().as_str(), &client.end), ("", &None));
}

#[test]
fn an_unexpected_answer_is_ignored() {
    let mut client = person();
    client.hear(&frame(ANY)).hear(&frame(&ANY.replacen('{', "{\"id\":99,", 1)));
    client.read("hint");
    client.hear(&frame(ANY));
    assert_eq!(client.said(), "");
    assert!(!client.app.is_asking(), "it is still waited for");
}

#[test]
fn a_person_is_told_that_the_computer_is_still_thinking() {
    let mut client = person();
    client.read("hint");
    assert_eq!(client.wake_at(), Some(client.now + Duration::from_secs(3)));
    client.wake();
    assert_eq!(client.said(), "The computer is still thinking.\n");
    assert!(client.app.is_asking(), "and may play on");
    assert_eq!(client.wake_at(), None);
}

#[test]
fn the_end_of_a_pipe_waits_for_the_hint() {
    let mut client = script();
    client.read("hint").end_input();
    assert_eq!(client.answer(ANY), HINT);
    assert!(client.said().starts_with("Hint: "));
    assert_eq!(client.grant(), RESIGN);
}

#[test]
fn after_a_refused_question_the_next_line_is_read() {
    let mut client = script();
    client.read("hint").read("5");
    assert_eq!(client.refuse("busy"), HINT);
    assert_eq!(client.said(), "No.\n");
    assert_eq!(client.grant(), plays(4, 0));
}

#[test]
fn a_question_that_the_board_has_overtaken_is_let_go_without_a_word() {
    for code in ["stale", "game_over"] {
        let mut client = person();
        client.read("hint").read("5");
        assert_eq!((client.refuse(code), client.said().as_str()), (HINT, ""));
    }
}

#[test]
fn an_answer_after_leaving_is_not_shown() {
    let mut client = person();
    client.read("hint").read("q");
    client.answer(ANY);
    assert_eq!(client.said(), "");
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}
