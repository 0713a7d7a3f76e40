//! From a problem to the refusal that says it: a stable code, a sentence, and what helps.

use std::time::Duration;

use tictactoe_engine as engine;
use tictactoe_protocol::client::FrameError;
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::text::TextError;
use tictactoe_protocol::words::{FrameId, MatchId};

use crate::record::{Record, Refusal};

/// Why a message was refused.
#[derive(Debug)]
pub enum Problem {
    /// It cannot be understood.
    Frame(FrameError),
    /// The name cannot be one.
    Name(TextError),
    /// The room cannot be one.
    Room(TextError),
    /// There is no such board.
    Rules(engine::RulesError),
    /// Somebody waits in the room for another board, this one.
    RoomRules(engine::Rules),
    /// Two people play in the room.
    RoomFull {
        /// The name of their match.
        match_id: String,
        /// Their names.
        names: [String; 2],
    },
    /// The match says no.
    Match(Refusal),
    /// The connection waits or plays already.
    AlreadySeated,
    /// The connection has no seat.
    NotSeated,
    /// There is no such match.
    NoSuchMatch,
    /// The ticket proves no seat.
    BadTicket,
    /// The computer has enough to think about.
    Busy,
    /// Too many messages; the next is welcome after this time.
    RateLimited(Duration),
    /// There are as many matches as there may be.
    Full,
    /// The store cannot be reached.
    Unavailable,
}

/// The refusal of a message with this id. `record` is the match that it was about, if there is one.
#[must_use]
pub fn refused(problem: &Problem, id: Option<FrameId>, record: Option<&Record>) -> Refused {
    let (code, message) = code_and_message(problem);
    let legal_helps = matches!(code, Code::Taken | Code::NoSuchCell);
    let legal = record.filter(|_| legal_helps).map(|record| super::cells(&record.legal_cells()));
    let wait_ms = match problem {
        Problem::RateLimited(wait) => Some(super::millis(*wait)),
        _ => None,
    };
    let match_id = match problem {
        Problem::RoomFull { match_id, .. } => Some(MatchId(match_id.clone())),
        _ => None,
    };
    Refused { id, code, message, legal, wait_ms, match_id }
}

fn code_and_message(problem: &Problem) -> (Code, String) {
    let (code, message) = match problem {
        Problem::Frame(FrameError::NotJson(detail)) => {
            return (Code::NotJson, format!("Not JSON: {detail}. Send one JSON object in each frame."));
        }
        Problem::Frame(FrameError::BadMessage { detail, .. }) => {
            return (Code::BadMessage, format!("Not a message of this protocol: {detail}."));
        }
        Problem::Name(error) => return (Code::BadName, format!("Not a name: {error}.")),
        Problem::Room(error) => return (Code::BadRoom, format!("Not a room: {error}.")),
        Problem::Rules(error) => return (Code::BadRules, error.to_string()),
        Problem::RoomRules(rules) => {
            let detail = format!("Somebody waits in this room to play on {rules}");
            return (Code::RoomRules, format!("{detail}: join without a board, or take another room."));
        }
        Problem::RoomFull { names: [one, other], .. } => {
            let detail = format!("{one} and {other} play in this room");
            return (Code::RoomFull, format!("{detail}: watch their match, or take another room."));
        }
        Problem::RateLimited(wait) => {
            return (Code::RateLimited, format!("Too many messages: wait {} ms.", wait.as_millis()));
        }
        Problem::Match(refusal) => of_match(*refusal),
        Problem::AlreadySeated => (Code::AlreadySeated, "You wait or play already: send leave first."),
        Problem::NotSeated => (Code::NotSeated, "You have no seat: send join or resume first."),
        Problem::NoSuchMatch => (Code::NoSuchMatch, "There is no such match, or it is no longer kept."),
        Problem::BadTicket => (Code::BadTicket, "This ticket proves no seat: send join for a new match."),
        Problem::Busy => (Code::Busy, "The computer is busy thinking: wait for its answer, or try again."),
        Problem::Full => (Code::Full, "This server keeps as many matches as it may: try again later."),
        Problem::Unavailable => {
            (Code::Unavailable, "The server cannot reach its store: try again in a moment.")
        }
    };
    (code, message.to_owned())
}

const fn of_match(refusal: Refusal) -> (Code, &'static str) {
    match refusal {
        Refusal::NotYourTurn => (Code::NotYourTurn, "It is the other player's turn: wait for your own."),
        Refusal::Taken => (Code::Taken, "That cell is taken: play an empty one."),
        Refusal::NoSuchCell => (Code::NoSuchCell, "The board has no such cell: play an empty one."),
        Refusal::Stale => (Code::Stale, "The position has changed since: look at the newest state."),
        Refusal::Ahead => (Code::Ahead, "That position has not come yet: look at the newest state."),
        Refusal::GameOver => (Code::GameOver, "The game is over: send rematch, or leave."),
        Refusal::GameOn => (Code::GameOn, "The game is still on: finish it or resign first."),
        Refusal::NoHints => (Code::NoHints, "There are no hints between two people: find your own move."),
        Refusal::OpponentLeft => (Code::OpponentLeft, "Your opponent has left: send leave, then join."),
        Refusal::Superseded => (Code::NotSeated, "Your seat was taken on a newer connection."),
        Refusal::Left => (Code::Left, "You have left this match: send join for a new one."),
    }
}
