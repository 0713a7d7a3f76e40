//! The stored state of a match, and every decision on it: pure functions of the record, the request and the time.
//!
//! A decision returns a new record or a refusal; it never changes the record. In reading order: [`match_id`] names a
//! match, [`seat`] describes its players, [`stage`] its game and series, [`decide`]
//! makes the decisions, [`finished_game`] is an entry of the history, [`interruption`] corrects a match after an
//! interruption, [`encoding`] converts it to bytes.

pub mod arena;
pub mod decide;
pub mod encoding;
pub mod finished_game;
pub mod interruption;
pub mod match_id;
pub mod seat;
pub mod stage;

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Game, Level, Mark};

pub use crate::node_id::NodeId;
pub use crate::timestamp::Timestamp;
pub use arena::ArenaRefusal;
pub use decide::{Decision, MAX_ABSENCE, NumberedGame, Refusal};
pub use encoding::Corrupt;
pub use finished_game::{FinishedGame, PastPlayer, PlayerKind};
pub use match_id::MatchId;
pub use seat::{ArenaSeats, BySeat, COMPUTER_NAME, Holder, Person, Presence, RowId, Seat, SeatId, Seats};
pub use stage::{EndReason, Ending, Proposal, SeriesResult, Stage};

/// How long a match is kept after its game is over, for a rematch or for players who return late.
const KEEP_FINISHED: Duration = Duration::from_secs(60 * 60);

/// How long a match without a clock is kept after the last move of a running game.
const KEEP_UNTIMED: Duration = Duration::from_secs(24 * 60 * 60);

/// How long an unattended match is kept: as long as clients reconnect.
const KEEP_UNATTENDED: Duration = Duration::from_secs(10 * 60);

/// How long spectators can see a match that its players have left for good.
const KEEP_ABANDONED: Duration = Duration::from_secs(60);

/// A match: two seats, the game they play, and the score so far.
///
/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub seq: u64,
    pub game_number: u32,
    pub room: Option<String>,
    pub move_time: Option<Duration>,
    seats: BySeat<Seat>,
    pub draws: u32,
    /// The number of games in a series, if the players agreed on one.
    pub best_of: Option<u8>,
    /// Who plays X in the current game.
    x: SeatId,
    #[serde(with = "encoding::game")]
    pub game: Game,
    /// How often a move has been taken back in the current game.
    pub takebacks: u32,
    pub stage: Stage,
    /// The time for each player's first move in the match, if they are strangers.
    first_move_time: Option<Duration>,
    pub arena: Option<ArenaSeats>,
}

#[derive(Debug, Clone)]
pub struct Setup {
    /// The first game.
    pub game: Game,
    pub best_of: Option<u8>,
    pub room: Option<String>,
    /// The time for each move of a person; `None` for no clock.
    pub move_time: Option<Duration>,
    /// The time for each player's first move, if they found each other in the public list or the queue.
    pub first_move_time: Option<Duration>,
    pub seats: BySeat<(String, Holder)>,
    /// Who plays X in the first game.
    pub x: SeatId,
    pub arena: Option<ArenaSeats>,
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
            game: setup.game.clone(),
            takebacks: 0,
            stage: Stage::On { deadline: None, proposal: Proposal::None },
            first_move_time: setup.first_move_time,
            arena: setup.arena,
        };
        record.begin_game(setup.x, setup.game, now)
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
        self.is_over() && self.arena.is_none() && !SeatId::BOTH.into_iter().any(|seat| self.has_left(seat))
    }

    /// A player may continue against the computer from the current position.
    pub fn is_continuable(&self) -> bool {
        SeatId::BOTH.into_iter().any(|seat| self.check_continuable(seat).is_ok())
    }

    /// How long a match is kept after its last change.
    pub fn keep_for(&self) -> Duration {
        match (&self.stage, self.move_time) {
            _ if self.is_abandoned() => KEEP_ABANDONED,
            // Its players have gone on to their next games.
            (Stage::Over { .. }, _) if self.arena.is_some() && self.is_unattended() => KEEP_ABANDONED,
            _ if self.is_unattended() => KEEP_UNATTENDED,
            (Stage::Over { .. }, _) => KEEP_FINISHED,
            (Stage::On { .. }, Some(move_time)) => KEEP_FINISHED + move_time,
            (Stage::On { .. }, None) => KEEP_UNTIMED,
        }
    }

    /// Every person has left for good.
    fn is_abandoned(&self) -> bool {
        SeatId::BOTH.into_iter().all(|seat| self.has_left(seat) || self.person(seat).is_none())
    }

    /// No person is online. A match between two people in which one has moved does not count, because each may be
    /// waiting for the other.
    fn is_unattended(&self) -> bool {
        let is_absent = |seat| self.person(seat).is_none() || self.presence(seat) != Presence::Online;
        let has_begun = SeatId::BOTH.into_iter().any(|seat| self.seats.get(seat).has_moved);
        SeatId::BOTH.into_iter().all(is_absent) && !(self.is_between_people() && has_begun)
    }

    fn has_left(&self, seat: SeatId) -> bool {
        self.presence(seat) == Presence::Left
    }
}
