//! Records as bytes: `MessagePack`, with structs as arrays. Only the cells of a game are stored. The board is replayed
//! from them, so that an impossible board cannot be decoded.
//!
//! A change of the stored types raises the format versions of the database and of the stream.

use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use tictactoe_engine::{Game, Mark};

use super::seat::{BySeat, Holder, SeatId};
use super::{EndReason, Ending, Record, Stage};

/// The longest move time that a server can be configured with.
const MAX_MOVE_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The bytes do not have the format of this version.
#[derive(Debug, Error)]
#[error("a stored record cannot be decoded: {0}")]
pub struct Corrupt(pub(super) String);

#[expect(clippy::expect_used, reason = "encoding a record cannot fail")]
pub fn to_bytes(value: &impl Serialize) -> Bytes {
    // Most records are a little shorter.
    let mut bytes = Vec::with_capacity(256);
    rmp_serde::encode::write(&mut bytes, value).expect("a record can always be encoded");
    bytes.into()
}

pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Corrupt> {
    rmp_serde::from_slice(bytes).map_err(|error| Corrupt(error.to_string()))
}

impl Record {
    pub fn to_bytes(&self) -> Bytes {
        to_bytes(self)
    }

    /// Decodes a record and checks that it does not contradict itself.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Corrupt> {
        let record: Self = from_bytes(bytes)?;
        if record.is_consistent() { Ok(record) } else { Err(Corrupt("it contradicts itself".to_owned())) }
    }

    fn is_consistent(&self) -> bool {
        let mut times = self.move_time.into_iter().chain(self.first_move_time);
        let is_time_possible = times.all(|time| time <= MAX_MOVE_TIME);
        let has_person = SeatId::BOTH.iter().any(|&seat| self.person(seat).is_some());
        let is_host_possible = has_person && self.seat(SeatId::Host).holder != Holder::Hotseat;
        self.counters_cannot_overflow() && self.stage_fits() && is_time_possible && is_host_possible
    }

    /// Every counter is so far below its maximum that no match can overflow it.
    fn counters_cannot_overflow(&self) -> bool {
        const MAX: u32 = u32::MAX / 2;
        let BySeat { host, guest } = &self.seats;
        let counts = [self.game_number, self.draws, self.takebacks, host.wins, guest.wins];
        self.seq <= u64::MAX / 2 && counts.into_iter().all(|count| count <= MAX)
    }

    fn stage_fits(&self) -> bool {
        match &self.stage {
            Stage::On { .. } => self.game.outcome().is_none(),
            Stage::Over { ending, .. } => ending.fits(&self.game, self.x),
        }
    }
}

impl Ending {
    /// A game can have ended like this if seat `x` played X.
    pub(super) fn fits(self, game: &Game, x: SeatId) -> bool {
        use tictactoe_engine::Outcome::{Draw, Win};
        match (self, game.outcome()) {
            (Self::Drawn, Some(Draw)) => true,
            (Self::Cancelled { how, .. }, None) => how != EndReason::Line,
            (Self::Won { by, how: EndReason::Line }, Some(Win { mark, .. })) => {
                (*mark == Mark::X) == (by == x)
            }
            (Self::Won { how, .. }, None) => !matches!(how, EndReason::Line | EndReason::Disconnected),
            _ => false,
        }
    }
}

/// The rules of a game, if there are any.
pub mod rules {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tictactoe_engine::Rules;

    pub fn serialize<S: Serializer>(rules: &Option<Rules>, to: S) -> Result<S::Ok, S::Error> {
        let stored = |it: Rules| (it.columns(), it.rows(), it.run(), it.is_misere(), it.has_gravity());
        rules.map(stored).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Rules>, D::Error> {
        let Some((columns, rows, run, misere, gravity)) = Option::deserialize(from)? else { return Ok(None) };
        let plain = Rules::new(columns, rows, run).map_err(D::Error::custom)?;
        Ok(Some(plain.with_misere(misere).with_gravity(gravity)))
    }
}

/// A game as its rules and cells.
pub(super) mod game {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use tictactoe_engine::{Game, Rules};

    #[derive(Serialize, Deserialize)]
    struct StoredGame(#[serde(with = "super::rules")] Option<Rules>, Vec<usize>);

    pub(in crate::record) fn serialize<S: Serializer>(game: &Game, to: S) -> Result<S::Ok, S::Error> {
        let cells = game.cells().iter().map(|cell| cell.index()).collect();
        StoredGame(Some(game.rules()), cells).serialize(to)
    }

    pub(in crate::record) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        let StoredGame(rules, indices) = StoredGame::deserialize(from)?;
        let rules = rules.ok_or_else(|| D::Error::custom("a game without rules"))?;
        let cells: Option<Vec<_>> = indices.into_iter().map(|index| rules.cell(index)).collect();
        let cells = cells.ok_or_else(|| D::Error::custom("a cell that the board does not have"))?;
        Game::replay(rules, cells).map_err(D::Error::custom)
    }
}
