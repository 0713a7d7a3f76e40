//! What a player asks for when joining.

use std::fmt;

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Level, Rules};

use crate::record::SeatId;
use crate::record::encoding::{LevelName, rules};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinRequest {
    /// Cleaned.
    pub name: String,
    pub is_bot: bool,
    /// Whether the player prefers X, or O, in the first game.
    pub wants_x: Option<bool>,
    pub terms: Terms,
    /// A player who names this word plays this one. Cleaned.
    pub word: String,
    /// The word is a room: only a player who names it is an opponent.
    pub is_in_room: bool,
    pub opponent: Opponent,
}

/// What two players have to agree on. `None` takes what the other player names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Terms {
    #[serde(with = "rules")]
    pub rules: Option<Rules>,
    /// The number of games in a series.
    pub best_of: Option<u8>,
}

impl Terms {
    pub fn fit(self, other: Self) -> bool {
        self.or(other) == other.or(self)
    }

    pub fn or(self, other: Self) -> Self {
        Self { rules: self.rules.or(other.rules), best_of: self.best_of.or(other.best_of) }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, best_of } = self;
        match (rules, best_of) {
            (Some(rules), Some(games)) => write!(f, "{rules}, best of {games}"),
            (Some(rules), None) => write!(f, "{rules}"),
            (None, Some(games)) => write!(f, "a best of {games}"),
            (None, None) => write!(f, "any game"),
        }
    }
}

impl JoinRequest {
    pub fn room(&self) -> Option<&str> {
        self.is_in_room.then_some(&self.word)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opponent {
    /// A person, or the computer at this level if no one joins in time.
    Any(#[serde(with = "LevelName")] Level),
    Person,
    /// The computer at this level, at once.
    Computer(#[serde(with = "LevelName")] Level),
    /// A second person with this name at the same keyboard.
    Hotseat(String),
}

/// The seat that plays X first. If both want the same mark, or neither a certain one, `host_wins_toss` decides.
pub fn first_x(host: Option<bool>, guest: Option<bool>, host_wins_toss: bool) -> SeatId {
    let is_host = match host.or(guest.map(|wants_x| !wants_x)) {
        Some(wants_x) if host != guest => wants_x,
        _ => host_wins_toss,
    };
    if is_host { SeatId::Host } else { SeatId::Guest }
}
