//! Who waits for a second player.
//!
//! Outside rooms each board has a lobby of its own; a room has one, whatever the board. Two people who come to the
//! same lobby are paired at once, so at most one waits in each. The waiting player's match does not exist yet:
//! whoever creates its record first, a second player, the computer, or the waiting player withdrawing, decides what
//! becomes of it. The lobby of a room remembers the match that came of it, because in a room only two play.

use std::fmt;

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Level, Rules};

use super::seat::SeatId;
use super::{Timestamp, stored};
use crate::secret::{Secret, SecretHash};

/// What a player asks for.
#[derive(Debug, Clone)]
pub struct Wish {
    /// The player's name, cleaned.
    pub name: String,
    /// The mark wished for.
    pub mark: MarkWish,
    /// The board. In a room, `None` is that of whoever waits there.
    pub rules: Option<Rules>,
    /// The room, cleaned.
    pub room: Option<String>,
    /// Whom to meet.
    pub wanted: Wanted,
    /// How well the computer plays, if it comes to that.
    pub level: Level,
    /// The place in which the player waited on a connection that was lost.
    pub earlier: Option<Earlier>,
}

/// A place that a player had, and what proves it.
#[derive(Clone)]
pub struct Earlier {
    /// The name of the match that was to be.
    pub match_id: String,
    /// Its host's secret.
    pub secret: Secret,
}

impl fmt::Debug for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Earlier({}, hidden)", self.match_id)
    }
}

/// Whom a player wants to meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A person; the computer when nobody comes.
    Anyone,
    /// A person.
    Person,
    /// The computer, at once.
    Computer,
}

/// The mark that a player wishes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkWish {
    /// To play X.
    X,
    /// To play O.
    O,
    /// Either.
    Any,
}

/// A person before they have a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newcomer {
    /// Their name, cleaned.
    pub name: String,
    /// What their secret hashes to.
    pub secret: SecretHash,
    /// The mark that they wish for.
    pub mark: MarkWish,
}

/// A person who waits, and the match that will be theirs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The name of the match to be.
    pub match_id: String,
    /// The board. Servers that said none here kept a lobby for each board; whoever waited there is gone.
    #[serde(with = "stored::rules", default = "classic")]
    pub rules: Rules,
    /// Who waits.
    pub host: Newcomer,
}

impl Waiting {
    /// Whether whoever has this secret waits here.
    #[must_use]
    pub fn is_of(&self, secret: &Secret) -> bool {
        self.host.secret.is_hash_of(secret)
    }
}

/// The one place of a lobby.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lobby {
    /// Who waits, if anybody does.
    pub waiting: Option<Waiting>,
    /// The name of the match that last came of this lobby, if it is that of a room and the match of two people.
    #[serde(default)]
    pub playing: Option<String>,
    /// When that was last said.
    pub renewed_at: Timestamp,
}

impl Lobby {
    /// The match that may have been begun last: that of the place, though the lobby has not heard of it, or the one
    /// that it remembers.
    #[must_use]
    pub fn newest_match(&self) -> Option<&str> {
        let of_place = self.waiting.as_ref().map(|place| &place.match_id);
        of_place.or(self.playing.as_ref()).map(String::as_str)
    }
}

const fn classic() -> Rules {
    Rules::CLASSIC
}

/// Who plays X first: as wished for where the wishes agree, else by lot.
#[must_use]
pub const fn first_x(host: MarkWish, guest: MarkWish, lot: bool) -> SeatId {
    match (host, guest) {
        (MarkWish::X, MarkWish::O | MarkWish::Any) | (MarkWish::Any, MarkWish::O) => SeatId::Host,
        (MarkWish::O, MarkWish::X | MarkWish::Any) | (MarkWish::Any, MarkWish::X) => SeatId::Guest,
        (MarkWish::X, MarkWish::X) | (MarkWish::O, MarkWish::O) | (MarkWish::Any, MarkWish::Any) => {
            if lot {
                SeatId::Host
            } else {
                SeatId::Guest
            }
        }
    }
}

/// Who plays X first when the computer is the guest: the person, unless they asked for O.
#[must_use]
pub const fn first_x_against_computer(host: MarkWish) -> SeatId {
    match host {
        MarkWish::X | MarkWish::Any => SeatId::Host,
        MarkWish::O => SeatId::Guest,
    }
}
