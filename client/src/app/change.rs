//! What happened between two snapshots of a match. A snapshot is state, and may stand for several moves.

use tictactoe_protocol::snapshot::{Presence, Rematch, Snapshot, Takeback};
use tictactoe_protocol::values::Mark;

use super::view::View;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    // Or the client came to a running game.
    Began,
    // `ply` counts from 1.
    Moved { mark: Mark, cell: u8, ply: usize },
    // So many moves are left; those that follow are new.
    TakenBack { ply: usize },
    // A player asks to take back the last move.
    TakebackAsked(Mark),
    TakebackDeclined(Mark),
    TakebackWithdrawn(Mark),
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
    let known = before.map_or(0, |before| kept_moves(before, after));
    let is_taken_back = before.is_some_and(|before| before.snapshot.takebacks != after.snapshot.takebacks);
    let taken_back = is_taken_back.then_some(Change::TakenBack { ply: known });
    let moves = new_moves(known, after);
    let offers = takeback(before, after).into_iter().chain(new_offers(before, after));
    let board = began.into_iter().chain(taken_back).chain(moves);
    board.chain(presence).chain(progress(before, after)).chain(offers).collect()
}

fn is_same_game(before: &View, after: &View) -> bool {
    let (before, after) = (&before.snapshot, &after.snapshot);
    before.match_id == after.match_id && before.game == after.game
}

/// How many of the moves known before are still on the board.
fn kept_moves(before: &View, after: &View) -> usize {
    if before.snapshot.takebacks == after.snapshot.takebacks {
        return before.snapshot.moves.len();
    }
    let pairs = before.snapshot.moves.iter().zip(&after.snapshot.moves);
    pairs.take_while(|(before, after)| before == after).count()
}

fn takeback(before: Option<&View>, after: &View) -> Option<Change> {
    let was = before.and_then(|before| before.snapshot.takeback);
    match (was, after.snapshot.takeback) {
        (was, now) if was == now => None,
        (_, Some(Takeback::AskedBy(mark))) => Some(Change::TakebackAsked(mark)),
        (_, Some(Takeback::DeclinedBy(mark))) => Some(Change::TakebackDeclined(mark)),
        (Some(Takeback::AskedBy(mark)), None) => {
            // Otherwise the request ended with a move, a takeback or the game.
            let is_same_position = before.is_some_and(|before| before.snapshot.moves == after.snapshot.moves);
            (is_same_position && !after.is_over()).then_some(Change::TakebackWithdrawn(mark))
        }
        _ => None,
    }
}

fn new_moves(known: usize, after: &View) -> impl Iterator<Item = Change> {
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
    let position = |snapshot: &Snapshot| (snapshot.turn, snapshot.ply, snapshot.takebacks);
    match now.turn {
        Some(mark) => was.is_none_or(|was| position(was) != position(now)).then_some(Change::Turn(mark)),
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
