//! The text interface: sentences, boards as characters, and a prompt. It has no borders, colours or cursor movement,
//! so that it reads well aloud, over slow links and on any terminal.

mod board;
#[cfg(test)]
mod tests;

use tictactoe_protocol::snapshot::Reason;
use tictactoe_protocol::values::Mark;

use crate::app::App;
use crate::app::change::Change;
use crate::app::command::WORDS;
use crate::app::notice::{NextOptions, Notice};
use crate::app::view::{Perspective, View};
use crate::ui::sentences::{self, ASKED, GameSentences, next_options, with_options};
pub(crate) use crate::ui::sentences::{RETAKEN, still_trying};

/// What shows that a line may be typed.
pub(crate) const PROMPT: &str = "> ";

/// The text for a notice, each line with its end.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    let text = match (notice, app.view()) {
        (Notice::Help, _) => help(),
        (Notice::Match(change), Some(view)) => announce(*change, view, app.next_options()),
        (Notice::AsBefore, Some(view)) => as_before(view, app.next_options()),
        (Notice::Moves, Some(view)) => possible_moves(view),
        (Notice::Board, Some(view)) if view.is_numbered() => board::rows(view),
        (Notice::Board, Some(view)) => board::with_labels(view),
        _ => sentences::notice(notice, app),
    };
    if text.is_empty() { text } else { text + "\n" }
}

/// How the game ended, and the score; none while it is on.
pub(crate) fn result(view: &View) -> Option<String> {
    GameSentences::new(view).result()
}

fn announce(change: Change, view: &View, options: NextOptions) -> String {
    let game = GameSentences::new(view);
    match change {
        // A player who comes back into a game while the other is to move sees the board only here.
        Change::Began if is_opponents_turn(view) && view.snapshot().ply > 0 => {
            format!("{}\n{}", game.began(), board::with_labels(view))
        }
        Change::Began => game.began(),
        Change::Moved { mark, cell, .. } => format!("{}.", game.played(mark, cell, true)),
        Change::Away(mark) => game.away(mark),
        Change::Back(mark) => game.back(mark),
        Change::Left { mark, after_the_end: true } => with_options(&game.left(mark), options),
        // The result, announced next, says why the game is over.
        Change::Left { .. } if is_over_by_leaving(view) => String::new(),
        Change::Left { mark, .. } => game.left(mark),
        // The player who does not begin has not yet seen the board.
        Change::Turn(mark) if is_opponents_turn(view) && view.snapshot().ply > 0 => game.turn(mark),
        Change::Turn(mark) => board_and_turn(view, mark),
        Change::Over if view.is_cancelled_without_opponent() => game.cancelled(),
        Change::Over => {
            let result = with_options(&game.result().unwrap_or_default(), options);
            format!("{}\n{result}", board::with_labels(view))
        }
        Change::Offered(mark) => game.rematch_offered(mark, options),
    }
}

fn as_before(view: &View, options: NextOptions) -> String {
    match view.snapshot().turn {
        Some(mark) => board_and_turn(view, mark),
        None if view.has_offered() && view.snapshot().rematch.open => format!("{ASKED}."),
        None => next_options(options),
    }
}

fn board_and_turn(view: &View, mark: Mark) -> String {
    format!("{}\n{}", board::with_labels(view), GameSentences::new(view).turn(mark))
}

fn is_opponents_turn(view: &View) -> bool {
    matches!(view.perspective(), Perspective::Player(_)) && view.mover().is_none() && !view.is_over()
}

fn is_over_by_leaving(view: &View) -> bool {
    let reason = view.snapshot().result.as_ref().map(|result| result.reason);
    reason == Some(Reason::Left) || view.is_cancelled_without_opponent()
}

fn possible_moves(view: &View) -> String {
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
    let squares = squares.map(|(typed, meaning)| (typed.to_owned(), meaning));
    let words = WORDS.iter().map(|word| (word.spelled.join(", "), word.meaning));
    let lines = squares.into_iter().chain(words).map(|(typed, meaning)| format!("{typed:<12} {meaning}"));
    lines.collect::<Vec<_>>().join("\n")
}
