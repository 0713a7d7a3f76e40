//! Why a message was refused, and why the server closes a connection.

use serde::{Deserialize, Serialize};

use crate::values::{FrameId, MatchId};

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
macro_rules! word_enum {
    ($(#[$enum_doc:meta])* pub enum $kind:ident { $($(#[$doc:meta])* $name:ident = $word:literal,)* }) => {
        $(#[$enum_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $kind {
            $($(#[$doc])* #[serde(rename = $word)] $name,)*
            /// A word of a newer server.
            #[serde(other, rename = "unknown")]
            #[cfg_attr(feature = "schema", schemars(skip))]
            Unknown,
        }

        impl $kind {
            /// Every word of this version.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The word on the wire.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                    Self::Unknown => "unknown",
                }
            }
        }
    };
}

word_enum! {
    /// The stable codes of refusals.
    pub enum Code {
        /// The text is not JSON.
        NotJson = "not_json",
        /// The JSON is not a message: unknown type; missing, unknown or impossible field.
        BadMessage = "bad_message",
        /// The name is empty or too long.
        BadName = "bad_name",
        /// The room is empty, too long or not one word.
        BadRoom = "bad_room",
        /// No such board, or the run does not fit on it.
        BadRules = "bad_rules",
        /// The moves of `from` cannot be played, or they end the game.
        BadPosition = "bad_position",
        /// The player who waits in the room named another board or series.
        RoomRules = "room_rules",
        /// Two people play in the room; `match` names their match.
        RoomFull = "room_full",
        /// The arena is over, or the player was removed from it.
        ArenaOver = "arena_over",
        /// The arena is full, or the server cannot open another one.
        ArenaFull = "arena_full",
        /// There is no such arena, or it is no longer kept.
        NoSuchArena = "no_such_arena",
        /// The arena is for people only, or for bots only.
        WrongKind = "wrong_kind",
        /// The player gave up two games in a row before both players had moved: `rematch` to be paired again.
        SetAside = "set_aside",
        /// Another player of the arena has this name.
        NameTaken = "name_taken",
        /// This connection is waiting or playing already: `leave` first.
        AlreadySeated = "already_seated",
        /// This connection has no seat: `join` or `resume` first.
        NotSeated = "not_seated",
        /// The other player is to move.
        NotYourTurn = "not_your_turn",
        /// The cell is taken.
        Taken = "taken",
        /// The cell is not the lowest empty one of its column, and marks fall in this game.
        Floating = "floating",
        /// The board has no such cell.
        NoSuchCell = "no_such_cell",
        /// The message is about an earlier position or game; the current `state` follows.
        Stale = "stale",
        /// The message is about a later position or game; the current `state` follows.
        Ahead = "ahead",
        /// The game is over.
        GameOver = "game_over",
        /// The game is still running.
        GameOn = "game_on",
        /// The player has no move that can be taken back.
        NothingToTakeBack = "nothing_to_take_back",
        /// Hints exist only against the computer.
        NoHints = "no_hints",
        /// The computer has too many requests, or is still working on one from this connection.
        Busy = "busy",
        /// The opponent has left the match, so there is no rematch.
        OpponentLeft = "opponent_left",
        /// The opponent has not left the match, so there is nothing to continue against the computer.
        OpponentPresent = "opponent_present",
        /// The player has left the match for good.
        Left = "left",
        /// No such match, or it is no longer kept.
        NoSuchMatch = "no_such_match",
        /// The ticket proves no seat.
        BadTicket = "bad_ticket",
        /// Too many messages: wait `retry_in_ms`.
        RateLimited = "rate_limited",
        /// The server has reached its limit of matches: try again later.
        Full = "full",
        /// The server cannot reach its store: try again.
        Unavailable = "unavailable",
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

word_enum! {
    /// Why the server closes a connection.
    pub enum ClosingReason {
        /// The server shuts down or restarts.
        Shutdown = "shutdown",
        /// The bytes were not a WebSocket frame (RFC 6455, section 5).
        BadFrame = "bad_frame",
        /// A frame was not text.
        NotText = "not_text",
        /// A text frame was not UTF-8.
        NotUtf8 = "not_utf8",
        /// Too many messages, even after refusals.
        Flood = "flood",
        /// Too many malformed messages.
        Malformed = "malformed",
        /// A frame was too long.
        TooBig = "too_big",
        /// The ticket was used on a newer connection.
        Superseded = "superseded",
        /// The connection was silent for too long.
        Silent = "silent",
        /// The first message did not arrive in time.
        NoMessage = "no_message",
    }
}

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
    fn every_code_is_written_as_its_word() {
        for &code in Code::ALL {
            assert_eq!(serde_json::to_string(&code).unwrap(), format!("\"{}\"", code.word()));
        }
    }

    #[test]
    fn every_closing_reason_is_written_as_its_word() {
        for &reason in ClosingReason::ALL {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.word()));
        }
    }

    #[test]
    fn an_unknown_code_can_be_read() {
        assert_eq!(serde_json::from_str::<Code>("\"from_the_future\"").unwrap(), Code::Unknown);
    }
}
