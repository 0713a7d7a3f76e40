//! How a game ended, in a sentence.

use std::borrow::Cow;

use tictactoe_protocol::snapshot::{GameResult, Presence, Reason};
use tictactoe_protocol::values::Mark;

use super::{name, subject};
use crate::app::notice::NextOptions;
use crate::app::view::{Perspective, View, Who};

/// The result, the score and what can be done now.
pub(super) fn over(view: &View, next_options: NextOptions) -> String {
    let result = result(view).unwrap_or_default();
    format!("{result} {}", ways_on(next_options)).trim().to_owned()
}

/// The result and the score; none while the game is on.
pub(super) fn result(view: &View) -> Option<String> {
    let result = view.snapshot().result.as_ref()?;
    Some(format!("{} {}.", outcome(view, result), score(view)))
}

/// What can be done after a game.
pub(super) fn ways_on(next_options: NextOptions) -> String {
    let ways = match next_options {
        NextOptions::Choice { rematch, new, review } => {
            [(rematch, "r rematch"), (review, "v review"), (new, "n new opponent"), (true, "q quit")].to_vec()
        }
        NextOptions::Decided { review } => vec![(review, "v review")],
    };
    ways.into_iter().filter_map(|(can, way)| can.then_some(way)).collect::<Vec<_>>().join(", ")
}

/// Why the game does not count.
pub(super) fn cancelled(view: &View) -> String {
    let opponent = if let Perspective::Player(you) = view.perspective() { Some(you.other()) } else { None };
    let why = match opponent.map(|mark| (mark, view.player(mark).presence)) {
        Some((mark, Presence::Left))
            if view.snapshot().moves.iter().any(|&cell| view.mark_at(cell) == Some(mark)) =>
        {
            format!("{} left", name(view, mark))
        }
        Some((mark, Presence::Left)) => format!("{} left before moving", name(view, mark)),
        Some((mark, Presence::Away)) => format!("{} lost the connection", name(view, mark)),
        _ => "a player never moved".to_owned(),
    };
    format!("Game cancelled: {why}. It doesn't count.")
}

fn outcome(view: &View, result: &GameResult) -> String {
    let Some(winner) = result.winner else {
        return match result.reason {
            Reason::Cancelled => cancelled(view),
            _ => "A draw.".to_owned(),
        };
    };
    format!("{}.", won(view, result, winner))
}

fn won(view: &View, result: &GameResult, winner: Mark) -> String {
    let loser = winner.other();
    let they_won = format!("{} won", within(view, winner));
    match result.reason {
        Reason::Line => format!("{} won: {}", subject(view, winner), lines(view, result)),
        Reason::Resigned => format!("{} resigned: {they_won}", subject(view, loser)),
        Reason::Left => format!("{} left: {they_won}", subject(view, loser)),
        Reason::Time if view.who(loser) == Who::You => format!("Your time ran out: {they_won}"),
        Reason::Time => format!("{}'s time ran out: {they_won}", name(view, loser)),
        Reason::Full | Reason::Cancelled => format!("{} won", subject(view, winner)),
    }
}

/// The player within a sentence.
pub(super) fn within(view: &View, mark: Mark) -> Cow<'_, str> {
    if view.who(mark) == Who::You { "you".into() } else { name(view, mark) }
}

fn lines(view: &View, result: &GameResult) -> String {
    let line = |cells: &Vec<u8>| cells.iter().map(|&cell| view.label(cell)).collect::<Vec<_>>().join("-");
    result.lines.iter().map(line).collect::<Vec<_>>().join(" and ")
}

fn score(view: &View) -> String {
    let score = view.snapshot().score;
    let draws = if score.draws == 1 { "1 draw".to_owned() } else { format!("{} draws", score.draws) };
    match view.perspective() {
        Perspective::Player(you) => format!("Score {}-{}, {draws}", score.of(you), score.of(you.other())),
        Perspective::Spectator | Perspective::Both => {
            format!("Score {} {}, {} {}, {draws}", name(view, Mark::X), score.x, name(view, Mark::O), score.o)
        }
    }
}
