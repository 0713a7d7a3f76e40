//! Why a message was refused, and why the server closes a connection.

use serde::{Deserialize, Serialize};

use crate::values::{FrameId, MatchId, displayed_as_in_json};

/// A message was refused and changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The id of the message, if it had one that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The stable code for programs.
    pub code: Code,
    /// The sentence for people: what is wrong, and what to do.
    pub message: String,
    /// The legal cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<u8>>,
    /// How long to wait before trying again, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_in_ms: Option<u64>,
    /// The match that is played in a full room, which can be watched.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
}

/// An enum of stable identifiers, with a variant for the identifiers of a newer server.
macro_rules! open_enum {
    ($(#[$enum_doc:meta])* pub enum $kind:ident { $($(#[$doc:meta])* $name:ident,)* }) => {
        $(#[$enum_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $kind {
            $($(#[$doc])* $name,)*
            /// A word of a newer server.
            #[serde(other)]
            #[cfg_attr(feature = "schema", schemars(skip))]
            Unknown,
        }

        impl $kind {
            /// Every word of this version.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

open_enum! {
    /// The stable codes of refusals.
    pub enum Code {
        /// The text is not JSON.
        NotJson,
        /// The JSON is not a message: unknown type; missing, unknown or impossible field.
        BadMessage,
        /// The name is empty or too long.
        BadName,
        /// The room is empty, too long or not one word.
        BadRoom,
        /// No such board, or the run does not fit on it.
        BadRules,
        /// The moves of `from` cannot be played, or they end the game.
        BadPosition,
        /// The player who waits in the room named another board or series.
        RoomRules,
        /// Two people play in the room; `match` names their match.
        RoomFull,
        /// The arena is over, or the player was removed from it.
        ArenaOver,
        /// The arena is full, or the server cannot open another one.
        ArenaFull,
        /// There is no such arena, or it is no longer kept.
        NoSuchArena,
        /// The arena is for people only, or for bots only.
        WrongKind,
        /// The player gave up two games in a row before both players had moved: `rematch` to be paired again.
        SetAside,
        /// Another player of the arena has this name.
        NameTaken,
        /// This connection is waiting or playing already: `leave` first.
        AlreadySeated,
        /// This connection has no seat: `join` or `resume` first.
        NotSeated,
        /// The other player is to move.
        NotYourTurn,
        /// The cell is taken.
        Taken,
        /// The cell is not the lowest empty one of its column, and marks fall in this game.
        Floating,
        /// The board has no such cell.
        NoSuchCell,
        /// The message is about an earlier position or game; the current `state` follows.
        Stale,
        /// The message is about a later position or game; the current `state` follows.
        Ahead,
        /// The game is over.
        GameOver,
        /// The game is still running.
        GameOn,
        /// The player has no move that can be taken back.
        NothingToTakeBack,
        /// Hints exist only against the computer.
        NoHints,
        /// The computer has too many requests, or is still working on one from this connection.
        Busy,
        /// The opponent has left the match, so there is no rematch.
        OpponentLeft,
        /// The opponent has not left the match, so there is nothing to continue against the computer.
        OpponentPresent,
        /// The player has left the match for good.
        Left,
        /// No such match, or it is no longer kept.
        NoSuchMatch,
        /// The ticket proves no seat.
        BadTicket,
        /// Too many messages: wait `retry_in_ms`.
        RateLimited,
        /// The server has reached its limit of matches: try again later.
        Full,
        /// The server cannot reach its store: try again.
        Unavailable,
    }
}

/// The server is about to close this connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Closing {
    /// The reason.
    pub reason: ClosingReason,
    /// The sentence for people.
    pub message: String,
    /// How long to wait before reconnecting, in milliseconds; absent if the client should not reconnect by
    /// itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_in_ms: Option<u64>,
}

open_enum! {
    /// Why the server closes a connection.
    pub enum ClosingReason {
        /// The server shuts down or restarts.
        Shutdown,
        /// The bytes were not a WebSocket frame (RFC 6455, section 5).
        BadFrame,
        /// A frame was not text.
        NotText,
        /// A text frame was not UTF-8.
        NotUtf8,
        /// Too many messages, even after refusals.
        Flood,
        /// Too many malformed messages.
        Malformed,
        /// A frame was too long.
        TooBig,
        /// The ticket was used on a newer connection.
        Superseded,
        /// The connection was silent for too long.
        Silent,
        /// The first message did not arrive in time.
        NoMessage,
    }
}

displayed_as_in_json!(Code, ClosingReason);

impl ClosingReason {
    /// The WebSocket close code that follows (RFC 6455, section 7.4; 4000 and up are this protocol's own).
    #[must_use]
    pub const fn close_code(self) -> u16 {
        match self {
            Self::Shutdown => 1001,
            Self::BadFrame => 1002,
            Self::NotText => 1003,
            Self::NotUtf8 => 1007,
            Self::Flood | Self::Malformed | Self::Unknown => 1008,
            Self::TooBig => 1009,
            Self::Superseded => 4001,
            Self::Silent => 4002,
            Self::NoMessage => 4003,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_code_can_be_read() {
        assert_eq!(serde_json::from_str::<Code>("\"from_the_future\"").unwrap(), Code::Unknown);
    }
}
