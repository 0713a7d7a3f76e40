//! Hand-made snapshots.

use tictactoe_protocol::snapshot::{
    Cause, EndedBy, GameResult, Player, PlayerKind, Presence, Reason, Rematch, Score, Series, SeriesResult,
    Snapshot, You,
};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::{BestOf, ByMark, Level, Mark, MatchId, Rules};

/// A game on the usual board after these moves: Ann is X and you, Bob is O.
pub(crate) fn snapshot(moves: &[u8]) -> Snapshot {
    on_board(moves, Rules::default())
}

/// A game on a board of any size.
pub(crate) fn on_board(moves: &[u8], rules: Rules) -> Snapshot {
    let cells = u16::from(rules.columns) * u16::from(rules.rows);
    let mut squares = vec!['_'; usize::from(cells)];
    for (&cell, mark) in moves.iter().zip(['X', 'O'].into_iter().cycle()) {
        squares[usize::from(cell)] = mark;
    }
    let is_free = |cell: u16| cell < cells && !moves.contains(&u8::try_from(cell).unwrap());
    let is_x_next = moves.len().is_multiple_of(2);
    Snapshot {
        match_id: MatchId("m1".into()),
        seq: moves.len() as u64,
        game: 1,
        rules,
        board: squares.chunks(usize::from(rules.columns)).map(|row| row.iter().collect()).collect(),
        moves: moves.to_vec(),
        legal: (0..cells)
            .filter(|cell| is_free(*cell) && (!rules.gravity || !is_free(cell + u16::from(rules.columns))))
            .filter_map(|cell| u8::try_from(cell).ok())
            .collect(),
        turn: Some(if is_x_next { Mark::X } else { Mark::O }),
        ply: u32::try_from(moves.len()).unwrap(),
        takebacks: 0,
        takeback: None,
        you: Some(You::X),
        players: ByMark { x: player("Ann"), o: player("Bob") },
        score: Score { x: 0, o: 0, draws: 0 },
        series: None,
        ms_left: None,
        result: None,
        rematch: Rematch { open: false, offers: Vec::new(), declined_by: None },
        continuable: false,
        spectators: 0,
        room: None,
        arena: None,
    }
}

/// The same in a series of three games, with its result.
pub(crate) fn in_series(snapshot: Snapshot, result: Option<SeriesResult>) -> Snapshot {
    let best_of = BestOf::try_from(3).unwrap();
    Snapshot { series: Some(Series { best_of, result }), ..snapshot }
}

/// The same for two people at one keyboard.
pub(crate) fn for_both(snapshot: Snapshot) -> Snapshot {
    Snapshot { you: Some(You::Both), ..snapshot }
}

/// The same for a spectator.
pub(crate) fn watched(snapshot: Snapshot) -> Snapshot {
    Snapshot { you: None, ..snapshot }
}

/// The same against the computer.
pub(crate) fn against_the_computer(mut snapshot: Snapshot) -> Snapshot {
    (snapshot.players.o.kind, snapshot.players.o.level) = (PlayerKind::Computer, Some(Level::Perfect));
    snapshot
}

/// A game that is over after these moves.
pub(crate) fn ended(moves: &[u8], reason: Reason, winner: Option<Mark>, lines: &[&[u8]]) -> Snapshot {
    let mut snapshot = snapshot(moves);
    snapshot.seq += 1;
    snapshot.legal.clear();
    snapshot.turn = None;
    snapshot.score = match winner {
        Some(Mark::X) => Score { x: 1, o: 0, draws: 0 },
        Some(Mark::O) => Score { x: 0, o: 1, draws: 0 },
        None => Score { x: 0, o: 0, draws: u32::from(reason == Reason::Full) },
    };
    let lines = lines.iter().map(|line| line.to_vec()).collect();
    let cause = match reason {
        Reason::Line | Reason::Full => None,
        Reason::Resigned => Some(Cause::Resigned),
        Reason::Time | Reason::Cancelled => Some(Cause::OutOfTime),
        Reason::Left => Some(Cause::Left),
    };
    let mark = winner.map_or(Mark::O, Mark::other);
    let ended_by = cause.map(|cause| EndedBy { mark, cause });
    snapshot.result = Some(GameResult { winner, reason, lines, ended_by });
    snapshot.rematch.open = true;
    snapshot
}

/// The game was cancelled before a move, and the opponent is not there.
pub(crate) fn cancelled_without_opponent(presence: Presence) -> Snapshot {
    let mut snapshot = ended(&[], Reason::Cancelled, None, &[]);
    snapshot.players.o.presence = presence;
    let cause = if presence == Presence::Left { Cause::Left } else { Cause::Disconnected };
    if let Some(result) = &mut snapshot.result {
        result.ended_by = Some(EndedBy { mark: Mark::O, cause });
    }
    snapshot.rematch.open = presence != Presence::Left;
    snapshot
}

/// X has won along the top row.
pub(crate) fn won() -> Snapshot {
    ended(&[0, 3, 1, 4, 2], Reason::Line, Some(Mark::X), &[&[0, 1, 2]])
}

pub(crate) fn player(name: &str) -> Player {
    Player {
        name: Name::new(name).unwrap(),
        kind: PlayerKind::Person,
        level: None,
        presence: Presence::Online,
    }
}
