//! Keys and clicks in a game.

use proptest::prelude::*;
use ratatui::layout::Rect;
use tictactoe_protocol::values::{Opponent, Rules};

use super::*;
use crate::testing::snapshots::{for_both, on_board, won};
use crate::ui::tui::keys::Action;

#[test]
fn the_cursor_begins_in_the_middle_and_stays_on_the_board() {
    let mut ann = Person::to_move();
    assert_eq!(ann.cursor(), 4);
    ann.types("hh");
    assert_eq!(ann.cursor(), 3);
    ann.types("kkk");
    assert_eq!(ann.cursor(), 0);
    ann.code(KeyCode::Right).code(KeyCode::Down).code(KeyCode::Down).code(KeyCode::Down);
    assert_eq!(ann.cursor(), 7);
    ann.types("lll");
    assert_eq!(ann.cursor(), 8);
}

#[test]
fn enter_and_space_play_the_square_under_the_cursor() {
    let mut ann = Person::to_move();
    ann.types("l").code(KeyCode::Enter);
    assert_eq!(ann.played(), [5]);
    let mut ann = Person::to_move();
    ann.types(" ");
    assert_eq!(ann.played(), [4]);
}

#[test]
fn a_coordinate_moves_the_cursor_and_enter_plays_it() {
    let mut ann = Person::seeing(on_board(&[], Rules::new(15, 15, 5)));
    assert_eq!(ann.cursor(), 7 * 15 + 7);
    ann.types("gb1");
    assert_eq!(ann.cursor(), 1);
    assert_eq!(ann.message(), "Go to a square, like h8: b1_");
    ann.types("2");
    assert_eq!(ann.cursor(), 11 * 15 + 1);
    ann.code(KeyCode::Enter);
    assert_eq!((ann.message(), ann.played()), ("", vec![11 * 15 + 1]));
}

#[test]
fn a_move_is_shown_before_the_server_confirms_it() {
    let mut ann = Person::to_move();
    ann.is_granting = false;
    ann.types("1");
    assert_eq!(ann.table().sent, Some(0));
    ann.see(snapshot(&[0]));
    assert_eq!(ann.table().sent, None);
}

#[test]
fn a_coordinate_can_be_corrected_and_cancelled() {
    let mut ann = Person::seeing(on_board(&[], Rules::new(5, 5, 4)));
    ann.types("ga7").code(KeyCode::Enter);
    assert_eq!(ann.message(), "There is no square a7. Pick one from a1 to e5.");
    assert!(ann.played().is_empty(), "it stays open");
    ann.code(KeyCode::Backspace).types("2");
    assert_eq!(ann.cursor(), 5);
    ann.code(KeyCode::Esc);
    assert_eq!((ann.message(), ann.played()), ("", vec![]));
    ann.types("3");
    assert_eq!(ann.message(), "Press g, then type a square like c3.");
}

#[test]
fn a_click_plays_the_square_under_it() {
    let area = Rect::new(0, 0, 60, 16);
    let mut ann = Person::to_move();
    let hits = ann.draw(area);
    for cell in 0..9 {
        let &(place, _) = hits.iter().find(|(_, hit)| *hit == Action::Cell(cell)).unwrap();
        assert!(ann.click(place).is_some(), "cell {cell}");
    }
    let mut bob = Person::seeing(snapshot(&[0]));
    let hits = bob.draw(area);
    let &(place, _) = hits.iter().find(|(_, hit)| *hit == Action::Cell(4)).unwrap();
    let input = bob.click(place).unwrap();
    bob.event(Event::Input(input));
    assert_eq!((bob.played(), bob.message()), (vec![], "Bob is thinking."));
}

#[test]
fn a_key_that_does_nothing_here_says_so() {
    let mut ann = Person::joining();
    ann.types("?");
    assert_eq!(ann.message(), "? does nothing here. Press q to leave.", "it is not connected yet");
    let mut ann = Person::to_move();
    for (key, why) in [
        ("r", "The game is not over yet."),
        ("x", "x does nothing here. Press ? for the keys."),
        ("g", "Press the number of a square."),
    ] {
        ann.types(key);
        assert_eq!(ann.message(), why);
    }
    ann.cut();
    ann.types("5");
    assert_eq!(ann.message(), "The connection is lost. Wait until it is back.");
    // It steps through a win, and while waiting for an opponent it keeps waiting.
    let mut ann = Person::seeing(won());
    ann.types("w");
    assert_eq!(ann.message(), "w does nothing here. Press ? for the keys.");
    ann.code(KeyCode::Enter);
    assert_eq!(ann.message(), "Enter does nothing here. Press ? for the keys.");
}

#[test]
fn nothing_is_played_under_an_overlay() {
    let mut ann = Person::to_move();
    ann.types("?5 ");
    assert_eq!(ann.played(), [0_u32; 0]);
    ann.code(KeyCode::Esc).types("5");
    assert_eq!(ann.played().len(), 1);
}

