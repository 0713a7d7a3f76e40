//! The `text` face: sentences and a prompt. No borders, no colours, no cursor movement, so that it reads
//! well aloud, over slow links and on any terminal.
//!
//! * `apart`: waiting, losing the connection, and leaving.
//! * `grid`: boards as aligned characters.
//! * `ending`: how a game ended, in a sentence.
//! * `analysis`: hints and reviews, in sentences.

mod analysis;
mod apart;
mod ending;
mod grid;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use tictactoe_protocol::snapshot::{Player, PlayerKind, Presence, Reason};
use tictactoe_protocol::values::{Mark, Rules};

use crate::app::App;
use crate::app::change::Change;
use crate::app::command::WORDS;
use crate::app::notice::{NextOptions, Notice, Question};
use crate::app::view::{Perspective, View, Who};
use crate::phrase::one_of;
use crate::sanitize::sanitize;
pub(crate) use apart::still_trying;

/// What shows that a line may be typed.
pub(crate) const PROMPT: &str = "> ";

/// A seat of an earlier run has been taken again.
pub(crate) const RETAKEN: &str =
    "You have a seat in a game that is on: taking it again. (--new starts another.)";

/// The offer of a rematch is open.
const ASKED: &str = "You asked for a rematch: wait for the answer.";

/// The words for a notice, each line with its end.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    let said = match notice {
        Notice::Connected(_) => "Connected.".to_owned(),
        Notice::Waiting(waiting) => apart::wait_for(waiting),
        Notice::Refused(refused) => sanitize(&refused.message),
        Notice::Declined(declined) => declined.to_string(),
        Notice::Busy => "The server is busy: it is asked again and again.".to_owned(),
        Notice::Forgotten(refused) => apart::forgotten(refused, app.next_options()),
        Notice::Lost { cause } => format!("Connection lost ({cause}). Coming back …"),
        Notice::Retry { cause, wait, tries } => still_trying(cause, *wait, *tries)
            .map_or_else(String::new, |trying| format!("{trying} Type quit to leave.")),
        Notice::Back if app.view().is_some() => "Back in the match.".to_owned(),
        Notice::Back => "Connected again.".to_owned(),
        Notice::SeatKept => "Your seat is kept for a while: start tictactoe again to take it.".to_owned(),
        Notice::Retaken { has_ended: false } => RETAKEN.to_owned(),
        Notice::Retaken { has_ended: true } => {
            "The game in which you had a seat has ended meanwhile.".to_owned()
        }
        Notice::TimeShort(seconds) => format!("{seconds} s left to move."),
        Notice::ReviewLater => "The review comes when the game is over.".to_owned(),
        Notice::Thinking => "The computer is still thinking.".to_owned(),
        Notice::Help => help(),
        Notice::Ask(Question::Resign) => "Give this game up? y or n".to_owned(),
        Notice::Ask(Question::New | Question::Quit) => apart::leaving(app.view()).to_owned(),
        // The game that follows says more; so do the last two lines of the run.
        Notice::Seated(_) | Notice::Closing(_) => return String::new(),
        Notice::Match(_)
        | Notice::AsBefore
        | Notice::Board
        | Notice::Moves
        | Notice::Hint(_)
        | Notice::Review(_) => {
            app.view().map_or_else(String::new, |view| about_match(notice, view, app.next_options()))
        }
    };
    if said.is_empty() { said } else { said + "\n" }
}

/// How the game ended, and the score; none while it is on.
pub(crate) fn result(view: &View) -> Option<String> {
    ending::result(view)
}

