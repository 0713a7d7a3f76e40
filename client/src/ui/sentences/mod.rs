//! What people read in the text interface and on the full screen: one function a sentence.
//!
//! Two kinds of sentences stand beside their types: what the client declines ([`crate::app::notice::Declined`]) and
//! how a run ends ([`crate::exit`]).

mod analysis;
mod game;
mod result;

use std::time::Duration;

use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server;
use tictactoe_protocol::values::Rules;

use crate::app::App;
use crate::app::notice::{NextOptions, Notice, Question};
use crate::app::view::{Cost, View};
use crate::sanitize::sanitize;
pub(crate) use game::{GameSentences, introduction};
pub(crate) use result::{draws, next_options, with_options};

/// The seat of an earlier run has been taken again.
pub(crate) const RETAKEN: &str =
    "You have a seat in a game that is on: taking it again. (--new starts another.)";

pub(crate) const CONNECTED_AGAIN: &str = "Connected again.";

/// A rematch was offered and not yet accepted.
pub(crate) const ASKED: &str = "You asked for a rematch: wait for the answer";

/// A move is on its way to the server.
pub(crate) const MOVE_SENT: &str = "Move sent";

/// Up to this number, each failed attempt to reconnect is announced; after it one in ten.
const ANNOUNCED_TRIES: u32 = 5;

/// The sentence for a notice; empty where there is none, or where it comes with a board.
pub(crate) fn notice(notice: &Notice, app: &App) -> String {
    let sentence = match (notice, app.view()) {
        (Notice::Connected(_), _) => "Connected.",
        (Notice::Waiting(waiting), _) => return waiting_for_opponent(waiting),
        (Notice::Refused(refused), _) => return sanitize(&refused.message),
        (Notice::Declined(declined), _) => return declined.to_string(),
        (Notice::Busy, _) => "The server is busy: it is asked again and again.",
        (Notice::Forgotten(refused), _) => return match_gone(refused, app.next_options()),
        (Notice::Lost { cause }, _) => return connection_lost(cause),
        (Notice::Retry { cause, wait, tries }, _) => match still_trying(cause, *wait, *tries) {
            Some(trying) => return format!("{trying} Type quit to leave."),
            None => "",
        },
        (Notice::Back, Some(_)) => "Back in the match.",
        (Notice::Back, None) => CONNECTED_AGAIN,
        (Notice::SeatKept, _) => "Your seat is kept for a while: start tictactoe again to take it.",
        (Notice::Retaken { has_ended: false }, _) => RETAKEN,
        (Notice::Retaken { has_ended: true }, _) => "The game in which you had a seat has ended meanwhile.",
        (Notice::TimeShort(seconds), _) => return format!("{seconds} s left to move."),
        (Notice::Hint(hint), Some(view)) => return GameSentences::new(view).hint(hint),
        (Notice::Review(review), Some(view)) => return GameSentences::new(view).review(review),
        (Notice::ReviewLater, _) => "The review comes when the game is over.",
        (Notice::Thinking, _) => "The computer is still thinking.",
        (Notice::Ask(Question::Resign), _) => "Give this game up? y or n",
        (Notice::Ask(Question::New | Question::Quit), view) => {
            return format!("{} y or n", question(Question::Quit, view));
        }
        // The game that follows says more than `seated`, the last lines of the run more than `closing`.
        (
            Notice::Seated(_)
            | Notice::Closing(_)
            | Notice::Match(_)
            | Notice::AsBefore
            | Notice::Board
            | Notice::Moves
            | Notice::Help
            | Notice::Hint(_)
            | Notice::Review(_),
            _,
        ) => "",
    };
    sentence.to_owned()
}

fn waiting_for_opponent(waiting: &server::Waiting) -> String {
    let whom = match &waiting.room {
        Some(room) => format!("Waiting in room {room} for the other player"),
        None => "Waiting for an opponent".to_owned(),
    };
    let rules = match (waiting.rules, &waiting.room) {
        (rules, _) if rules == Rules::default() => String::new(),
        (rules, Some(_)) => format!(", on {rules}"),
        (rules, None) => format!(", on {rules}: they must ask for the same"),
    };
    let computer = match waiting.computer_in_ms {
        Some(ms) => format!(" The computer joins in {} s.", seconds(ms)),
        None => String::new(),
    };
    let instead = match (&waiting.room, waiting.computer_in_ms) {
        (_, Some(_)) => "computer to play it now, wait to wait for a person, or quit to leave",
        (None, None) => "computer to play it now, or quit to leave",
        (Some(_), None) => "quit to leave",
    };
    format!("{whom}{rules}.{computer} Type {instead}.")
}

fn match_gone(refused: &Refused, options: NextOptions) -> String {
    let why = match refused.code {
        Code::NoSuchMatch => "The match is no longer kept.".to_owned(),
        _ => sanitize(&refused.message),
    };
    with_options(&why, options)
}

pub(crate) fn connection_lost(cause: &str) -> String {
    format!("Connection lost ({cause}). Coming back …")
}

/// A failed attempt to reconnect; `None` when this one is not announced.
pub(crate) fn still_trying(cause: &str, wait: Duration, tries: u32) -> Option<String> {
    let seconds = seconds(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    let next = if seconds == 0 { "now".to_owned() } else { format!("in {seconds} s") };
    let is_announced = tries <= ANNOUNCED_TRIES || tries.is_multiple_of(10);
    is_announced.then(|| format!("Still trying: {cause}. Next try {next}."))
}

/// The same on the full screen.
pub(crate) fn reconnecting(tries: u32, wait: Duration) -> String {
    format!("Reconnecting, {}", next_try(tries, wait))
}

pub(crate) fn next_try(tries: u32, wait: Duration) -> String {
    let number = tries.saturating_add(1);
    if wait.is_zero() {
        format!("try {number}, now")
    } else {
        format!("try {number}, {:.1} s", wait.as_secs_f64())
    }
}

/// A question, with what a yes costs.
pub(crate) fn question(question: Question, view: Option<&View>) -> &'static str {
    match (question, view.map_or(Cost::Unsure, View::cost_of_leaving)) {
        (Question::Resign, _) => "Give this game up?",
        (Question::New, Cost::Lost) => "New opponent? The game is lost then.",
        (Question::New, Cost::Cancelled) => "New opponent? The game is cancelled then.",
        (Question::New, Cost::Unsure) => "New opponent? The game ends then.",
        (Question::Quit, Cost::Lost) => "Leave? The game is lost then.",
        (Question::Quit, Cost::Cancelled) => "Leave? The game is cancelled then.",
        (Question::Quit, Cost::Unsure) => "Leave? The game ends then.",
    }
}

/// Rounded up, so that "0 s" means that no time is left.
const fn seconds(ms: u64) -> u64 {
    ms.div_ceil(1000)
}

fn counted(count: impl TryInto<u64>, what: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
