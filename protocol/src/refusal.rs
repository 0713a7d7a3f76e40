//! Why a message was refused, and why a connection ends.

use serde::{Deserialize, Serialize};

use crate::words::{FrameId, MatchId};

/// A message changed nothing, and this is why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The `id` of the refused message, if it carried one that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The stable word for programs.
    pub code: Code,
    /// The sentence for people: what is wrong, and what to do.
    pub message: String,
    /// The cells that could be played instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<u8>>,
    /// How long to wait before trying again, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
    /// The match that is played in the room, for whoever would like to watch it.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
}

/// An enum of stable words, and one for those that a newer server may say.
macro_rules! words {
    ($(#[$enum_doc:meta])* pub enum $kind:ident { $($(#[$doc:meta])* $name:ident = $word:literal,)* }) => {
        $(#[$enum_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $kind {
            $($(#[$doc])* #[serde(rename = $word)] $name,)*
            /// One that a newer server may say.
            #[serde(other, rename = "unknown")]
            #[cfg_attr(feature = "schema", schemars(skip))]
            Unknown,
        }

        impl $kind {
            /// Every one that a server of this version says.
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

words! {
    /// The stable codes of refusals.
    pub enum Code {
        /// The text is not JSON.
        NotJson = "not_json",
        /// The JSON is none of the messages: unknown type, missing, unknown or impossible field.
        BadMessage = "bad_message",
        /// The name is empty or too long.
        BadName = "bad_name",
        /// The room is empty, too long or not one word.
        BadRoom = "bad_room",
        /// There is no such board, or the run does not fit on it.
        BadRules = "bad_rules",
        /// Somebody waits in the room for another board.
        RoomRules = "room_rules",
        /// Two people play in the room, in the match that `match` names.
        RoomFull = "room_full",
        /// This connection waits for a match or holds a seat already: `leave` first.
        AlreadySeated = "already_seated",
        /// This connection holds no seat: `join` or `resume` first.
        NotSeated = "not_seated",
        /// The other player is to move.
        NotYourTurn = "not_your_turn",
        /// The cell has a mark already.
        Taken = "taken",
        /// The board has no such cell.
        NoSuchCell = "no_such_cell",
        /// The move answers a position that has passed; the newest `state` follows.
        Stale = "stale",
        /// The move answers a position that has not come yet; the newest `state` follows.
        Ahead = "ahead",
        /// The game is over.
        GameOver = "game_over",
        /// The game is still on.
        GameOn = "game_on",
        /// There are no hints between two people.
        NoHints = "no_hints",
        /// The computer has too much to think about, or thinks about a question of this connection already:
        /// wait for the answer, or try again.
        Busy = "busy",
        /// The opponent has left the match: no rematch.
        OpponentLeft = "opponent_left",
        /// The ticket's player has left the match for good.
        Left = "left",
        /// There is no match of that name, or it is no longer kept.
        NoSuchMatch = "no_such_match",
        /// The ticket proves no seat.
        BadTicket = "bad_ticket",
        /// Too many messages: wait `wait_ms`.
        RateLimited = "rate_limited",
        /// The server keeps as many matches as it may: try again later.
        Full = "full",
        /// The server cannot reach its store: try again.
        Unavailable = "unavailable",
    }
}

/// The server is about to close this connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Closing {
    /// Why.
    pub reason: ClosingReason,
    /// The sentence for people.
    pub message: String,
    /// In how many milliseconds to connect again and `resume`; absent when the client should not come back
    /// by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub come_back_in_ms: Option<u64>,
}

words! {
    /// Why the server closes a connection.
    pub enum ClosingReason {
        /// The server stops or restarts.
        Shutdown = "shutdown",
        /// What came was no WebSocket frame (RFC 6455, section 5).
        BadFrame = "bad_frame",
        /// A frame was not text.
        NotText = "not_text",
        /// A frame of text was not UTF-8.
        NotUtf8 = "not_utf8",
        /// Too many messages went on coming.
        Flood = "flood",
        /// Too many messages could not be understood.
        Malformed = "malformed",
        /// A frame was too big.
        TooBig = "too_big",
        /// The ticket was shown on a newer connection.
        Superseded = "superseded",
        /// Nothing was heard for too long.
        Silent = "silent",
        /// No message came in the first moments of the connection.
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
    fn every_code_is_its_word_on_the_wire() {
        for &code in Code::ALL {
            assert_eq!(serde_json::to_string(&code).unwrap(), format!("\"{}\"", code.word()));
        }
    }

    #[test]
    fn every_closing_reason_is_its_word_on_the_wire() {
        for &reason in ClosingReason::ALL {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.word()));
        }
    }

    #[test]
    fn a_code_of_a_newer_server_can_be_read() {
        assert_eq!(serde_json::from_str::<Code>("\"from_the_future\"").unwrap(), Code::Unknown);
    }
}
