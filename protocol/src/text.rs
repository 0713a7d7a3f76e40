//! Cleaned text from a peer.
//!
//! What another player typed ends up in terminals and pages. It is cleaned where it enters a program, on the
//! server and again in a client, and everything after that may trust the type.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest name, in characters after cleaning.
pub const NAME_CHARS: usize = 24;

/// The longest room, in characters after cleaning.
pub const ROOM_CHARS: usize = 32;

/// Combining marks that may follow one character; more would climb over the lines above.
const MARKS_IN_A_ROW: usize = 2;

/// Text without control, bidirectional, zero-width and other invisible characters, in Unicode's composed
/// form (NFC), each stretch of white space one space, none at the ends.
#[must_use]
pub fn clean(text: &str) -> String {
    if is_clean_ascii(text) {
        return text.to_owned();
    }
    let mut marks = 0;
    let visible: String = text
        .nfc()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !is_invisible(c))
        .filter(|&c| {
            marks = if is_combining_mark(c) { marks + 1 } else { 0 };
            marks <= MARKS_IN_A_ROW
        })
        .nfc()
        .collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Most names are, and are not worth a closer look.
fn is_clean_ascii(text: &str) -> bool {
    let words_of_ascii = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    words_of_ascii && !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ")
}

/// Why a text cannot be a name or a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    /// Nothing that can be seen is left of it.
    Empty,
    /// It has more than this many characters.
    TooLong(usize),
    /// A room has a character that is neither a letter nor a digit, nor `-` or `_`.
    NotAWord,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("nothing visible is left of it: use at least one letter"),
            Self::TooLong(most) => write!(f, "it is too long: use at most {most} characters"),
            Self::NotAWord => f.write_str("use letters, digits, - and _ only"),
        }
    }
}

impl std::error::Error for TextError {}

/// A player's name: 1 to [`NAME_CHARS`] visible characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// Cleans a text into a name.
    ///
    /// # Errors
    /// [`TextError::Empty`] or [`TextError::TooLong`], judged after cleaning.
    pub fn new(text: &str) -> Result<Self, TextError> {
        Ok(Self(bounded(clean(text), NAME_CHARS)?))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Name {
    /// The name of a player who gave none.
    fn default() -> Self {
        Self("Guest".to_owned())
    }
}

/// A word that two people agree on to meet: 1 to [`ROOM_CHARS`] letters, digits, `-` or `_`; capitals do
/// not count.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Room(String);

impl Room {
    /// Cleans a text into a room.
    ///
    /// # Errors
    /// [`TextError`], judged after cleaning.
    pub fn new(text: &str) -> Result<Self, TextError> {
        let word = bounded(clean(&clean(text).to_lowercase()), ROOM_CHARS)?;
        if word.chars().all(|c| c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '-' | '_')) {
            Ok(Self(word))
        } else {
            Err(TextError::NotAWord)
        }
    }

    /// The room as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

macro_rules! text_conversions {
    ($($kind:ident),*) => {$(
        impl TryFrom<String> for $kind {
            type Error = TextError;
            fn try_from(text: String) -> Result<Self, TextError> {
                Self::new(&text)
            }
        }

        impl From<$kind> for String {
            fn from(text: $kind) -> Self {
                text.0
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}
text_conversions!(Name, Room);

fn bounded(text: String, most: usize) -> Result<String, TextError> {
    match text.chars().count() {
        0 => Err(TextError::Empty),
        n if n > most => Err(TextError::TooLong(most)),
        _ => Ok(text),
    }
}

/// Characters that draw nothing, reorder what is around them, or command a terminal: Unicode's control and
/// format characters (categories Cc and Cf), blank letters, variation selectors and private use.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}'
        | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_loses_what_cannot_be_seen() {
        let name = Name::new("  A\u{202e}n\u{200b}n\u{1b}[31m\n \t B\u{7}ob\u{feff} ").unwrap();
        assert_eq!(name.as_str(), "Ann[31m Bob");
    }

    #[test]
    fn a_name_is_composed() {
        assert_eq!(Name::new("Zoe\u{308}").unwrap().as_str(), "Zo\u{eb}");
    }

    #[test]
    fn a_flood_of_combining_marks_is_cut() {
        let name = Name::new(&format!("a{}b", "\u{316}".repeat(50))).unwrap();
        assert_eq!(name.as_str().chars().filter(|&c| is_combining_mark(c)).count(), MARKS_IN_A_ROW);
    }

    #[test]
    fn a_name_of_nothing_visible_is_refused() {
        assert_eq!(Name::new(" \u{200d}\u{3164}\n"), Err(TextError::Empty));
    }

    #[test]
    fn a_name_of_25_characters_is_refused_and_one_of_24_is_not() {
        assert_eq!(Name::new(&"ä".repeat(25)), Err(TextError::TooLong(24)));
        assert!(Name::new(&"ä".repeat(24)).is_ok());
    }

    #[test]
    fn a_room_ignores_capitals_and_takes_words_only() {
        assert_eq!(Room::new(" KITTEN-7 ").unwrap().as_str(), "kitten-7");
        assert_eq!(Room::new("two words"), Err(TextError::NotAWord));
        assert_eq!(Room::new("../etc"), Err(TextError::NotAWord));
        assert_eq!(Room::new("Котик").unwrap().as_str(), "котик");
    }

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once(text in ".{0,40}") {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }

        #[test]
        fn nothing_clean_is_a_control_character(text in any::<String>()) {
            prop_assert!(clean(&text).chars().all(|c| !c.is_control() && !is_invisible(c)));
        }

        #[test]
        fn a_name_survives_the_wire(text in ".{0,40}") {
            if let Ok(name) = Name::new(&text) {
                let json = serde_json::to_string(&name).unwrap();
                prop_assert_eq!(serde_json::from_str::<Name>(&json).unwrap(), name);
            }
        }
    }
}
