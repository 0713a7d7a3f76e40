//! A finished game as the history keeps it. It contains no secret.

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Game, Level, Mark};

use super::encoding::{self, Corrupt};
use super::seat::{Holder, LevelName, Seat, SeatId};
use super::stage::Ending;
use super::{Record, Stage, Timestamp};

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its number in the match, from 1.
    pub number: u32,
    #[serde(with = "encoding::game")]
    pub game: Game,
    pub x: PastPlayer,
    pub o: PastPlayer,
    /// The seat that played X: `ending` names seats.
    pub x_seat: SeatId,
    pub ending: Ending,
    /// When it ended, by the machine's date.
    pub ended_at: Timestamp,
    /// The word of the arena in which it was played.
    pub arena: Option<String>,
}

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastPlayer {
    /// The name, cleaned on input.
    pub name: String,
    pub kind: PlayerKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    Person,
    Bot,
    Computer(#[serde(with = "LevelName")] Level),
}

/// The fewest moves of a game that is kept, on tiny boards too: as many as a win on 3x3 needs.
const MIN_KEPT_PLIES: usize = 5;

impl Record {
    /// The game that ended with this record and was running in the one before. A game that was cancelled, or has fewer
    /// moves than a win needs, is not worth keeping.
    pub fn finished_since(&self, before: &Self, date: impl FnOnce() -> Timestamp) -> Option<FinishedGame> {
        let (Stage::On { .. }, Stage::Over { ending, .. }) = (&before.stage, &self.stage) else {
            return None;
        };
        let win_needs = (2 * usize::from(self.game.rules().run())).saturating_sub(1).max(MIN_KEPT_PLIES);
        // An arena counts every game that was not cancelled.
        let is_long = self.arena.is_some() || self.game.ply() >= win_needs;
        let is_worth = is_long && !ending.is_cancelled();
        is_worth.then(|| FinishedGame {
            number: self.game_number,
            game: self.game.clone(),
            x: self.seat(self.seat_of(Mark::X)).player(),
            o: self.seat(self.seat_of(Mark::O)).player(),
            x_seat: self.x,
            ending: *ending,
            ended_at: date(),
            arena: self.arena.as_ref().map(|arena| arena.word.clone()),
        })
    }
}

impl FinishedGame {
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Corrupt> {
        let finished: Self = encoding::from_bytes(bytes)?;
        if finished.ending.fits(&finished.game, finished.x_seat) {
            Ok(finished)
        } else {
            Err(Corrupt("the ending does not fit the game".to_owned()))
        }
    }
}

impl Seat {
    pub fn player(&self) -> PastPlayer {
        let kind = match &self.holder {
            Holder::Person(person) if person.is_bot => PlayerKind::Bot,
            Holder::Person(_) | Holder::Hotseat => PlayerKind::Person,
            Holder::Computer(level) => PlayerKind::Computer(*level),
        };
        PastPlayer { name: self.name.clone(), kind }
    }
}
