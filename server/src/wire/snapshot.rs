//! From a record to its snapshot: encoded once for all viewers, then completed for each of them.

use std::sync::Arc;

use tictactoe_engine as engine;
use tictactoe_engine::{Game, Outcome};
use tictactoe_protocol::history::PlayerIdentity;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{
    Cause, EndedBy, GameResult, Player, PlayerKind, Presence, Reason, Rematch, Score, Series, SeriesResult,
    Snapshot, Takeback, You,
};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::to_json;
use tictactoe_protocol::values::{self, BestOf, ByMark, Mark};

use crate::record::{
    self, EndReason, Ending, MatchId, PastPlayer, Proposal, Record, SeatId, Seats, Stage, Timestamp,
};

/// How a `state` frame begins before the fields that depend on the viewer are filled in.
const SHARED_HEAD: &str = r#"{"type":"state","you":null,"ms_left":null,"room":null"#;

/// The `state` frame of a record without its head: the same for all viewers.
pub fn shared_rest(id: &MatchId, record: &Record, spectators: u32) -> Arc<str> {
    let frame = ServerMessage::State(Box::new(snapshot(id, record, spectators))).to_json();
    let rest = frame.strip_prefix(SHARED_HEAD);
    debug_assert!(rest.is_some(), "the fields of a snapshot are in another order");
    rest.unwrap_or_default().into()
}

