//! The frames that a client sends.

use std::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ticket::Ticket;
use crate::words::{FrameId, Level, MarkWish, MatchId, Opponent, Rules};

/// One frame from a client: a message, and what the client calls it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(expecting = "an object with a `type`")]
pub struct ClientFrame {
    /// Asks for a receipt: `done` or `refused` will carry the same id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The message.
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// What a client can say. Unknown fields are refused, so that a misspelt wish is not passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Asks for a match.
    Join(Join),
    /// Asks to see a match without playing in it.
    Watch(Watch),
    /// Shows a ticket to take a seat again.
    Resume(Resume),
    /// Plays a cell.
    Move(Move),
    /// Offers another game, or accepts one.
    Rematch(InGame),
    /// Gives the game up.
    Resign(InGame),
    /// Asks what the computer would play: against the computer only, when it is the player's turn.
    Hint(InGame),
    /// Asks what every move of a game that is over was worth.
    Review(InGame),
    /// Gives the seat, the place in the queue or the watching up. A game that is on is lost by it.
    Leave(Empty),
    /// Asks for a `pong`.
    Ping(Empty),
}

/// Asks for a match. Everything may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Join {
    /// How the others see the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whom to meet: anyone unless said, a person in a room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Opponent>,
    /// How well the computer plays, if it is the opponent: `perfect` unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The mark wished for.
    pub mark: MarkWish,
    /// The board: 3x3, 3 in a row unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// A word on which two people agreed: the second to name it meets the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The word that came with `waiting` on a connection that was lost: for the place that it proves, or for the
    /// seat that has come of it. When neither is left, it changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<Ticket>,
}

/// Asks to see a match without playing in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// Which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
}

/// Shows a ticket to take a seat again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The word that came with `seated`.
    pub ticket: Ticket,
}

/// Plays a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Which cell, from 0 in reading order.
    pub cell: u32,
    /// How many moves the player has seen; the present number unless said. The same cell at the same ply
    /// may be sent again without harm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// Which game of the series; the present one unless said. With it a resend cannot hit a later game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

/// A message about a game of the series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InGame {
    /// Which game; the present one unless said. With it a resend cannot hit a later game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

/// A message that says nothing but its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Empty {}

/// Why a text is not a frame of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameError {
    /// The text is not JSON.
    NotJson(String),
    /// The JSON is none of the messages.
    BadMessage {
        /// What the client called the message, if that can be read.
        id: Option<FrameId>,
        /// What is wrong with it.
        detail: String,
    },
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(detail) => write!(f, "not JSON: {detail}"),
            Self::BadMessage { detail, .. } => write!(f, "not a message: {detail}"),
        }
    }
}

impl std::error::Error for FrameError {}

impl From<ClientMessage> for ClientFrame {
    /// A frame that asks for no receipt.
    fn from(message: ClientMessage) -> Self {
        Self { id: None, message }
    }
}

impl ClientFrame {
    /// Reads a frame. White space around it does not matter.
    ///
    /// # Errors
    /// [`FrameError`], with a detail of bounded length.
    pub fn parse(text: &str) -> Result<Self, FrameError> {
        serde_json::from_str(text).map_err(|error| match serde_json::from_str::<IgnoredAny>(text) {
            Err(error) => FrameError::NotJson(detail(&error)),
            Ok(_) => FrameError::BadMessage { id: Self::id_in(text), detail: detail(&error) },
        })
    }

    /// What the client calls a message that is not carried out, for whatever reason, if that can be read.
    #[must_use]
    pub fn id_in(text: &str) -> Option<FrameId> {
        let mut object: Map<String, Value> = serde_json::from_str(text).ok()?;
        serde_json::from_value(object.remove("id")?).ok()
    }

    /// Writes the frame as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

/// A parser's complaint can quote the peer's own text: this much of it is enough to find the mistake.
const DETAIL_CHARS: usize = 200;

fn detail(error: &serde_json::Error) -> String {
    error.to_string().chars().take(DETAIL_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bad(text: &str) -> FrameError {
        ClientFrame::parse(text).unwrap_err()
    }

    #[test]
    fn the_shortest_messages_mean_the_defaults() {
        let frame = ClientFrame::parse(r#"{"type":"join"}"#).unwrap();
        assert_eq!(frame, ClientMessage::Join(Join::default()).into());
        let frame = ClientFrame::parse("{\"type\":\"move\",\"cell\":4}\n").unwrap();
        assert_eq!(frame, ClientMessage::Move(Move { cell: 4, ply: None, game: None }).into());
    }

    #[test]
    fn text_that_is_no_json_is_told_from_json_that_is_no_message() {
        for text in ["", "hello", "[[[", "{\"type\":\"join\"", "{\"type\":\"join\"}{}", "\u{0}"] {
            assert!(matches!(bad(text), FrameError::NotJson(_)), "{text}");
        }
        for text in
            ["4", "[]", "{}", r#"{"type":"dance"}"#, r#"{"type":"move"}"#, r#"{"type":"move","cell":-1}"#]
        {
            assert!(matches!(bad(text), FrameError::BadMessage { .. }), "{text}");
        }
    }

    #[test]
    fn a_misspelt_field_is_refused_in_every_message() {
        let kinds =
            ["join", "watch", "resume", "move", "rematch", "resign", "hint", "review", "leave", "ping"];
        for kind in kinds {
            let text = format!(r#"{{"type":"{kind}","match":"m","ticket":"t","cell":1,"colour":1,"id":7}}"#);
            let FrameError::BadMessage { id, .. } = bad(&text) else { panic!("{kind}") };
            assert_eq!(id, Some(FrameId::Number(7)), "the id comes back");
        }
    }

    #[test]
    fn only_an_object_has_an_id() {
        assert_eq!(ClientFrame::id_in("[7]"), None);
        assert_eq!(ClientFrame::id_in(r#"{"id":[7]}"#), None);
        assert_eq!(ClientFrame::id_in(r#"{"x":1,"id":"a"}"#), Some(FrameId::Text("a".into())));
    }

    #[test]
    fn a_long_complaint_is_cut() {
        let text = format!(r#"{{"type":"{}"}}"#, "x".repeat(3000));
        let FrameError::BadMessage { detail, .. } = bad(&text) else { panic!("a message") };
        assert!(detail.chars().count() <= DETAIL_CHARS);
    }

    #[test]
    fn deep_nesting_is_refused_and_does_no_harm() {
        assert!(ClientFrame::parse(&"[".repeat(4096)).is_err());
        assert!(ClientFrame::parse(&"{\"a\":".repeat(800)).is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics_the_parser(text in any::<String>()) {
            let _ = ClientFrame::parse(&text);
        }

        #[test]
        fn a_move_survives_the_wire(cell in any::<u32>(), ply in any::<Option<u32>>(), game in any::<Option<u32>>(), id in any::<Option<u64>>()) {
            let frame = ClientFrame {
                id: id.map(FrameId::Number),
                message: ClientMessage::Move(Move { cell, ply, game }),
            };
            prop_assert_eq!(ClientFrame::parse(&frame.to_json()).unwrap(), frame);
        }
    }
}
