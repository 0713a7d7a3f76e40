//! What is shown of what happens.

use super::*;
use crate::address::LinkTarget;
use crate::app::view::View;
use crate::failure::Failure;
use crate::testing::answers::REVIEWED;
use crate::testing::server::{SEATED, frame, waiting_in};
use crate::testing::snapshots::{against_the_computer, cancelled_without_opponent, ended, won};
use crate::ui::invite::Invite;
use crate::ui::sentences::GameSentences;
use crate::ui::tui::keys::Choice;
use crate::ui::tui::scene::Overlay;
use tictactoe_protocol::client::Empty;
use tictactoe_protocol::snapshot::{Presence, Reason, Series as Played, SeriesResult, Takeback};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::{BestOf, MarkPreference, Opponent};

const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":10000,"ticket":"m1.secret"}"#;

fn waiting() -> Person {
    let mut ann = Person::joining();
    ann.hear(&frame(WAITING));
    ann.sent.clear();
    ann
}

fn computer_in(person: &Person) -> Option<u64> {
    match person.scene().body {
        Body::Waiting { computer_in, .. } => computer_in,
        other => panic!("{other:?}"),
    }
}

#[test]
fn waiting_counts_down_and_wakes_every_second() {
    let mut ann = waiting();
    let mut seen = Vec::new();
    while let Some(wake_at) = ann.screen_wake_at() {
        seen.push(computer_in(&ann).unwrap());
        ann.now = wake_at;
    }
    assert_eq!(seen, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(computer_in(&ann), Some(0));
}

#[test]
fn a_player_who_waits_in_an_arena_invites_into_it_and_is_offered_no_other_game() {
    let mut ann = waiting();
    assert!(ann.footer_keys().contains(&"B".to_owned()));
    ann.is_granting = false;
    ann.hear(&frame(
        r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"arena":"club","ticket":"m1.place"}"#,
    ));
    assert!(!ann.footer_keys().contains(&"B".to_owned()));
    assert_eq!(ann.app.invites_to(), Some(LinkTarget::Arena(Room::new("club").unwrap())));
    ann.answer(
        r#"{"type":"standings","arena":"club","rules":{"columns":3,"rows":3,"run":3},"ms_left":61000,"rows":[]}"#,
    );
    let title = |ann: &Person| ann.scene().arena.unwrap();
    assert_eq!(title(&ann), "Arena club, 2 min left");
    ann.now = ann.screen_wake_at().unwrap();
    assert_eq!(title(&ann), "Arena club, 1 min left");
    ann.types("B");
    assert!(ann.scene().overlay.is_none());
    ann.hear(&frame(r#"{"type":"refused","code":"arena_over","message":"You were removed."}"#));
    assert!(matches!(ann.scene().body, Body::Arena(arena) if arena.refusal.is_some()));
    assert!(ann.scene().message.is_none() && !ann.footer_keys().contains(&"Esc".to_owned()));
    ann.code(KeyCode::Esc).types("?");
    ann.see(snapshot(&[]));
    assert!(ann.scene().overlay.is_none(), "the next board comes to the front");
}

#[test]
fn a_list_of_reactions_does_not_stay_over_the_next_board_of_an_arena() {
    let arena = Room::new("club").ok();
    let mut ann = Person::joining();
    ann.is_granting = false;
    ann.sent.clear();
    ann.see(Snapshot { arena: arena.clone(), ..snapshot(&[0]) });
    ann.types("e");
    assert!(matches!(ann.scene().overlay, Some(Overlay::Choose { .. })));
    ann.see(Snapshot { arena, ..won() });
    ann.types("e1");
    assert!(ann.scene().overlay.is_none() && !ann.footer_keys().contains(&"e".to_owned()));
    assert!(ann.sent.is_empty());
}

#[test]
fn an_invitation_names_the_room_as_soon_as_it_is_known() {
    let mut ann = waiting();
    ann.types("s");
    assert!(is_inviting(&ann) && ann.scene().invite.is_none());
    let address = crate::address::Destination::parse("192.168.1.23").unwrap().address;
    ann.screen().shared_address = Some(address);
    ann.hear(&waiting_in("\"kitten\"", "null", (5, 4)));
    let Invite { command, url, .. } = ann.scene().invite.unwrap();
    assert!(is_inviting(&ann));
    assert_eq!(command, "tictactoe 192.168.1.23 --room kitten");
    assert_eq!(url.as_deref(), Some("http://192.168.1.23:7878/r/kitten"));
    ann.see(snapshot(&[]));
    assert!(ann.scene().overlay.is_none(), "an opponent has come");
    ann.types("s");
    assert!(is_inviting(&ann));
    let command = ann.scene().invite.unwrap().command;
    assert_eq!(command, "tictactoe 192.168.1.23 --watch m1", "both seats are taken");
}

#[test]
fn a_player_who_waits_in_public_is_found_by_a_word() {
    let mut ann = Person::joining();
    let address = crate::address::Destination::parse("192.168.1.23").unwrap().address;
    ann.screen().shared_address = Some(address);
    ann.hear(&frame(&WAITING.replace(r#""room":null"#, r#""room":null,"word":"otter-maple-407""#)));
    let Invite { url, .. } = ann.scene().invite.unwrap();
    assert_eq!(url.as_deref(), Some("http://192.168.1.23:7878/r/otter-maple-407"));
    assert_eq!(ann.scene().room, None);
}

fn is_inviting(person: &Person) -> bool {
    person.scene().overlay == Some(Overlay::Invite)
}

#[test]
fn the_clock_runs_between_two_states() {
    let mut timed = snapshot(&[]);
    timed.ms_left = Some(60_000);
    let mut ann = Person::seeing(timed);
    assert_eq!(ann.table().clock, Some(60));
    ann.pass(Duration::from_millis(8_400));
    assert_eq!(ann.table().clock, Some(52));
    ann.cut();
    assert_eq!(ann.table().clock, None, "it is not known whether it runs");
}

#[test]
fn a_lost_connection_is_shown_beside_the_board_until_it_is_back() {
    let mut ann = Person::joining();
    ann.hear(&frame(SEATED));
    ann.see(snapshot(&[]));
    ann.cut();
    assert_eq!(ann.scene().retry_in, Some(Duration::ZERO));
    assert!(matches!(ann.scene().body, Body::Match(_)), "the board stays");
    ann.await_attempt().tries = 0;
    ann.lose(Failure::NoServer { address: Some("mybox:7878".into()), cause: "refused".into() });
    let wait = ann.scene().retry_in.unwrap();
    assert!(!wait.is_zero() && ann.screen_wake_at().is_some());
    ann.reconnect();
    let mut back = snapshot(&[]);
    back.seq += 1;
    ann.see(back);
    assert_eq!((ann.scene().retry_in, ann.message()), (None, "Reconnected."));
    ann.pass(Duration::from_secs(3));
    assert_eq!(ann.message(), "");
    let small = Rect::new(0, 0, 26, 11);
    for (seq, area, said) in [(10, small, ""), (11, small, ""), (12, ann.area, "Reconnected.")] {
        ann.draw(area);
        ann.cut();
        ann.reconnect();
        ann.see(Snapshot { seq, takeback: Some(Takeback::AskedBy(Mark::O)), ..snapshot(&[4, 0]) });
        assert_eq!(ann.message(), said, "on a small screen the question has its place");
    }
}

#[test]
fn the_bell_rings_when_it_becomes_your_turn_without_focus() {
    let mut ann = Person::seeing(snapshot(&[0]));
    ann.screen().is_focused = Some(true);
    ann.see(snapshot(&[0, 1]));
    assert_eq!(ann.interface.rang, 0, "the terminal has the focus");
    ann.screen().is_focused = Some(false);
    ann.see(snapshot(&[0, 1, 2]));
    assert_eq!(ann.interface.rang, 0, "it is Bob's turn");
    ann.see(snapshot(&[0, 1, 2, 3]));
    assert_eq!(ann.interface.rang, 1);
    ann.types("b");
    ann.see(snapshot(&[0, 1, 2, 3, 5])).see(snapshot(&[0, 1, 2, 3, 5, 4]));
    assert_eq!(ann.interface.rang, 1, "it was switched off");
}

#[test]
fn without_focus_events_the_bell_rings_after_15_seconds_without_a_key() {
    let mut ann = Person::seeing(snapshot(&[0]));
    ann.types("l").see(snapshot(&[0, 1]));
    assert_eq!(ann.interface.rang, 0);
    ann.see(snapshot(&[0, 1, 2]));
    ann.pass(Duration::from_secs(15)).see(snapshot(&[0, 1, 2, 3]));
    assert_eq!(ann.interface.rang, 1);
}

#[test]
fn the_next_move_clears_the_status_line() {
    let mut ann = Person::seeing(snapshot(&[4, 0]));
    ann.types("1");
    assert_eq!(ann.message(), "That square is taken. Pick an empty one.");
    ann.see(snapshot(&[4, 0, 8]));
    assert_eq!(ann.message(), "");
}

#[test]
fn a_review_steps_through_the_positions() {
    let mut ann = Person::seeing(won());
    ann.types("v");
    assert_eq!(ann.message(), "The computer is reviewing the game...");
    let review = REVIEWED.replacen('{', r#"{"id":1,"#, 1);
    ann.hear(&frame(&review));
    let seen = |ann: &Person| {
        let table = ann.table();
        let review = table.review.unwrap();
        (table.view.snapshot.moves.len(), review.is_mistake, table.hint.to_vec(), review.sentence.clone())
    };
    let summary = "Mistake: move 2 (Bob).";
    assert_eq!(seen(&ann), (5, false, vec![], summary.to_owned()), "the whole game first");
    assert_eq!(ann.message(), "");
    ann.code(KeyCode::Left);
    assert_eq!(seen(&ann).0, 5, "its last move");
    ann.code(KeyCode::Home).code(KeyCode::Left).code(KeyCode::Right).types("l");
    let (moves, is_mistake, better, sentence) = seen(&ann);
    assert_eq!((moves, is_mistake, better), (2, true, vec![4]));
    assert!(sentence.starts_with("Bob played middle left: now you"), "{sentence}");
    assert_eq!(ann.table().view.mark_at(1), None, "a later move");
    ann.code(KeyCode::End).code(KeyCode::Right);
    assert_eq!(seen(&ann).0, 5);
    ann.code(KeyCode::Home).types("??");
    assert_eq!(seen(&ann).0, 0, "the help is closed again");
    ann.code(KeyCode::Esc);
    assert!(ann.table().review.is_none());
}

/// A player at this screen who has asked the computer's opinion.
fn answered(mut person: Person, key: &str, answer: &str) -> Person {
    person.types(key);
    person.hear(&frame(&answer.replacen('{', r#"{"id":1,"#, 1)));
    person
}

const HINTED_WIN: &str = r#"{"type":"hint","game":1,"ply":2,"cells":[0,2],"worth":{"value":1,"distance":5},
    "forced_win":{"ply":2,"winner":"X","moves":[[0,2],[8],[3,6],[5],[6]]}}"#;

#[test]
fn the_win_of_a_hint_is_stepped_through_with_marks_that_were_not_played() {
    let game = Snapshot { ms_left: Some(60_000), ..against_the_computer(snapshot(&[4, 1])) };
    let mut ann = answered(Person::seeing(game), "H", HINTED_WIN);
    assert!(ann.footer_keys().contains(&"w".to_owned()));
    ann.types("w");
    let seen = |ann: &Person| {
        let table = ann.table();
        let step = table.review.unwrap();
        (step.title.clone(), step.sentence.clone(), step.imagined.clone(), table.hint.to_vec())
    };
    let (title, sentence, imagined, _) = seen(&ann);
    assert_eq!((title.as_str(), imagined), ("You can win", vec![]));
    assert!(sentence.starts_with("The win: 1. top left (or top right), 2. bottom right"), "{sentence}");
    ann.code(KeyCode::Right);
    assert_eq!(seen(&ann), ("Move 1 of 5".into(), "You: top left (or top right).".into(), vec![0], vec![2]));
    ann.code(KeyCode::Right);
    assert_eq!(seen(&ann).1, "The computer: bottom right.");
    assert_eq!((ann.table().view.mark_at(8), ann.table().view.mark_at(3)), (Some(Mark::O), None));
    ann.code(KeyCode::Right).code(KeyCode::Right);
    assert_eq!(ann.table().view.is_in_winning_line(0), None);
    ann.code(KeyCode::Right);
    let row = (0..9).filter(|&cell| ann.table().view.is_in_winning_line(cell) == Some(true));
    assert_eq!(row.collect::<Vec<_>>(), [0, 3, 6], "the last step completes it");
    ann.pass(Duration::from_secs(8));
    assert_eq!(ann.table().clock, Some(52), "the game goes on");
    ann.types("w");
    assert_eq!((ann.table().review.is_none(), ann.message()), (true, ""));
    assert_eq!(ann.table().view.mark_at(0), None);
}

#[test]
fn the_help_has_the_keys_that_do_something_now() {
    let listed =
        |person: &Person| person.scene().available.iter().map(Binding::keys).collect::<Vec<_>>().join(" ");
    let game = "arrows, hjkl Enter, Space, click 1-9 Esc e ?, F1 q, Ctrl-D R s N m b Ctrl-C Ctrl-L Ctrl-Z";
    let over = "r v n Esc e ?, F1 q, Ctrl-D B N m b Ctrl-C Ctrl-L Ctrl-Z";
    assert_eq!((&*listed(&Person::to_move()), &*listed(&Person::seeing(won()))), (game, over));
}

#[test]
fn a_hint_shows_its_squares_and_is_asked_for_again() {
    for (cells, shown, said) in [
        ("[0,2]", &[0, 2][..], "Hint: top left or top right. Best moves found so far."),
        ("[0,2,3,5,6,7,8]", &[0], "Hint: top left. Best moves found so far."),
        ("[0,2,3,5]", &[0, 2, 3, 5], "Hint: one of the marked squares. Best moves found so far."),
    ] {
        let hint = format!(r#"{{"type":"hint","game":1,"ply":2,"cells":{cells},"worth":null}}"#);
        let mut ann = answered(Person::seeing(against_the_computer(snapshot(&[4, 1]))), "H", &hint);
        assert_eq!((ann.table().hint, ann.message()), (shown, said));
        ann.sent.clear();
        ann.types("H");
        assert!(matches!(ann.messages().as_slice(), [ClientMessage::Hint(_)]), "{cells}");
    }
}

#[test]
fn a_move_ends_the_forced_win_of_a_hint() {
    let mut ann = answered(Person::seeing(against_the_computer(snapshot(&[4, 1]))), "H", HINTED_WIN);
    ann.types("w");
    ann.see(against_the_computer(snapshot(&[4, 1, 0])));
    assert!(ann.table().review.is_none());
}

#[test]
fn without_a_forced_win_there_is_none_to_show() {
    let mut ann = Person::to_move();
    assert!(!ann.footer_keys().contains(&"w".to_owned()));
    ann.types("w");
    assert_eq!(ann.message(), "There is no forced win to show here.");
}

#[test]
fn a_review_shows_the_win_that_a_mistake_allowed_and_returns_to_it() {
    let wins = r#"],"forced_wins":[{"ply":2,"winner":"X","moves":[[4],[8],[6]]}]}"#;
    let mut ann = answered(Person::seeing(won()), "v", &REVIEWED.replacen("]}", wins, 1));
    ann.code(KeyCode::Home).types("ll");
    assert!(ann.table().review.unwrap().is_mistake);
    ann.types("w").code(KeyCode::Right);
    let step = ann.table().review.unwrap();
    assert_eq!((step.imagined.as_slice(), step.sentence.as_str()), (&[4][..], "You: centre."));
    ann.code(KeyCode::Esc);
    assert!(ann.table().review.unwrap().is_mistake);
}

#[test]
fn a_player_goes_on_from_a_mistake_against_the_computer() {
    let mut ann = answered(Person::seeing(won()), "v", REVIEWED);
    ann.code(KeyCode::Home).types("lll");
    ann.sent.clear();
    ann.types("p");
    assert_eq!(ann.messages()[0], ClientMessage::Leave(Empty {}));
    let ClientMessage::Join(join) = &ann.messages()[1] else { panic!("{:?}", ann.sent) };
    assert_eq!((join.opponent, join.from.as_deref()), (Some(Opponent::Ai), Some(&[0, 3][..])));
    assert_eq!(join.mark, MarkPreference::X);
}

#[test]
fn nobody_goes_on_after_the_end_of_a_game() {
    let mut ann = answered(Person::seeing(seen_by(Mark::O, won())), "v", REVIEWED);
    ann.types("p");
    assert_eq!(ann.message(), "Step to a move in one of your own games to play on from it.");
}

#[test]
fn a_position_of_a_review_does_not_count_its_game_twice() {
    let mut last = won();
    last.score.x = 2;
    last.series = Some(Played { best_of: BestOf::try_from(3).unwrap(), result: Some(SeriesResult::X) });
    let over = View::new(last, false).unwrap();
    let during = over.after(2);
    assert_eq!(GameSentences::new(&over).series(), Some("Game 2 of 3".to_owned()));
    assert_eq!(GameSentences::new(&during).series(), None);
    assert_eq!(GameSentences::new(&during).headline(), "Your turn");
}

#[test]
fn the_footer_says_what_a_key_does_now() {
    let labels = |ann: &Person| ann.scene().footer.iter().map(|key| key.label).collect::<Vec<_>>();
    let mut ann = Person::seeing(won());
    assert!(labels(&ann).contains(&"games"), "{:?}", labels(&ann));
    ann.types("r");
    assert!(labels(&ann).contains(&"withdraw"), "{:?}", labels(&ann));
    let mut asked = snapshot(&[4, 0]);
    asked.takeback = Some(Takeback::AskedBy(Mark::O));
    let ann = Person::seeing(asked);
    assert!(labels(&ann).contains(&"accept") && labels(&ann).contains(&"decline"), "{:?}", labels(&ann));
    let mut series = won();
    series.series = Some(Played { best_of: BestOf::try_from(3).unwrap(), result: None });
    assert!(labels(&Person::seeing(series)).contains(&"next game"));
}

#[test]
fn the_games_of_a_run_are_summed_up() {
    let mut ann = Person::seeing(won());
    assert_eq!(ann.summary(), "You won with the top row! Score: you 1, Bob 0, no draws.");
    let mut next = snapshot(&[]);
    (next.game, next.seq, next.score.x) = (2, 10, 1);
    ann.see(next);
    assert_eq!(ann.summary(), "Score: you 1, Bob 0, no draws.");
    let mut lost = ended(&[0, 1], Reason::Resigned, Some(Mark::O), &[]);
    (lost.game, lost.seq, lost.score.x) = (2, 11, 1);
    ann.see(lost);
    assert_eq!(ann.summary(), "Bob won. You resigned. Score: you 1, Bob 1, no draws.");
}

#[test]
fn why_a_game_was_cancelled_stays_for_a_while_in_the_next() {
    let mut ann = Person::to_move();
    let why = "Game cancelled: Bob left before moving. It doesn't count.";
    ann.sent.clear();
    ann.see(cancelled_without_opponent(Presence::Left));
    assert!(matches!(ann.messages().as_slice(), [ClientMessage::Leave(_), ClientMessage::Join(_)]));
    assert_eq!(ann.message(), why);
    ann.hear(&frame(WAITING));
    assert!(matches!(ann.scene().body, Body::Waiting { .. }));
    assert_eq!(ann.message(), why);
    let next = |moves: &[u8]| {
        let mut next = snapshot(moves);
        next.match_id.0 = "m2".into();
        next
    };
    ann.see(next(&[]));
    assert_eq!(ann.message(), why);
    ann.pass(Duration::from_secs(6));
    assert_eq!(ann.message(), "");
}

#[test]
fn a_takeback_is_asked_answered_and_made_with_the_keys_that_the_footer_shows() {
    let position = |seq: u64, takeback| Snapshot { seq: 10 + seq, takeback, ..snapshot(&[4, 0]) };
    let mut ann = Person::to_move();
    assert!(!ann.footer_keys().contains(&"u".to_owned()));
    ann.types("u");
    assert_eq!(ann.message(), "You have no move to take back.");
    ann.see(position(0, None));
    assert!(ann.footer_keys().contains(&"u".to_owned()) && !ann.footer_keys().contains(&"d".to_owned()));
    ann.see(position(1, Some(Takeback::AskedBy(Mark::X))));
    assert!(!ann.footer_keys().contains(&"u".to_owned()) && ann.footer_keys().contains(&"d".to_owned()));
    ann.see(position(2, Some(Takeback::DeclinedBy(Mark::O))));
    assert_eq!(ann.message(), "Bob declined the takeback.");
    ann.pass(Duration::from_secs(60)).see(position(3, Some(Takeback::AskedBy(Mark::O))));
    assert_eq!((ann.message(), ann.interface.rang), ("", 1));
    assert!(ann.footer_keys().contains(&"u".to_owned()) && ann.footer_keys().contains(&"d".to_owned()));
    ann.types("ud");
    assert!(matches!(ann.messages()[..], [ClientMessage::TakeBack(_), ClientMessage::Decline(_)]));
    ann.see(Snapshot { seq: 20, takebacks: 1, ..snapshot(&[4]) });
    assert_eq!(ann.message(), "Bob took back a move.");
}

#[test]
fn a_reaction_is_chosen_by_its_digit_and_shown_for_some_seconds() {
    let mut ann = Person::to_move();
    ann.types("e");
    assert_eq!(ann.scene().overlay, Some(Overlay::Choose { choice: Choice::Reaction, cursor: 0 }));
    ann.types("2");
    assert!(matches!(ann.messages()[..], [ClientMessage::React(_)]));
    assert_eq!(ann.scene().overlay, None);
    ann.hear(&frame(r#"{"type":"reaction","mark":"O","reaction":"nice_move"}"#));
    ann.see(snapshot(&[4]));
    assert_eq!(ann.message(), "Bob: Nice move!");
    ann.now = ann.screen_wake_at().unwrap();
    assert_eq!(ann.message(), "");
    ann.types("e7");
    assert_eq!(ann.message(), "Reactions are muted.");
    ann.see(won());
    ann.types("e").see(Snapshot { game: 2, seq: 30, ..snapshot(&[]) });
    ann.sent.clear();
    ann.types("2");
    assert!(matches!(ann.messages()[..], [ClientMessage::React(_)]), "no square of the next game");
    for key in ["q", "?"] {
        ann.types("e").types(key);
        assert_eq!(ann.scene().overlay, None, "{key} closes the list");
    }
}

#[test]
fn a_game_that_the_opponent_left_is_continued_with_a_key() {
    let mut left = ended(&[4], Reason::Left, Some(Mark::X), &[]);
    (left.players.o.presence, left.rematch.open, left.continuable) = (Presence::Left, false, true);
    let mut ann = Person::seeing(left);
    assert_eq!(ann.message(), "Press c to continue this game against the computer.");
    assert!(ann.footer_keys().contains(&"c".to_owned()) && !ann.footer_keys().contains(&"e".to_owned()));
    ann.types("c");
    assert!(matches!(ann.messages()[..], [ClientMessage::Continue(_)]));
}

#[test]
fn a_warning_about_the_seat_outlasts_the_beginning_of_a_match() {
    let mut bob = Person::joining();
    bob.hear(&frame(SEATED));
    let Client { interface, app, now, .. } = &mut bob.client;
    interface.screen.on_notice(*now, &Notice::Seat("Warning.".to_owned()), app);
    bob.see(snapshot(&[]));
    assert_eq!(bob.message(), "Warning.");
}
