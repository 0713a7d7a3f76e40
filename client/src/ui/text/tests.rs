//! The sentences that depend on the reader, word for word.

use std::time::Duration;

use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::snapshot::{Presence, Snapshot, You};
use tictactoe_protocol::values::{MatchId, Rules};

use crate::mode::{Mode, Series};
use crate::testing::answers::REVIEWED;
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, for_both, on_board, player, snapshot, watched, won};
use crate::ui::LineUi;
use crate::ui::sentences::still_trying;
use crate::ui::tests::says;

#[test]
fn the_opponents_turn_shows_the_clock() {
    let mut theirs = snapshot(&[4]);
    theirs.ms_left = Some(60_000);
    let mut away = theirs.clone();
    (away.seq, away.ms_left, away.players.o.presence) = (2, Some(13_200), Presence::Away);
    let mut back = theirs.clone();
    back.seq = 3;
    let said = says(Client::person(), &[theirs, away, back]);
    assert!(
        said.ends_with(
            "Bob's turn. 60 s to move.\n\
             Bob is away. 14 s to move.\nBob is back.\n"
        ),
        "{said}"
    );
}

#[test]
fn an_attempt_without_a_wait_comes_now() {
    let trying = |ms| still_trying("nobody answers", Duration::from_millis(ms), 1).unwrap();
    assert_eq!(trying(0), "Reconnecting, try 2, now: nobody answers.");
    assert_eq!(trying(100), "Reconnecting, try 2, 0.1 s: nobody answers.");
}

#[test]
fn without_a_clock_no_seconds_are_shown() {
    let mut away = snapshot(&[4]);
    (away.seq, away.players.o.presence) = (2, Presence::Away);
    let said = says(Client::person(), &[snapshot(&[4]), away.clone()]);
    assert!(said.ends_with("Bob's turn.\nBob is away.\n"), "{said}");
    // Nor while it is the other player's clock.
    let mut mine = snapshot(&[]);
    (mine.seq, mine.ms_left, mine.players.o.presence) = (1, Some(9000), Presence::Away);
    let said = says(Client::person(), &[snapshot(&[]), mine]);
    assert!(said.ends_with("Bob is away.\n"), "{said}");
}

#[test]
fn the_second_player_sees_the_empty_board() {
    let mut theirs = snapshot(&[]);
    theirs.you = Some(You::O);
    let said = says(Client::person(), &[theirs]);
    assert_eq!(said, "Game 1 of match m1. You are O, Ann is X.\n 1 2 3\n 4 5 6\n 7 8 9\nAnn's turn.\n");
}

#[test]
fn a_name_that_could_mean_the_reader_or_the_computer_is_quoted() {
    for (name, quoted) in
        [("You", "\"You\""), ("computer (perfect)", "\"computer (perfect)\""), ("Youri", "Youri")]
    {
        let mut theirs = snapshot(&[]);
        (theirs.you, theirs.players.x) = (Some(You::O), player(name));
        let said = says(Client::person(), &[theirs]);
        assert!(
            said.contains(&format!("{quoted} is X.")) && said.ends_with(&format!("{quoted}'s turn.\n")),
            "{said}"
        );
    }
}

#[test]
fn a_spectator_learns_how_to_leave() {
    let watch = Mode::Watch(Watch { match_id: MatchId("m1".into()) });
    let seen = watched(snapshot(&[]));
    let said = says(Client::new(watch, Series::ONE, LineUi::Text), &[seen]);
    assert!(
        said.starts_with("Game 1 of match m1. Ann is X, Bob is O. You are watching: type quit to leave.\n")
    );
}

#[test]
fn a_large_board_on_request_has_its_letters() {
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
    assert_eq!(asked(Client::person(), snapshot(&[4])), "Leave? You will lose this game. y or n\n");
    assert_eq!(asked(Client::person(), snapshot(&[])), "Leave? This cancels the game. y or n\n");
    assert_eq!(asked(Client::person(), second), "Leave? You may lose this game. y or n\n");
    assert_eq!(asked(Client::hotseat(), for_both(snapshot(&[4]))), "Leave? This ends the game. y or n\n");
}

#[test]
fn only_possible_options_are_offered() {
    let declined = |mut client: Client, open: bool| {
        let mut over = won();
        over.rematch.open = open;
        client.see(over).said();
        client.read("5");
        client.said()
    };
    let over = |what: &str| format!("The game is over: {what}.\n");
    assert_eq!(declined(Client::person(), true), over("type rematch, review, new or quit"));
    assert_eq!(declined(Client::person(), false), over("type review, new or quit"));
    assert_eq!(declined(Client::hotseat(), true), over("type rematch, review or quit"));
    let series = Series::Games(2.try_into().unwrap());
    let client = Client::new(Mode::Join(Join::default()), series, LineUi::Text);
    assert_eq!(declined(client, true), over("wait for the next game, or type quit"));
}

