//! What happened between two snapshots of a match. A snapshot is state, and may stand for several moves.

use tictactoe_protocol::snapshot::{Presence, Rematch};
use tictactoe_protocol::values::Mark;

use super::view::View;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    // Or the client came to a running game.
    Began,
    // `ply` counts from 1.
    Moved { mark: Mark, cell: u8, ply: usize },
    // The player lost the connection.
    Away(Mark),
    Back(Mark),
    // For good.
    Left { mark: Mark, after_the_end: bool },
    Turn(Mark),
    Over,
    // A rematch.
    Offered(Mark),
    Declined(Mark),
    Withdrawn(Mark),
}

/// What happened since `before`, in the order of announcement.
pub(crate) fn changes(before: Option<&View>, after: &View) -> Vec<Change> {
    let before = before.filter(|before| is_same_game(before, after));
    let began = before.is_none().then_some(Change::Began);
    let presence = [Mark::X, Mark::O].into_iter().filter_map(|mark| presence(before, after, mark));
    let moves = new_moves(before, after);
    let offers = new_offers(before, after);
    began.into_iter().chain(moves).chain(presence).chain(progress(before, after)).chain(offers).collect()
}

fn is_same_game(before: &View, after: &View) -> bool {
    let (before, after) = (&before.snapshot, &after.snapshot);
    before.match_id == after.match_id && before.game == after.game
}

fn new_moves(before: Option<&View>, after: &View) -> impl Iterator<Item = Change> {
    let known = before.map_or(0, |before| before.snapshot.moves.len());
    let moves = (1..).zip(&after.snapshot.moves).skip(known);
    moves.filter_map(|(ply, &cell)| Some(Change::Moved { mark: after.mark_at(cell)?, cell, ply }))
}

/// A change of a player's connection; the viewer's own is announced elsewhere.
fn presence(before: Option<&View>, after: &View, mark: Mark) -> Option<Change> {
    if after.plays(mark) {
        return None;
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

fn progress(before: Option<&View>, after: &View) -> Option<Change> {
    let (was, now) = (before.map(|before| &before.snapshot), &after.snapshot);
    match now.turn {
        Some(mark) => {
            was.is_none_or(|was| was.turn != now.turn || was.ply != now.ply).then_some(Change::Turn(mark))
        }
        None => was.is_none_or(|was| was.result.is_none()).then_some(Change::Over),
    }
}

fn new_offers(before: Option<&View>, after: &View) -> impl Iterator<Item = Change> {
    let change = move |mark| {
        let was_offered = before.is_some_and(|before| before.offers_rematch(mark));
        let was_declined_by = before.and_then(|before| before.snapshot.rematch.declined_by);
        let &Rematch { open, declined_by, .. } = &after.snapshot.rematch;
        match (was_offered, after.offers_rematch(mark)) {
            (false, true) => Some(Change::Offered(mark)),
            (false, false) if declined_by == Some(mark) && was_declined_by != declined_by => {
                Some(Change::Declined(mark))
            }
            // Otherwise the offer ends because a player has left.
            (true, false) if open && declined_by.is_none() => Some(Change::Withdrawn(mark)),
            _ => None,
        }
    };
    // Two people at one keyboard have asked for it themselves.
    let is_news = after.you.is_some() || after.is_spectator;
    [Mark::X, Mark::O].into_iter().filter(move |_| is_news).filter_map(change)
}
