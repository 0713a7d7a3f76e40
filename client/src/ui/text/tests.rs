//! The sentences that depend on the reader, word for word.

use tictactoe_protocol::analysis::Review;
use tictactoe_protocol::snapshot::{Presence, Snapshot, You};
use tictactoe_protocol::values::Rules;

use crate::app::view::View;
use crate::purpose::InputMode;
use crate::testing::answers::REVIEWED;
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, for_both, on_board, snapshot, watched, won};
use crate::ui::sentences::GameSentences;
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
            "Bob is thinking... 60 s to move.\n\
             Bob lost the connection and has 14 s to return.\nBob is back.\n"
        ),
        "{said}"
    );
}

#[test]
fn without_a_clock_no_seconds_are_shown() {
    let mut away = snapshot(&[4]);
    away.players.o.presence = Presence::Away;
    let said = says(Client::person(), &[snapshot(&[4]), away.clone(), away]);
    assert!(said.ends_with("Bob is thinking...\nBob lost the connection.\n"), "{said}");
    // Nor while it is the other player's clock.
    let mut mine = snapshot(&[]);
    (mine.seq, mine.ms_left, mine.players.o.presence) = (1, Some(9000), Presence::Away);
    let said = says(Client::person(), &[snapshot(&[]), mine]);
    assert!(said.ends_with("Bob lost the connection.\n"), "{said}");
}

#[test]
fn a_player_is_not_told_of_their_own_presence() {
    let mut away = snapshot(&[4]);
    (away.seq, away.players.x.presence) = (2, Presence::Away);
    let said = says(Client::person(), &[snapshot(&[4]), away]);
    assert!(said.ends_with("Bob is thinking...\n"), "{said}");
}

#[test]
fn the_second_player_sees_the_empty_board() {
    let mut theirs = snapshot(&[]);
    theirs.you = Some(You::O);
    let said = says(Client::person(), &[theirs]);
    let expected = "Game 1 of match m1. You are O, Ann is X.\n 1 2 3\n 4 5 6\n 7 8 9\nAnn is thinking...\n";
    assert_eq!(said, expected);
}

#[test]
fn a_spectator_learns_how_to_leave() {
    let said = says(Client::spectator(InputMode::Person), &[watched(snapshot(&[]))]);
    assert!(
        said.starts_with("Game 1 of match m1. Ann is X, Bob is O. You are watching. Type quit to leave.\n")
    );
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
    assert_eq!(asked(Client::person(), second), "Leave? You will lose this game. y or n\n");
    assert_eq!(asked(Client::hotseat(), for_both(snapshot(&[4]))), "Leave? This ends the game. y or n\n");
}

#[test]
fn two_people_at_one_keyboard_are_offered_no_new_opponent() {
    let mut two = Client::hotseat();
    two.see(for_both(won())).said();
    two.read("5");
    assert_eq!(two.said(), "The game is over. Type rematch, review or quit.\n");
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
fn a_hint_says_what_to_type() {
    let draw = r#"{"value":0,"distance":null}"#;
    let said = |snapshot, cells: &str| hinted(snapshot, cells, draw);
    let both = "Hint: top middle or top right. Still a draw. Type 2 or 3.\n";
    assert_eq!(said(snapshot(&[4, 0]), "1,2"), both);
    let hint = "Hint: top middle. Every square still draws. Type 2.\n";
    assert_eq!(said(snapshot(&[4, 0]), "1,2,3,5,6,7,8"), hint);
    let large = on_board(&[], Rules::new(15, 15, 5));
    assert_eq!(said(large, "112"), "Hint: h8. Still a draw.\n");
    let falling = on_board(&[], Rules { gravity: true, ..Rules::new(4, 2, 3) });
    assert_eq!(said(falling, "4"), "Hint: a2. Still a draw.\n");
}

/// What a hint with this forced win says.
fn hinted_win(worth: &str, cells: &str, moves: &str) -> String {
    let win = format!(r#"{worth},"forced_win":{{"ply":2,"winner":"X","moves":{moves}}}"#);
    hinted(on_board(&[112, 113], Rules::new(15, 15, 5)), cells, &win)
}

#[test]
fn a_hint_names_the_moves_of_a_forced_win() {
    let worth = r#"{"value":1,"distance":5}"#;
    assert_eq!(
        hinted_win(worth, "97", "[[97],[98],[99,96],[100],[95]]"),
        "Hint: h7. You can win in 3 moves. The win: 1. h7, 2. i7, 3. j7 (or g7), 4. k7, 5. f7.\n"
    );
    assert_eq!(
        hinted_win(worth, "97", "[[97,98,99],[98],[96,99,100,101,102]]"),
        "Hint: h7. You can win in 3 moves. The win: 1. h7 (or i7 or j7), 2. i7, 3. g7 (or j7, k7 or any of 2 more).\n"
    );
    let now = r#"{"value":1,"distance":1}"#;
    assert_eq!(hinted_win(now, "97,98", "[[97,98]]"), "Hint: h7 or i7. You can win now.\n");
}

#[test]
fn a_hint_names_the_win_of_the_opponent_too() {
    let loss = r#"{"value":-1,"distance":4},"forced_win":{"ply":2,"winner":"O","moves":[[8],[2,6],[3],[7]]}"#;
    assert_eq!(
        hinted(snapshot(&[4, 0]), "8", loss),
        "Hint: bottom right. The computer can force a win in 2 moves; this delays it longest. \
         The win: 1. bottom right, 2. top right (or bottom left), 3. middle left, 4. bottom middle. Type 9.\n"
    );
}

fn reviewed(mut client: Client, snapshot: Snapshot, json: &str) -> String {
    client.sent.clear();
    client.see(snapshot).said();
    client.read("review");
    assert_eq!(client.said(), "The computer is reviewing the game...\n");
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
         1. You played top left: still a draw.\n\
         2. Bob played middle left: now you can force a win. Better: centre, still a draw.\n\
         3. You played top middle: still winning.\n\
         4. Bob played centre. Perhaps better: top right.\n\
         5. You played top right. You won with the top row!\n\
         Mistake: move 2 (Bob).\n"
    );
}

#[test]
fn a_review_summary_counts_mistakes_by_player() {
    let mut review: Review = serde_json::from_str(REVIEWED).unwrap();
    let mut mistakes = |indices: &[usize]| {
        for (index, reviewed) in review.moves.iter_mut().enumerate() {
            reviewed.mistake = indices.contains(&index);
        }
        let summary = GameSentences::new(&View::new(won(), false).unwrap()).review_summary(&review);
        review.moves.retain(|reviewed| reviewed.after.is_some());
        summary
    };
    assert_eq!(mistakes(&[]), "None of the 5 moves is a proven mistake.");
    assert_eq!(mistakes(&[]), "No mistakes found in 4 moves.", "each of them has a known value");
    assert_eq!(mistakes(&[1, 2]), "Mistakes: move 2 (Bob) and move 3 (you).");
}
