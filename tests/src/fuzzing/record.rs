//! What is stored of a match, and every decision on it.

use std::time::Duration;

use serde_json::Value;
use tictactoe_engine::{Level, Rules};
use tictactoe_server::record::{
    BySeat, Decision, Holder, Presence, Record, Refusal, SeatId, Seats, Setup, Stage, Timestamp, encoding,
};

use super::script::{Deed, Script};

/// The bytes of a match, and after the first line break what happens to it then.
pub fn record(bytes: &[u8]) {
    let (stored, script) = match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[][..]),
    };
    if let Ok(Some(record)) = Record::from_bytes(stored) {
        assert!(counts_on(&record), "{record:?}");
        assert_whole(&record);
        play_on(record, Script::new(script));
    }
}

/// Whether whatever is counted has room for more than a match will ever count.
fn counts_on(record: &Record) -> bool {
    const MOST: u32 = u32::MAX / 2;
    let by_seat = SeatId::BOTH.iter().all(|&seat| {
        let connection = record.person(seat).map_or(0, |person| person.connection);
        connection <= MOST && record.seat(seat).wins <= MOST
    });
    by_seat && record.seq() <= u64::MAX / 2 && record.game_number() <= MOST && record.draws() <= MOST
}

/// What a match starts from, and what happens to it then.
pub fn series(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    if let Some(record) = start(&mut script) {
        assert_whole(&record);
        play_on(record, script);
    }
}

fn start(script: &mut Script) -> Option<Record> {
    let rules = Rules::new(script.byte()?, script.byte()?, script.byte()?).ok()?;
    let kind = script.byte()?;
    let levels = [Level::Easy, Level::Casual, Level::Perfect];
    let guest = match levels.get(usize::from(kind & 3)) {
        Some(&level) => Holder::Computer(level),
        None if kind & 32 != 0 => Holder::Hotseat,
        None => person(),
    };
    let setup = Setup {
        rules,
        room: (kind & 4 != 0).then(|| "kitten".to_owned()),
        move_time: (kind & 8 != 0).then_some(Duration::from_millis(200)),
        seats: BySeat { host: ("Ann".to_owned(), person()), guest: ("Bob".to_owned(), guest) },
        x: if kind & 16 == 0 { SeatId::Host } else { SeatId::Guest },
    };
    Some(Record::start(setup, Timestamp::ZERO))
}

fn person() -> Holder {
    let secret = serde_json::from_value(Value::from("00".repeat(32))).expect("64 digits");
    Holder::new_player(secret, false, Timestamp::ZERO)
}

fn play_on(mut record: Record, mut script: Script) {
    while let Some((deed, now)) = script.next() {
        let before = record.clone();
        let decided = decide(&record, deed, now);
        assert_eq!(record, before, "a decision changes nothing by itself");
        if let Ok(Decision::Changed(next)) = decided {
            if !counts_on(&next) {
                return;
            }
            assert_follows(&record, &next, deed, now);
            record = *next;
        }
        ask(&record);
    }
}

/// The player who acts for a seat.
fn player_of(record: &Record, seat: SeatId) -> Seats {
    if record.seat(SeatId::Guest).holder == Holder::Hotseat { Seats::Both } else { Seats::One(seat) }
}

fn decide(record: &Record, deed: Deed, now: Timestamp) -> Result<Decision, Refusal> {
    let player = |seat| player_of(record, seat);
    match deed {
        Deed::Play { seat, cell, ply } => {
            let player = player(seat.or_else(|| record.to_move()).unwrap_or(SeatId::Host));
            let decided = record.play(player, cell, ply, now);
            assert_judged(record, player, cell, ply, &decided);
            decided
        }
        Deed::Resign(seat) => record.resign(player(seat)),
        Deed::Rematch(seat, after) => record.rematch(player(seat), after, now),
        Deed::Leave(seat) => Ok(record.leave(player(seat))),
        Deed::Arrive(seat) => {
            record.connect(player(seat), now).map(|connected| Decision::Changed(Box::new(connected)))
        }
        Deed::Depart(seat, connection) => {
            let newest = record.person(player(seat).holder()).map_or(0, |person| person.connection);
            Ok(record.disconnect(player(seat), connection.unwrap_or(newest), now))
        }
        Deed::Expire => Ok(record.expire(now)),
        Deed::Recover => {
            let recovered = record.clone().recovered(now);
            assert_recovered(record, &recovered, now);
            Ok(Decision::Unchanged)
        }
    }
}

