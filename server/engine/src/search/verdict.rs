//! The value of a game, and what a search knows of it.

use std::fmt;

/// The value of a game to one player, with best play by both from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Neither player wins.
    Draw,
    /// The player wins.
    Win,
}

impl Value {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub const fn as_i8(self) -> i8 {
        match self {
            Self::Loss => -1,
            Self::Draw => 0,
            Self::Win => 1,
        }
    }

    /// The same value, to the opponent.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// What a search found out about the value of a game to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The value is proven.
    Proven {
        /// The value with best play by both.
        value: Value,
        /// The number of moves, by both players together, until the game ends: the winner hurries and the loser
        /// delays; a draw takes as many as there are empty cells. `None` when the value of a win or loss was
        /// proven and its distance was not.
        distance: Option<usize>,
    },
    /// The value is not proven.
    Unproven,
}

impl Verdict {
    /// The value, if it is proven.
    #[must_use]
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Proven { value, .. } => Some(value),
            Self::Unproven => None,
        }
    }

    /// The number of moves until the game ends, if that is proven.
    #[must_use]
    pub const fn distance(self) -> Option<usize> {
        match self {
            Self::Proven { distance, .. } => distance,
            Self::Unproven => None,
        }
    }

    /// The same verdict, to the opponent.
    pub(crate) const fn for_opponent(self) -> Self {
        match self {
            Self::Proven { value, distance } => Self::Proven { value: value.for_opponent(), distance },
            Self::Unproven => Self::Unproven,
        }
    }
}
