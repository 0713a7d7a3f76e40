use proptest::prelude::*;

use super::*;

fn decode(bytes: &[u8]) -> Vec<TtyEvent> {
    let mut decoder = Decoder::default();
    let mut events: Vec<_> = bytes.iter().filter_map(|byte| decoder.feed(*byte)).collect();
    events.extend(decoder.time_out());
    events
}

fn control(char: char) -> TtyEvent {
    held(KeyCode::Char(char), KeyModifiers::CONTROL)
}

#[test]
fn characters_are_keys() {
    assert_eq!(decode(b"5?"), [typed('5'), typed('?')]);
    assert_eq!(decode("é好".as_bytes()), [typed('é'), typed('好')]);
    assert_eq!(decode(b"H"), [held(KeyCode::Char('H'), KeyModifiers::SHIFT)]);
}

#[test]
fn control_characters_are_keys() {
    assert_eq!(decode(b"\x03\x0c\x1a"), [control('c'), control('l'), control('z')]);
    assert_eq!(decode(b"\r\n\x7f"), [KeyCode::Enter, KeyCode::Enter, KeyCode::Backspace].map(key));
}

#[test]
fn arrows_are_decoded_in_both_keypad_modes() {
    let arrows = [KeyCode::Up, KeyCode::Down, KeyCode::Right, KeyCode::Left].map(key);
    assert_eq!(decode(b"\x1b[A\x1b[B\x1b[C\x1b[D"), arrows);
    assert_eq!(decode(b"\x1bOA\x1bOB\x1bOC\x1bOD"), arrows);
}

#[test]
fn f1_has_several_sequences() {
    for name in ["\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[P"] {
        assert_eq!(decode(name.as_bytes()), [key(KeyCode::F(1))], "{name:?}");
    }
}

#[test]
fn home_and_end_have_several_sequences() {
    for [home, end] in
        [["\x1b[H", "\x1b[F"], ["\x1bOH", "\x1bOF"], ["\x1b[1~", "\x1b[4~"], ["\x1b[7~", "\x1b[8~"]]
    {
        assert_eq!(
            decode(format!("{home}{end}").as_bytes()),
            [key(KeyCode::Home), key(KeyCode::End)],
            "{home:?}"
        );
    }
}

#[test]
fn modifiers_are_decoded() {
    assert_eq!(decode(b"\x1b[1;5A"), [held(KeyCode::Up, KeyModifiers::CONTROL)]);
    assert_eq!(decode(b"\x1b[11;2~"), [held(KeyCode::F(1), KeyModifiers::SHIFT)]);
    assert_eq!(decode(b"\x1bq"), [held(KeyCode::Char('q'), KeyModifiers::ALT)]);
}

#[test]
fn an_escape_is_a_key_when_nothing_follows() {
    let mut decoder = Decoder::default();
    assert_eq!(decoder.feed(ESCAPE), None);
    assert_eq!(decoder.timeout(), Some(ESCAPE_TIMEOUT));
    assert_eq!(decoder.time_out(), Some(key(KeyCode::Esc)));
    assert_eq!(decoder.timeout(), Some(LATE_TIMEOUT));
    assert_eq!((decoder.time_out(), decoder.timeout()), (None, None));
    assert_eq!(decode(b"\x1b\x1b"), [key(KeyCode::Esc), key(KeyCode::Esc)]);
    assert_eq!(decode(b"\x1b\x03"), [control('c')]);
}

#[test]
fn the_rest_of_a_sequence_may_come_late() {
    let late = |rest: &[u8]| {
        let mut decoder = Decoder::default();
        let mut events: Vec<_> = decoder.feed(ESCAPE).into_iter().chain(decoder.time_out()).collect();
        events.extend(rest.iter().filter_map(|byte| decoder.feed(*byte)));
        events
    };
    let escape = key(KeyCode::Esc);
    assert_eq!(late(b"[B"), [escape, key(KeyCode::Down)]);
    assert_eq!(late(b"[H5"), [escape, key(KeyCode::Home), typed('5')]);
    assert_eq!(late(b"ORq"), [escape, typed('q')]);
    assert_eq!(late(b"]11;rgb:5\x07q"), [escape, typed('q')]);
    assert_eq!(late(b"q[5"), [escape, typed('q'), typed('['), typed('5')]);
    let mut decoder = Decoder::default();
    let events = [decoder.feed(ESCAPE), decoder.time_out(), decoder.time_out(), decoder.feed(b'O')];
    assert_eq!(events, [None, Some(escape), None, Some(typed('O'))], "much later it is a key");
}

