//! From an error to the refusal that reports it: a stable code, a sentence, and hints for programs.

use std::borrow::Cow;
use std::time::Duration;

use thiserror::Error;
use tictactoe_protocol::client::FrameError;
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::values::{FrameId, MatchId};

use crate::matches::{MatchError, RoomFull};
use crate::record::{ArenaRefusal, Record, Refusal};
use crate::token_bucket::TooOften;

#[derive(Debug, Error)]
#[error("refused: {self:?}")]
pub enum RequestError {
    /// The message cannot be carried out as it is.
    Invalid(Code, Message),
    Match(#[from] MatchError),
    AlreadySeated,
    NotSeated,
    Busy,
}

impl RequestError {
    pub(super) fn invalid(code: Code, message: impl Into<Message>) -> Self {
        Self::Invalid(code, message.into())
    }
}

impl From<FrameError> for RequestError {
    fn from(error: FrameError) -> Self {
        match error {
            FrameError::NotJson(detail) => Self::invalid(
                Code::NotJson,
                format!("Not JSON: {detail}. Send one JSON object in each frame."),
            ),
            FrameError::BadMessage(detail) => {
                Self::invalid(Code::BadMessage, format!("Not a message of this protocol: {detail}."))
            }
        }
    }
}

impl From<TooOften> for RequestError {
    fn from(error: TooOften) -> Self {
        Self::Match(error.into())
    }
}

/// The sentence for people.
type Message = Cow<'static, str>;

/// When to try again to join a server with too many matches. Some of them have expired by then.
const RETRY_FULL: Duration = Duration::from_secs(10);

/// When a player of an arena may try again to take a place whose game is running.
const RETRY_PLAYING: Duration = Duration::from_secs(2);

/// The refusal of the message with this id. `record` is the match that it was about, if any.
pub fn refused(error: &RequestError, id: Option<FrameId>, record: Option<&Record>) -> Refused {
    let (code, message) = code_and_message(error);
    let legal_helps = matches!(code, Code::Taken | Code::Floating | Code::NoSuchCell);
    let legal = record.filter(|_| legal_helps).map(|record| super::cells(&record.legal_cells()));
    let retry_in_ms = match error {
        RequestError::Match(MatchError::TooOften(TooOften(wait))) => Some(super::millis(*wait)),
        RequestError::Match(MatchError::Full) => Some(super::millis(RETRY_FULL)),
        RequestError::Match(MatchError::Arena(ArenaRefusal::Playing)) => Some(super::millis(RETRY_PLAYING)),
        _ => None,
    };
    let match_id = match error {
        RequestError::Match(MatchError::RoomFull(full)) => Some(MatchId(full.match_id.as_str().to_owned())),
        _ => None,
    };
    Refused { id, code, message: message.into_owned(), legal, retry_in_ms, match_id }
}

fn code_and_message(error: &RequestError) -> (Code, Message) {
    match error {
        RequestError::Invalid(code, message) => (*code, message.clone()),
        RequestError::AlreadySeated => {
            (Code::AlreadySeated, "You are already waiting or playing. Send leave first.".into())
        }
        RequestError::NotSeated => (Code::NotSeated, "You have no seat. Send join or resume first.".into()),
        RequestError::Busy => {
            (Code::Busy, "The computer is still thinking. Wait for its answer, or try again.".into())
        }
        RequestError::Match(error) => of_match(error),
    }
}

fn of_match(error: &MatchError) -> (Code, Message) {
    let (code, message) = match error {
        MatchError::Refused(refusal) => return of_game(*refusal),
        MatchError::Arena(refusal) => return (code_of_arena(*refusal), refusal.to_string().into()),
        MatchError::TooOften(TooOften(wait)) => {
            return (Code::RateLimited, format!("Too many requests. Wait {} ms.", wait.as_millis()).into());
        }
        MatchError::RoomRules(terms) => {
            let detail = format!("The player waiting in this room wants {terms}");
            return (Code::RoomRules, format!("{detail}. Ask for the same, or choose another room.").into());
        }
        MatchError::RoomFull(RoomFull { names: [one, other], .. }) => {
            let detail = format!("{one} and {other} are playing in this room");
            return (Code::RoomFull, format!("{detail}. Watch their match, or choose another room.").into());
        }
        MatchError::NoSuchMatch => {
            (Code::NoSuchMatch, "This server does not have that match, or no longer keeps it.")
        }
        MatchError::BadTicket => (Code::BadTicket, "This ticket is not valid. Send join for a new match."),
        MatchError::Full => (Code::Full, "The server has reached its limit of matches. Try again later."),
        MatchError::Unavailable(_) | MatchError::Unknown(_) => {
            tracing::error!(%error, "cannot save a match");
            (Code::Unavailable, "The server cannot save right now. Try again in a moment.")
        }
    };
    (code, message.into())
}

fn of_game(refusal: Refusal) -> (Code, Message) {
    let (code, message) = match refusal {
        Refusal::NotYourTurn => (Code::NotYourTurn, "It is the other player's turn. Wait for your own."),
        Refusal::Taken => (Code::Taken, "That cell is taken. Play an empty one."),
        Refusal::Floating(lowest) => {
            let detail = format!("Marks fall in this game. Play cell {}", lowest.index());
            return (Code::Floating, format!("{detail}, the lowest empty one of its column.").into());
        }
        Refusal::NoSuchCell => (Code::NoSuchCell, "The board has no such cell. Play an empty one."),
        Refusal::Stale => (Code::Stale, "The position has changed. Read the newest state."),
        Refusal::Ahead => (Code::Ahead, "That position has not been reached yet. Read the newest state."),
        Refusal::GameOver => (Code::GameOver, "The game is over. Send rematch, or leave."),
        Refusal::GameOn => (Code::GameOn, "The game is still running. Finish it or resign first."),
        Refusal::NothingToTakeBack => {
            (Code::NothingToTakeBack, "There is no move to take back. Play one first.")
        }
        Refusal::NoHints => (Code::NoHints, "Hints are only for games against the computer."),
        Refusal::OpponentLeft => (Code::OpponentLeft, "Your opponent has left. Send leave, then join."),
        Refusal::OpponentPresent => {
            (Code::OpponentPresent, "Your opponent has not left the match. Send rematch, or leave.")
        }
        Refusal::Superseded => (Code::NotSeated, "Your game is open in another window or on another device."),
        Refusal::Left => (Code::Left, "You have left this match. Send join for a new one."),
    };
    (code, message.into())
}

const fn code_of_arena(refusal: ArenaRefusal) -> Code {
    match refusal {
        ArenaRefusal::Over | ArenaRefusal::Finished { .. } | ArenaRefusal::Removed => Code::ArenaOver,
        ArenaRefusal::NameTaken => Code::NameTaken,
        ArenaRefusal::Playing => Code::GameOn,
        ArenaRefusal::Full | ArenaRefusal::TooMany => Code::ArenaFull,
        ArenaRefusal::NoSuchArena => Code::NoSuchArena,
        ArenaRefusal::NameIsFixed | ArenaRefusal::NoSuchPlayer => Code::BadName,
        ArenaRefusal::OnlyFor { .. } => Code::WrongKind,
        ArenaRefusal::SetAside => Code::SetAside,
        ArenaRefusal::BadKey => Code::BadTicket,
    }
}
