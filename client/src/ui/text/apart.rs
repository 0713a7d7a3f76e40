//! Without the match: waiting for one, losing the connection to it, and leaving it.

use std::time::Duration;

use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::values::Rules;

use super::{ending, seconds};
use crate::app::notice::NextOptions;
use crate::app::view::{Cost, View};
use crate::sanitize::sanitize;

/// So many tries to come back are told one by one.
const TOLD_TRIES: u32 = 5;

/// There is no opponent yet.
pub(super) fn wait_for(waiting: &Waiting) -> String {
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
    format!("{whom}{rules}.{computer} Type {}.", instead_of_waiting(waiting))
}

/// What can be typed meanwhile.
fn instead_of_waiting(waiting: &Waiting) -> &'static str {
    match (&waiting.room, waiting.computer_in_ms) {
        (_, Some(_)) => "computer to play it now, wait to wait for a person, or quit to leave",
        (None, None) => "computer to play it now, or quit to leave",
        _ => "quit to leave",
    }
}

/// The match is no longer kept.
pub(super) fn forgotten(refused: &Refused, next_options: NextOptions) -> String {
    let why = match refused.code {
        Code::NoSuchMatch => "The match is no longer kept.".to_owned(),
        _ => sanitize(&refused.message),
    };
    format!("{why} {}", ending::ways_on(next_options)).trim_end().to_owned()
}

/// Why a connection is not back after so many tries, and when the next one is. The first tries are told, and then
/// one in ten: the rest says nothing new.
pub(crate) fn still_trying(cause: &str, wait: Duration, tries: u32) -> Option<String> {
    let seconds = seconds(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    let is_told = tries <= TOLD_TRIES || tries.is_multiple_of(10);
    let next = if seconds == 0 { "now".to_owned() } else { format!("in {seconds} s") };
    is_told.then(|| format!("Still trying: {cause}. Next try {next}."))
}

/// What leaving costs, where that is sure. Whoever has not moved in any game of the match loses none.
pub(super) fn leaving(view: Option<&View>) -> &'static str {
    match view.map_or(Cost::Unsure, View::cost_of_leaving) {
        Cost::Lost => "Leave? The game is lost then. y or n",
        Cost::Cancelled => "Leave? The game is cancelled then. y or n",
        Cost::Unsure => "Leave? The game ends then. y or n",
    }
}
