//! What happened between two snapshots of a match.
//!
//! A snapshot is state, and one may stand for several moves: whoever tells people what happened compares it
//! with the one before.

use tictactoe_protocol::snapshot::Presence;
use tictactoe_protocol::values::Mark;

use super::view::{Perspective, View};

/// One thing that happened in the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// A game began, or was come upon.
    Began,
    /// A move was played.
    Moved {
        /// Who played it.
        mark: Mark,
        /// The cell, from 0.
        cell: u8,
        /// Which move of the game it was, from 1.
        ply: usize,
    },
    /// A player lost the connection.
    Away(Mark),
    /// A player is connected again.
    Back(Mark),
    /// A player left the match for good.
    Left {
        /// Who left.
        mark: Mark,
        /// Whether the game was over by then.
        after_the_end: bool,
    },
    /// It is this player's turn.
    Turn(Mark),
    /// The game is over.
    Over,
    /// A player asks for another game.
    Offered(Mark),
}

/// What happened since `before`, in the order in which it is told.
pub(crate) fn changes(before: Option<&View>, after: &View) -> Vec<Change> {
    let before = before.filter(|before| is_same_game(before, after));
    let mut told = Vec::new();
    if before.is_none() {
        told.push(Change::Began);
    }
    told.extend(new_moves(before, after));
    told.extend([Mark::X, Mark::O].into_iter().filter_map(|mark| presence(before, after, mark)));
    told.extend(progress(before, after));
    told.extend(new_offers(before, after));
    told
}

fn is_same_game(before: &View, after: &View) -> bool {
    let (before, after) = (before.snapshot(), after.snapshot());
    before.match_id == after.match_id && before.game == after.game
}

fn new_moves(before: Option<&View>, after: &View) -> impl Iterator<Item = Change> {
    let known = before.map_or(0, |before| before.snapshot().moves.len());
    after
        .snapshot()
        .moves
        .iter()
        .enumerate()
        .skip(known)
        .filter_map(|(index, &cell)| Some(Change::Moved { mark: after.mark_at(cell)?, cell, ply: index + 1 }))
}

/// What became of the connection of the player with `mark`. The viewer's own needs no telling.
fn presence(before: Option<&View>, after: &View, mark: Mark) -> Option<Change> {
    match after.perspective() {
        Perspective::Player(you) if you == mark => return None,
        Perspective::Both => return None,
        Perspective::Player(_) | Perspective::Spectator => {}
    }
    let was = before.map_or(Presence::Online, |before| before.player(mark).presence);
    match (was, after.player(mark).presence) {
        (Presence::Online | Presence::Away, Presence::Left) => {
            Some(Change::Left { mark, after_the_end: before.is_some_and(View::is_over) })
        }
        (Presence::Online, Presence::Away) => Some(Change::Away(mark)),
        (Presence::Away | Presence::Left, Presence::Online) => Some(Change::Back(mark)),
        _ => None,
    }
}

/// Whose turn it has become, or that the game is over.
fn progress(before: Option<&View>, after: &View) -> Option<Change> {
    let (was, now) = (before.map(View::snapshot), after.snapshot());
    match now.turn {
        Some(mark) => {
            was.is_none_or(|was| was.turn != now.turn || was.ply != now.ply).then_some(Change::Turn(mark))
        }
        None => was.is_none_or(|was| was.result.is_none()).then_some(Change::Over),
    }
}

fn new_offers(before: Option<&View>, after: &View) -> impl Iterator<Item = Change> {
    let had = move |mark| before.is_some_and(|before| before.snapshot().rematch.offers.contains(&mark));
    let has = |mark| after.snapshot().rematch.offers.contains(&mark);
    // Of two at one keyboard neither needs to be told what they asked for together.
    let told = !matches!(after.perspective(), Perspective::Both);
    [Mark::X, Mark::O].into_iter().filter(move |&mark| told && has(mark) && !had(mark)).map(Change::Offered)
}
