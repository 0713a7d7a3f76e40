//! What is kept of a game for good. No secret is part of it.

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Game, Level, Mark};

use super::seat::{Holder, Seat};
use super::stage::Ending;
use super::stored::{self, Corrupt, LevelWord};
use super::{Record, SeatId, Stage, Timestamp};

/// A game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Which game of the series, from 1.
    pub number: u32,
    /// The game.
    #[serde(with = "stored::moves")]
    pub game: Game,
    /// Who was X.
    pub x: FormerPlayer,
    /// Who was O.
    pub o: FormerPlayer,
    /// Who held X's seat, by which the ending is told.
    pub x_seat: SeatId,
    /// How it ended.
    pub ending: Ending,
    /// When it ended, by the date of the machine.
    pub ended_at: Timestamp,
}

/// Who played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerPlayer {
    /// The name, cleaned where it entered.
    pub name: String,
    /// A person or the computer.
    pub kind: Former,
}

/// What held a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Former {
    /// A person, or a program in a person's place.
    Person,
    /// The computer, at this level.
    Computer(#[serde(with = "LevelWord")] Level),
}

impl Record {
    /// The game that is over in this record and was on in the one before. A game in which nobody has moved is not
    /// worth keeping.
    #[must_use]
    pub fn finished_since(&self, before: &Self, date: Timestamp) -> Option<FinishedGame> {
        let (Stage::On { .. }, Stage::Over { ending, .. }) = (&before.stage, &self.stage) else {
            return None;
        };
        if self.game.ply() == 0 {
            return None;
        }
        Some(FinishedGame {
            number: self.game_number,
            game: self.game.clone(),
            x: former(self.seat(self.seat_of(Mark::X))),
            o: former(self.seat(self.seat_of(Mark::O))),
            x_seat: self.x,
            ending: *ending,
            ended_at: date,
        })
    }
}

impl FinishedGame {
    /// Reads a game from stored bytes.
    ///
    /// # Errors
    /// [`Corrupt`] when they are not what this version writes, or contradict themselves.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Corrupt> {
        let finished: Self = stored::from_bytes(bytes)?;
        if finished.ending.fits(&finished.game, finished.x_seat) {
            Ok(finished)
        } else {
            Err(Corrupt::new("the ending does not fit the game"))
        }
    }
}

fn former(seat: &Seat) -> FormerPlayer {
    let kind = match seat.holder {
        Holder::Person(_) => Former::Person,
        Holder::Computer(level) => Former::Computer(level),
    };
    FormerPlayer { name: seat.name.clone(), kind }
}
