//! A stored match, and every decision on it.

use std::time::Duration;

use serde_json::Value;
use tictactoe_engine::{Level, Rules};
use tictactoe_server::record::{
    BySeat, Decision, Holder, Presence, Record, Refusal, SeatId, Seats, Setup, Stage, Timestamp, encoding,
};

use super::actions::{Action, Script};

/// Longer than a room is held for a player who is away.
const HOUR: Duration = Duration::from_secs(3600);

/// A stored match; after the first line break, the actions that follow.
pub fn record(bytes: &[u8]) {
    let (stored, actions) = match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[][..]),
    };
    if let Ok(Some(record)) = Record::from_bytes(stored) {
        assert!(counts_on(&record), "{record:?}");
        assert_whole(&record);
        play_on(record, Script::new(actions));
    }
}

/// Whether every counter is far from overflow.
fn counts_on(record: &Record) -> bool {
    const MOST: u32 = u32::MAX / 2;
    let by_seat = SeatId::BOTH.iter().all(|&seat| {
        let connection = record.person(seat).map_or(0, |person| person.connection);
        connection <= MOST && record.seat(seat).wins <= MOST
    });
    by_seat && record.seq() <= u64::MAX / 2 && record.game_number() <= MOST && record.draws() <= MOST
}

/// The setup of a match, and the actions that follow.
pub fn series(bytes: &[u8]) {
    let mut actions = Script::new(bytes);
    if let Some(record) = start(&mut actions) {
        assert_whole(&record);
        play_on(record, actions);
    }
}

fn start(actions: &mut Script) -> Option<Record> {
    let rules = Rules::new(actions.byte()?, actions.byte()?, actions.byte()?).ok()?;
    let kind = actions.byte()?;
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

fn play_on(mut record: Record, mut actions: Script) {
    while let Some((action, now)) = actions.next() {
        let before = record.clone();
        let decided = decide(&record, action, now);
        assert_eq!(record, before, "a decision changes nothing by itself");
        if let Ok(Decision::Changed(next)) = decided {
            if !counts_on(&next) {
                return;
            }
            assert_follows(&record, &next, action, now);
            record = *next;
        }
        ask(&record);
    }
}

fn player_of(record: &Record, seat: SeatId) -> Seats {
    if record.seat(SeatId::Guest).holder == Holder::Hotseat { Seats::Both } else { Seats::One(seat) }
}

fn decide(record: &Record, action: Action, now: Timestamp) -> Result<Decision, Refusal> {
    let player = |seat| player_of(record, seat);
    match action {
        Action::Play { seat, cell, ply } => {
            let player = player(seat.or_else(|| record.to_move()).unwrap_or(SeatId::Host));
            let decided = record.play(player, cell, ply, now);
            assert_judged(record, player, cell, ply, &decided);
            decided
        }
        Action::Resign(seat) => record.resign(player(seat)),
        Action::Rematch(seat, after) => record.rematch(player(seat), after, None, now),
        Action::Decline(seat, after) => record.decline(player(seat), after),
        Action::Rename(seat, longer) => {
            Ok(record.rename(player(seat), None, if longer { "Anna" } else { "Ann" }))
        }
        Action::Leave(seat) => Ok(record.leave(player(seat))),
        Action::Arrive(seat) => {
            record.connect(player(seat), now).map(|connected| Decision::Changed(Box::new(connected)))
        }
        Action::Depart(seat, connection) => {
            let newest = record.person(player(seat).holder()).map_or(0, |person| person.connection);
            Ok(record.disconnect(player(seat), connection.unwrap_or(newest), now))
        }
        Action::Expire => Ok(record.expire(now)),
        Action::Recover => {
            let recovered = record.clone().recovered(now);
            assert_recovered(record, &recovered, now);
            Ok(Decision::Unchanged)
        }
    }
}

/// A legal move is never refused, an illegal one always is, and a resend changes nothing.
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

/// The invariants of every match.
fn assert_whole(record: &Record) {
    let again = Record::from_bytes(&record.to_bytes()).expect("what is written can be read");
    assert_eq!(again.as_ref(), Some(record));
    let is_on = matches!(record.stage(), Stage::On { .. });
    assert_eq!((record.to_move().is_some(), !record.legal_cells().is_empty()), (is_on, is_on));
    if let Some(turn) = record.computers_turn() {
        assert_eq!((record.to_move(), record.person(turn.seat)), (Some(turn.seat), None));
    }
}

/// The invariants of every change.
fn assert_follows(record: &Record, next: &Record, action: Action, now: Timestamp) {
    assert_whole(next);
    assert_eq!(next.seq(), record.seq() + 1);
    let began = next.game_number() != record.game_number();
    assert_eq!(next.game_number(), record.game_number() + u32::from(began));
    assert_eq!(began, began && matches!(action, Action::Rematch(..)), "{action:?}");
    let finished = next.finished_since(record, now);
    let has_ended = record.to_move().is_some() && next.to_move().is_none();
    assert_eq!(finished.is_some(), has_ended && next.game().ply() > 0);
    if let Some(finished) = finished {
        super::finished_game(&encoding::to_bytes(&finished));
    }
    for seat in SeatId::BOTH {
        let connection = |record: &Record| record.person(seat).map(|person| person.connection);
        let came =
            u32::from(matches!(action, Action::Arrive(who) if player_of(record, who).holder() == seat));
        assert_eq!(connection(next), connection(record).map(|connection| connection + came));
    }
    let presences = SeatId::BOTH.map(|seat| next.presence(seat));
    assert!(!next.occupies_room(now) || !presences.contains(&Presence::Left), "{next:?}");
    assert!(!next.occupies_room(now.after(HOUR)) || presences == [Presence::Online; 2], "{next:?}");
    let settled = SeatId::BOTH.map(|seat| next.resign(player_of(next, seat)));
    assert_eq!(
        settled.iter().all(|resigned| *resigned == Err(Refusal::GameOver)),
        settled_by_no_resignation(next)
    );
}

fn settled_by_no_resignation(record: &Record) -> bool {
    use tictactoe_server::record::{Ending, WinReason};
    let Stage::Over { ending, .. } = record.stage() else { return false };
    !matches!(ending, Ending::Won { how: WinReason::Resigned, .. })
}

/// Connected players become away, no clock loses time, and nothing else changes.
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
