//! The bytes of a record. Only cells are stored of a game: its board is replayed from them, so that an
//! impossible board cannot be read.

use std::time::Duration;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tictactoe_engine::{Game, Level, Mark};

use super::{Ending, How, Record, SeatId, Stage};

/// What lies under the key of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// There will be no such match: who waited for it has withdrawn, or waits in another place.
    Withdrawn {
        /// The name of the match that the player waits for instead, or has come to.
        moved_to: Option<String>,
    },
    /// The match.
    Match(Box<Record>),
}

/// No server gives more time for a move.
const LONGEST_MOVE_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The bytes are not what this version of the server writes.
#[derive(Debug, Error)]
#[error("a stored record cannot be read: {0}")]
pub struct Corrupt(String);

impl Corrupt {
    pub(super) fn new(what: &str) -> Self {
        Self(what.to_owned())
    }
}

/// Writes a value as the bytes to store.
///
/// # Panics
/// Never: records have string keys and plain values only.
#[expect(clippy::expect_used, reason = "writing a record cannot fail")]
pub fn to_bytes(value: &impl Serialize) -> Bytes {
    serde_json::to_vec(value).expect("a record is always JSON").into()
}

/// Reads a value from stored bytes.
///
/// # Errors
/// [`Corrupt`] when they are not JSON, or not this kind of value.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Corrupt> {
    serde_json::from_slice(bytes).map_err(|error| Corrupt(error.to_string()))
}

impl Slot {
    /// Reads a slot and checks that the record in it does not contradict itself.
    ///
    /// # Errors
    /// [`Corrupt`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Corrupt> {
        let slot = from_bytes(bytes)?;
        match &slot {
            Self::Match(record) if !record.is_consistent() => Err(Corrupt::new("it contradicts itself")),
            _ => Ok(slot),
        }
    }
}

impl Record {
    fn is_consistent(&self) -> bool {
        self.counts_on() && self.stage_fits() && self.move_time.is_none_or(|time| time <= LONGEST_MOVE_TIME)
    }

    /// Whether whatever is counted has room for more than a match will ever count.
    fn counts_on(&self) -> bool {
        const MOST: u32 = u32::MAX / 2;
        let connection = |seat| self.person(seat).map_or(0, |person| person.connection);
        let by_seat = |&seat: &SeatId| connection(seat) <= MOST && self.seats.get(seat).wins <= MOST;
        let of_match = self.seq <= u64::MAX / 2 && self.game_number <= MOST && self.draws <= MOST;
        of_match && SeatId::BOTH.iter().all(by_seat)
    }

    fn stage_fits(&self) -> bool {
        match &self.stage {
            Stage::On { .. } => self.game.outcome().is_none(),
            Stage::Over { ending, .. } => ending.fits(&self.game, self.x),
        }
    }
}

impl Ending {
    /// Whether a game can have ended so in which this seat was X.
    pub(super) fn fits(self, game: &Game, x: SeatId) -> bool {
        use tictactoe_engine::Outcome::{Draw, Win};
        match (self, game.outcome()) {
            (Self::CalledOff, None) | (Self::Drawn, Some(Draw)) => true,
            (Self::Won { by, how: How::Line }, Some(Win { mark, .. })) => (*mark == Mark::X) == (by == x),
            (Self::Won { how, .. }, None) => how != How::Line,
            _ => false,
        }
    }
}

/// How a level is stored.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Level", rename_all = "snake_case")]
pub(super) enum LevelWord {
    Easy,
    Casual,
    Perfect,
}

/// A board by its numbers.
pub(super) mod rules {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tictactoe_engine::Rules;

    #[derive(Serialize, Deserialize)]
    struct StoredRules {
        columns: u8,
        rows: u8,
        run: u8,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it like this")]
    pub(in crate::record) fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        StoredRules { columns: rules.columns(), rows: rules.rows(), run: rules.run() }.serialize(to)
    }

    pub(in crate::record) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        let stored = StoredRules::deserialize(from)?;
        Rules::new(stored.columns, stored.rows, stored.run).map_err(D::Error::custom)
    }
}

/// A game as its rules and cells.
pub(super) mod moves {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tictactoe_engine::{Game, Rules};

    #[derive(Serialize, Deserialize)]
    struct StoredGame {
        columns: u8,
        rows: u8,
        run: u8,
        moves: Vec<usize>,
    }

    pub(in crate::record) fn serialize<S: Serializer>(game: &Game, to: S) -> Result<S::Ok, S::Error> {
        let rules = game.rules();
        let moves = game.cells().iter().map(|cell| cell.index()).collect();
        StoredGame { columns: rules.columns(), rows: rules.rows(), run: rules.run(), moves }.serialize(to)
    }

    pub(in crate::record) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        let stored = StoredGame::deserialize(from)?;
        let rules = Rules::new(stored.columns, stored.rows, stored.run).map_err(D::Error::custom)?;
        let cells: Option<Vec<_>> = stored.moves.into_iter().map(|index| rules.cell(index)).collect();
        let cells = cells.ok_or_else(|| D::Error::custom("a cell that the board does not have"))?;
        Game::replay(rules, cells).map_err(D::Error::custom)
    }
}
