//! The output of the text interface, word for word.

use tictactoe_protocol::snapshot::{PlayerKind, Presence, Reason, Snapshot};
use tictactoe_protocol::values::{Level, Mark, Rules};

use crate::testing::client::Client;
use crate::testing::server::{frame, waiting_in};
use crate::testing::snapshots::{ended, on_board, snapshot, won};
use crate::ui::invite::Invite;
use crate::ui::text;

/// The output for a sequence of snapshots.
pub(super) fn says(mut client: Client, snapshots: &[Snapshot]) -> String {
    for snapshot in snapshots {
        client.see(snapshot.clone());
    }
    client.said()
}

fn last_line(said: &str) -> &str {
    said.lines().last().unwrap()
}

#[test]
fn text_describes_a_game_in_sentences() {
    let mut timed = snapshot(&[4, 0]);
    timed.ms_left = Some(59_001);
    let said = says(Client::person(), &[snapshot(&[]), snapshot(&[4]), timed]);
    assert_eq!(
        said,
        "Game 1 of match m1. You are X, Bob is O.\n \
         1 2 3\n 4 5 6\n 7 8 9\n\
         Your turn. You are X. Type the number of a square, or help.\n\
         You played centre.\n\
         Bob is thinking...\n\
         Bob played top left.\n \
         O 2 3\n 4 X 6\n 7 8 9\n\
         Your turn. You are X. 60 s to move. Type the number of a square, or help.\n"
    );
}

#[test]
fn a_pipe_reads_the_same_sentences_and_no_choice_that_it_does_not_have() {
    let said = says(Client::script(), &[snapshot(&[]), snapshot(&[4]), won()]);
    assert!(said.starts_with("Game 1 of match m1. You are X, Bob is O.\n 1 2 3\n"), "{said}");
    assert_eq!(last_line(&said), "You won with the top row! Score: you 1, Bob 0, no draws.");
}

#[test]
fn text_says_how_a_game_ended_and_what_can_be_done() {
    let end = |snapshot| last_line(&says(Client::person(), &[snapshot])).to_owned();
    let ways = "Type rematch, review, new or quit.";
    let moves = &[4, 0];
    assert_eq!(end(won()), format!("You won with the top row! Score: you 1, Bob 0, no draws. {ways}"));
    let drawn = ended(moves, Reason::Full, None, &[]);
    assert_eq!(end(drawn), format!("Draw. The board is full. Score: you 0, Bob 0, 1 draw. {ways}"));
    let mut gone = ended(moves, Reason::Left, Some(Mark::X), &[]);
    gone.rematch.open = false;
    gone.players.o.presence = Presence::Left;
    assert_eq!(end(gone), "You won! Bob left. Score: you 1, Bob 0, no draws. Type review, new or quit.");
    let off = ended(&[], Reason::Cancelled, None, &[]);
    assert_eq!(
        end(off),
        "Game cancelled: Bob did not move in time. It doesn't count. Score: you 0, Bob 0, no draws. \
         Type rematch, new or quit.",
        "there is nothing to review"
    );
}

#[test]
fn a_large_board_has_letters_and_numbers_at_its_edges() {
    let rules = Rules::new(4, 10, 4);
    let mut client = Client::person();
    client.see(on_board(&[0, 39], rules));
    let said = client.said();
    assert!(said.contains("Bob is O. The game is 4x10, 4 in a row.\n"), "{said}");
    assert!(said.contains("You played a1.\nBob played d10.\n"), "{said}");
    assert!(said.contains("   a b c d\n 1 X _ _ _\n 2 _ _ _ _\n"), "{said}");
    assert!(said.contains("\n10 _ _ _ O\nYour turn. You are X. Type a square like b2, or help.\n"));
}

#[test]
fn board_moves_and_help_are_shown_on_request() {
    let mut person = Client::person();
    person.see(snapshot(&[4, 0, 8, 2])).said();
    person.read("board").read("moves");
    assert_eq!(person.said(), "O_O\n_X_\n__X\nPossible moves: 2 4 6 7 8\n");
}

#[test]
fn waiting_says_for_whom_on_which_board_and_what_else_can_be_done() {
    let computer_comes = " The computer joins in 10 s. Type computer to play the computer now, wait to keep waiting for a person,";
    for (room, whom) in [("null", "for an opponent"), ("\"kitten\"", "in room kitten")] {
        for (board, on) in [((3, 3), ""), ((5, 4), ". The game is 5x5, 4 in a row")] {
            for (ms, ways) in [("9501", computer_comes), ("null", " Type computer to play the computer now,")]
            {
                let mut person = Client::person();
                person.hear(&waiting_in(room, ms, board));
                assert_eq!(
                    person.said(),
                    format!("Waiting {whom}{on}.{ways} invite to share a link, or quit to leave.\n")
                );
            }
        }
    }
}

#[test]
fn text_of_the_server_is_sanitized() {
    let closing = r#"{"type":"closing","reason":"flood","message":"Stop\u001b[2J it,\n\"you\""}"#;
    let refused = r#"{"type":"refused","code":"from_the_future","message":"a\u202eb"}"#;
    let mut person = Client::person();
    person.hear(&frame(closing)).hear(&frame(refused));
    assert_eq!(person.said(), "ab\n", "the last lines of the run say it");
}

#[test]
fn bots_and_the_levels_of_the_computer_are_named() {
    let introduced = |kind, level| {
        let mut game = snapshot(&[]);
        (game.players.o.kind, game.players.o.level) = (kind, level);
        says(Client::person(), &[game])
    };
    let bot = introduced(PlayerKind::Bot, None);
    assert!(bot.starts_with("Game 1 of match m1. You are X, Bob (bot) is O.\n"), "{bot}");
    let casual = introduced(PlayerKind::Computer, Some(Level::Casual));
    assert!(casual.starts_with("Game 1 of match m1. You are X, the computer (casual) is O.\n"), "{casual}");
}

#[test]
fn an_invitation_says_what_to_open_and_what_to_type() {
    let invite = |url: Option<&str>| Invite {
        purpose: "To join you",
        command: "tictactoe mybox --room otter-7".to_owned(),
        url: url.map(str::to_owned),
        download: url.map(|_| "curl mybox:7878".to_owned()),
        manage: None,
    };
    let text = |url| text::invite(&invite(url), None);
    let url = Some("http://mybox:7878/r/otter-7");
    assert_eq!(
        text(url),
        "To join you, open http://mybox:7878/r/otter-7\nor run tictactoe mybox --room otter-7\nTo get that program, run curl mybox:7878\n"
    );
    assert_eq!(
        text(None),
        "Only this machine can reach the server. To join you here, run in another terminal: tictactoe mybox --room otter-7\n"
    );
    let with_code = text::invite(&invite(url), Some(true));
    let is_black_on_white =
        |row: &str| row.starts_with("\u{1b}[38;5;16;48;5;231m") && row.ends_with("\u{1b}[0m");
    assert!(with_code.lines().skip(3).all(is_black_on_white));
    assert!(with_code.lines().count() > 12, "with a QR code");
    let without = text::invite(&invite(url), Some(false));
    assert!(without.ends_with("\nThe QR code needs a terminal with colours and Unicode.\n"), "{without}");
}
