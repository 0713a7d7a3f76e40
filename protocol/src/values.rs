//! Values that the frames share: marks, rules, levels, ids.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

/// Displays values by the words that JSON has for them.
macro_rules! displayed_as_in_json {
    ($($kind:ty),*) => {$(
        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.serialize(f)
            }
        }
    )*};
}
pub(crate) use displayed_as_in_json;

displayed_as_in_json!(Mark, Reaction, Level);

/// A player's mark on the board. X moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mark {
    /// Moves first.
    X,
    /// Moves second.
    O,
}

impl Mark {
    /// The other player's mark.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// A value for each mark, as `{"X": …, "O": …}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "{T}s"))]
pub struct ByMark<T> {
    /// X's.
    #[serde(rename = "X")]
    pub x: T,
    /// O's.
    #[serde(rename = "O")]
    pub o: T,
}

impl<T> ByMark<T> {
    /// Computes the value for each mark.
    pub fn each(mut value: impl FnMut(Mark) -> T) -> Self {
        Self { x: value(Mark::X), o: value(Mark::O) }
    }

    /// The value for `mark`.
    pub const fn get(&self, mark: Mark) -> &T {
        match mark {
            Mark::X => &self.x,
            Mark::O => &self.o,
        }
    }
}

/// The board, how many in a row decide the game, and the variant. The server decides which boards are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// How many marks in a straight line win, or lose if the game is `misere`.
    pub run: u8,
    /// The player who completes a run loses; absent when false.
    #[serde(skip_serializing_if = "Not::not")]
    pub misere: bool,
    /// A mark can only be put on the lowest empty cell of a column; absent when false.
    #[serde(skip_serializing_if = "Not::not")]
    pub gravity: bool,
}

impl Rules {
    /// The plain game, in which a run wins and every empty cell can be played.
    #[must_use]
    pub const fn new(columns: u8, rows: u8, run: u8) -> Self {
        Self { columns, rows, run, misere: false, gravity: false }
    }
}

impl Default for Rules {
    /// Three by three, three in a row.
    fn default() -> Self {
        Self::new(3, 3, 3)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, run, misere, gravity } = self;
        let misere = if *misere { ", misere" } else { "" };
        let gravity = if *gravity { ", gravity" } else { "" };
        write!(f, "{columns}x{rows}, {run} in a row{misere}{gravity}")
    }
}

/// How many games decide a series: an odd number up to 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "u8", extend("enum" = Self::ALL)))]
#[serde(try_from = "u8", into = "u8")]
pub struct BestOf(u8);

impl BestOf {
    /// The possible numbers.
    pub const ALL: [u8; 5] = [1, 3, 5, 7, 9];
}

impl TryFrom<u8> for BestOf {
    type Error = &'static str;

    fn try_from(games: u8) -> Result<Self, Self::Error> {
        if Self::ALL.contains(&games) { Ok(Self(games)) } else { Err("a series has 1, 3, 5, 7 or 9 games") }
    }
}

impl From<BestOf> for u8 {
    fn from(BestOf(games): BestOf) -> Self {
        games
    }
}

/// A short message from one player to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// A greeting.
    Hello,
    /// Praise for a move.
    NiceMove,
    /// That was a mistake.
    Oops,
    /// Thinking about a move.
    Thinking,
    /// Thanks.
    Thanks,
    /// Praise for the game.
    GoodGame,
}

impl Reaction {
    /// Every reaction of this version.
    pub const ALL: [Self; 6] =
        [Self::Hello, Self::NiceMove, Self::Oops, Self::Thinking, Self::Thanks, Self::GoodGame];
}

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Sees its own wins, and overlooks much.
    Easy,
    /// Does not look ahead: a fork beats it.
    Casual,
    /// Looks a few moves ahead, and sometimes overlooks a diagonal.
    Hard,
    /// Searches: never loses where that can be avoided.
    #[default]
    Perfect,
}

/// Whom a player wants to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// A person; the computer if no one joins in time.
    Any,
    /// A person, without a time limit.
    Human,
    /// The computer, at once.
    Ai,
    /// A second person at the same keyboard. This connection plays both marks.
    Hotseat,
}

/// The mark that a player prefers in the first game. If both prefer the same one, it is random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MarkPreference {
    /// X, which moves first.
    X,
    /// O.
    O,
    /// No preference.
    #[default]
    #[serde(rename = "any")]
    Any,
}

/// The id that a client gives to a message, to recognize the reply.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FrameId {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// The public id of a match. Knowing it is enough to watch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchId(pub String);

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
