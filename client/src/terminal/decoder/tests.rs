//! What bytes mean, in whatever pieces they come.

use proptest::prelude::*;

use super::*;

fn read(bytes: &[u8]) -> Vec<Pressed> {
    let mut decoder = Decoder::default();
    let mut pressed: Vec<_> = bytes.iter().filter_map(|byte| decoder.feed(*byte)).collect();
    pressed.extend(decoder.give_up());
    pressed
}

fn control(char: char) -> Pressed {
    held(KeyCode::Char(char), KeyModifiers::CONTROL)
}

#[test]
fn letters_and_signs_are_themselves() {
    assert_eq!(read(b"5?"), [typed('5'), typed('?')]);
    assert_eq!(read("é好".as_bytes()), [typed('é'), typed('好')]);
    assert_eq!(read(b"H"), [held(KeyCode::Char('H'), KeyModifiers::SHIFT)]);
}

#[test]
fn control_characters_are_keys() {
    assert_eq!(read(b"\x03\x0c\x1a\x1c"), [control('c'), control('l'), control('z'), control('4')]);
    assert_eq!(
        read(b"\r\n\t\x7f"),
        [KeyCode::Enter, KeyCode::Enter, KeyCode::Tab, KeyCode::Backspace].map(key)
    );
}

#[test]
fn arrows_come_in_both_modes_of_the_keypad() {
    let arrows = [KeyCode::Up, KeyCode::Down, KeyCode::Right, KeyCode::Left].map(key);
    assert_eq!(read(b"\x1b[A\x1b[B\x1b[C\x1b[D"), arrows);
    assert_eq!(read(b"\x1bOA\x1bOB\x1bOC\x1bOD"), arrows);
}

#[test]
fn function_keys_have_many_names() {
    for name in ["\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[P"] {
        assert_eq!(read(name.as_bytes()), [key(KeyCode::F(1))], "{name:?}");
    }
    assert_eq!(read(b"\x1b[15~\x1b[17~\x1b[24~"), [5, 6, 12].map(|number| key(KeyCode::F(number))));
}

#[test]
fn what_is_held_with_a_key_is_told() {
    assert_eq!(read(b"\x1b[1;5A"), [held(KeyCode::Up, KeyModifiers::CONTROL)]);
    assert_eq!(read(b"\x1b[3;2~"), [held(KeyCode::Delete, KeyModifiers::SHIFT)]);
    assert_eq!(read(b"\x1bq"), [held(KeyCode::Char('q'), KeyModifiers::ALT)]);
}

#[test]
fn an_escape_alone_is_a_key_when_nothing_follows() {
    let mut decoder = Decoder::default();
    assert_eq!(decoder.feed(ESCAPE), None);
    assert_eq!(decoder.patience(), Some(ESCAPE_PATIENCE));
    assert_eq!(decoder.give_up(), Some(key(KeyCode::Esc)));
    assert_eq!(decoder.patience(), None);
    assert_eq!(read(b"\x1b\x1b"), [key(KeyCode::Esc), key(KeyCode::Esc)]);
    assert_eq!(read(b"\x1b\x03"), [control('c')]);
}

#[test]
fn a_button_that_goes_down_and_up_at_one_place_is_a_click() {
    assert_eq!(read(b"\x1b[<0;12;3M\x1b[<0;12;3m"), [Pressed::Click(Position::new(11, 2))]);
    assert_eq!(read(b"\x1b[<0;300;200M\x1b[<0;300;200m"), [Pressed::Click(Position::new(299, 199))]);
}

#[test]
fn a_button_that_is_let_go_elsewhere_is_no_click() {
    assert_eq!(read(b"\x1b[<0;12;3M\x1b[<0;13;3m"), []);
    assert_eq!(read(b"\x1b[<0;12;3m"), []);
}

#[test]
fn other_buttons_wheels_and_movements_are_nothing() {
    assert_eq!(read(b"\x1b[<2;5;5M\x1b[<2;5;5m\x1b[<64;5;5M\x1b[<35;5;5M\x1b[<0;0;0M\x1b[<0;0;0m"), []);
}

#[test]
fn the_focus_comes_and_goes() {
    assert_eq!(read(b"\x1b[I\x1b[O"), [Pressed::Focus(true), Pressed::Focus(false)]);
}

#[test]
fn a_paste_presses_nothing() {
    assert_eq!(read(b"a\x1b[200~q\x035\x1b[A\x1b\x1b[201~b"), [typed('a'), typed('b')]);
}

#[test]
fn a_paste_without_an_end_is_over_in_a_while() {
    let mut decoder = Decoder::default();
    let pasted: Vec<_> = b"\x1b[200~abc".iter().filter_map(|byte| decoder.feed(*byte)).collect();
    assert_eq!(pasted, []);
    assert_eq!(decoder.patience(), Some(PATIENCE));
    assert_eq!(decoder.give_up(), None);
    assert_eq!(decoder.feed(3), Some(control('c')));
}

#[test]
fn a_sequence_of_any_length_is_swallowed_whole() {
    let long = [b"\x1b[".as_slice(), &[b'1'; 1000], b"Aq"].concat();
    assert_eq!(read(&long), [typed('q')]);
}

#[test]
fn sequences_that_mean_nothing_here_press_nothing() {
    assert_eq!(read(b"\x1b[?62;22c\x1b[97u\x1b[99~\x1bOz"), []);
}

#[test]
fn a_character_that_breaks_off_takes_nothing_with_it() {
    assert_eq!(read(b"\xe5\xa5q"), [typed('q')]);
    assert_eq!(read(b"\xff\xfeq"), [typed('q')]);
    assert_eq!(read(b"\xc3\x03"), [control('c')]);
}

proptest! {
    #[test]
    fn whatever_comes_takes_a_few_bytes_and_ctrl_c_is_heard_after_it(bytes: Vec<u8>) {
        let mut decoder = Decoder::default();
        for byte in bytes {
            decoder.feed(byte);
            if let State::Character(bytes) | State::Sequence(bytes) = &decoder.state {
                prop_assert!(bytes.len() <= LONGEST);
            }
        }
        decoder.give_up();
        prop_assert_eq!(decoder.feed(3), Some(control('c')));
    }
}
