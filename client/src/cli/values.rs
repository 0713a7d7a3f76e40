//! The values of the flags, and their parsers.

use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tictactoe_cli::parse_duration;
use tictactoe_protocol::values::{BestOf, Level, MarkPreference, Opponent};

use crate::app::view::Numbers;
use crate::ui::{LineUi, Ui};

/// A value that `auto` leaves to the environment. Under its own name clap does not take it for an optional flag.
pub(super) type OrAuto<T> = Option<T>;

/// A word, its value, and its meaning for the help.
type Word<T> = (&'static str, T, Option<&'static str>);

pub(super) const VS: [Word<Opponent>; 3] = [
    ("any", Opponent::Any, Some("A person, or the computer if no person comes")),
    ("human", Opponent::Human, Some("A person only")),
    ("ai", Opponent::Ai, Some("The computer at once")),
];

pub(super) const LEVELS: [Word<Level>; 3] =
    [("easy", Level::Easy, None), ("casual", Level::Casual, None), ("perfect", Level::Perfect, None)];

pub(super) const MARKS: [Word<MarkPreference>; 3] =
    [("X", MarkPreference::X, None), ("O", MarkPreference::O, None), ("any", MarkPreference::Any, None)];

pub(super) const UIS: [Word<OrAuto<Ui>>; 5] = [
    ("auto", None, Some("tui on a terminal, text if TERM is dumb, else plain")),
    ("tui", Some(Ui::Tui), Some("The full screen: a board to point at")),
    (
        "text",
        Some(Ui::Lines(LineUi::Text)),
        Some("Sentences and a prompt, for screen readers and slow links"),
    ),
    ("plain", Some(Ui::Lines(LineUi::Plain)), Some("A line for each event, for scripts")),
    (
        "json",
        Some(Ui::Json),
        Some("The protocol's messages, for bots; the client sends the first one, from its flags"),
    ),
];

pub(super) const COLORS: [Word<OrAuto<bool>>; 3] = [
    ("auto", None, Some("Colours, unless NO_COLOR is set")),
    ("always", Some(true), Some("Colours, even if NO_COLOR is set")),
    ("never", Some(false), Some("No colours: bold, underline and reverse only")),
];

pub(super) const ORDERS: [Word<Numbers>; 2] = [
    ("reading", Numbers::Reading, Some("1 is at the top on the left")),
    ("numpad", Numbers::Numpad, Some("As on a keypad: 7 is at the top on the left")),
];

/// Parses one of the words, ignoring case. The protocol's types do not implement clap's traits, so they are listed.
pub(super) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    words: [Word<T>; N],
) -> impl TypedValueParser<Value = T> {
    let possible = words.map(|(word, _, meaning)| PossibleValue::new(word).help(meaning));
    PossibleValuesParser::new(possible).try_map(move |typed| {
        let word = words.iter().find(|(word, ..)| word.eq_ignore_ascii_case(&typed));
        word.map(|&(_, value, _)| value).ok_or("unknown word")
    })
}

pub(super) fn parse_games(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "write a whole number, like 3; 0 plays until you quit")
}

pub(super) fn parse_best_of(text: &str) -> Result<BestOf, &'static str> {
    let games = text.parse::<u8>().ok().and_then(|games| games.try_into().ok());
    games.ok_or("write 1, 3, 5, 7 or 9")
}

pub(super) fn parse_timeout(text: &str) -> Result<Duration, &'static str> {
    let time = parse_duration(text).filter(|time| !time.is_zero());
    time.ok_or("write a number of seconds above 0, or a time like 90s, 5m or 1h")
}

pub(super) fn parse_reconnect(text: &str) -> Result<Duration, &'static str> {
    const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
    let time = parse_duration(text).filter(|&time| time <= LONGEST);
    time.ok_or("write seconds, or a time like 90s, 5m or 1h, at most 24h")
}
