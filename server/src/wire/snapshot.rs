//! From a record to the snapshot that one viewer may see.

use tictactoe_engine as engine;
use tictactoe_protocol::snapshot::{GameResult, Player, PlayerKind, Rematch, Score, Snapshot};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::words::{ByMark, Mark, MatchId};

use crate::record::{Holder, Presence, Record, Seat, SeatId, Stage, Timestamp};

/// Who looks at a match, and when.
#[derive(Debug, Clone, Copy)]
pub struct Viewer {
    /// The viewer's seat; `None` for a spectator.
    pub seat: Option<SeatId>,
    /// How many watch without a seat.
    pub watchers: u32,
    /// The time now.
    pub now: Timestamp,
}

/// The match as the viewer may see it.
#[must_use]
pub fn snapshot(id: &str, record: &Record, viewer: Viewer) -> Snapshot {
    let game = record.game();
    Snapshot {
        match_id: MatchId(id.to_owned()),
        seq: record.seq(),
        game: record.game_number(),
        rules: super::rules(game.rules()),
        board: game.board().rows(),
        moves: super::cells(game.cells()),
        legal: super::cells(&record.legal_cells()),
        turn: record.to_move().map(|seat| super::mark(record.mark_of(seat))),
        ply: super::count(game.ply()),
        you: viewer.seat.map(|seat| super::mark(record.mark_of(seat))),
        players: ByMark::each(|mark| player(seat(record, mark))),
        score: score(record),
        ms_left: record
            .deadline()
            .map(|deadline| super::millis(viewer.now.until(deadline).unwrap_or_default())),
        result: result(record),
        rematch: rematch(record),
        watchers: viewer.watchers,
        room: super::room(record.room()),
    }
}

/// The series so far.
pub(super) fn score(record: &Record) -> Score {
    let wins = |mark| seat(record, mark).wins;
    Score { x: wins(Mark::X), o: wins(Mark::O), draws: record.draws() }
}

/// Who has the mark in the present game.
pub(super) fn seat(record: &Record, mark: Mark) -> &Seat {
    record.seat(record.seat_of(super::engine_mark(mark)))
}

/// Who holds a seat.
pub(super) fn player(seat: &Seat) -> Player {
    let (kind, level) = match seat.holder {
        Holder::Person(_) => (PlayerKind::Person, None),
        Holder::Computer(level) => (PlayerKind::Computer, Some(super::level(level))),
    };
    let presence = seat.holder.presence();
    Player {
        name: Name::new(&seat.name).unwrap_or_default(),
        kind,
        level,
        connected: presence == Presence::Here,
        left: presence == Presence::Left,
    }
}

fn result(record: &Record) -> Option<GameResult> {
    let Stage::Over { ending, .. } = record.stage() else { return None };
    Some(super::history::result(*ending, record.game(), record.seat_of(engine::Mark::X)))
}

fn rematch(record: &Record) -> Rematch {
    let offers = match record.stage() {
        Stage::On { .. } => Vec::new(),
        Stage::Over { offers, .. } => SeatId::BOTH
            .into_iter()
            .filter(|&seat| *offers.get(seat))
            .map(|seat| super::mark(record.mark_of(seat)))
            .collect(),
    };
    Rematch { open: record.rematch_open(), offers }
}