fn about_match(notice: &Notice, view: &View, next_options: NextOptions) -> String {
    match notice {
        Notice::Match(change) => tell(*change, view, next_options),
        Notice::AsBefore => match view.snapshot().turn {
            // On the viewer's own turn, and for others before each, the board is told with it.
            Some(mark) if matches!(view.perspective(), Perspective::Player(_)) && view.mover().is_none() => {
                format!("{}\n{}", grid::numbered(view), their_turn(view, &name(view, mark)))
            }
            Some(mark) => turn(view, mark),
            None if view.has_offered() && view.snapshot().rematch.open => ASKED.to_owned(),
            None => ending::ways_on(next_options),
        },
        Notice::Moves => moves(view),
        Notice::Hint(hint) => analysis::hint(view, hint),
        Notice::Review(review) => analysis::review(view, review),
        _ if view.is_numbered() => grid::rows(view),
        _ => grid::numbered(view),
    }
}

fn tell(change: Change, view: &View, next_options: NextOptions) -> String {
    match change {
        Change::Began => began(view),
        Change::Moved { mark, cell, .. } => {
            let (row, column) = view.row_column(cell);
            format!("{} played {} (row {row}, column {column}).", subject(view, mark), view.label(cell))
        }
        Change::Away(mark) => away(view, mark),
        Change::Back(mark) => format!("{} is back.", name(view, mark)),
        Change::Left { mark, after_the_end: true } => {
            format!("{} left. {}", name(view, mark), ending::ways_on(next_options)).trim_end().to_owned()
        }
        // The end of the game, told next, says what can be done.
        Change::Left { mark, .. } => left_the_game(view, mark),
        Change::Turn(mark) => turn(view, mark),
        Change::Over if view.is_cancelled_without_opponent() => ending::cancelled(view),
        Change::Over => format!("{}\n{}", grid::numbered(view), ending::over(view, next_options)),
        Change::Offered(mark) => offered(view, mark, next_options),
    }
}

/// Whole seconds, so that none are left when none are said.
const fn seconds(ms: u64) -> u64 {
    ms.div_ceil(1000)
}

fn began(view: &View) -> String {
    let snapshot = view.snapshot();
    let (x, o) = (introduce(view.player(Mark::X)), introduce(view.player(Mark::O)));
    let who = match view.perspective() {
        Perspective::Player(Mark::X) => format!("You are X, {o} is O."),
        Perspective::Player(Mark::O) => format!("You are O, {x} is X."),
        Perspective::Spectator | Perspective::Both => format!("{x} is X, {o} is O."),
    };
    let board = match snapshot.rules {
        rules if rules == Rules::default() => String::new(),
        rules => format!(" The board is {rules}."),
    };
    let watching = if view.perspective() == Perspective::Spectator {
        " You are watching: type quit to leave."
    } else {
        ""
    };
    // Whoever comes back into a game while the other is to move sees the board only here.
    let is_theirs =
        matches!(view.perspective(), Perspective::Player(_)) && view.mover().is_none() && !view.is_over();
    let position =
        if is_theirs && snapshot.ply > 0 { format!("\n{}", grid::numbered(view)) } else { String::new() };
    let id = sanitize(&snapshot.match_id.0);
    format!("Game {} of match {id}. {who}{board}{watching}{position}", snapshot.game)
}

/// A player's name, and for the computer how well it plays.
fn introduce(player: &Player) -> String {
    match (player.kind, player.level) {
        (PlayerKind::Bot, _) => format!("{} (bot)", name_of(player)),
        (_, Some(level)) => format!("{} ({level})", player.name),
        _ => name_of(player).into_owned(),
    }
}

fn turn(view: &View, mark: Mark) -> String {
    let player = name(view, mark);
    if view.mover().is_none() {
        return match view.perspective() {
            Perspective::Spectator => format!("{}\n{mark} to move: {player}.", grid::numbered(view)),
            // Whoever does not begin has not yet seen the board.
            _ if view.snapshot().ply == 0 => {
                format!("{}\n{}", grid::numbered(view), their_turn(view, &player))
            }
            _ => their_turn(view, &player),
        };
    }
    let whose = match view.who(mark) {
        Who::You => format!("Your turn. You are {mark}."),
        _ => format!("{mark} to move: {player}."),
    };
    let time = view.snapshot().ms_left.map_or_else(String::new, |ms| format!(" {} s to move.", seconds(ms)));
    format!("{}\n{whose}{time} Type {}, or help.", grid::numbered(view), choices(view))
}

