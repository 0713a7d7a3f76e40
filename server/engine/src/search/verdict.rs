//! The value of a game, and what a search knows of it.

/// The value of a game to one player, with best play by both from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The opponent wins.
    Loss = -1,
    /// Neither player wins.
    Draw,
    /// The player wins.
    Win,
}

impl Value {
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

/// What a search has proven about a game to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value with best play by both.
    pub value: Value,
    /// The number of moves, by both players together, until the game ends: the winner hurries and the loser delays; a
    /// draw takes as many as there are empty cells. `None` when the value of a win or loss was proven and its distance
    /// was not.
    pub distance: Option<usize>,
}

impl Verdict {
    /// The same verdict, to the opponent.
    pub(crate) const fn for_opponent(self) -> Self {
        Self { value: self.value.for_opponent(), ..self }
    }
}
