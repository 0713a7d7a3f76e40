//! Small words that the frames share: marks, rules, levels, wishes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's sign on the board. X moves first.
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

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// One thing for each mark, as `{"X": …, "O": …}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "{T}s"))]
pub struct ByMark<T> {
    /// What belongs to X.
    #[serde(rename = "X")]
    pub x: T,
    /// What belongs to O.
    #[serde(rename = "O")]
    pub o: T,
}

impl<T> ByMark<T> {
    /// What `of` says of each mark.
    pub fn each(mut of: impl FnMut(Mark) -> T) -> Self {
        Self { x: of(Mark::X), o: of(Mark::O) }
    }

    /// What belongs to `mark`.
    pub const fn get(&self, mark: Mark) -> &T {
        match mark {
            Mark::X => &self.x,
            Mark::O => &self.o,
        }
    }
}

/// The board and how many in a row win. Whether a board can be played on is the server's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Cells in a row of the board.
    pub columns: u8,
    /// Cells in a column of the board.
    pub rows: u8,
    /// How many of one mark in a straight line win.
    pub run: u8,
}

impl Default for Rules {
    /// Three by three, three in a row.
    fn default() -> Self {
        Self { columns: 3, rows: 3, run: 3 }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}, {} in a row", self.columns, self.rows, self.run)
    }
}

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal cell.
    Easy,
    /// Wins and blocks in one, prefers corners, and can be beaten.
    Casual,
    /// Minimax: never loses where that is possible.
    #[default]
    Perfect,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Casual => "casual",
            Self::Perfect => "perfect",
        })
    }
}

/// Whom a player wants to meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// A person; the computer when nobody comes.
    Any,
    /// A person, however long that takes.
    Human,
    /// The computer, at once.
    Ai,
}

/// The mark a player would like in the first game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MarkWish {
    /// To play X and move first.
    X,
    /// To play O.
    O,
    /// Either will do.
    #[default]
    #[serde(rename = "any")]
    Any,
}

impl MarkWish {
    /// The mark that is wished for, if it is one.
    #[must_use]
    pub const fn mark(self) -> Option<Mark> {
        match self {
            Self::X => Some(Mark::X),
            Self::O => Some(Mark::O),
            Self::Any => None,
        }
    }
}

/// What a client calls one of its messages, so that it can tell the replies apart: a number or a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FrameId {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// The public name of a match: whoever knows it may watch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MatchId(pub String);

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
