//! Hints and reviews, in sentences.

use std::borrow::Cow;

use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};

use super::ending::within;
use super::name;
use crate::app::view::{Perspective, View};
use crate::phrase::one_of;

/// Up to so many squares are listed.
const LISTED: usize = 9;

/// What to play, and what comes of it.
pub(super) fn hint(view: &View, hint: &Hint) -> String {
    let squares = match hint.cells.as_slice() {
        &[cell] => with_place(view, cell),
        cells if cells.len() == view.snapshot().legal.len() => "any square".to_owned(),
        cells => list(view, cells),
    };
    format!("Hint: {squares}. {}", prospects(view, hint.worth))
}

fn prospects(view: &View, worth: Option<Worth>) -> String {
    let Some(Worth { value, distance }) = worth else {
        return "The best that was found: nothing is certain yet.".to_owned();
    };
    match (value, distance) {
        (0, _) => "It is a draw when both play their best.".to_owned(),
        (1.., Some(1)) => "You win at once.".to_owned(),
        (1.., Some(all)) => format!("You can win in {} of your moves, this one included.", all.div_ceil(2)),
        (1.., None) => "You can win.".to_owned(),
        (_, Some(2)) => format!("Whatever you play, {} can win with the next move.", opponent(view)),
        (_, Some(all)) => {
            let (them, theirs) = (opponent(view), all / 2);
            format!("Whatever you play, {them} can win in {theirs} of its moves; this holds out longest.")
        }
        (_, None) => format!("Whatever you play, {} can win.", opponent(view)),
    }
}

fn opponent(view: &View) -> Cow<'_, str> {
    match view.perspective() {
        Perspective::Player(you) => name(view, you.other()),
        Perspective::Spectator | Perspective::Both => "the opponent".into(),
    }
}

/// A line for each move, and where the game turned.
pub(super) fn review(view: &View, review: &Review) -> String {
    let title = format!("Review of game {}.", review.game);
    let moves = (1..).zip(&review.moves).map(|(number, reviewed)| about_move(view, number, reviewed));
    let lines = [title].into_iter().chain(moves).chain([summary(view, review)]);
    lines.collect::<Vec<_>>().join("\n")
}

fn about_move(view: &View, number: usize, reviewed: &ReviewedMove) -> String {
    let ReviewedMove { mark, cell, .. } = *reviewed;
    if let Some((before, after)) = lost(reviewed) {
        let (square, had) = (with_place(view, cell), result(before));
        let better = match reviewed.best.as_slice() {
            [] => String::new(),
            best => format!("; {} would have kept the {had}", list(view, best)),
        };
        let has = result(after);
        return format!(
            "Move {number}, {mark} at {square}: a mistake. It turned a {had} into a {has}{better}."
        );
    }
    let played = format!("Move {number}, {mark} at {}", view.label(cell));
    match remark(reviewed) {
        Some(remark) => format!("{played}: {remark}."),
        None if reviewed.best.is_empty() || reviewed.best.contains(&cell) => format!("{played}."),
        None => format!("{played}: {} looked best.", list(view, &reviewed.best)),
    }
}

/// The values before and after a mistake.
fn lost(reviewed: &ReviewedMove) -> Option<(i8, i8)> {
    let (before, after) = (reviewed.before?.value, reviewed.after?.value);
    reviewed.mistake.then_some((before, after))
}

/// What a move that lost nothing was worth.
const fn remark(reviewed: &ReviewedMove) -> Option<&'static str> {
    match (reviewed.before, reviewed.after) {
        (_, Some(Worth { value: 1, distance: Some(0) })) => Some("wins"),
        (Some(_), Some(Worth { value: 1, .. })) => Some("keeps the win"),
        (Some(_), Some(Worth { value: 0, .. })) => Some("keeps the draw"),
        (Some(_), Some(_)) => Some("lost in any case"),
        (None, Some(Worth { value: 1, .. })) => Some("a win from here on"),
        (None, Some(Worth { value: 0, .. })) => Some("a draw from here on"),
        (None, Some(_)) => Some("lost from here on"),
        (_, None) => None,
    }
}

const fn result(value: i8) -> &'static str {
    match value {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

fn summary(view: &View, review: &Review) -> String {
    let is_certain =
        review.moves.iter().all(|reviewed| reviewed.before.is_some() && reviewed.after.is_some());
    let certain = if is_certain { "" } else { "certain " };
    let moves = counted(review.moves.len(), "move");
    let mistakes: Vec<_> = (1..)
        .zip(&review.moves)
        .filter(|(_, reviewed)| reviewed.mistake)
        .map(|(number, reviewed)| format!("move {number} by {}", within(view, reviewed.mark)))
        .collect();
    match mistakes.len() {
        0 => format!("No {certain}mistakes in {moves}."),
        count => {
            format!("{} in {moves}: {}.", counted(count, &format!("{certain}mistake")), mistakes.join(", "))
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn with_place(view: &View, cell: u8) -> String {
    let (row, column) = view.row_column(cell);
    format!("{} (row {row}, column {column})", view.label(cell))
}

/// Squares to choose from. Of many the first are named: nor does a server name all of them.
fn list(view: &View, cells: &[u8]) -> String {
    let mut labels: Vec<_> = cells.iter().map(|&cell| view.label(cell)).collect();
    if labels.len() > LISTED {
        labels.truncate(LISTED - 1);
        labels.push("others".to_owned());
    }
    one_of(&labels)
}
