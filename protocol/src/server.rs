//! The frames that the server sends.

use serde::{Deserialize, Serialize};

use crate::analysis::{Hint, Review};
use crate::refusal::{Closing, Refused};
use crate::snapshot::Snapshot;
use crate::text::Room;
use crate::ticket::Ticket;
use crate::words::{FrameId, Mark, MatchId, Rules};

/// What the server can say. A client passes over types and fields that it does not know: a newer server of
/// the same protocol may add some.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first frame on every connection.
    Welcome(Welcome),
    /// No opponent yet.
    Waiting(Waiting),
    /// The connection has a seat.
    Seated(Seated),
    /// The newest snapshot of the match.
    State(Box<Snapshot>),
    /// The message with this id was carried out.
    Done(Done),
    /// A message was refused and changed nothing.
    Refused(Refused),
    /// The answer to `hint`.
    Hint(Hint),
    /// The answer to `review`.
    Review(Review),
    /// The answer to `ping`.
    Pong(Pong),
    /// The connection is about to be closed.
    Closing(Closing),
    /// A type that a newer server may send.
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
    /// What a client may send.
    pub limits: Limits,
    /// How the two sides notice that the other is gone.
    pub heartbeat: Heartbeat,
}

/// What a client may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// The longest frame, in bytes.
    pub frame_bytes: u32,
    /// Messages a second that may go on for ever.
    pub messages_per_second: u32,
    /// Messages that may come at once.
    pub burst: u32,
    /// The longest name, in characters.
    pub name_chars: u32,
    /// The longest room, in characters.
    pub room_chars: u32,
    /// The most columns, and the most rows, of a board.
    pub board_side: u8,
}

/// How the two sides notice that the other is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Heartbeat {
    /// The server sends a WebSocket ping this often, in milliseconds.
    pub ping_ms: u64,
    /// The server closes a connection from which it heard nothing for this long, in milliseconds.
    pub silence_ms: u64,
}

/// No opponent yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// The board that will be played on.
    pub rules: Rules,
    /// The room in which the player waits.
    pub room: Option<Room>,
    /// In how many milliseconds the computer takes the other seat; absent when only a person will do.
    pub computer_in_ms: Option<u64>,
    /// Proves the seat that will be the player's, should the connection be lost just when the match begins: until
    /// then no match has it. Keep it secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<Ticket>,
}

/// The connection has a seat: a `state` follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// Which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Proves the seat on a later connection: keep it secret.
    pub ticket: Ticket,
    /// The player's mark in the game that is on.
    pub mark: Mark,
}

/// The message with this id was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {
    /// The message's id.
    pub id: FrameId,
    /// It had been carried out before: this was a resend.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duplicate: bool,
}

/// The answer to `ping`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pong {
    /// The ping's id, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
}

impl ServerMessage {
    /// Reads a frame.
    ///
    /// # Errors
    /// When the text is not JSON or lacks what its type must have.
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
    fn a_client_passes_over_what_a_newer_server_adds() {
        assert_eq!(
            ServerMessage::parse(r#"{"type":"fireworks","colour":1}"#).unwrap(),
            ServerMessage::Unknown
        );
        let pong = ServerMessage::parse(r#"{"type":"pong","id":"a","mood":"good"}"#).unwrap();
        assert_eq!(pong, ServerMessage::Pong(Pong { id: Some(FrameId::Text("a".into())) }));
    }
}
