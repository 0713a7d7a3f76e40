//! What happened between two snapshots of a match. A snapshot is state, and may stand for several moves.

use tictactoe_protocol::snapshot::{Presence, Snapshot};
use tictactoe_protocol::values::Mark;

use super::view::{Offer, View};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    // Or the client came to a running game.
    Began,
    Moved { mark: Mark, cell: u8 },
    // So many moves are left; those that follow are new.
    TakenBack { ply: usize },
    // The player lost the connection.
    Away(Mark),
    Back(Mark),
    // For good.
    Left { mark: Mark, after_the_end: bool },
    Turn,
    Over,
    Offer { offer: Offer, step: OfferStep, by: Mark },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfferStep {
    Asked,
    Declined,
    Withdrawn,
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
    let board = began.into_iter().chain(taken_back).chain(moves);
    board.chain(presence).chain(progress(before, after)).chain(offers(before, after)).collect()
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

fn new_moves(known: usize, after: &View) -> impl Iterator<Item = Change> {
    let moves = after.snapshot.moves.iter().skip(known);
    moves.filter_map(|&cell| Some(Change::Moved { mark: after.mark_at(cell)?, cell }))
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
        // After a game of an arena, the server shows its players as online until they leave.
        (_, Presence::Online) if after.is_in_arena() && after.is_over() => None,
        (Presence::Away | Presence::Left, Presence::Online) => Some(Change::Back(mark)),
        _ => None,
    }
}

fn progress(before: Option<&View>, after: &View) -> Option<Change> {
    let (was, now) = (before.map(|before| &before.snapshot), &after.snapshot);
    let position = |snapshot: &Snapshot| (snapshot.turn, snapshot.ply, snapshot.takebacks);
    match now.turn {
        Some(_) => was.is_none_or(|was| position(was) != position(now)).then_some(Change::Turn),
        None => was.is_none_or(|was| was.result.is_none()).then_some(Change::Over),
    }
}

fn offers(before: Option<&View>, after: &View) -> impl Iterator<Item = Change> {
    // Two people at one keyboard have asked for it themselves.
    let is_news = after.you.is_some() || after.is_spectator;
    let pairs = [Offer::Takeback, Offer::Rematch].into_iter().filter(move |_| is_news);
    let pairs = pairs.flat_map(|offer| [Mark::X, Mark::O].map(|mark| (offer, mark)));
    pairs.filter_map(move |(offer, by)| {
        let step = offer_step(before, after, offer, by)?;
        Some(Change::Offer { offer, step, by })
    })
}

fn offer_step(before: Option<&View>, after: &View, offer: Offer, by: Mark) -> Option<OfferStep> {
    let was_declined_by = before.and_then(|before| before.declined_by(offer));
    let declined_by = after.declined_by(offer);
    let is_still_possible = match offer {
        Offer::Rematch => after.snapshot.rematch.open,
        // Otherwise the request ended with a move, a takeback or the game.
        Offer::Takeback => {
            let is_same = before.is_some_and(|before| before.snapshot.moves == after.snapshot.moves);
            is_same && !after.is_over() && after.snapshot.takeback.is_none()
        }
    };
    match (before.is_some_and(|before| before.asks(offer, by)), after.asks(offer, by)) {
        (false, true) => Some(OfferStep::Asked),
        (false, false) if declined_by == Some(by) && was_declined_by != declined_by => {
            Some(OfferStep::Declined)
        }
        (true, false) if is_still_possible && declined_by.is_none() => Some(OfferStep::Withdrawn),
        _ => None,
    }
}
