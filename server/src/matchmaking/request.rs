//! What a player asks for when joining.

use tictactoe_engine::{Level, Rules};

use crate::record::SeatId;

/// What a player asks for when joining.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinRequest {
    /// Cleaned.
    pub name: String,
    pub is_bot: bool,
    pub mark: MarkPreference,
    /// `None` takes the other player's board.
    pub rules: Option<Rules>,
    /// Cleaned.
    pub room: Option<String>,
    pub opponent: Opponent,
}

/// The opponent that a player asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opponent {
    /// A person, or the computer at this level if no one joins in time.
    Any(Level),
    Person,
    /// The computer at this level, at once.
    Computer(Level),
    /// A second person with this name at the same keyboard.
    Hotseat(String),
}

/// The mark that a player prefers in the first game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkPreference {
    X,
    O,
    Any,
}

impl MarkPreference {
    /// Who plays X first. If both prefer the same mark, or neither has a preference, `host_wins_toss` decides.
    pub const fn first_x(self, guest: Self, host_wins_toss: bool) -> SeatId {
        match (self, guest) {
            (Self::X, Self::O | Self::Any) | (Self::Any, Self::O) => SeatId::Host,
            (Self::O, Self::X | Self::Any) | (Self::Any, Self::X) => SeatId::Guest,
            _ if host_wins_toss => SeatId::Host,
            _ => SeatId::Guest,
        }
    }
}