/// The frame for one viewer; `seats` is `None` for a spectator.
pub fn frame_for(shared_rest: &str, record: &Record, seats: Option<Seats>, now: Timestamp) -> String {
    // The word of a room gives a seat in its next match, so spectators must not see it.
    let room = seats.and_then(|_| super::room(record.room.as_deref()));
    let [you, ms_left, room] = [to_json(&you(record, seats)), to_json(&ms_left(record, now)), to_json(&room)];
    // `concat` allocates exactly this length. Spare capacity would cost another allocation when the text is sent.
    let head = r#"{"type":"state","you":"#;
    [head, &you, r#","ms_left":"#, &ms_left, r#","room":"#, &room, shared_rest].concat()
}

/// The part that is the same for all viewers: without `you`, `ms_left` and `room`.
fn snapshot(id: &MatchId, record: &Record, spectators: u32) -> Snapshot {
    let game = &record.game;
    let result = match &record.stage {
        Stage::On { .. } => None,
        Stage::Over { ending, .. } => Some(result(*ending, game, record.seat_of(engine::Mark::X))),
    };
    let ended_by = result.as_ref().and_then(|result| result.ended_by);
    Snapshot {
        match_id: values::MatchId(id.as_str().to_owned()),
        seq: record.seq,
        game: record.game_number,
        rules: super::rules(game.rules()),
        board: game.board().rows(),
        moves: super::cells(game.cells()),
        legal: super::cells(&record.legal_cells()),
        turn: record.to_move().map(|seat| super::mark(record.mark_of(seat))),
        ply: super::count(game.ply()),
        takebacks: record.takebacks,
        takeback: takeback(record),
        you: None,
        players: ByMark::each(|mark| player(record, mark, ended_by)),
        score: score(record),
        series: series(record),
        ms_left: None,
        result,
        rematch: rematch(record),
        continuable: record.is_continuable(),
        spectators,
        arena: record.arena.as_ref().and_then(|arena| Room::new(&arena.word).ok()),
        room: None,
    }
}

pub(super) fn spectator_snapshot(id: &MatchId, record: &Record, spectators: u32, now: Timestamp) -> Snapshot {
    Snapshot { ms_left: ms_left(record, now), ..snapshot(id, record, spectators) }
}

fn you(record: &Record, seats: Option<Seats>) -> Option<You> {
    seats.map(|seats| match seats {
        Seats::One(seat) => You::from(super::mark(record.mark_of(seat))),
        Seats::Both => You::Both,
    })
}

fn ms_left(record: &Record, now: Timestamp) -> Option<u64> {
    record.deadline().map(|deadline| super::millis(now.until(deadline).unwrap_or_default()))
}

pub(super) fn score(record: &Record) -> Score {
    let wins = |mark| record.seat(record.seat_of(mark)).wins;
    Score { x: wins(engine::Mark::X), o: wins(engine::Mark::O), draws: record.draws }
}

fn player(record: &Record, mark: Mark, ended_by: Option<EndedBy>) -> Player {
    let seat = record.seat_of(super::engine_mark(mark));
    let PlayerIdentity { name, kind, level } = identity(&record.seat(seat).player());
    let is_gone = ended_by.is_some_and(|by| by.mark == mark && by.cause != Cause::Resigned);
    // The player of a finished game in an arena may have gone on to the next one.
    let has_gone_on = record.arena.is_some() && record.is_over() && !is_gone;
    let presence = match record.presence(seat) {
        record::Presence::Online => Presence::Online,
        record::Presence::Away if has_gone_on => Presence::Online,
        record::Presence::Away => Presence::Away,
        record::Presence::Left => Presence::Left,
    };
    Player { name, kind, level, presence }
}

pub(super) fn identity(player: &PastPlayer) -> PlayerIdentity {
    let (kind, level) = match player.kind {
        record::PlayerKind::Person => (PlayerKind::Person, None),
        record::PlayerKind::Bot => (PlayerKind::Bot, None),
        record::PlayerKind::Computer(level) => (PlayerKind::Computer, Some(super::level(level))),
    };
    PlayerIdentity { name: Name::new(&player.name).unwrap_or_default(), kind, level }
}

/// How a game ended, in which seat `x` played X.
pub(super) fn result(ending: Ending, game: &Game, x: SeatId) -> GameResult {
    let mark = |seat| if seat == x { Mark::X } else { Mark::O };
    let (winner, reason, ended_by) = match ending {
        Ending::Drawn => (None, Reason::Full, None),
        Ending::Cancelled { by, how } => {
            let (_, cause) = reason(how);
            (None, Reason::Cancelled, cause.map(|cause| EndedBy { mark: mark(by), cause }))
        }
        Ending::Won { by, how } => {
            let (reason, cause) = reason(how);
            (Some(mark(by)), reason, cause.map(|cause| EndedBy { mark: mark(by.other()), cause }))
        }
    };
    let lines = match game.outcome() {
        Some(Outcome::Win { lines, .. }) => lines.iter().map(|line| super::cells(line)).collect(),
        Some(Outcome::Draw) | None => Vec::new(),
    };
    GameResult { winner, reason, lines, ended_by }
}

/// The reason for a win, and how the other player ended the game before it was played out.
const fn reason(how: EndReason) -> (Reason, Option<Cause>) {
    match how {
        EndReason::Line => (Reason::Line, None),
        EndReason::Resigned => (Reason::Resigned, Some(Cause::Resigned)),
        EndReason::Time => (Reason::Time, Some(Cause::OutOfTime)),
        EndReason::Left => (Reason::Left, Some(Cause::Left)),
        EndReason::Disconnected => (Reason::Left, Some(Cause::Disconnected)),
    }
}

fn rematch(record: &Record) -> Rematch {
    let mark = |seat| super::mark(record.mark_of(seat));
    let (offers, declined_by) = match record.stage {
        Stage::Over { proposal: Proposal::By(seat), .. } => (vec![mark(seat)], None),
        Stage::Over { proposal: Proposal::DeclinedBy(seat), .. } => (Vec::new(), Some(mark(seat))),
        Stage::Over { proposal: Proposal::None, .. } | Stage::On { .. } => (Vec::new(), None),
    };
    Rematch { open: record.is_rematch_possible(), offers, declined_by }
}

fn takeback(record: &Record) -> Option<Takeback> {
    let mark = |seat| super::mark(record.mark_of(seat));
    match record.stage {
        Stage::On { proposal: Proposal::By(seat), .. } => Some(Takeback::AskedBy(mark(seat))),
        Stage::On { proposal: Proposal::DeclinedBy(seat), .. } => Some(Takeback::DeclinedBy(mark(seat))),
        Stage::On { proposal: Proposal::None, .. } | Stage::Over { .. } => None,
    }
}

fn series(record: &Record) -> Option<Series> {
    let result = record.series_result().map(|result| match result {
        record::SeriesResult::Won(seat) if record.mark_of(seat) == engine::Mark::X => SeriesResult::X,
        record::SeriesResult::Won(_) => SeriesResult::O,
        record::SeriesResult::Drawn => SeriesResult::Draw,
    });
    Some(Series { best_of: BestOf::try_from(record.best_of?).ok()?, result })
}
