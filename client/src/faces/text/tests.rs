//! What depends on who sits before the text, word for word.

use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::words::{Mark, MatchId, Rules};

use crate::errand::{Errand, Series};
use crate::faces::Spoken;
use crate::faces::tests::says;
use crate::testing::client::Client;
use crate::testing::snapshots::{on_board, snapshot, won};

#[test]
fn whoever_waits_for_a_move_is_told_the_clock() {
    let mut theirs = snapshot(&[4]);
    theirs.ms_left = Some(60_000);
    let mut away = theirs.clone();
    (away.seq, away.ms_left, away.players.o.connected) = (2, Some(13_200), false);
    let mut back = theirs.clone();
    back.seq = 3;
    let said = says(Client::person(), &[theirs, away, back]);
    assert!(
        said.ends_with(
            "Bob's turn, 60 s to move.\n\
             Bob has lost the connection: 14 s to come back and move.\nBob is back.\n"
        ),
        "{said}"
    );
}

#[test]
fn without_a_clock_no_seconds_are_told() {
    let mut away = snapshot(&[4]);
    (away.seq, away.players.o.connected) = (2, false);
    let said = says(Client::person(), &[snapshot(&[4]), away.clone()]);
    assert!(said.ends_with("Bob's turn.\nBob has lost the connection.\n"), "{said}");
    // Nor while it is not the clock of whoever is away.
    let mut mine = snapshot(&[]);
    (mine.seq, mine.ms_left, mine.players.o.connected) = (1, Some(9000), false);
    let said = says(Client::person(), &[snapshot(&[]), mine]);
    assert!(said.ends_with("Bob has lost the connection.\n"), "{said}");
}

#[test]
fn whoever_does_not_begin_sees_the_empty_board() {
    let mut theirs = snapshot(&[]);
    theirs.you = Some(Mark::O);
    let said = says(Client::person(), &[theirs]);
    assert_eq!(said, "Game 1 of match m1. You are O, Ann is X.\n 1 2 3\n 4 5 6\n 7 8 9\nAnn's turn.\n");
}

#[test]
fn a_watcher_is_told_how_to_leave() {
    let watch = Errand::Watch(Watch { match_id: MatchId("m1".into()) });
    let mut seen = snapshot(&[]);
    seen.you = None;
    let said = says(Client::new(watch, Series::ONE, Spoken::Text), &[seen]);
    assert!(
        said.starts_with("Game 1 of match m1. Ann is X, Bob is O. You are watching: type quit to leave.\n")
    );
}

#[test]
fn a_large_board_that_is_asked_for_has_its_letters() {
    let mut client = Client::person();
    client.see(on_board(&[0, 4], Rules { columns: 4, rows: 3, run: 3 })).said();
    client.read("board");
    assert_eq!(client.said(), "   a b c d\n 1 X _ _ _\n 2 O _ _ _\n 3 _ _ _ _\n");
}

#[test]
fn the_question_says_what_leaving_costs() {
    let asked = |mut client: Client, snapshot: Snapshot| {
        client.see(snapshot).said();
        client.read("q");
        client.said()
    };
    let mut second = snapshot(&[]);
    second.game = 2;
    assert_eq!(asked(Client::person(), snapshot(&[4])), "Leave? The game is lost then. y or n\n");
    assert_eq!(asked(Client::person(), snapshot(&[])), "Leave? The game is called off then. y or n\n");
    assert_eq!(asked(Client::person(), second), "Leave? The game ends then. y or n\n");
    assert_eq!(asked(Client::two(), snapshot(&[4])), "Leave? The game ends then. y or n\n");
}

#[test]
fn nothing_is_offered_that_cannot_be_done() {
    let declined = |mut client: Client, open: bool| {
        let mut over = won();
        over.rematch.open = open;
        client.see(over).said();
        client.read("5");
        client.said()
    };
    let over = |what: &str| format!("The game is over: {what}.\n");
    assert_eq!(declined(Client::person(), true), over("type rematch, new or quit"));
    assert_eq!(declined(Client::person(), false), over("type new or quit"));
    assert_eq!(declined(Client::two(), true), over("type rematch or quit"));
    let series = Series::Games(2.try_into().unwrap());
    let client = Client::new(Errand::Join(Join::default()), series, Spoken::Text);
    assert_eq!(declined(client, true), over("wait for what follows, or type quit"));
}