#[test]
fn answers_of_the_terminal_are_ignored() {
    for answer in [
        b"\x1b]11;rgb:3030/3434/4646\x1b\\".as_slice(),
        b"\x1b]11;rgb:1414/1414/1414\x07",
        b"\x1bP>|tmux 3.3a\x1b\\",
        b"\x1b_Gi=5\x1b\\\x1b^5\x1b\\\x1bX5\x1b\\",
        "\x1bP\u{9c}5\x1b\\".as_bytes(),
        // Clicks of the X10 form.
        b"\x1b[M \x30\x2a\x1b[M\x23\x31\x35\x1b[M \x7f5\x1b[M \xff5",
    ] {
        let around = [b"a".as_slice(), answer, b"q"].concat();
        assert_eq!(decode(&around), [typed('a'), typed('q')], "{:?}", String::from_utf8_lossy(answer));
    }
    assert_eq!(decode(b"\x1b]5\x035"), [control('c'), typed('5')], "Ctrl-C always works");
    assert_eq!(decode(b"\x1b]5\x1b[B"), [key(KeyCode::Down)], "the next sequence ends one that has no end");
}

#[test]
fn an_unended_answer_times_out() {
    let mut decoder = Decoder::default();
    assert_eq!(b"\x1bP5".map(|byte| decoder.feed(byte)), [None; 3]);
    assert_eq!(decoder.timeout(), Some(SEQUENCE_TIMEOUT));
    assert_eq!((decoder.time_out(), decoder.feed(b'5')), (None, Some(typed('5'))));
}

#[test]
fn a_button_pressed_and_released_at_one_place_is_a_click() {
    assert_eq!(decode(b"\x1b[<0;12;3M\x1b[<0;12;3m"), [TtyEvent::Click(Position::new(11, 2))]);
    assert_eq!(decode(b"\x1b[<0;300;200M\x1b[<0;300;200m"), [TtyEvent::Click(Position::new(299, 199))]);
}

#[test]
fn focus_events_are_decoded() {
    assert_eq!(decode(b"\x1b[I\x1b[O"), [TtyEvent::Focus(true), TtyEvent::Focus(false)]);
}

#[test]
fn other_buttons_movements_and_unknown_sequences_are_ignored() {
    let long = [b"\x1b[".as_slice(), &[b'1'; 1000], b"A"].concat();
    for ignored in [
        b"\x1b[<0;12;3M\x1b[<0;13;3m".as_slice(),
        b"\x1b[<0;12;3m",
        b"\x1b[<2;5;5M\x1b[<2;5;5m\x1b[<64;5;5M\x1b[<35;5;5M\x1b[<0;0;0M\x1b[<0;0;0m",
        b"\x1b[?62;22c\x1b[97u\x1b[3~\x1b[99~\x1b[[B\x1b[E\x1bOz",
        &long,
    ] {
        assert_eq!(decode(&[ignored, b"q"].concat()), [typed('q')]);
    }
}

#[test]
fn a_paste_is_ignored() {
    assert_eq!(decode(b"a\x1b[200~q\x035\x1b[A\x1b\x1b[201~b"), [typed('a'), typed('b')]);
}

#[test]
fn an_unended_paste_times_out() {
    let mut decoder = Decoder::default();
    let pasted: Vec<_> = b"\x1b[200~abc".iter().filter_map(|byte| decoder.feed(*byte)).collect();
    assert_eq!(pasted, []);
    assert_eq!(decoder.timeout(), Some(SEQUENCE_TIMEOUT));
    assert_eq!(decoder.time_out(), None);
    assert_eq!(decoder.feed(3), Some(control('c')));
}

#[test]
fn an_incomplete_character_does_not_affect_the_next_key() {
    assert_eq!(decode(b"\xe5\xa5q"), [typed('q')]);
    assert_eq!(decode(b"\xff\xfeq"), [typed('q')]);
    assert_eq!(decode(b"\xc3\x03"), [control('c')]);
}

proptest! {
    #[test]
    fn memory_is_bounded_and_ctrl_c_is_decoded_after_any_input(bytes: Vec<u8>) {
        let mut decoder = Decoder::default();
        for byte in bytes {
            decoder.feed(byte);
            prop_assert!(decoder.pending.len() <= MAX_SEQUENCE + 1);
        }
        decoder.time_out();
        prop_assert_eq!(decoder.feed(3), Some(control('c')));
    }
}
