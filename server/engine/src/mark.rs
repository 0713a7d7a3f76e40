//! The two marks.

use std::fmt;

/// What a player puts on a cell. X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The cross, which moves first.
    X,
    /// The nought.
    O,
}

impl Mark {
    /// The opponent's mark.
    #[must_use]
    pub fn other(self) -> Mark {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_the_opponent_of_the_other() {
        assert_eq!((Mark::X.other(), Mark::O.other()), (Mark::O, Mark::X));
        assert_eq!(format!("{}{}", Mark::X, Mark::O), "XO");
    }
}
