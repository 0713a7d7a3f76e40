//! Names and rooms: whatever is typed, the cleaned text can be shown.

use tictactoe_protocol::text::{NAME_CHARS, Name, ROOM_CHARS, Room, clean};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const MARKS: usize = 4;

pub fn name(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let cleaned = clean(text);
    assert_harmless(&cleaned);
    assert_eq!(clean(&cleaned), cleaned, "cleaning twice is cleaning once");
    if let Ok(name) = Name::new(text) {
        assert_fits(name.as_str(), NAME_CHARS);
        assert_eq!(Name::new(name.as_str()).as_ref(), Ok(&name));
        let json = serde_json::to_string(&name).expect("a text is JSON");
        assert_eq!(serde_json::from_str::<Name>(&json).expect("a name"), name);
    }
    if let Ok(room) = Room::new(text) {
        assert_fits(room.as_str(), ROOM_CHARS);
        assert!(!room.as_str().contains([' ', '.', '/', '\\']), "{room:?}");
        assert_eq!(Room::new(room.as_str()).as_ref(), Ok(&room));
        assert_eq!(Room::new(&cleaned).as_ref(), Ok(&room), "who copies it from a screen meets the other");
    }
}

fn assert_fits(text: &str, most: usize) {
    assert_harmless(text);
    assert!((1..=most).contains(&text.chars().count()), "{text:?}");
}

/// Nothing that commands a terminal, reorders or overlaps text, or is invisible.
fn assert_harmless(text: &str) {
    // Joiners stay where a spelling needs them.
    let is_joiner = |c| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}');
    assert!(!text.chars().any(|c| is_harmful(c) && !is_joiner(c)), "{text:?}");
    assert!(text.split(' ').all(|word| !word.is_empty()) || text.is_empty(), "{text:?}");
    assert_eq!(text.nfc().collect::<String>(), text, "composed");
    let mut marks = 0;
    for c in text.chars() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        assert!(marks <= MARKS, "{text:?}");
    }
}

/// Whether a character commands a terminal, turns a line around or cannot be seen: written from the threats, not
/// from what cleaning does. A space is none; every other white space is.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffc}' | '\u{fffe}' | '\u{ffff}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}
