//! What is known of the worth of a game.

use std::fmt;

/// What a game is worth to the player in question, when both play their best from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Value {
    /// The value as a number: 1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub const fn number(self) -> i8 {
        match self {
            Self::Loss => -1,
            Self::Draw => 0,
            Self::Win => 1,
        }
    }

    /// The same value, seen by the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
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

/// What a search has found out about the worth of a game to the player in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is certain.
    Proven {
        /// With best play by both.
        value: Value,
        /// How many more moves, of both together, until the game ends so: the winner hurries and the loser
        /// delays; a draw takes as many as there are empty cells. `None` when the value was proven and the
        /// distance of the win or loss was not.
        distance: Option<usize>,
    },
    /// It is not: who stands better as far as the search could see, more being better for the player. The
    /// numbers mean nothing but their order within one game.
    Estimate(i32),
}

impl Verdict {
    /// The value, if it is certain.
    #[must_use]
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Proven { value, .. } => Some(value),
            Self::Estimate(_) => None,
        }
    }

    /// How many more moves until the game ends, if that is certain.
    #[must_use]
    pub const fn distance(self) -> Option<usize> {
        match self {
            Self::Proven { distance, .. } => distance,
            Self::Estimate(_) => None,
        }
    }

    /// The same, seen by the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Proven { value, distance } => Self::Proven { value: value.reversed(), distance },
            Self::Estimate(score) => Self::Estimate(-score),
        }
    }
}