/// A legal move is never refused, an illegal one always is, and a resend is harmless.
fn assert_judged(
    record: &Record,
    player: Seats,
    cell: usize,
    ply: Option<usize>,
    decided: &Result<Decision, Refusal>,
) {
    let at_present = ply.is_none_or(|ply| ply == record.game().ply());
    let is_empty = record.legal_cells().iter().any(|legal| legal.index() == cell);
    let is_own_turn = record.to_move().is_some_and(|turn| player.include(turn));
    let is_legal = is_own_turn && at_present && is_empty;
    match decided {
        Ok(Decision::Changed(next)) => {
            assert!(is_legal, "{cell} at {ply:?} in {record:?}");
            let cells = next.game().cells();
            assert_eq!(
                cells.split_last().map(|(last, rest)| (last.index(), rest)),
                Some((cell, record.game().cells()))
            );
            let again = next.play(player, cell, Some(record.game().ply()), Timestamp::ZERO);
            assert_eq!(again, Ok(Decision::Unchanged), "a resend");
        }
        Ok(Decision::Unchanged) => {
            let at_ply = ply.and_then(|ply| record.game().cells().get(ply));
            assert_eq!(at_ply.map(|played| played.index()), Some(cell));
        }
        Err(_) => assert!(!is_legal, "{cell} at {ply:?} in {record:?}"),
    }
}

/// What holds of every match.
fn assert_whole(record: &Record) {
    let again = Record::from_bytes(&record.to_bytes()).expect("what is written can be read");
    assert_eq!(again.as_ref(), Some(record));
    let is_on = matches!(record.stage(), Stage::On { .. });
    assert_eq!((record.to_move().is_some(), !record.legal_cells().is_empty()), (is_on, is_on));
    if let Some(turn) = record.computers_turn() {
        assert_eq!((record.to_move(), record.person(turn.seat)), (Some(turn.seat), None));
    }
}

/// What holds of every change.
fn assert_follows(record: &Record, next: &Record, deed: Deed, now: Timestamp) {
    assert_whole(next);
    assert_eq!(next.seq(), record.seq() + 1);
    let began = next.game_number() != record.game_number();
    assert_eq!(next.game_number(), record.game_number() + u32::from(began));
    assert_eq!(began, began && matches!(deed, Deed::Rematch(..)), "{deed:?}");
    let finished = next.finished_since(record, now);
    let has_ended = record.to_move().is_some() && next.to_move().is_none();
    assert_eq!(finished.is_some(), has_ended && next.game().ply() > 0);
    if let Some(finished) = finished {
        super::kept(&encoding::to_bytes(&finished));
    }
    for seat in SeatId::BOTH {
        let connection = |record: &Record| record.person(seat).map(|person| person.connection);
        let came = u32::from(matches!(deed, Deed::Arrive(who) if player_of(record, who).holder() == seat));
        assert_eq!(connection(next), connection(record).map(|connection| connection + came));
    }
    let settled = SeatId::BOTH.map(|seat| next.resign(player_of(next, seat)));
    assert_eq!(
        settled.iter().all(|resigned| *resigned == Err(Refusal::GameOver)),
        settled_by_no_resignation(next)
    );
}

/// Whether the game is over, and neither seat gave it up.
fn settled_by_no_resignation(record: &Record) -> bool {
    use tictactoe_server::record::{Ending, WinReason};
    let Stage::Over { ending, .. } = record.stage() else { return false };
    !matches!(ending, Ending::Won { how: WinReason::Resigned, .. })
}

/// Whoever was connected before is away, nobody has lost time, and nothing else has changed.
fn assert_recovered(record: &Record, recovered: &Record, began_at: Timestamp) {
    assert_whole(recovered);
    assert_eq!(recovered.clone().recovered(began_at), *recovered, "once is enough");
    assert_eq!(recovered.seq(), record.seq() + u64::from(recovered != record));
    assert_eq!(recovered.game(), record.game());
    assert!(recovered.deadline() >= record.deadline(), "time was lost");
    for seat in SeatId::BOTH {
        let Some(person) = recovered.person(seat) else { continue };
        assert!(person.presence != Presence::Online || person.since >= began_at, "{person:?}");
    }
}

/// Questions change nothing, and are answered or refused.
fn ask(record: &Record) {
    for seat in SeatId::BOTH {
        for game in [None, Some(0), Some(record.game_number()), Some(u32::MAX)] {
            let player = player_of(record, seat);
            let hint = record.hint(player, game);
            assert!(hint.is_err() || record.to_move().is_some_and(|turn| player.include(turn)));
            assert_eq!(record.review(None).is_ok(), record.to_move().is_none());
        }
    }
}
