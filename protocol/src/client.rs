//! The frames that a client sends.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::arena::ArenaPlayers;
use crate::ticket::Ticket;
use crate::values::{BestOf, FrameId, Level, Mark, MarkPreference, MatchId, Opponent, Reaction, Rules};

/// One frame from a client: a message, and the id by which the client recognizes its receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(expecting = "an object with a `type`")]
pub struct ClientFrame {
    /// Asks for a receipt: `done` or `refused` carries the same id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<FrameId>,
    /// The message.
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// A message from a client. Unknown fields are refused, so that a misspelt one is not ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Asks for a match.
    Join(Join),
    /// Watches a match as a spectator.
    Watch(Watch),
    /// Takes a seat again, or the place in the queue, on a new connection.
    Resume(Resume),
    /// Plays a cell.
    Move(Move),
    /// Asks to take back the last move, or agrees to it.
    TakeBack(TakeBack),
    /// Offers another game, or accepts one.
    Rematch(NextGame),
    /// Declines the other player's takeback or offer of another game, or withdraws the player's own.
    Decline(InGame),
    /// Continues against the computer after the opponent has left for good.
    Continue(NextGame),
    /// Shows a reaction to everyone who sees the match.
    React(React),
    /// Changes the player's name, while waiting or playing.
    Rename(Rename),
    /// Resigns the game.
    Resign(InGame),
    /// Asks for the move that the computer would play: only against the computer, on the player's turn.
    Hint(InGame),
    /// Asks for the review of a finished game.
    Review(InGame),
    /// Leaves the match, the queue or the spectators. Leaving a running game loses it.
    Leave(Empty),
    /// Asks for the public matches and the players who wait.
    List(Empty),
    /// Asks for the table of an arena.
    Standings(AskStandings),
    /// Ends an arena, or removes or renames a player.
    ManageArena(ManageArena),
    /// Asks for a `pong`.
    Ping(Empty),
}

/// Asks for a match. Every field is optional.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Join {
    /// The player's name, as others see it. By default, the server makes one up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of the second player at the same keyboard: for the opponent `hotseat` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_name: Option<String>,
    /// A person or a program, as others see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<JoinKind>,
    /// The opponent: `any` by default, `human` by default in a room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Opponent>,
    /// The computer's level, if it is the opponent: `perfect` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The mark that the player prefers.
    pub mark: MarkPreference,
    /// The board. By default 3x3 with 3 in a row; in a room, the other player's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The cells of a game to go on with, in the order played: for the opponents `ai` and `hotseat` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<u8>>,
    /// How many games decide a series. By default there is none; in a room, the other player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_of: Option<BestOf>,
    /// A word that two people agreed on, or the word of a player who waits in the public list. The second player to
    /// name it plays the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Outside a room: the word of an earlier `waiting`, so that an invitation stays valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// An arena: a word under which everyone who is free is paired, again and again. The first player to name it opens it,
    /// with these `rules`, `minutes` and `players`; only `name`, `kind` and `place` count for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<String>,
    /// Takes a place in the arena again: the `place` of an earlier `waiting`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Ticket>,
    /// How many minutes a new arena lasts, from 1 to 1,440: 30 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// Who may take part in a new arena: `all` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<ArenaPlayers>,
}

/// A person or a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum JoinKind {
    /// A person.
    Person,
    /// A program that takes a seat as a player would.
    Bot,
}

/// Watches a match as a spectator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
}

/// Takes a seat again, or the place in the queue, on a new connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The ticket from `waiting` or `seated`.
    pub ticket: Ticket,
}

/// Plays a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The cell, numbered from 0 in reading order.
    pub cell: u32,
    /// The number of moves before this one; by default, the current number. Sending the same cell again with
    /// the same ply is harmless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The game of the match; by default, the current one. A resent move that names it cannot hit a later game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The number of takebacks in the game so far; by default, the current number. A resent move that names it is not
    /// played again after it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takebacks: Option<u32>,
}

/// Asks to take back a player's last move and the answer to it, if there is one; or agrees to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    /// The player whose move it is. With the opponent's mark, the message can only agree to the opponent's request. By
    /// default, it agrees to an open request, or asks for the player's own move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The game of the match; by default, the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The number of takebacks in the game so far; by default, the current number. A resent message that names it takes
    /// nothing back a second time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takebacks: Option<u32>,
}

/// A message about a game of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InGame {
    /// The game; by default, the current one. A resent message that names it cannot hit a later game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

/// Another game of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NextGame {
    /// The finished game; by default, the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The computer's level from then on, if it is the opponent. By default, a rematch keeps it, and `continue` takes
    /// `perfect`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

/// Shows a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct React {
    /// The reaction.
    pub reaction: Reaction,
}