/// The sentence of a hint with these cells and this worth.
fn hinted(snapshot: Snapshot, cells: &str, worth: &str) -> String {
    let mut client = Client::person();
    client.grant();
    let ply = snapshot.ply;
    client.see(against_the_computer(snapshot)).said();
    client.read("hint");
    client.answer(&format!(r#"{{"type":"hint","game":1,"ply":{ply},"cells":[{cells}],"worth":{worth}}}"#));
    assert_eq!(client.end, None);
    client.said()
}

#[test]
fn a_hint_says_what_it_is_worth() {
    let said = |worth: &str| hinted(snapshot(&[4, 0]), "8", worth);
    let hint = |rest: &str| format!("Hint: 9 (row 3, column 3). {rest}\n");
    assert_eq!(said(r#"{"value":1,"distance":1}"#), hint("You can win in 1 move."));
    let second = "You can win in 2 moves.";
    assert_eq!(said(r#"{"value":1,"distance":3}"#), hint(second));
    assert_eq!(said(r#"{"value":1,"distance":null}"#), hint("You can win."));
    assert_eq!(said(r#"{"value":0,"distance":7}"#), hint("It is a draw when both play their best."));
    let next = "The computer can force a win in 1 move; this delays it longest.";
    assert_eq!(said(r#"{"value":-1,"distance":2}"#), hint(next));
    let later = "The computer can force a win in 2 moves; this delays it longest.";
    assert_eq!(said(r#"{"value":-1,"distance":4}"#), hint(later));
    assert_eq!(said(r#"{"value":-1,"distance":null}"#), hint("The computer can force a win."));
    assert_eq!(said("null"), hint("Best move found so far."));
}

#[test]
fn a_hint_lists_a_limited_number_of_squares_by_their_labels() {
    let draw = r#"{"value":0,"distance":null}"#;
    let squares = |snapshot, cells: &str| {
        let said = hinted(snapshot, cells, draw);
        said.strip_prefix("Hint: ").unwrap().split_once(". ").unwrap().0.to_owned()
    };
    assert_eq!(squares(snapshot(&[4, 0]), "1,2"), "2 or 3");
    assert_eq!(squares(snapshot(&[4, 0]), "1,2,3,5,6,7,8"), "any square");
    assert_eq!(squares(snapshot(&[0, 1, 2, 3, 5, 4, 6, 8]), "7"), "8 (row 3, column 2)");
    let large = || on_board(&[], Rules { columns: 15, rows: 15, run: 5 });
    assert_eq!(squares(large(), "112"), "h8 (row 8, column 8)");
    assert_eq!(squares(large(), "96,112"), "g7 or h8");
    let many: Vec<_> = (0..20).map(|cell| cell.to_string()).collect();
    assert_eq!(squares(large(), &many.join(",")), "a1, b1, c1, d1, e1, f1, g1, h1 or others");
}

fn reviewed(mut client: Client, snapshot: Snapshot, json: &str) -> String {
    client.sent.clear();
    client.see(snapshot).said();
    client.read("review");
    client.answer(json);
    assert_eq!(client.end, None);
    client.said()
}

#[test]
fn a_review_has_a_line_for_each_move_and_a_summary() {
    let said = reviewed(Client::person(), won(), REVIEWED);
    assert_eq!(
        said,
        "Review of game 1.\n\
         Move 1, X at 1: still a draw.\n\
         Move 2, O at 4 (row 2, column 1): a mistake. It turned a draw into a loss; 5 would have kept the draw.\n\
         Move 3, X at 2: still winning.\n\
         Move 4, O at 5: 3 looked best.\n\
         Move 5, X at 3: wins.\n\
         1 certain mistake in 5 moves: move 2 by Bob.\n"
    );
}

#[test]
fn a_mistake_is_shown_without_a_better_move_if_none_was_found() {
    let said = reviewed(Client::person(), won(), &REVIEWED.replace("[4]", "[]"));
    let expected = "\nMove 2, O at 4 (row 2, column 1): a mistake. It turned a draw into a loss.\n";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_review_summary_counts_certain_mistakes_by_player() {
    let game = |moves: &[u8]| {
        let mut over = won();
        let board = snapshot(moves);
        (over.board, over.moves, over.ply) = (board.board, board.moves, board.ply);
        over.result.as_mut().unwrap().lines.clear();
        over
    };
    let of = |json: &str| format!(r#"{{"type":"review","game":1,"moves":[{json}]}}"#);
    let summary = |moves: &[u8], json: &str| {
        let said = reviewed(Client::person(), game(moves), &of(json));
        said.lines().last().unwrap().to_owned()
    };
    let best = r#"{"mark":"X","cell":4,"before":{"value":0,"distance":9},"after":{"value":0,"distance":8},"best":[0,4],"mistake":false}"#;
    let lost = r#"{"mark":"O","cell":1,"before":{"value":0,"distance":8},"after":{"value":-1,"distance":5},"best":[0,2,6,8],"mistake":true}"#;
    let given = r#"{"mark":"X","cell":8,"before":{"value":1,"distance":5},"after":{"value":0,"distance":6},"best":[0],"mistake":true}"#;
    let unknown = r#"{"mark":"X","cell":4,"before":null,"after":null,"best":[4],"mistake":false}"#;
    assert_eq!(summary(&[4], best), "No mistakes in 1 move.");
    assert_eq!(summary(&[4], unknown), "No certain mistakes in 1 move.");
    assert!(reviewed(Client::person(), game(&[4]), &of(unknown)).contains("\nMove 1, X at 5.\n"));
    assert_eq!(summary(&[4, 1], &[best, lost].join(",")), "1 mistake in 2 moves: move 2 by Bob.");
    let both = [best, lost, given].join(",");
    assert_eq!(summary(&[4, 1, 8], &both), "2 mistakes in 3 moves: move 2 by Bob, move 3 by you.");
}
