//! What asks first, and what never ends a game.

use tictactoe_protocol::values::Rules;

use super::*;
use crate::app::notice::Question;
use crate::testing::server::{SEATED, frame, waiting_in};
use crate::testing::snapshots::{against_the_computer, on_board, won};
use crate::ui::tui::keys::Action;

fn question(person: &Person) -> Option<Question> {
    person.app.question()
}

fn has_left(person: &Person) -> bool {
    person.messages().iter().any(|message| matches!(message, ClientMessage::Leave(_)))
}

#[test]
fn leaving_the_computer_or_the_queue_asks_nothing() {
    let mut ann = Person::seeing(against_the_computer(snapshot(&[])));
    ann.types("q");
    assert_eq!(ann.end, Some(Ok(())));
    let mut ann = Person::joining();
    ann.hear(&waiting_in("null", "10000", (3, 3)));
    ann.types("q");
    assert_eq!(ann.end, Some(Ok(())));
}

#[test]
fn resigning_asks_and_escape_means_no() {
    let mut ann = Person::to_move();
    ann.types("R");
    assert_eq!((question(&ann), ann.scene().message.is_some()), (Some(Question::Resign), false));
    ann.types("x").code(KeyCode::Esc);
    assert_eq!((question(&ann), ann.message(), ann.sent.len()), (None, "", 0));
    ann.types("Ry");
    assert!(matches!(ann.messages().as_slice(), [ClientMessage::Resign(_)]));
}

#[test]
fn no_single_key_ends_a_game_against_a_person() {
    let codes = (' '..='~').map(KeyCode::Char);
    let codes =
        codes.chain([KeyCode::Esc, KeyCode::Enter, KeyCode::Backspace, KeyCode::Delete, KeyCode::F(10)]);
    for code in codes {
        let mut ann = Person::to_move();
        ann.code(code);
        assert!(!has_left(&ann) && ann.end.is_none(), "{code:?}");
    }
}

#[test]
fn a_late_no_does_not_find_a_new_opponent() {
    let mut ann = Person::seeing(snapshot(&[0, 3, 1, 4]));
    ann.types("q");
    ann.see(won());
    ann.types("n");
    let why = "The game has changed since the question. Nothing was done.";
    assert_eq!((has_left(&ann), ann.message()), (false, why));
    ann.types("n");
    assert!(has_left(&ann), "from then on it is the key of the end of a game");
}

#[test]
fn a_withdrawn_question_takes_no_letter_of_a_typed_line() {
    let large = Rules::new(15, 15, 5);
    let mut ann = Person::seeing(on_board(&[0, 1, 2], large));
    ann.types("q");
    ann.see(on_board(&[0, 1, 2, 3], large));
    assert_eq!(question(&ann), None);
    ann.types("gn");
    assert_eq!(ann.message(), "Go to a square, like h8: n_");
}

#[test]
fn an_answered_question_leaves_the_next_key_alone() {
    let mut ann = Person::to_move();
    ann.types("Rn");
    ann.types("n");
    assert_eq!(ann.message(), "n does nothing here. Press ? for the keys.");
    ann.types("Rx");
    let hits = ann.draw(ann.area);
    let &(no, _) = hits.iter().find(|(_, hit)| *hit == Action::No).unwrap();
    let input = ann.click(no).unwrap();
    ann.event(Event::Input(input));
    assert_eq!(ann.message(), "");
    ann.types("n");
    assert_eq!(ann.message(), "n does nothing here. Press ? for the keys.");
}

#[test]
fn keys_do_nothing_in_a_window_too_small_to_draw() {
    let mut ann = Person::to_move();
    ann.area = Rect::new(0, 0, 10, 4);
    ann.types("5 sRqm").code(KeyCode::Enter);
    assert!(ann.sent.is_empty() && ann.scene().overlay.is_none() && ann.end.is_none());
    assert!(ann.interface.screen.has_mouse());
}

#[test]
fn a_window_too_small_to_draw_is_left_with_q_which_asks_as_usual() {
    let mut ann = Person::to_move();
    ann.types("g");
    ann.area = Rect::new(0, 0, 10, 4);
    ann.types("q");
    assert_eq!(question(&ann), Some(Question::Quit));
    ann.types("y");
    assert_eq!(ann.end, Some(Ok(())));
}

#[test]
fn q_closes_an_overlay_before_it_quits() {
    let mut ann = Person::seeing(against_the_computer(snapshot(&[])));
    ann.types("?q");
    assert!(ann.scene().overlay.is_none() && ann.end.is_none());
}

#[test]
fn without_a_connection_only_quitting_works_and_asks_nothing() {
    let mut ann = Person::joining();
    ann.hear(&frame(SEATED));
    ann.see(snapshot(&[]));
    ann.sent.clear();
    ann.cut();
    ann.types("5R ").code(KeyCode::Enter);
    assert!(ann.sent.is_empty() && question(&ann).is_none());
    ann.types("q");
    assert_eq!(ann.end, Some(Ok(())));
}
