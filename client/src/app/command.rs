//! What a person or a script types: one line becomes one [`Command`]. Whether it is possible now, [`crate::app`] decides.

use serde::de::DeserializeOwned;
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::{BestOf, Level, Reaction, Rules};

use super::notice::Declined;
pub(crate) use super::view::Square;
use crate::named_games;
use crate::sanitize::sanitize;

/// How many characters of an unreadable line are repeated to its writer.
const SHOWN: usize = 40;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Play(Square),
    Say(Verb),
    Rename(Name),
    Level(Level),
    /// Another game, and perhaps another series.
    Game(Rules, Option<BestOf>),
    React(Reaction),
    /// Go on from the position after so many moves of the finished game, against the computer.
    PlayOn(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Verb {
    Help,
    Board,
    Moves,
    Hint,
    Resign,
    TakeBack,
    Rematch,
    Decline,
    Continue,
    /// Reactions of others, off or on.
    Mute,
    /// The next level of the computer, in turn.
    NextLevel,
    Review,
    Invite,
    InviteByCode,
    Computer,
    Wait,
    New,
    /// Play on the server that has appeared.
    Join,
    Quit,
}

/// Each word that can be typed: its spellings, the longest first, and its meaning for the help.
const WORDS: &[(&[&str], Verb, &str)] = &[
    (&["help", "?"], Verb::Help, "this list"),
    (&["board"], Verb::Board, "the board as rows of X, O and _"),
    (&["moves"], Verb::Moves, "the possible moves"),
    (&["hint", "h"], Verb::Hint, "suggest a move"),
    (&["resign"], Verb::Resign, "resign the game"),
    (&["rematch", "r"], Verb::Rematch, "offer a rematch, or accept one"),
    (&["takeback", "u"], Verb::TakeBack, "take back your last move, or accept a takeback"),
    (&["decline", "d"], Verb::Decline, "decline a rematch or takeback, or withdraw yours"),
    (&["continue"], Verb::Continue, "continue against the computer (opponent gone)"),
    (&["mute"], Verb::Mute, "mute or unmute reactions"),
    (&["review", "v"], Verb::Review, "review the moves, after the game"),
    (&["level", "l"], Verb::NextLevel, "change the computer's level"),
    (&["invite", "i"], Verb::Invite, "show the link and command to share"),
    (&["invite qr"], Verb::InviteByCode, "the same with a QR code to scan"),
    (&["computer", "c"], Verb::Computer, "play the computer now"),
    (&["wait", "w"], Verb::Wait, "wait for a person, not the computer"),
    (&["new", "n"], Verb::New, "leave and find a new opponent"),
    (&["join", "j"], Verb::Join, "play on the server that was found"),
    (&["quit", "q"], Verb::Quit, "leave and exit"),
];

/// Everything that can be typed, and its meaning.
pub(crate) fn typed_lines() -> impl Iterator<Item = (String, &'static str)> {
    let squares = [
        ("5, b2", "play a square: by its number, or by column and row"),
        ("4", "with gravity: play in column 4"),
    ];
    let settings = [
        ("name Bob", "rename yourself, or with --hotseat the player to move"),
        ("level casual", "the computer's level: easy, casual, hard or perfect"),
        ("react hello", "hello, nice_move, oops, thinking, thanks or good_game"),
        ("game four", "play another game: classic, misere, four or five"),
        ("game 5x4 4 gravity", "play on a 5x4 board: 4 in a row wins, marks fall"),
        ("game four best of 3", "a series of at most 3 games"),
    ];
    let words = WORDS.iter().map(|(spelled, _, meaning)| (spelled.join(", "), *meaning));
    let owned = |(typed, meaning): (&str, _)| (typed.to_owned(), meaning);
    squares.map(owned).into_iter().chain(words).chain(settings.map(owned))
}

impl Verb {
    /// Its first spelling, which is the whole word.
    pub(crate) fn word(self) -> &'static str {
        let word = WORDS.iter().find(|(_, verb, _)| *verb == self);
        word.and_then(|(spelled, ..)| spelled.first().copied()).unwrap_or_default()
    }
}

impl Command {
    /// `None` for an empty line.
    pub(crate) fn parse(line: &str) -> Result<Option<Self>, Declined> {
        let line = line.trim();
        let small = line.to_lowercase();
        if let Some((_, verb, _)) = WORDS.iter().find(|(spelled, ..)| spelled.contains(&small.as_str())) {
            return Ok(Some(Self::Say(*verb)));
        }
        if let Some(square) = Square::parse(&small) {
            return Ok(Some(Self::Play(square)));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => return Ok(None),
            "name" => Name::new(rest).map(Self::Rename).map_err(Declined::BadName),
            "level" => by_word(rest).map(Self::Level).ok_or(Declined::BadLevel),
            "react" => by_word(rest).map(Self::React).ok_or(Declined::BadReaction),
            "game" | "board" => named_games::parse_series(rest)
                .map(|(rules, best_of)| Self::Game(rules, best_of))
                .map_err(Declined::BadGame),
            _ => Err(Declined::Unknown(sanitize(&small).chars().take(SHOWN).collect())),
        }
        .map(Some)
    }
}

/// A value by its word on the wire, ignoring case: marks have a capital there.
pub(crate) fn by_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    let cases = [word.trim().to_ascii_lowercase(), word.trim().to_ascii_uppercase()];
    cases.into_iter().find_map(|word| serde_json::from_value(word.into()).ok())
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
            Ok(Some(Command::Play(square))) => square,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_square_has_two_notations() {
        assert_eq!(plays(" 5\r\n"), Square::Number(5));
        assert_eq!(plays("b2"), Square::At { row: 2, column: 2 });
        assert_eq!(plays("H11"), Square::At { row: 11, column: 8 });
    }

    #[test]
    fn every_word_of_the_table_is_read_in_every_spelling() {
        for (spellings, verb, _) in WORDS {
            for spelled in *spellings {
                assert_eq!(Command::parse(&spelled.to_uppercase()), Ok(Some(Command::Say(*verb))));
            }
        }
    }

    #[test]
    fn an_empty_line_is_no_command() {
        assert_eq!(Command::parse(" \t\n"), Ok(None));
    }

    #[test]
    fn an_unreadable_line_is_repeated_sanitized_and_short() {
        for line in ["+5", "-1", "5 5", "b", "b2b", "2,2", ",", "99999999999", "b+2", "\u{e9}2"] {
            assert!(matches!(Command::parse(line), Err(Declined::Unknown(_))), "{line}");
        }
        let Err(Declined::Unknown(shown)) = Command::parse(&format!("\u{1b}[31m{}", "x".repeat(500))) else {
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
