//! Moves, and how they are shown.

use std::time::Duration;

use tictactoe_protocol::values::Rules;

use super::{plays, seated};
use crate::testing::client::Client;
use crate::testing::snapshots::{on_board, snapshot, won};

#[test]
fn a_move_is_sent_once_with_the_ply_of_the_snapshot() {
    let mut client = seated(Client::person());
    client.read("5").read("1");
    assert_eq!(client.grant(), plays(4, 0));
    assert!(client.sent.is_empty(), "no second move while the first is unanswered");
    assert!(client.said().ends_with("Waiting for the server.\n"));
}

#[test]
fn a_receipt_that_overtakes_its_state_does_not_let_the_next_line_through() {
    let mut client = seated(Client::script());
    client.read("5");
    client.grant();
    client.read("1");
    assert!(client.sent.is_empty() && !client.app.wants_input(), "the view is older than the move");
    client.see(snapshot(&[4]));
    assert!(client.sent.is_empty(), "it is the opponent's turn");
    client.see(snapshot(&[4, 8]));
    assert_eq!(client.grant(), plays(0, 2));
}

#[test]
fn a_script_that_quits_hears_first_what_its_last_move_came_to() {
    let mut client = seated(Client::script());
    client.read("5").read("quit");
    assert_eq!(client.grant(), plays(4, 0));
    assert!(client.sent.is_empty(), "the move is not on the board yet");
    client.see(snapshot(&[4]));
    assert!(client.said().contains("You played centre."));
    assert_eq!(client.grant(), super::LEAVE);
}

#[test]
fn a_state_that_overtakes_the_receipt_does_not_let_the_next_line_through() {
    let mut client = seated(Client::script());
    client.read("5").read("1").see(snapshot(&[4, 8]));
    assert_eq!(client.grant(), plays(4, 0));
    assert_eq!(client.grant(), plays(0, 2));
}

#[test]
fn a_stale_move_waits_for_the_state_that_follows() {
    let mut client = seated(Client::script());
    client.read("5");
    assert_eq!(client.refuse("stale"), plays(4, 0));
    client.read("9");
    assert!(client.sent.is_empty());
    client.see(snapshot(&[4, 0]));
    assert_eq!(client.grant(), plays(8, 2));
}

#[test]
fn a_square_that_cannot_be_played_is_declined_and_nothing_is_sent() {
    let mut client = Client::person();
    client.grant();
    client.read("5").see(snapshot(&[4, 0])).said();
    for line in ["5", "12", "d1", "xyzzy", "\u{1b}[2J", "0"] {
        client.read(line);
    }
    assert!(client.sent.is_empty());
    assert_eq!(
        client.said(),
        "That square is taken. Pick an empty one.\n\
         There is no square 12. Pick one from 1 to 9.\n\
         There is no square d1. Pick one from 1 to 9.\n\
         I don't understand `xyzzy`. Type a square, or help.\n\
         I don't understand `[2j`. Type a square, or help.\n\
         There is no square 0. Pick one from 1 to 9.\n"
    );
}

#[test]
fn a_square_out_of_turn_is_declined() {
    let mut client = seated(Client::person());
    client.see(snapshot(&[4])).said();
    client.read("1");
    assert_eq!(client.said(), "Bob is thinking.\n");
    client.see(won()).said();
    client.read("9");
    assert_eq!(client.said(), "The game is over. Type rematch, review, new or quit.\n");
    assert!(client.sent.is_empty());
}

#[test]
fn a_move_without_an_answer_is_announced_once_and_one_with_an_answer_is_not() {
    let mut client = seated(Client::person());
    client.read("5").said();
    let sent_at = client.now;
    client.wake();
    let said = "The server has not answered yet.\n";
    assert_eq!((client.now - sent_at, &*client.said()), (Duration::from_secs(3), said));
    assert_eq!(client.wake_at(), None);
    client.grant();
    client.see(snapshot(&[4, 0])).said();
    client.read("2");
    client.grant();
    assert!(client.wake_at().is_some(), "the move is not on the board yet");
    client.see(snapshot(&[4, 0, 1, 8]));
    assert_eq!(client.wake_at(), None);
    assert!(client.app.is_asking());
}

#[test]
fn all_moves_of_one_snapshot_are_shown_in_order() {
    let mut client = Client::script();
    client.grant();
    client.see(snapshot(&[4])).said();
    client.see(snapshot(&[4, 0, 8, 1]));
    let moves = "Bob played top left.\nYou played bottom right.\nBob played top middle.\n O O 3\n";
    let said = client.said();
    assert!(said.starts_with(moves), "{said}");
}

#[test]
fn a_typed_square_is_its_column_where_marks_fall() {
    let rules = Rules { gravity: true, ..Rules::new(7, 6, 4) };
    for square in ["3", "c1", "c4", "c6"] {
        let mut client = seated(Client::person());
        let mut game = on_board(&[37, 30], rules);
        game.seq += 1;
        client.see(game).read(square);
        assert_eq!(client.grant(), plays(23, 2), "{square}");
    }
}