fn their_turn(view: &View, player: &str) -> String {
    let turn = match view.snapshot().ms_left {
        Some(ms) => format!("{player}'s turn, {} s to move.", seconds(ms)),
        None => format!("{player}'s turn."),
    };
    let is_there = view.snapshot().turn.is_none_or(|mark| view.player(mark).presence == Presence::Online);
    if is_there { turn } else { format!("{turn} {player} is not connected.") }
}

/// The clock goes on for a player who is not there.
fn away(view: &View, mark: Mark) -> String {
    let player = name(view, mark);
    match view.snapshot().ms_left.filter(|_| view.snapshot().turn == Some(mark)) {
        Some(ms) => {
            format!("{player} has lost the connection: {} s left to come back and move.", seconds(ms))
        }
        None => format!("{player} has lost the connection."),
    }
}

/// What may be typed to move.
fn choices(view: &View) -> String {
    if !view.is_numbered() {
        return "a column and a row, like b2".to_owned();
    }
    let labels: Vec<_> = view.snapshot().legal.iter().map(|&cell| view.label(cell)).collect();
    match labels.as_slice() {
        [] => "help".to_owned(),
        [first, .., last] if labels.len() == view.cells() => format!("a number from {first} to {last}"),
        labels => one_of(labels),
    }
}

fn left_the_game(view: &View, mark: Mark) -> String {
    let says_so = |reason| reason == Reason::Left || view.is_cancelled_without_opponent();
    if view.snapshot().result.as_ref().is_some_and(|result| says_so(result.reason)) {
        String::new()
    } else {
        format!("{} left.", name(view, mark))
    }
}

fn offered(view: &View, mark: Mark, next_options: NextOptions) -> String {
    match (view.who(mark), next_options) {
        (Who::You, _) => ASKED.to_owned(),
        (Who::Them, NextOptions::Choice { .. }) => {
            format!("{} wants a rematch: type r to accept.", name(view, mark))
        }
        _ => format!("{} wants a rematch.", name(view, mark)),
    }
}

fn moves(view: &View) -> String {
    match view.snapshot().legal.iter().map(|&cell| view.pair(cell)).collect::<Vec<_>>() {
        pairs if pairs.is_empty() => "There are no possible moves.".to_owned(),
        pairs => format!("Possible moves (row,column): {}", pairs.join(" ")),
    }
}

fn help() -> String {
    let squares = [
        ("5", "play square 5, in reading order"),
        ("b2", "play column b, row 2"),
        ("2,2", "play row 2, column 2"),
    ];
    let words = WORDS.iter().map(|word| (word.spelled.join(", "), word.meaning));
    squares
        .into_iter()
        .map(|(typed, meaning)| (typed.to_owned(), meaning))
        .chain(words)
        .map(|(typed, meaning)| format!("{typed:<12} {meaning}"))
        .collect::<Vec<_>>()
        .join("\n")
}

pub(crate) fn name(view: &View, mark: Mark) -> Cow<'_, str> {
    name_of(view.player(mark))
}

/// A player's name, in quotes where a sentence with it would seem to speak of the reader or of the computer.
fn name_of(player: &Player) -> Cow<'_, str> {
    let name = player.name.as_str();
    let small = name.to_lowercase();
    let misleads = small == "you" || small == "your" || small.starts_with("computer");
    if misleads && player.kind != PlayerKind::Computer { format!("\"{name}\"").into() } else { name.into() }
}

/// The player as the subject of a sentence.
fn subject(view: &View, mark: Mark) -> Cow<'_, str> {
    if view.who(mark) == Who::You { "You".into() } else { name(view, mark) }
}
