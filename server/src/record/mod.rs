//! What is stored of a match, and every decision on it: pure functions of the record, the wish and the time.
//!
//! A decision returns a new record or says why not; it never changes the one that it was asked about. In
//! reading order: [`seat`] (who holds the two seats), [`stage`] (where the match stands), [`decide`] (what
//! may happen), [`question`] (what may be asked), [`finished`] (what is kept of a game for good), [`lobby`] (who
//! waits), [`room`] (whose room it is), [`recovery`] (what the end of a server does to all that), [`stored`] (the bytes).

pub mod decide;
pub mod finished;
pub mod lobby;
pub mod question;
pub mod recovery;
pub mod refusal;
pub mod room;
pub mod seat;
pub mod stage;
pub mod stored;

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Game, Level, Mark, Rules};

pub use crate::timestamp::Timestamp;
pub use decide::Decision;
pub use finished::{FinishedGame, Former, FormerPlayer};
pub use lobby::{Earlier, Lobby, MarkWish, Newcomer, Waiting, Wanted, Wish};
pub use question::Asked;
pub use refusal::Refusal;
pub use seat::{BySeat, FIRST_CONNECTION, Holder, Person, Presence, Seat, SeatId};
pub use stage::{Ending, How, Stage};
pub use stored::{Corrupt, Slot};

/// A match: two seats, the game they play, and the series so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    seq: u64,
    game_number: u32,
    room: Option<String>,
    move_time: Option<Duration>,
    seats: BySeat<Seat>,
    draws: u32,
    /// Who plays X in the present game.
    x: SeatId,
    #[serde(with = "stored::moves")]
    game: Game,
    stage: Stage,
}

/// What a match starts from.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The board.
    pub rules: Rules,
    /// Where the players met, if they named a room.
    pub room: Option<String>,
    /// How long a person may take for a move; `None` for no clock.
    pub move_time: Option<Duration>,
    /// The names and holders of the two seats.
    pub seats: BySeat<(String, Holder)>,
    /// Who plays X in the first game.
    pub x: SeatId,
}

/// The computer is to move, and is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputersTurn {
    /// Its seat.
    pub seat: SeatId,
    /// How well it plays.
    pub level: Level,
    /// The game to move in.
    pub game: Game,
    /// Which game of the series that is.
    pub game_number: u32,
}

impl Record {
    /// A new match, its first game just begun.
    #[must_use]
    pub fn start(setup: Setup, now: Timestamp) -> Self {
        let seat = |(name, holder)| Seat { name, holder, wins: 0, has_moved: false };
        let mut record = Self {
            seq: 0,
            game_number: 0,
            room: setup.room,
            move_time: setup.move_time,
            seats: BySeat { host: seat(setup.seats.host), guest: seat(setup.seats.guest) },
            draws: 0,
            x: setup.x,
            game: Game::new(setup.rules),
            stage: Stage::On { deadline: None },
        };
        record.begin_game(setup.x, now);
        record
    }

    /// Rises with every change.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Which game of the series, from 1.
    #[must_use]
    pub const fn game_number(&self) -> u32 {
        self.game_number
    }

    /// The room in which the players met.
    #[must_use]
    pub fn room(&self) -> Option<&str> {
        self.room.as_deref()
    }

    /// The present game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Where the match stands.
    #[must_use]
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Games drawn.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// How long a person may take for a move; `None` for no clock.
    #[must_use]
    pub const fn move_time(&self) -> Option<Duration> {
        self.move_time
    }

    /// A seat.
    #[must_use]
    pub const fn seat(&self, seat: SeatId) -> &Seat {
        self.seats.get(seat)
    }

    /// The mark that the seat has in the present game.
    #[must_use]
    pub fn mark_of(&self, seat: SeatId) -> Mark {
        if seat == self.x { Mark::X } else { Mark::O }
    }

    /// The seat that has the mark in the present game.
    #[must_use]
    pub const fn seat_of(&self, mark: Mark) -> SeatId {
        match mark {
            Mark::X => self.x,
            Mark::O => self.x.other(),
        }
    }

    /// The seat to move, while the game is on.
    #[must_use]
    pub fn to_move(&self) -> Option<SeatId> {
        match self.stage {
            Stage::On { .. } => self.game.to_move().map(|mark| self.seat_of(mark)),
            Stage::Over { .. } => None,
        }
    }

    /// The cells that may be played, in reading order; none when the game is over.
    #[must_use]
    pub fn legal_cells(&self) -> Vec<tictactoe_engine::Cell> {
        match self.stage {
            Stage::On { .. } => self.game.legal_cells(),
            Stage::Over { .. } => Vec::new(),
        }
    }

    /// When the move time of the seat to move runs out, if it has a clock.
    #[must_use]
    pub const fn deadline(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::On { deadline } => deadline,
            Stage::Over { .. } => None,
        }
    }

    /// The person in a seat; `None` for the computer.
    #[must_use]
    pub const fn person(&self, seat: SeatId) -> Option<&Person> {
        match &self.seats.get(seat).holder {
            Holder::Person(person) => Some(person),
            Holder::Computer(_) => None,
        }
    }

    /// What the computer has to do, if it is to move and its opponent is here to wait for it.
    #[must_use]
    pub fn computers_turn(&self) -> Option<ComputersTurn> {
        let seat = self.to_move()?;
        let Holder::Computer(level) = self.seats.get(seat).holder else { return None };
        let awaited = self.seats.get(seat.other()).holder.presence() == Presence::Here;
        awaited.then(|| ComputersTurn { seat, level, game: self.game.clone(), game_number: self.game_number })
    }

    /// Whether both players are still in the match, and the game is over.
    #[must_use]
    pub fn rematch_open(&self) -> bool {
        matches!(self.stage, Stage::Over { .. }) && !self.someone_left()
    }

    /// Whether every person has left for good: nobody can come back to this match.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        SeatId::BOTH.iter().all(|&seat| self.has_left(seat) || self.person(seat).is_none())
    }

    /// Whether no person has ever moved, and none is connected.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        SeatId::BOTH.iter().all(|&seat| match self.person(seat) {
            Some(person) => person.presence != Presence::Here && !self.seats.get(seat).has_moved,
            None => true,
        })
    }

    fn someone_left(&self) -> bool {
        SeatId::BOTH.iter().any(|&seat| self.has_left(seat))
    }

    fn has_left(&self, seat: SeatId) -> bool {
        self.seats.get(seat).holder.presence() == Presence::Left
    }
}
