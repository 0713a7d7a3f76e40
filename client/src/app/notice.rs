//! What the core reports to the user interfaces.

use thiserror::Error;
use tictactoe_protocol::analysis::{Hint, Review};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::{Reacted, Waiting};
use tictactoe_protocol::text::{Name, TextError};
use tictactoe_protocol::values::Level;

use super::change::Change;
use crate::named_games::GameError;

/// The longest line that is read: as long as the longest message that a server accepts.
pub(crate) const LINE_BYTES: u64 = 4096;

/// Something that the player should know. What an interface says about the match is true of
/// [`super::App::view`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Notice {
    Waiting(Waiting),
    Match(Change),
    Refused(Refused),
    // The server is full, or too busy for a message, which is sent again.
    Busy(Code),
    // The server has forgotten the match, and the seat with it.
    Forgotten(Refused),
    Declined(Declined),
    // The connection is lost; the client reconnects. `cause` fits within a sentence, here and below.
    Lost { cause: String },
    // A try to reconnect has failed for another reason than the one before.
    Retry { cause: String },
    Back,
    // After `Back`: it is the same player's turn as before.
    AsBefore,
    // The seat cannot be saved, or has replaced that of an earlier run.
    Seat(String),
    // The seat of an earlier run.
    Retaken { has_ended: bool },
    // In seconds, for the player to move here.
    TimeShort(u64),
    Board,
    Moves,
    Hint(Hint),
    // The answer may take some seconds.
    Reviewing,
    Review(Review),
    // The newest table of the arena.
    Standings,
    // A move or a request has had no answer for some time.
    Unanswered,
    Renamed(Name),
    // From the next game against the computer on.
    Level(Level),
    Reacted(Reacted),
    // Whether the reactions of others are hidden from now on.
    Muted(bool),
    Help,
    Ask(Question),
    // A server of this name has appeared on the network.
    Found(String),
    // The host has waited for long.
    NobodyCame,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    Resign,
    New,
    Quit,
}

/// Why the client did not do what was asked: nothing was sent. The message is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Declined {
    #[error("That line is too long. Use at most {LINE_BYTES} bytes.")]
    TooLong,
    #[error("That line is not UTF-8. Type it again as UTF-8.")]
    NotUtf8,
    #[error("I don't understand `{0}`. Type a square, or help.")]
    Unknown(String),
    #[error("That name cannot be used ({0}).")]
    BadName(TextError),
    #[error("Type level easy, level casual, level hard or level perfect.")]
    BadLevel,
    #[error("Type react hello, nice_move, oops, thinking, thanks or good_game.")]
    BadReaction,
    #[error("No such game: {0}.")]
    BadGame(GameError),
    #[error("You are not in a game now.")]
    NoMatch,
    #[error("The server no longer has this match.")]
    Forgotten,
    #[error("The connection is lost. Wait until it is back.")]
    Lost,
    #[error("You are watching. Only the players can do that.")]
    Watching,
    #[error("Waiting for the server.")]
    Unanswered,
    #[error("{name} is thinking.")]
    NotYourTurn { name: String },
    #[error("That square is taken. Pick an empty one.")]
    Taken,
    #[error("That column is full. Pick another one.")]
    ColumnFull,
    #[error("There is no column {named}. The columns are 1 to {last}.")]
    NoSuchColumn { named: u32, last: u8 },
    #[error("There is no square {named}. Pick one from {first} to {last}.")]
    NoSuchSquare { named: String, first: String, last: String },
    #[error("The game is over.")]
    GameOver,
    #[error("The game is not over yet.")]
    GameOn,
    #[error("{name} has left.")]
    OpponentLeft { name: String },
    #[error("Rematch offered. Waiting for an answer...")]
    Asked,
    #[error("There is nothing to decline.")]
    NoOffer,
    #[error("You have no move to take back.")]
    NothingToTakeBack,
    #[error("This game cannot be continued.")]
    NotContinuable,
    #[error("Too many reactions. Wait a moment.")]
    TooManyReactions,
    #[error("Hints are only for games against the computer.")]
    NoHints,
    #[error("The computer is still thinking.")]
    Thinking,
    #[error("The next game has begun. Ask for a review before the rematch.")]
    ReviewPassed,
    #[error("There are no moves to review.")]
    NoMoves,
    #[error("You are not waiting for an opponent.")]
    NotWaiting,
    #[error("You are already waiting for a person.")]
    NoComputerComes,
    #[error("In an arena the server finds your opponents. To play anything else, quit first.")]
    InArena,
    #[error("The arena is over. Use q to leave.")]
    ArenaOver,
    #[error("With --hotseat, no one else can join.")]
    NobodyElse,
    #[error("This game is private. To play with others, quit and type tictactoe host.")]
    Private,
    #[error("No other server has been found.")]
    NoOtherServer,
    #[error("Please answer y or n.")]
    YesOrNo,
    #[error("The game has changed since the question. Nothing was done.")]
    Withdrawn,
}

impl Declined {
    /// It is time to choose what comes next.
    pub(crate) const fn is_between_games(&self) -> bool {
        matches!(self, Self::Forgotten | Self::GameOver | Self::OpponentLeft { .. })
    }
}