/// Changes the player's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new name.
    pub name: String,
    /// In a hotseat match, the player whose name changes; by default, the first player. Ignored in other matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// Asks for the table of an arena.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskStandings {
    /// The word of the arena.
    pub arena: String,
}

/// Ends an arena, or removes or renames a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ManageArena {
    /// The word of the arena.
    pub arena: String,
    /// The `place` of the player who opened the arena.
    pub place: Ticket,
    /// The change.
    pub change: ArenaChange,
}

/// A change by the person who opened an arena.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ArenaChange {
    /// Ends the arena now. Games that are running are played to their end, and count.
    End,
    /// Removes the player with this name from the table, who is not paired any more.
    Remove(String),
    /// Renames a player.
    Rename {
        /// The present name.
        from: String,
        /// The new name.
        to: String,
    },
}

/// A message without fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Empty {}

/// Why a text is not a client's frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameError {
    /// The text is not JSON.
    NotJson(String),
    /// The JSON is not a message of this protocol.
    BadMessage(String),
}

impl From<ClientMessage> for ClientFrame {
    /// A frame without an id, which asks for no receipt.
    fn from(message: ClientMessage) -> Self {
        Self { id: None, message }
    }
}

impl ClientFrame {
    /// Parses a frame. White space around it is ignored.
    ///
    /// # Errors
    /// [`FrameError`], with a detail of bounded length.
    pub fn parse(text: &str) -> Result<Self, FrameError> {
        // The error's category would not do: numbers out of range and lone surrogates count as syntax errors.
        serde_json::from_str(text).map_err(|error| match serde_json::from_str::<IgnoredAny>(text) {
            Err(error) => FrameError::NotJson(detail(&error)),
            Ok(_) => FrameError::BadMessage(detail(&error)),
        })
    }

    /// The id of a frame that is refused before it is parsed, if it can be read.
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

/// The parser's error can quote the peer's own text. This much of it is enough to find the mistake.
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
    fn omitted_fields_take_their_defaults() {
        let frame = ClientFrame::parse(r#"{"type":"join"}"#).unwrap();
        assert_eq!(frame, ClientMessage::Join(Join::default()).into());
        let frame = ClientFrame::parse("{\"type\":\"move\",\"cell\":4}\n").unwrap();
        assert_eq!(
            frame,
            ClientMessage::Move(Move { cell: 4, ply: None, game: None, takebacks: None }).into()
        );
    }

    #[test]
    fn a_misspelt_field_is_refused_in_every_message() {
        let kinds = [
            "join",
            "watch",
            "resume",
            "move",
            "take_back",
            "rematch",
            "decline",
            "continue",
            "react",
            "rename",
            "resign",
            "hint",
            "review",
            "leave",
            "list",
            "ping",
        ];
        for kind in kinds {
            let text = format!(
                r#"{{"type":"{kind}","match":"m","ticket":"t","cell":1,"name":"A","reaction":"oops","colour":1,"id":7}}"#
            );
            assert!(matches!(bad(&text), FrameError::BadMessage(_)), "{kind}");
            assert_eq!(ClientFrame::id_in(&text), Some(FrameId::Number(7)), "the id can be read");
        }
        for text in [r#"{"type":"join","name":"\ud800"}"#, r#"{"type":"move","cell":1e999}"#, "[1,2]"] {
            assert!(matches!(bad(text), FrameError::BadMessage(_)), "{text}");
        }
        assert!(matches!(bad("[1,"), FrameError::NotJson(_)));
    }

    #[test]
    fn only_an_object_has_an_id() {
        assert_eq!(ClientFrame::id_in("[7]"), None);
        assert_eq!(ClientFrame::id_in(r#"{"id":[7]}"#), None);
        assert_eq!(ClientFrame::id_in(r#"{"x":1,"id":"a"}"#), Some(FrameId::Text("a".into())));
    }

    #[test]
    fn a_long_error_detail_is_truncated() {
        let text = format!(r#"{{"type":"{}"}}"#, "x".repeat(3000));
        let FrameError::BadMessage(detail) = bad(&text) else { panic!("a message") };
        assert!(detail.chars().count() <= DETAIL_CHARS);
    }

    proptest! {
        #[test]
        fn the_parser_never_panics(text in any::<String>()) {
            let _ = ClientFrame::parse(&text);
        }

        #[test]
        fn a_move_round_trips_through_json(cell in any::<u32>(), ply in any::<Option<u32>>(), game in any::<Option<u32>>(), takebacks in any::<Option<u32>>(), id in any::<Option<u64>>()) {
            let frame = ClientFrame {
                id: id.map(FrameId::Number),
                message: ClientMessage::Move(Move { cell, ply, game, takebacks }),
            };
            prop_assert_eq!(ClientFrame::parse(&frame.to_json()).unwrap(), frame);
        }
    }
}