#[test]
fn hotseat_has_no_invitation() {
    let join = Join { opponent: Some(Opponent::Hotseat), ..Join::default() };
    let mut two = Person::new(Purpose::Join(join));
    two.see(for_both(snapshot(&[])));
    two.types("s");
    assert_eq!(two.message(), "With --hotseat, no one else can join.");
    assert!(two.scene().overlay.is_none() && two.scene().room.is_none());
    assert!(!two.footer_keys().contains(&"s".to_owned()));
}

#[test]
fn the_prompt_says_which_of_two_players_gets_another_name() {
    let join = Join { opponent: Some(Opponent::Hotseat), ..Join::default() };
    let mut two = Person::new(Purpose::Join(join));
    two.see(for_both(snapshot(&[4])));
    two.types("NEve");
    assert_eq!(two.message(), "Name of O: BobEve_");
}

fn any_key() -> impl Strategy<Value = KeyEvent> {
    let letters = "1234567890hjklgnHRrvawynsmb?q ox".chars().map(KeyCode::Char);
    let others = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::F(1),
        KeyCode::Tab,
    ];
    let codes: Vec<_> = letters.chain(others).collect();
    (prop::sample::select(codes), any::<bool>()).prop_map(|(code, control)| {
        KeyEvent::new(code, if control { KeyModifiers::CONTROL } else { KeyModifiers::NONE })
    })
}

proptest! {
    #[test]
    fn any_keys_send_only_legal_moves(keys in prop::collection::vec(any_key(), 0..60), columns in 1_u8..16, rows in 1_u8..16) {
        let mut ann = Person::seeing(on_board(&[0], Rules::new(columns, rows, 1)));
        ann.see(seen_by(Mark::O, on_board(&[0], Rules::new(columns, rows, 1))));
        for key in keys {
            ann.press(key);
        }
        let cells = u32::from(columns) * u32::from(rows);
        prop_assert!(ann.played().iter().all(|&cell| 0 < cell && cell < cells));
    }
}

#[test]
fn a_name_is_typed_in_the_status_line() {
    let mut ann = Person::to_move();
    ann.types("NEvex").code(KeyCode::Backspace);
    assert_eq!(ann.message(), "Your name: AnnEve_");
    ann.code(KeyCode::Enter);
    assert_eq!(ann.message(), "Your name is now AnnEve.");
    assert_eq!(ann.remembered.len(), 1);
    ann.types("Nq").code(KeyCode::Esc).types("5");
    assert_eq!(ann.played(), [4], "after Esc the keys play again");
}

#[test]
fn a_board_is_typed_after_a_game_and_a_wrong_one_is_explained() {
    let mut ann = Person::seeing(won());
    ann.types("B7");
    assert_eq!(ann.message(), "Press a number from 1 to 5.");
    ann.types("54x4 5").code(KeyCode::Enter);
    assert_eq!(ann.message(), "No such game: on 4x4, write 1 to 4 in a row, not 5.");
    // What was typed is still there.
    ann.code(KeyCode::Backspace).types("3").code(KeyCode::Enter);
    assert_eq!(ann.sent.last().map(|frame| &frame.message), Some(&join_for(Rules::new(4, 4, 3))));
}

fn join_for(rules: Rules) -> ClientMessage {
    ClientMessage::Join(Join { rules: Some(rules), ..Join::default() })
}

#[test]
fn a_game_is_chosen_by_its_number() {
    let mut ann = Person::seeing(won());
    ann.types("B3");
    assert_eq!(ann.sent.last().map(|frame| &frame.message), Some(&join_for(FOUR)));
}

const FOUR: Rules = Rules { gravity: true, ..Rules::new(7, 6, 4) };

#[test]
fn a_mark_falls_in_the_column_of_a_digit_of_the_cursor_or_of_a_click() {
    let falling = |moves: &[u8]| Person::seeing(on_board(moves, FOUR));
    let mut ann = falling(&[]);
    assert_eq!(ann.cursor(), 38, "the lowest square of the middle column");
    ann.types("lk ");
    assert_eq!(ann.played(), [39], "up does nothing");
    let mut ann = falling(&[38, 31]);
    ann.types("4");
    assert_eq!(ann.played(), [24]);
    let mut ann = falling(&[38, 31, 24, 17, 10, 3]);
    ann.types("4");
    assert_eq!(ann.message(), "That column is full. Pick another one.");
    ann.types("gc").code(KeyCode::Enter).code(KeyCode::Enter);
    assert_eq!(ann.played(), [37], "the letter of a column is enough");
    let mut ann = falling(&[]);
    ann.types("8");
    assert_eq!(ann.message(), "There is no column 8. The columns are 1 to 7.");
}
