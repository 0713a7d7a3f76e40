//! What the core tells the faces.

use std::fmt;
use std::time::Duration;

use tictactoe_protocol::analysis::{Hint, Review};
use tictactoe_protocol::refusal::{Closing, Code, Refused};
use tictactoe_protocol::server::{Seated, Waiting, Welcome};

use super::change::Change;
use crate::app::command::LineError;
use crate::phrase::one_of;

/// Something to tell the person or the script. A face finds its words for it; what it says about the match
/// is true of [`super::App::view`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Notice {
    /// The server has answered.
    Connected(Welcome),
    /// There is no opponent yet.
    Waiting(Waiting),
    /// The player has a seat.
    Seated(Seated),
    /// Something happened in the match.
    Match(Change),
    /// The server refused a message.
    Refused(Refused),
    /// The server is too busy for a message, which is sent again.
    Busy,
    /// The server has forgotten the match, and the seat with it.
    Forgotten(Refused),
    /// The client itself would not do what was asked.
    Declined(Declined),
    /// The server is about to close the connection.
    Closing(Closing),
    /// The connection is lost; it is made again.
    Lost {
        /// Why, within a sentence.
        cause: String,
    },
    /// It could not be made yet.
    Retry {
        /// Why, within a sentence.
        cause: String,
        /// How long until the next try.
        wait: Duration,
        /// How many tries were made.
        tries: u32,
    },
    /// It is there again, with everything that was lost with it.
    Back,
    /// After that: whose turn it is has not changed.
    AsBefore,
    /// The run ends without a connection, and the seat stays the player's.
    SeatKept,
    /// The seat of an earlier run has been taken again.
    Retaken {
        /// Whether the game is over.
        has_ended: bool,
    },
    /// The player to move here has this many seconds left.
    TimeShort(u64),
    /// The board was asked for.
    Board,
    /// The possible moves were asked for.
    Moves,
    /// What the computer would play in the position that is on the board.
    Hint(Hint),
    /// What each move of the game that is over was worth.
    Review(Review),
    /// The review that was asked for comes when the game is over.
    ReviewLater,
    /// The computer still thinks about what it was asked.
    Thinking,
    /// The words were asked for.
    Help,
    /// Something needs a yes or a no.
    Ask(Question),
}

/// What is asked before it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// Give the game up?
    Resign,
    /// Leave a game that is on, for a new opponent?
    New,
    /// Leave a game that is on, and end?
    Quit,
}

/// What comes after a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextOptions {
    /// The person chooses.
    Choice {
        /// Whether a rematch is possible.
        rematch: bool,
        /// Whether a new opponent can be found.
        new: bool,
        /// Whether the game can be reviewed.
        review: bool,
    },
    /// Nobody has to choose: another game comes by itself, or the run ends.
    Decided {
        /// Whether the game can be reviewed meanwhile.
        review: bool,
    },
}

/// What to type now.
impl fmt::Display for NextOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Choice { rematch, new, review } = *self else {
            return f.write_str("wait for what follows, or type quit");
        };
        let words = [(rematch, "rematch"), (review, "review"), (new, "new"), (true, "quit")];
        let words: Vec<_> = words.into_iter().filter_map(|(can, word)| can.then_some(word)).collect();
        write!(f, "type {}", one_of(&words))
    }
}

/// Why the client did not do what was asked: nothing was sent. Its text is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Declined {
    /// The line could not be read.
    Unreadable(String),
    /// The line could not be taken in.
    BadLine(LineError),
    /// There is no match yet.
    NoMatch,
    /// There is no match any more. With what can be done.
    Forgotten(NextOptions),
    /// The connection is lost.
    Lost,
    /// Watchers do not play.
    Watching,
    /// The last message has not been answered.
    Unanswered,
    /// The other player is to move.
    NotYourTurn {
        /// That player's name.
        name: String,
    },
    /// The square has a mark already.
    Taken(String),
    /// The server does not list the square among the possible moves.
    NotLegal(String),
    /// The board has no such square.
    NoSuchSquare {
        /// As it was typed.
        named: String,
        /// The first square of the board.
        first: String,
        /// The last square of the board.
        last: String,
    },
    /// The game is over. With what can be done.
    GameOver(NextOptions),
    /// The game is still on.
    GameOn,
    /// The other player has left: no rematch.
    OpponentLeft,
    /// A rematch has been asked for already.
    Asked,
    /// Two people give each other no hints.
    NoHints,
    /// The computer has not answered the last question.
    Thinking,
    /// The review was of a game after which another has begun.
    ReviewPassed,
    /// Nobody has moved: there is nothing to review.
    NoMoves,
    /// The server knows neither hints nor reviews.
    NoAnalysis,
    /// Nobody waits for an opponent.
    NotWaiting,
    /// The computer is not coming anyway.
    NoComputerComes,
    /// Two people at one keyboard look for nobody else.
    NobodyElse,
    /// The question needs a yes or a no.
    YesOrNo,
    /// The answer to a question that has been taken back.
    Withdrawn,
}

