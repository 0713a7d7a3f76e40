//! The two seats of a match and who holds them.

use serde::{Deserialize, Serialize};
use tictactoe_engine::Level;

use super::Timestamp;
use super::stored::LevelWord;
use crate::secret::SecretHash;

/// One of a match's two seats. Which mark a seat has changes from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatId {
    /// Who was there first.
    Host,
    /// Who came second; the computer's seat, if it plays.
    Guest,
}

impl SeatId {
    /// The two seats.
    pub const BOTH: [Self; 2] = [Self::Host, Self::Guest];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }
}

/// One thing for each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BySeat<T> {
    /// The host's.
    pub host: T,
    /// The guest's.
    pub guest: T,
}

impl<T> BySeat<T> {
    /// What belongs to the seat.
    pub const fn get(&self, seat: SeatId) -> &T {
        match seat {
            SeatId::Host => &self.host,
            SeatId::Guest => &self.guest,
        }
    }

    /// What belongs to the seat, to change it.
    pub const fn get_mut(&mut self, seat: SeatId) -> &mut T {
        match seat {
            SeatId::Host => &mut self.host,
            SeatId::Guest => &mut self.guest,
        }
    }
}

/// A seat: who holds it, and what they have won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The holder's name, cleaned where it entered.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// Games won in this match.
    pub wins: u32,
    /// Whether the holder has ever moved in this match.
    pub has_moved: bool,
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A person, or a program in a person's place.
    Person(Person),
    /// The computer, at this level.
    Computer(#[serde(with = "LevelWord")] Level),
}

/// A person in a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// What the seat's secret hashes to.
    pub secret: SecretHash,
    /// Which connection speaks for the seat; each arrival raises it, and the newest wins.
    pub connection: u32,
    /// Since when the person is where they are: when that connection came, or when it ended.
    pub since: Timestamp,
    /// Where the person is.
    pub presence: Presence,
}

/// Where a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Connected.
    Here,
    /// Not connected, and may come back with the ticket.
    Away,
    /// Gone for good.
    Left,
}

impl Holder {
    /// A person who has just come, on their first connection.
    #[must_use]
    pub const fn newcomer(secret: SecretHash, now: Timestamp) -> Self {
        let presence = Presence::Here;
        Self::Person(Person { secret, connection: FIRST_CONNECTION, since: now, presence })
    }

    /// Where the holder is. The computer is always here.
    #[must_use]
    pub const fn presence(&self) -> Presence {
        match self {
            Self::Person(person) => person.presence,
            Self::Computer(_) => Presence::Here,
        }
    }
}

/// The number of the connection on which a person comes to a match.
pub const FIRST_CONNECTION: u32 = 1;
