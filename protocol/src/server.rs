//! The frames that the server sends.

use serde::{Deserialize, Serialize};

use crate::analysis::{Hint, Review};
use crate::arena::Standings;
use crate::listing::Listing;
use crate::refusal::{Closing, Refused};
use crate::snapshot::Snapshot;
use crate::text::{Name, Room};
use crate::ticket::Ticket;
use crate::values::{BestOf, FrameId, Mark, MatchId, Reaction, Rules};

/// A message from the server. A client ignores types and fields that it does not know, because a newer server of the
/// same protocol may add some.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first frame on every connection.
    Welcome(Welcome),
    /// The player waits for an opponent.
    Waiting(Waiting),
    /// The connection has a seat.
    Seated(Seated),
    /// The current snapshot of the match.
    State(Box<Snapshot>),
    /// A player of the match reacts.
    Reaction(Reacted),
    /// The message with this id was carried out.
    Done(Done),
    /// A message was refused and changed nothing.
    Refused(Refused),
    /// The answer to `hint`.
    Hint(Hint),
    /// The answer to `review`.
    Review(Review),
    /// The answer to `list`.
    List(Listing),
    /// The answer to `standings`.
    Standings(Standings),
    /// The answer to `ping`.
    Pong(Pong),
    /// The connection is about to be closed.
    Closing(Closing),
    /// A type that only a newer server sends.
    #[serde(other)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    Unknown,
}

/// The first frame on every connection: versions and limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The protocol spoken: [`crate::SUBPROTOCOL`].
    pub protocol: String,
    /// The server's own version.
    pub server: String,
    /// The limits for clients.
    pub limits: Limits,
    /// How both sides notice a lost connection.
    pub heartbeat: Heartbeat,
    /// The URLs of other servers that have the same matches. After a lost connection a client may go to any of them, with
    /// the same ticket. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// The server hands out the terminal client: `curl` at its address shows how to download it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub downloads: bool,
}

/// The limits for clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// The longest frame, in bytes.
    pub frame_bytes: u32,
    /// The sustained rate of messages a second.
    pub messages_per_second: u32,
    /// The number of messages that may arrive at once.
    pub burst: u32,
    /// The longest name, in characters.
    pub name_chars: u32,
    /// The longest room, in characters.
    pub room_chars: u32,
    /// The most columns, and the most rows, of a board.
    pub board_side: u8,
}

/// How both sides notice a lost connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Heartbeat {
    /// The interval of the server's WebSocket pings, in milliseconds.
    pub ping_ms: u64,
    /// The server closes a connection after this much silence, in milliseconds.
    pub silence_ms: u64,
}

/// The player waits for an opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// The board of the match. A player who named none takes the other player's.
    pub rules: Rules,
    /// How many games decide the series; absent without one, and if the player takes the other player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_of: Option<BestOf>,
    /// The room in which the player waits.
    pub room: Option<Room>,
    /// A player who joins with this word as the room plays this one. It is the room, or a word that the server made up
    /// for a player who waits in the public list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Room>,
    /// The word by which the public list shows the player, for players who do not know `word`; absent in a room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_word: Option<Room>,
    /// The player's name, which the server may have made up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// The time until the computer takes the other seat, in milliseconds; absent if it does not.
    pub computer_in_ms: Option<u64>,
    /// The arena in which the player waits for the next game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena: Option<Room>,
    /// After entering an arena: proves the player's place in it on a later connection. Keep it secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Ticket>,
    /// With `place`: the player opened the arena, and can manage it with the `place`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manages: bool,
    /// Proves the player's place in the queue, and the seat once the match has begun, on a later connection. Keep
    /// it secret.
    pub ticket: Ticket,
}

/// The connection has a seat. A `state` follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Proves the seat on a later connection. Keep it secret.
    pub ticket: Ticket,
    /// The player's mark in the current game; absent when the connection plays both.
    pub mark: Option<Mark>,
}

/// A player of the match reacts. It is shown once and not kept, so a client that is slow or disconnected misses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reacted {
    /// The player, by the mark in the current game.
    pub mark: Mark,
    /// The reaction.
    pub reaction: Reaction,
}

/// The message with this id was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {
    /// The id of the message.
    pub id: FrameId,
    /// The message had been carried out before, so this was a resend.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duplicate: bool,
}

/// The answer to `ping`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pong {
    /// The id of the ping, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
}

impl ServerMessage {
    /// Parses a frame.
    ///
    /// # Errors
    /// The text is not JSON, or a field is missing or malformed.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Writes the frame as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_ignores_types_and_fields_of_a_newer_server() {
        assert_eq!(
            ServerMessage::parse(r#"{"type":"fireworks","colour":1}"#).unwrap(),
            ServerMessage::Unknown
        );
        let pong = ServerMessage::parse(r#"{"type":"pong","id":"a","mood":"good"}"#).unwrap();
        assert_eq!(pong, ServerMessage::Pong(Pong { id: Some(FrameId::Text("a".into())) }));
    }
}
