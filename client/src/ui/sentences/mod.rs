//! The sentences that the text interface and the full screen share.
//!
//! Two kinds of sentences are elsewhere, beside their types: refused inputs ([`crate::app::notice::Declined`]) and
//! how a run ends ([`crate::failure`]).

mod analysis;
mod game;
mod notices;
mod result;
#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::time::Duration;

use tictactoe_protocol::arena::{Row, Standings};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::text::Name;
use unicode_truncate::UnicodeTruncateStr;
use unicode_width::UnicodeWidthStr;

use crate::app::Hosting;
use crate::app::notice::Question;
use crate::app::view::View;
use crate::discovery::LOCAL_NAME;
use crate::sanitize::sanitize;
pub(crate) use analysis::{win_to_show, worth_showing};
pub(crate) use game::{Answer, GameSentences, labelled, level_name, one_of, reaction_words};
pub(crate) use notices::notice;

pub(crate) const CONNECTED_AGAIN: &str = "Reconnected.";

pub(crate) fn connecting(to: &impl Display) -> String {
    format!("Connecting to {to}...")
}

pub(crate) fn waiting(arena: Option<&str>, room: Option<&str>) -> String {
    match (arena, room) {
        (Some(arena), _) => format!("Waiting in the arena {arena} for your next opponent"),
        (None, Some(room)) => format!("Waiting in room {room}"),
        (None, None) => "Waiting for an opponent".to_owned(),
    }
}

/// The server's sentence names messages of the protocol to a player who is set aside.
pub(crate) fn refusal(refused: &Refused, how: &str) -> String {
    if refused.code == Code::SetAside {
        return format!(
            "Two games in a row ended because of you before both players had moved, so you are not being paired. {how} \
             to play on."
        );
    }
    sanitize(&refused.message)
}

/// The time that is left of an arena.
pub(crate) fn time_left(ms: u64) -> String {
    if ms == 0 { "over".to_owned() } else { format!("{} min left", ms.div_ceil(60_000)) }
}

/// An arena, its best, and the player of this name, a line each.
pub(crate) fn standings(standings: &Standings, own: Option<&Name>) -> Vec<String> {
    const BEST: usize = 10;
    let is_own = |row: &Row| Some(&row.name) == own;
    let shown: Vec<_> =
        (1..).zip(&standings.rows).filter(|&(rank, row)| rank <= BEST || is_own(row)).collect();
    let others = standings.rows.len() - shown.len();
    let row = |(rank, row): (usize, &Row)| {
        let Row { name, points, wins, draws, losses, .. } = row;
        let (name, points) = (if is_own(row) { "You" } else { name.as_str() }, counted(*points, "point"));
        format!("{rank:>2}. {name}: {points} ({wins} won, {draws} drawn, {losses} lost)")
    };
    let others = (others > 0).then(|| format!("    and {}", counted(others, "other")));
    let title = format!("Arena {}: {}.", standings.arena, time_left(standings.ms_left));
    [title].into_iter().chain(shown.into_iter().map(row)).chain(others).collect()
}

/// Before the link that manages an arena.
pub(crate) const TO_MANAGE: &str = "To manage the arena (only for you), open";

pub(crate) fn computer_joins(seconds: u64) -> String {
    format!("The computer joins in {seconds} s.")
}

pub(crate) fn connection_lost(cause: &str) -> String {
    format!("Connection lost ({cause}). Reconnecting...")
}

pub(crate) fn still_trying(cause: &str) -> String {
    format!("Still no connection ({cause}). Reconnecting...")
}

pub(crate) fn reconnecting(wait: Duration) -> String {
    if wait.is_zero() {
        return "Reconnecting...".to_owned();
    }
    format!("Reconnecting in {} s", seconds(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)))
}

/// A question, with what a yes costs: a game is lost only once its player has moved in the match.
pub(crate) fn question(question: Question, view: Option<&View>, hosting: Option<&Hosting>) -> String {
    let cost = match view.and_then(|view| Some((view, view.you?))) {
        Some((view, you)) if !view.loses_by_leaving(you) => "This cancels the game.",
        Some(_) => "You will lose this game.",
        None => "This ends the game.",
    };
    match (question, hosting) {
        (Question::Resign, _) if view.is_some_and(|view| view.you.is_some() && !view.is_in_arena()) => {
            "Resign? You will lose this game.".to_owned()
        }
        (Question::Resign, _) => format!("Resign? {cost}"),
        (Question::New, _) => format!("New opponent? {cost}"),
        (Question::Quit, Some(Hosting::Private)) => "Leave? This game will not be saved.".to_owned(),
        (Question::Quit, Some(Hosting::Network { guests })) if !guests.is_empty() => {
            format!("Leave? You are hosting, so this ends the games of {}.", listed(guests))
        }
        (Question::Quit, _) => format!("Leave? {cost}"),
    }
}

/// As many names as can be read at a glance.
fn listed(names: &[String]) -> String {
    match names {
        [first @ .., last] if (1..3).contains(&first.len()) => format!("{} and {last}", first.join(", ")),
        [one, other, _, ..] => format!("{one}, {other} and {} others", names.len() - 2),
        names => names.concat(),
    }
}

/// A server has appeared.
pub(crate) fn found(name: &str, how: &str) -> String {
    if name == LOCAL_NAME {
        return format!("A server is running on this machine. {how} to play there.");
    }
    format!("{name} is hosting on this network. {how} to play there.")
}

/// What a host tells others, if the search works.
pub(crate) const HOW_OTHERS_JOIN: &str = "Others on this network just type: tictactoe";

/// The host has waited for long.
pub(crate) const NOBODY_CAME: &str = "Nobody yet? Others must be on this network (not a guest network), and this \
    machine's firewall must allow UDP 5353 and the port in the link. If they find nothing, send them the link.";

/// With a full stop, unless it ends with another sign.
pub(crate) fn as_sentence(text: String) -> String {
    if text.ends_with(['.', '!', '?']) { text } else { text + "." }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

/// Rounded up, so that "0 s" means that no time is left.
pub(crate) const fn seconds(ms: u64) -> u64 {
    ms.div_ceil(1000)
}

pub(crate) fn counted(count: impl TryInto<u64>, what: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// The text, or as much of its beginning as fits with a sign that something is left out.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let Some(room) = most.checked_sub(1) else { return String::new() };
    let (kept, _) = text.unicode_truncate(room);
    format!("{}…", kept.trim_end())
}
