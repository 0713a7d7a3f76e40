//! The two seats of a match, and who holds them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_engine::Level;

use super::{NodeId, Record, Timestamp};
use crate::secret::{Secret, SecretHash};

/// One of the two seats of a match. Their marks are swapped from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatId {
    /// The player who waited, or who joined alone.
    Host,
    /// The player who joined the host, or the computer.
    Guest,
}

impl SeatId {
    pub const BOTH: [Self; 2] = [Self::Host, Self::Guest];

    pub const fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BySeat<T> {
    pub host: T,
    pub guest: T,
}

impl<T> BySeat<T> {
    pub const fn get(&self, seat: SeatId) -> &T {
        match seat {
            SeatId::Host => &self.host,
            SeatId::Guest => &self.guest,
        }
    }

    pub const fn get_mut(&mut self, seat: SeatId) -> &mut T {
        match seat {
            SeatId::Host => &mut self.host,
            SeatId::Guest => &mut self.guest,
        }
    }
}

/// The seats that one ticket proves: one, or both in a hotseat match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seats {
    One(SeatId),
    /// Both seats: two people at one keyboard.
    Both,
}

impl Seats {
    pub fn include(self, seat: SeatId) -> bool {
        self == Self::Both || self == Self::One(seat)
    }

    /// The seat of the [`Person`] who has the ticket.
    pub const fn person_seat(self) -> SeatId {
        match self {
            Self::One(seat) => seat,
            Self::Both => SeatId::Host,
        }
    }
}

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's name, cleaned on input.
    pub name: String,
    pub holder: Holder,
    pub wins: u32,
    pub has_moved: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Level", rename_all = "snake_case")]
pub enum LevelName {
    Easy,
    Casual,
    Hard,
    Perfect,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A person, or a bot that plays like one.
    Person(Person),
    Computer(#[serde(with = "LevelName")] Level),
    /// The guest of a hotseat match, who plays over the host's connection.
    Hotseat,
}

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub secret: SecretHash,
    /// When `presence` last changed.
    pub since: Timestamp,
    pub presence: Presence,
    /// The node of the newest connection. The person is online only while that node is alive.
    pub node: NodeId,
    /// The player declared to be a program.
    pub is_bot: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    Online,
    /// Not connected, and may return with the ticket.
    Away,
    Left,
}

pub const COMPUTER_NAME: &str = "Computer";

/// How long a room stays taken for an absent player in a running game.
pub const ROOM_HELD_IN_GAME: Duration = Duration::from_secs(60);

/// How long a room stays taken for an absent player after a game.
pub const ROOM_HELD_AFTER_GAME: Duration = Duration::from_secs(10);

impl Holder {
    /// A person, or a bot, who has just connected to `node` for the first time.
    pub const fn new_player(secret: SecretHash, is_bot: bool, node: NodeId, now: Timestamp) -> Self {
        Self::Person(Person { secret, since: now, presence: Presence::Online, node, is_bot })
    }
}

impl Record {
    pub const fn seat(&self, seat: SeatId) -> &Seat {
        self.seats.get(seat)
    }

    /// The person who holds a ticket for this seat. The computer has none, nor has the guest of a hotseat match.
    pub const fn person(&self, seat: SeatId) -> Option<&Person> {
        match &self.seats.get(seat).holder {
            Holder::Person(person) => Some(person),
            Holder::Computer(_) | Holder::Hotseat => None,
        }
    }

    pub const fn presence(&self, seat: SeatId) -> Presence {
        match &self.seats.get(seat).holder {
            Holder::Person(person) => person.presence,
            Holder::Computer(_) => Presence::Online,
            Holder::Hotseat => match self.person(seat.other()) {
                Some(host) => host.presence,
                None => Presence::Left,
            },
        }
    }

    /// The player's newest connection is to another node than `node`.
    pub fn is_online_elsewhere(&self, player: Seats, node: NodeId) -> bool {
        let person = self.person(player.person_seat());
        person.is_some_and(|person| person.presence == Presence::Online && person.node != node)
    }

    /// The seats that `secret` proves.
    pub fn seats_proved_by(&self, secret: &Secret) -> Option<Seats> {
        let proves = |person: &Person| person.secret.is_hash_of(secret);
        let seat = SeatId::BOTH.into_iter().find(|&seat| self.person(seat).is_some_and(proves))?;
        let is_hotseat = self.seats.get(seat.other()).holder == Holder::Hotseat;
        Some(if is_hotseat { Seats::Both } else { Seats::One(seat) })
    }

    pub fn has_seat_for(&self, secret: &SecretHash) -> bool {
        SeatId::BOTH.into_iter().any(|seat| self.person(seat).is_some_and(|person| person.secret == *secret))
    }

    /// The same people sit in both matches.
    pub fn has_people_of(&self, other: &Self) -> bool {
        let secret = |record: &Self, seat| record.person(seat).map(|person| person.secret.clone());
        SeatId::BOTH.into_iter().all(|seat| secret(self, seat) == secret(other, seat))
    }

    pub fn is_between_people(&self) -> bool {
        SeatId::BOTH.into_iter().all(|seat| self.person(seat).is_some())
    }

    /// The match keeps other players out of its room: two people play it, and each of them is online or still has time
    /// to return. A match against the computer never does.
    pub fn occupies_room(&self, now: Timestamp) -> bool {
        let held = if self.is_over() { ROOM_HELD_AFTER_GAME } else { ROOM_HELD_IN_GAME };
        let keeps = |seat| match self.person(seat) {
            Some(Person { presence: Presence::Online, .. }) => true,
            // Before a first move, the absent player may not know of the match, and may be the one who is joining the
            // room now.
            Some(Person { presence: Presence::Away, since, .. }) => {
                self.absence_ends(seat).is_none() && now < since.after(held)
            }
            Some(Person { presence: Presence::Left, .. }) | None => false,
        };
        SeatId::BOTH.into_iter().all(keeps)
    }
}

/// The arena of a match, and the rows of its players.
///
/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaSeats {
    pub word: String,
    pub rows: BySeat<RowId>,
}

/// The place of a player in an arena: the index of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowId(pub u16);
