//! What a person or a script types: one line becomes one [`Command`]. Whether it is possible now, [`crate::app`] decides.

use thiserror::Error;

pub(crate) use super::view::Square;
use crate::sanitize::sanitize;

/// The longest line that is read: as long as a server's longest frame.
pub(crate) const LINE_BYTES: u64 = 4096;

/// How many characters of an unreadable line are repeated to its writer.
const SHOWN: usize = 40;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Play(Square),
    Say(Verb),
    Unreadable(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum LineError {
    #[error("the line is longer than {LINE_BYTES} bytes")]
    TooLong,
    #[error("the line is not UTF-8")]
    NotUtf8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Verb {
    Help,
    Board,
    Moves,
    Hint,
    Resign,
    Rematch,
    Review,
    Computer,
    Wait,
    New,
    Quit,
}

/// A word that can be typed: its spellings, the longest first, and its meaning for the help.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) spelled: &'static [&'static str],
    pub(crate) verb: Verb,
    pub(crate) meaning: &'static str,
}

pub(crate) const WORDS: &[Word] = &[
    Word { spelled: &["help", "?"], verb: Verb::Help, meaning: "this list" },
    Word { spelled: &["board"], verb: Verb::Board, meaning: "the board as rows of X, O and _" },
    Word { spelled: &["moves"], verb: Verb::Moves, meaning: "the possible moves as row,column" },
    Word { spelled: &["hint", "h"], verb: Verb::Hint, meaning: "what the computer would play in your place" },
    Word { spelled: &["resign"], verb: Verb::Resign, meaning: "resign the game" },
    Word { spelled: &["rematch", "r"], verb: Verb::Rematch, meaning: "offer a rematch, or accept one" },
    Word {
        spelled: &["review", "v"],
        verb: Verb::Review,
        meaning: "what each move was worth, after the game",
    },
    Word { spelled: &["computer", "c"], verb: Verb::Computer, meaning: "play the computer now" },
    Word { spelled: &["wait", "w"], verb: Verb::Wait, meaning: "wait for a person, not the computer" },
    Word { spelled: &["new", "n"], verb: Verb::New, meaning: "leave and find a new opponent" },
    Word { spelled: &["quit", "q"], verb: Verb::Quit, meaning: "leave and exit" },
];

impl Command {
    /// `None` for an empty line.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            return None;
        }
        let word = WORDS.iter().find(|word| word.spelled.contains(&line.as_str()));
        Some(match (word, Square::parse(&line)) {
            (Some(word), _) => Self::Say(word.verb),
            (None, Some(square)) => Self::Play(square),
            (None, None) => Self::Unreadable(sanitize(&line).chars().take(SHOWN).collect()),
        })
    }
}

/// Reads the answer to a question: yes, no, or neither.
pub(crate) fn answer(line: &str) -> Option<bool> {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plays(line: &str) -> Square {
        match Command::parse(line) {
            Some(Command::Play(square)) => square,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_square_has_three_notations() {
        assert_eq!(plays(" 5\r\n"), Square::Number(5));
        assert_eq!(plays("b2"), Square::At { row: 2, column: 2 });
        assert_eq!(plays("H11"), Square::At { row: 11, column: 8 });
        assert_eq!(plays("2, 3"), Square::At { row: 2, column: 3 });
    }

    #[test]
    fn every_word_of_the_table_is_read_in_every_spelling() {
        for word in WORDS {
            for spelled in word.spelled {
                assert_eq!(Command::parse(&spelled.to_uppercase()), Some(Command::Say(word.verb)));
            }
        }
    }

    #[test]
    fn an_empty_line_is_no_command() {
        assert_eq!(Command::parse(" \t\n"), None);
    }

    #[test]
    fn an_unreadable_line_is_repeated_sanitized_and_short() {
        for line in ["+5", "-1", "5 5", "b", "b2b", "2,", ",", "99999999999", "b+2", "\u{e9}2"] {
            assert!(matches!(Command::parse(line), Some(Command::Unreadable(_))), "{line}");
        }
        let Some(Command::Unreadable(shown)) = Command::parse(&format!("\u{1b}[31m{}", "x".repeat(500)))
        else {
            panic!("a line that cannot be read")
        };
        assert!(shown.starts_with("[31mxxx") && shown.chars().count() == 40);
    }

    #[test]
    fn an_answer_is_yes_no_or_neither() {
        assert_eq!(answer(" Yes\n"), Some(true));
        assert_eq!(answer("n"), Some(false));
        assert_eq!(answer("5"), None);
    }

    proptest! {
        #[test]
        fn no_line_panics_the_parser(line in any::<String>()) {
            let _ = (Command::parse(&line), answer(&line));
        }
    }
}
