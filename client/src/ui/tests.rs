//! The output of the text and plain interfaces, word for word.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{PlayerKind, Presence, Reason, Snapshot, You};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{Level, Mark, Rules};

use crate::mode::{Mode, Series};
use crate::testing::answers::REVIEWED;
use crate::testing::client::Client;
use crate::testing::server::{WELCOME, frame, waiting_in};
use crate::testing::snapshots::{against_the_computer, ended, on_board, snapshot, won};
use crate::ui::tui::invite::Invite;
use crate::ui::{Ui, plain, text};

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

/// A script that plays one game after another.
fn bot() -> Client {
    Client::new(Mode::Join(Join::default()), Series::Open, Ui::Plain)
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
fn plain_prints_a_line_for_each_event() {
    let mut timed = snapshot(&[4, 0]);
    timed.ms_left = Some(59_001);
    let said = says(Client::script(), &[snapshot(&[]), snapshot(&[4]), timed, won()]);
    assert_eq!(
        said,
        "game number=1 match=m1 you=X x=Ann o=Bob columns=3 rows=3 run=3 x_kind=person o_kind=person misere=no gravity=no\n\
         turn who=you ply=0 board=.../.../... legal=1,2,3,4,5,6,7,8,9 ms_left=none\n\
         move who=you mark=X cell=5 ply=1\n\
         turn who=them ply=1 board=.../.X./... legal=1,2,3,4,6,7,8,9 ms_left=none\n\
         move who=them mark=O cell=1 ply=2\n\
         turn who=you ply=2 board=O../.X./... legal=2,3,4,6,7,8,9 ms_left=59001\n\
         move who=you mark=X cell=2 ply=3\n\
         move who=them mark=O cell=5 ply=4\n\
         move who=you mark=X cell=3 ply=5\n\
         over result=won winner=X reason=line lines=1-2-3 score=1-0-0\n"
    );
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
fn plain_says_how_a_game_ended_in_stable_words() {
    let end = |snapshot| last_line(&says(bot(), &[snapshot])).to_owned();
    let drawn = ended(&[4], Reason::Full, None, &[]);
    assert_eq!(end(drawn), "over result=drawn winner=none reason=full lines=none score=0-0-1");
    let off = ended(&[], Reason::Cancelled, None, &[]);
    assert_eq!(end(off), "over result=cancelled winner=none reason=cancelled lines=none score=0-0-0");
    let mut lost = won();
    lost.you = Some(You::O);
    assert_eq!(end(lost), "over result=lost winner=X reason=line lines=1-2-3 score=0-1-0");
}

#[test]
fn bots_are_distinguished_from_people() {
    let mut game = snapshot(&[]);
    game.players.x.kind = PlayerKind::Bot;
    game.you = Some(You::O);
    let plain = says(bot(), &[game.clone()]);
    assert!(plain.contains(" x_kind=bot o_kind=person misere=no gravity=no\n"), "{plain}");
    let text = says(Client::person(), &[game]);
    assert!(text.contains("You are O, Ann (bot) is X."), "{text}");
}

#[test]
fn a_rematch_offer_and_a_departure_after_the_game_are_announced() {
    let mut offered = won();
    offered.seq += 1;
    offered.rematch.offers = vec![Mark::O];
    let mut left = won();
    left.seq += 2;
    left.rematch.open = false;
    left.players.o.presence = Presence::Left;
    let snapshots = [won(), offered, left];
    let said = |client| {
        let said = says(client, &snapshots);
        let lines: Vec<_> = said.lines().rev().take(2).map(str::to_owned).collect();
        lines
    };
    assert_eq!(
        said(Client::person()),
        [
            "Bob has left. Type review, new or quit.",
            "Bob wants a rematch. Type rematch to accept, or decline."
        ]
    );
    assert_eq!(said(bot()), ["left who=them", "rematch_offered who=them"]);
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
    assert_eq!(person.said(), "O_O\n_X_\n__X\nPossible moves (row,column): 1,2 2,1 2,3 3,1 3,2\n");
    let mut script = bot();
    script.see(snapshot(&[4, 0, 8, 2])).said();
    script.read("board").read("moves").read("help");
    assert_eq!(
        script.said(),
        "board ply=4 board=O.O/.X./..X\n\
         moves legal=2,4,6,7,8 pairs=1,2;2,1;2,3;3,1;3,2\n\
         help words=help,board,moves,hint,resign,rematch,takeback,decline,continue,mute,review,level,invite,computer,wait,new,join,quit\n"
    );
}

#[test]
fn waiting_says_for_whom_on_which_board_and_what_else_can_be_done() {
    let computer_comes = " The computer joins in 10 s. Type computer to play the computer now, wait to keep waiting for a person,";
    for (room, whom) in [("null", "for an opponent"), ("\"kitten\"", "in room kitten for the other player")] {
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
fn plain_prints_the_connection_and_the_wait() {
    let mut script = bot();
    script.hear(&frame(WELCOME)).hear(&waiting_in("null", "9501", (3, 3)));
    script.hear(&waiting_in("\"kitten\"", "null", (3, 3)));
    script.hear(&waiting_in("\"none\"", "null", (5, 4)));
    assert_eq!(
        script.said(),
        "connected server=0.1.0 protocol=tictactoe.v1\n\
         waiting computer_in_ms=9501 room=none columns=3 rows=3 run=3 word=none name=none misere=no gravity=no\n\
         waiting computer_in_ms=none room=kitten columns=3 rows=3 run=3 word=none name=none misere=no gravity=no\n\
         waiting computer_in_ms=none room=\"none\" columns=5 rows=5 run=4 word=none name=none misere=no gravity=no\n"
    );
}

#[test]
fn the_ticket_is_never_shown() {
    let seated = r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#;
    let mut script = bot();
    script.hear(&frame(seated));
    assert_eq!(script.said(), "seated match=m1 mark=X\n");
    let mut person = Client::person();
    person.hear(&frame(seated));
    assert_eq!(person.said(), "");
}

#[test]
fn text_of_the_server_is_sanitized_and_quoted() {
    let closing = r#"{"type":"closing","reason":"flood","message":"Stop\u001b[2J it,\n\"you\""}"#;
    let refused = r#"{"type":"refused","code":"from_the_future","message":"a\u202eb"}"#;
    let mut script = bot();
    script.hear(&frame(closing)).hear(&frame(refused));
    assert_eq!(
        script.said(),
        "closing reason=flood message=\"Stop[2J it, \\\"you\\\"\" retry_in_ms=none\n\
         refused code=unknown message=ab\n"
    );
    let mut person = Client::person();
    person.hear(&frame(closing)).hear(&frame(refused));
    assert_eq!(person.said(), "ab\n", "the last lines of the run say it");
}

#[test]
fn a_name_with_a_space_is_quoted_and_the_computer_has_its_level() {
    let mut against_computer = snapshot(&[]);
    against_computer.players.x.name = Name::new("Ann B=1").unwrap();
    against_computer.players.o.name = Name::new("Computer").unwrap();
    against_computer.players.o.kind = PlayerKind::Computer;
    against_computer.players.o.level = Some(Level::Casual);
    let said = says(bot(), &[against_computer.clone()]);
    assert!(said.starts_with("game number=1 match=m1 you=X x=\"Ann B=1\" o=Computer columns=3"), "{said}");
    let said = says(Client::person(), &[against_computer]);
    assert!(said.starts_with("Game 1 of match m1. You are X, the computer (casual) is O.\n"), "{said}");
}

#[test]
fn plain_prints_a_hint_as_one_line() {
    let hinted = |found: &str| {
        let mut script = bot();
        script.grant();
        script.see(against_the_computer(snapshot(&[4, 0]))).said();
        script.read("hint");
        script.answer(&format!(r#"{{"type":"hint","game":1,"ply":2,"cells":[6,8],"worth":{found}}}"#));
        script.said()
    };
    assert_eq!(hinted(r#"{"value":-1,"distance":4}"#), "hint game=1 ply=2 cells=7,9 value=-1 distance=4\n");
    assert_eq!(
        hinted(r#"{"value":1,"distance":null}"#),
        "hint game=1 ply=2 cells=7,9 value=1 distance=none\n"
    );
    let shape = r#"null,"shape":{"effect":"makes","marks":3,"open":true}"#;
    assert_eq!(
        [hinted("null"), hinted(shape)],
        ["", " shape=makes/3/open"]
            .map(|shape| format!("hint game=1 ply=2 cells=7,9 value=none distance=none{shape}\n"))
    );
}

#[test]
fn plain_prints_a_review_as_one_line_per_move() {
    let mut script = bot();
    script.grant();
    script.see(won()).said();
    script.read("review");
    script.answer(REVIEWED);
    assert_eq!(
        script.said(),
        "review game=1 ply=1 who=you mark=X cell=1 before=0/9 after=0/8 best=1,2 mistake=no\n\
         review game=1 ply=2 who=them mark=O cell=4 before=0/8 after=-1/5 best=5 mistake=yes\n\
         review game=1 ply=3 who=you mark=X cell=2 before=1/5 after=1/none best=2,3 mistake=no\n\
         review game=1 ply=4 who=them mark=O cell=5 before=none after=none best=3 mistake=no\n\
         review game=1 ply=5 who=you mark=X cell=3 before=1/1 after=1/0 best=3 mistake=no\n\
         review_end game=1 moves=5 mistakes=1\n"
    );
}

#[test]
fn an_invitation_says_what_to_open_and_what_to_type() {
    let invite = |url: Option<&str>| Invite {
        purpose: "To play you",
        command: "tictactoe mybox --room otter-7".to_owned(),
        url: url.map(str::to_owned),
        download: url.map(|_| "curl mybox:7878".to_owned()),
    };
    let ServerMessage::Waiting(mut waiting) = waiting_in("null", "null", (3, 3)) else { panic!("a place") };
    waiting.word = Some(Room::new("otter-7").unwrap());
    let text = |url| text::invite(&invite(url), None);
    let plain = |url| plain::invite(&invite(url), Some(&waiting));
    let url = Some("http://mybox:7878/r/otter-7");
    assert_eq!(
        text(url),
        "To play you, open http://mybox:7878/r/otter-7\nor type in a terminal: tictactoe mybox --room otter-7\nTo get that program, type curl mybox:7878\n"
    );
    assert_eq!(
        text(None),
        "Only this machine can reach the server. To play you here, type in another terminal: tictactoe mybox --room otter-7\n"
    );
    let command = "command=\"tictactoe mybox --room otter-7\"\n";
    assert_eq!(plain(url), format!("invite word=otter-7 url=http://mybox:7878/r/otter-7 {command}"));
    assert_eq!(plain(None), format!("invite word=otter-7 url=none {command}"));
    let with_code = text::invite(&invite(url), Some(true));
    assert!(
        with_code.lines().skip(3).all(|row| row.starts_with("\u{1b}[30;107m") && row.ends_with("\u{1b}[0m"))
    );
    assert!(with_code.lines().count() > 12, "with a QR code");
    let without = text::invite(&invite(url), Some(false));
    assert!(without.ends_with("\nThe QR code needs a terminal with colours and Unicode.\n"), "{without}");
}
