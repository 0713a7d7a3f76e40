//! The `state` frame: everything a screen needs about a match, as one viewer may see it.
//!
//! It is state, not events. A client that resumes, arrives late, spectates or lags draws the newest snapshot and is up
//! to date. A client computes nothing about the rules.

use serde::{Deserialize, Serialize};

use crate::text::{Name, Room};
use crate::values::{BestOf, ByMark, Level, Mark, MatchId, Rules};

/// A match as one viewer may see it. Cells are numbered from 0 in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    // These three stay first, in this order, because the server writes them for each viewer (`SHARED_HEAD`), and the
    // rest once.
    /// The mark that the viewer plays, or both; absent for a spectator.
    pub you: Option<You>,
    /// The remaining time of the player to move, in milliseconds; absent without a clock.
    pub ms_left: Option<u64>,
    /// The room in which the players met; absent for a spectator, who could take a seat with it.
    pub room: Option<Room>,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Increases with every change of the match. A client keeps the snapshot with the highest.
    pub seq: u64,
    /// The game of the match, from 1.
    pub game: u32,
    /// The board's size and how many in a row win.
    pub rules: Rules,
    /// The board's rows from the top: `X`, `O` and `_`.
    pub board: Vec<String>,
    /// The cells played, in order.
    pub moves: Vec<u8>,
    /// The legal cells in reading order; empty when the game is over.
    pub legal: Vec<u8>,
    /// The mark to move; absent when the game is over.
    pub turn: Option<Mark>,
    /// The number of moves played.
    pub ply: u32,
    /// The number of takebacks in this game.
    pub takebacks: u32,
    /// The request to take a move back; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Takeback>,
    /// The players by their marks in this game.
    pub players: ByMark<Player>,
    /// The score so far.
    pub score: Score,
    /// The series that `score` counts; absent if the players agreed on none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
    /// How the game ended; absent while it is running.
    pub result: Option<GameResult>,
    /// The offers of another game.
    pub rematch: Rematch,
    /// The opponent has left for good, and `continue` is possible.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub continuable: bool,
    /// The number of spectators.
    pub spectators: u32,
    /// The arena in which the match is played: after the game, both players look for other opponents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena: Option<Room>,
}

/// One of a match's two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The player's name, cleaned.
    pub name: Name,
    /// A person, a bot or the computer.
    pub kind: PlayerKind,
    /// The computer's level; absent for other players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The player's connection. The computer is always online.
    pub presence: Presence,
}

/// The mark that a viewer plays, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum You {
    /// X.
    X,
    /// O.
    O,
    /// Both marks: two people play on this connection.
    #[serde(rename = "both")]
    Both,
}

impl You {
    /// The viewer plays `mark`.
    #[must_use]
    pub const fn plays(self, mark: Mark) -> bool {
        matches!((self, mark), (Self::Both, _) | (Self::X, Mark::X) | (Self::O, Mark::O))
    }

    /// The viewer's only mark; `None` for both.
    #[must_use]
    pub const fn mark(self) -> Option<Mark> {
        match self {
            Self::X => Some(Mark::X),
            Self::O => Some(Mark::O),
            Self::Both => None,
        }
    }
}

impl From<Mark> for You {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::X => Self::X,
            Mark::O => Self::O,
        }
    }
}

/// The state of a player's connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Connected.
    Online,
    /// Not connected, and may return with the ticket.
    Away,
    /// Has left the match for good.
    Left,
}

/// The kind of player in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person.
    Person,
    /// A program that said so when it joined.
    Bot,
    /// The server's computer opponent.
    Computer,
}

/// Games won by the player who now has the mark, and games drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Won by the player who is X in this game.
    #[serde(rename = "X")]
    pub x: u32,
    /// Won by the player who is O in this game.
    #[serde(rename = "O")]
    pub o: u32,
    /// Drawn.
    pub draws: u32,
}

impl Score {
    /// Games won by the player who now has `mark`.
    #[must_use]
    pub const fn of(&self, mark: Mark) -> u32 {
        match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        }
    }
}

/// A request to take a move back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Takeback {
    /// The player whose last move is to be taken back, if the other player agrees.
    AskedBy(Mark),
    /// The player who declined the other's request, if nothing has happened since.
    DeclinedBy(Mark),
}

/// A series of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    /// How many games it has at most.
    pub best_of: BestOf,
    /// Who has won it; absent while it is undecided. The next game begins another series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<SeriesResult>,
}

/// How a series ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SeriesResult {
    /// Won by the player who is X in this game.
    X,
    /// Won by the player who is O in this game.
    O,
    /// All games are played, and both players have won equally many.
    #[serde(rename = "draw")]
    Draw,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameResult {
    /// The winner; absent after a draw or a cancelled game.
    pub winner: Option<Mark>,
    /// Why the game is over.
    pub reason: Reason,
    /// Every winning line, as its cells in ascending order; empty unless the reason is `line`.
    pub lines: Vec<Vec<u8>>,
    /// Who ended the game before it was played out; absent if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<EndedBy>,
}

/// The player who ended a game before it was played out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndedBy {
    /// The player's mark.
    pub mark: Mark,
    /// The cause.
    pub cause: Cause,
}

/// How a player ended a game before it was played out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The player resigned.
    Resigned,
    /// The player did not move in time.
    OutOfTime,
    /// The player left the match for good.
    Left,
    /// The player lost the connection and did not return in time.
    Disconnected,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The winner completed a line.
    Line,
    /// The board is full, which is a draw.
    Full,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    Time,
    /// The loser left.
    Left,
    /// A player was gone, or ran out of time, before a first move in the match. The game does not count.
    Cancelled,
}

/// The offers of another game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rematch {
    /// The game is over, and neither player has left the match.
    pub open: bool,
    /// The marks of the players who have offered another game.
    pub offers: Vec<Mark>,
    /// Who has declined the other player's offer, if there has been none since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined_by: Option<Mark>,
}
