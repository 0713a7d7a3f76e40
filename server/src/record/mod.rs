//! What is stored of a match, and every decision on it: pure functions of the record, the request and the time.
//!
//! A decision returns a new record or a refusal; it never changes the record. In reading order: [`match_id`] names a
//! match, [`seat`] says who holds its seats, [`stage`] whether a game is running, [`series`] who has won the series,
//! [`decide`] what may happen, [`analysis`] which game a hint or a review is about, [`finished_game`] what the history
//! keeps, [`keeping`] for how long, [`recovery`] what the end of a node changes, [`encoding`] the bytes.

pub mod analysis;
pub mod decide;
pub mod encoding;
pub mod finished_game;
pub mod keeping;
pub mod match_id;
pub mod recovery;
pub mod refusal;
pub mod seat;
pub mod series;
pub mod stage;

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Game, Level, Mark, Rules};

pub use crate::node_id::NodeId;
pub use crate::timestamp::Timestamp;
pub use analysis::NumberedGame;
pub use decide::{Decision, MAX_ABSENCE};
pub use encoding::Corrupt;
pub use finished_game::{FinishedGame, PastPlayer, PlayerKind};
pub use match_id::MatchId;
pub use refusal::Refusal;
pub use seat::{BySeat, COMPUTER_NAME, Holder, Person, Presence, Seat, SeatId, Seats};
pub use series::{Series, SeriesResult};
pub use stage::{Ending, Proposal, Stage, WinReason};

/// A match: two seats, the game they play, and the score so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    seq: u64,
    game_number: u32,
    room: Option<String>,
    move_time: Option<Duration>,
    seats: BySeat<Seat>,
    draws: u32,
    /// The number of games in a series, if the players agreed on one.
    #[serde(default)]
    best_of: Option<u8>,
    /// Who plays X in the current game.
    x: SeatId,
    #[serde(with = "encoding::game")]
    game: Game,
    /// How often a move has been taken back in the current game.
    #[serde(default)]
    takebacks: u32,
    stage: Stage,
}

#[derive(Debug, Clone)]
pub struct Setup {
    pub rules: Rules,
    pub best_of: Option<u8>,
    pub room: Option<String>,
    /// The time for each move of a person; `None` for no clock.
    pub move_time: Option<Duration>,
    pub seats: BySeat<(String, Holder)>,
    /// Who plays X in the first game.
    pub x: SeatId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputersTurn {
    pub seat: SeatId,
    pub level: Level,
    pub game: Game,
    pub game_number: u32,
    pub takebacks: u32,
}

impl Record {
    pub fn start(setup: Setup, now: Timestamp) -> Self {
        let seat = |(name, holder)| Seat { name, holder, wins: 0, has_moved: false };
        let record = Self {
            seq: 0,
            game_number: 0,
            room: setup.room,
            move_time: setup.move_time,
            seats: BySeat { host: seat(setup.seats.host), guest: seat(setup.seats.guest) },
            draws: 0,
            best_of: setup.best_of,
            x: setup.x,
            game: Game::new(setup.rules),
            takebacks: 0,
            stage: Stage::On { deadline: None, proposal: Proposal::None },
        };
        record.begin_game(setup.x, Game::new(setup.rules), now)
    }

    pub const fn seq(&self) -> u64 {
        self.seq
    }

    pub const fn game_number(&self) -> u32 {
        self.game_number
    }

    pub fn room(&self) -> Option<&str> {
        self.room.as_deref()
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    pub const fn takebacks(&self) -> u32 {
        self.takebacks
    }

    pub const fn draws(&self) -> u32 {
        self.draws
    }

    pub const fn move_time(&self) -> Option<Duration> {
        self.move_time
    }

    pub fn mark_of(&self, seat: SeatId) -> Mark {
        if seat == self.x { Mark::X } else { Mark::O }
    }

    pub const fn seat_of(&self, mark: Mark) -> SeatId {
        match mark {
            Mark::X => self.x,
            Mark::O => self.x.other(),
        }
    }

    pub fn to_move(&self) -> Option<SeatId> {
        match self.stage {
            Stage::On { .. } => self.game.to_move().map(|mark| self.seat_of(mark)),
            Stage::Over { .. } => None,
        }
    }

    /// The legal cells in reading order; none when the game is over.
    pub fn legal_cells(&self) -> Vec<tictactoe_engine::Cell> {
        match self.stage {
            Stage::On { .. } => self.game.legal_cells(),
            Stage::Over { .. } => Vec::new(),
        }
    }

    pub const fn deadline(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::On { deadline, .. } => deadline,
            Stage::Over { .. } => None,
        }
    }

    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over { .. })
    }

    /// The computer's turn, if it is to move and its opponent is online.
    pub fn computers_turn(&self) -> Option<ComputersTurn> {
        let seat = self.to_move()?;
        let Holder::Computer(level) = self.seats.get(seat).holder else { return None };
        let is_awaited = self.presence(seat.other()) == Presence::Online;
        is_awaited.then(|| ComputersTurn {
            seat,
            level,
            game: self.game.clone(),
            game_number: self.game_number,
            takebacks: self.takebacks,
        })
    }

    pub fn is_rematch_possible(&self) -> bool {
        self.is_over() && !SeatId::BOTH.into_iter().any(|seat| self.has_left(seat))
    }

    /// Whether a player may go on against the computer from the current position.
    pub fn is_continuable(&self) -> bool {
        SeatId::BOTH.into_iter().any(|seat| self.check_continuable(seat).is_ok())
    }

    /// Whether every person has left for good.
    pub fn is_abandoned(&self) -> bool {
        SeatId::BOTH.into_iter().all(|seat| self.has_left(seat) || self.person(seat).is_none())
    }

    /// Whether no person is online, and none of two people who have played waits for the other to return.
    pub fn is_unattended(&self) -> bool {
        let is_absent = |seat| self.person(seat).is_none() || self.presence(seat) != Presence::Online;
        let has_begun = SeatId::BOTH.into_iter().any(|seat| self.seats.get(seat).has_moved);
        SeatId::BOTH.into_iter().all(is_absent) && !(self.is_between_people() && has_begun)
    }

    fn has_left(&self, seat: SeatId) -> bool {
        self.presence(seat) == Presence::Left
    }
}
