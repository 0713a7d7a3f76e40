//! What a player asks for when joining.

use tictactoe_engine::{Level, Mark, Rules};

use crate::record::SeatId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinRequest {
    /// Cleaned.
    pub name: String,
    pub is_bot: bool,
    /// The preferred mark in the first game.
    pub mark: Option<Mark>,
    /// `None` takes the other player's board.
    pub rules: Option<Rules>,
    /// A player who names this word plays this one. Cleaned.
    pub word: String,
    /// The word is a room: only a player who names it is an opponent.
    pub is_in_room: bool,
    pub opponent: Opponent,
}

impl JoinRequest {
    pub fn room(&self) -> Option<&str> {
        self.is_in_room.then_some(&self.word)
    }
}

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

/// Who plays X first. If both prefer the same mark, or neither has a preference, `host_wins_toss` decides.
pub fn first_x(host: Option<Mark>, guest: Option<Mark>, host_wins_toss: bool) -> SeatId {
    let is_host = match host.or(guest.map(Mark::other)) {
        Some(mark) if host != guest => mark == Mark::X,
        _ => host_wins_toss,
    };
    if is_host { SeatId::Host } else { SeatId::Guest }
}