impl Declined {
    /// The stable word for scripts: the server's own where it would have said the same.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) | Self::BadLine(_) | Self::YesOrNo => "unreadable",
            Self::NoMatch | Self::Forgotten(_) | Self::Watching => Code::NotSeated.word(),
            Self::Lost => "lost",
            Self::Unanswered => "unanswered",
            Self::NotYourTurn { .. } => Code::NotYourTurn.word(),
            Self::Taken(_) | Self::NotLegal(_) => Code::Taken.word(),
            Self::NoSuchSquare { .. } => Code::NoSuchCell.word(),
            Self::GameOver(_) => Code::GameOver.word(),
            Self::GameOn => Code::GameOn.word(),
            Self::OpponentLeft => Code::OpponentLeft.word(),
            Self::Asked => "asked",
            Self::NoHints => Code::NoHints.word(),
            Self::Thinking => Code::Busy.word(),
            Self::ReviewPassed => Code::Stale.word(),
            Self::NoMoves => "no_moves",
            Self::NoAnalysis => "no_analysis",
            Self::NotWaiting => "not_waiting",
            Self::NoComputerComes => "no_computer_comes",
            Self::NobodyElse => "nobody_else",
            Self::Withdrawn => "withdrawn",
        }
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(line) => write!(f, "`{line}` means nothing here: type a square, or help."),
            Self::BadLine(error) => write!(f, "Not read: {error}."),
            Self::Forgotten(next_options) => write!(f, "The match is no longer kept: {next_options}."),
            Self::NoMatch => f.write_str("There is no game yet: wait, or quit."),
            Self::Lost => f.write_str("The connection is lost: wait until it is back, or quit."),
            Self::Watching => f.write_str("You are watching: only the players can do that."),
            Self::Unanswered => f.write_str("The server has not answered yet: wait a moment."),
            Self::NotYourTurn { name } => write!(f, "It is {name}'s turn: wait for the move."),
            Self::Taken(square) => write!(f, "{square} is taken: pick an empty square."),
            Self::NotLegal(square) => write!(f, "{square} cannot be played now: type moves to see what can."),
            Self::NoSuchSquare { named, first, last } => {
                write!(f, "There is no square {named}: pick one from {first} to {last}.")
            }
            Self::GameOver(next_options) => write!(f, "The game is over: {next_options}."),
            Self::GameOn => f.write_str("The game is still on: finish it, or resign."),
            Self::OpponentLeft => f.write_str("Your opponent has left: type n for a new one."),
            Self::Asked => f.write_str("You have asked already: wait for the answer."),
            Self::NoHints => f.write_str("There are no hints between two people."),
            Self::ReviewPassed => {
                f.write_str("The review came when the next game had begun: ask before the rematch.")
            }
            Self::Thinking => f.write_str("The computer still thinks about what you asked: wait a moment."),
            Self::NoMoves => f.write_str("Nobody has moved: there is nothing to review."),
            Self::NoAnalysis => f.write_str("This server gives no hints and no reviews: it is too old."),
            Self::NotWaiting => f.write_str("You are not waiting for an opponent."),
            Self::NoComputerComes => f.write_str("You are waiting for a person already."),
            Self::NobodyElse => f.write_str("There are only the two of you, and nobody else is looked for."),
            Self::YesOrNo => f.write_str("Please answer y or n."),
            Self::Withdrawn => f.write_str("Nothing was done: things have changed since you were asked."),
        }
    }
}
