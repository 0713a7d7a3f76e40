//! Cleaned text from a peer: names and rooms.
//!
//! Text from another player ends up in terminals and pages. It is cleaned where it enters a program, on the server
//! and again in a client; everything after that can trust the type.

mod clean;
mod made_up;

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use clean::{is_combining, is_joiner};

pub use clean::{clean, is_invisible};

/// The longest name, in characters after cleaning.
pub const NAME_CHARS: usize = 24;

/// The longest room, in characters after cleaning.
pub const ROOM_CHARS: usize = 32;

/// Why a text cannot be a name or a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    /// It has no visible characters.
    Empty,
    /// It has more than this many characters.
    TooLong(usize),
    /// A room has a character other than letters, digits, `-` and `_`.
    NotAWord,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("use at least one letter"),
            Self::TooLong(most) => write!(f, "use at most {most} characters"),
            Self::NotAWord => f.write_str("use letters, digits, - and _ only"),
        }
    }
}

impl std::error::Error for TextError {}

/// A player's name: 1 to [`NAME_CHARS`] visible characters, each at most three columns wide on a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Name(String);

impl Name {
    /// Cleans a text into a name.
    ///
    /// # Errors
    /// [`TextError::Empty`] or [`TextError::TooLong`], judged after cleaning.
    pub fn new(text: &str) -> Result<Self, TextError> {
        Ok(Self(bounded(clean(text), NAME_CHARS)?))
    }

    /// Cleans a text into a name, and truncates it.
    ///
    /// # Errors
    /// [`TextError::Empty`], judged after cleaning.
    pub fn shortened(text: &str) -> Result<Self, TextError> {
        Self::new(&clean(text).chars().take(NAME_CHARS).collect::<String>())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Name {
    /// Reads a name that another version accepted. A name that is invalid here is truncated or replaced by the default,
    /// so that no client fails because of an opponent's name.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::shortened(&text).unwrap_or_default())
    }
}

impl Default for Name {
    /// Stands for a name that cannot be read.
    fn default() -> Self {
        Self("Player".to_owned())
    }
}

/// A word on which two people agree in order to meet: 1 to [`ROOM_CHARS`] letters, digits, `-` or `_`,
/// case-insensitive.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String")]
pub struct Room(String);

impl Room {
    /// Cleans a text into a room.
    ///
    /// # Errors
    /// [`TextError`], judged after cleaning.
    pub fn new(text: &str) -> Result<Self, TextError> {
        let is_clean = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        // Two people find each other also when only one of them types the joiners of a word.
        let cleaned = || clean(&clean(text).to_lowercase().replace(is_joiner, ""));
        let word = if text.bytes().all(is_clean) { text.to_owned() } else { cleaned() };
        let word = bounded(word, ROOM_CHARS)?;
        if word.chars().all(|c| c.is_alphanumeric() || is_combining(c) || matches!(c, '-' | '_')) {
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

impl TryFrom<String> for Room {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        Self::new(&text)
    }
}

macro_rules! text_conversions {
    ($($kind:ident),*) => {$(
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_is_composed() {
        assert_eq!(Name::new("Zoe\u{308}").unwrap().as_str(), "Zo\u{eb}");
    }

    #[test]
    fn a_name_of_25_characters_is_refused_and_one_of_24_is_not() {
        assert_eq!(Name::new(&"ä".repeat(25)), Err(TextError::TooLong(24)));
        assert!(Name::new(&"ä".repeat(24)).is_ok());
    }

    #[test]
    fn an_invalid_name_from_another_version_is_truncated_or_replaced() {
        let read = |text: &str| serde_json::from_value::<Name>(text.into()).unwrap();
        assert_eq!(read(""), Name::default());
        assert_eq!(read("\u{202e}\u{13441}"), Name::default());
        assert_eq!(read(&"ä".repeat(1000)).as_str(), "ä".repeat(NAME_CHARS));
        assert_eq!(
            read(&format!("{} and more", "ä".repeat(NAME_CHARS - 1))).as_str(),
            "ä".repeat(NAME_CHARS - 1)
        );
    }

    #[test]
    fn a_room_is_case_insensitive_and_a_single_word() {
        assert_eq!(Room::new(" KITTEN-7 ").unwrap().as_str(), "kitten-7");
        assert_eq!(Room::new("two words"), Err(TextError::NotAWord));
        assert_eq!(Room::new("../etc"), Err(TextError::NotAWord));
        assert_eq!(Room::new("Котик").unwrap().as_str(), "котик");
        assert_eq!(Room::new("\u{6cc}\u{200c}\u{631}").unwrap().as_str(), "\u{6cc}\u{631}");
    }

    proptest! {
        #[test]
        fn a_name_round_trips_through_json(text in ".{0,40}") {
            if let Ok(name) = Name::new(&text) {
                let json = serde_json::to_string(&name).unwrap();
                prop_assert_eq!(serde_json::from_str::<Name>(&json).unwrap(), name);
            }
        }

        #[test]
        fn cleaning_a_room_twice_changes_nothing(text in any::<String>()) {
            if let Ok(room) = Room::new(&text) {
                prop_assert_eq!(Room::new(room.as_str()), Ok(room));
            }
        }
    }
}
