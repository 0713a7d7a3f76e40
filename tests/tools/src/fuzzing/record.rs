//! A stored match, and every decision on it.

use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use tictactoe_engine::{Game, Level, Mark, Rules};
use tictactoe_server::record::{
    BySeat, Decision, EndReason, Ending, Holder, NodeId, Presence, Proposal, Record, Refusal, SeatId, Seats,
    Setup, Stage, Timestamp, encoding,
};

use super::actions::{Action, Script};
use harness::referee::has_enough_moves;

/// Longer than a room is held for a player who is away.
const HOUR: Duration = Duration::from_secs(3600);

/// The length of a stored match, the match, and the actions that follow.
pub fn record(bytes: &[u8]) {
    let Some((length, rest)) = bytes.split_first_chunk() else { return };
    let (stored, actions) = rest.split_at_checked(u16::from_be_bytes(*length).into()).unwrap_or((rest, &[]));
    if let Ok(record) = Record::from_bytes(stored) {
        assert!(counts_on(&record), "{record:?}");
        assert_whole(&record);
        play_on(record, Script::new(actions));
    }
}

/// Whether every counter is far from overflow.
fn counts_on(record: &Record) -> bool {
    const MOST: u32 = u32::MAX / 2;
    let by_seat = SeatId::BOTH.iter().all(|&seat| record.seat(seat).wins <= MOST);
    let counts = [record.game_number, record.draws, record.takebacks];
    by_seat && record.seq <= u64::MAX / 2 && counts.into_iter().all(|count| count <= MOST)
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
    let rules = rules.with_misere(kind & 128 != 0).with_gravity(kind & 2 != 0);
    let searching = if kind & 32 == 0 { Level::Perfect } else { Level::Hard };
    let guest = match [Level::Easy, Level::Casual, searching].get(usize::from(kind & 3)) {
        Some(&level) => Holder::Computer(level),
        None if kind & 32 != 0 => Holder::Hotseat,
        None => person(),
    };
    let setup = Setup {
        game: Game::new(rules),
        best_of: (kind & 64 != 0).then_some(3),
        room: (kind & 4 != 0).then(|| "kitten".to_owned()),
        move_time: (kind & 8 != 0).then_some(Duration::from_millis(200)),
        first_move_time: None,
        seats: BySeat { host: ("Ann".to_owned(), person()), guest: ("Bob".to_owned(), guest) },
        x: if kind & 16 == 0 { SeatId::Host } else { SeatId::Guest },
        arena: None,
    };
    Some(Record::start(setup, Timestamp::ZERO))
}

fn person() -> Holder {
    let secret = serde_json::from_value(Value::from([0; 32].to_vec())).expect("32 bytes");
    Holder::new_player(secret, false, node(), Timestamp::ZERO)
}

/// The only node, until it ends.
fn node() -> NodeId {
    static NODE: LazyLock<NodeId> = LazyLock::new(NodeId::generate);
    *NODE
}

fn play_on(mut record: Record, mut actions: Script) {
    let mut played = Vec::new();
    while let Some((action, now)) = actions.next() {
        let before = record.clone();
        let decided = decide(&record, action, now);
        assert_eq!(record, before, "a decision changes nothing by itself");
        if let Ok(Decision::Changed(next)) = decided {
            if !counts_on(&next) {
                return;
            }
            assert_follows(&record, &next, action, now);
            if next.game.ply() > record.game.ply() {
                played.push(PlayedMove::last_of(&next));
            }
            record = *next;
        }
        for resent in &played {
            let decided = resent.send_to(&record, now);
            assert!(!matches!(decided, Ok(Decision::Changed(_))), "{resent:?} is played again in {record:?}");
        }
        ask(&record);
    }
}

/// A move as a client of ours sends it, and sends it again.
#[derive(Debug)]
struct PlayedMove {
    player: Seats,
    game: u32,
    takebacks: u32,
    ply: usize,
    cell: usize,
}

impl PlayedMove {
    fn last_of(record: &Record) -> Self {
        let ply = record.game.ply() - 1;
        let mark = if ply.is_multiple_of(2) { Mark::X } else { Mark::O };
        Self {
            player: player_of(record, record.seat_of(mark)),
            game: record.game_number,
            takebacks: record.takebacks,
            ply,
            cell: record.game.cells()[ply].index(),
        }
    }

    fn send_to(&self, record: &Record, now: Timestamp) -> Result<Decision, Refusal> {
        record.check_game(Some(self.game))?;
        record.check_takebacks(Some(self.takebacks))?;
        record.play(self.player, self.cell, Some(self.ply), now)
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
        Action::TakeBack(seat, of, takebacks) => {
            let decided = record.take_back(player(seat), of.map(|of| record.mark_of(of)), takebacks, now);
            assert_taken_back(record, player(seat), &decided);
            decided
        }
        Action::Continue(seat, after) => record.continue_with_computer(player(seat), after, Level::Easy, now),
        Action::Resign(seat) => record.resign(player(seat)),
        Action::Rematch(seat, after) => record.rematch(player(seat), after, None, now),
        Action::Decline(seat, after) => record.decline(player(seat), after),
        Action::Rename(seat, longer) => {
            Ok(record.rename(player(seat), None, if longer { "Anna" } else { "Ann" }))
        }
        Action::Leave(seat) => Ok(record.leave(player(seat))),
        Action::Arrive(seat) => record.connect(player(seat), node(), now),
        Action::Depart(seat) => Ok(record.disconnect(player(seat), node(), now)),
        Action::Expire => Ok(record.expire(now)),
        Action::Recover => {
            assert_recovered(record, now);
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
    let at_present = ply.is_none_or(|ply| ply == record.game.ply());
    let is_empty = record.legal_cells().iter().any(|legal| legal.index() == cell);
    let is_own_turn = record.to_move().is_some_and(|turn| player.include(turn));
    let is_legal = is_own_turn && at_present && is_empty;
    match decided {
        Ok(Decision::Changed(next)) => {
            assert!(is_legal, "{cell} at {ply:?} in {record:?}");
            let cells = next.game.cells();
            assert_eq!(
                cells.split_last().map(|(last, rest)| (last.index(), rest)),
                Some((cell, record.game.cells()))
            );
            let again = next.play(player, cell, Some(record.game.ply()), Timestamp::ZERO);
            assert_eq!(again, Ok(Decision::Unchanged), "a resend");
        }
        Ok(Decision::Unchanged) => {
            let at_ply = ply.and_then(|ply| record.game.cells().get(ply));
            assert_eq!(at_ply.map(|played| played.index()), Some(cell));
        }
        Err(_) => assert!(!is_legal, "{cell} at {ply:?} in {record:?}"),
    }
}

/// Only a player's own request, or the answer to the other's, takes a move back; no move that was sent before is then
/// played again.
fn assert_taken_back(record: &Record, player: Seats, decided: &Result<Decision, Refusal>) {
    let Ok(Decision::Changed(next)) = decided else { return };
    let (before, after) = (record.game.cells(), next.game.cells());
    if next.takebacks == record.takebacks {
        assert_eq!(before, after, "a request changes no board");
        assert!(matches!(next.stage.proposal(), Proposal::By(seat) if player.include(seat)), "{next:?}");
        return;
    }
    assert_eq!(next.takebacks, record.takebacks + 1);
    assert!(before.len() > after.len() && before.len() <= after.len() + 2 && before.starts_with(after));
    let is_agreed = matches!(record.stage.proposal(), Proposal::By(seat) if !player.include(seat));
    assert!(is_agreed || !record.is_between_people(), "{record:?}");
    assert_eq!(next.check_takebacks(Some(record.takebacks)), Err(Refusal::Stale), "a late resend");
    assert_eq!(next.check_takebacks(None), Ok(()));
}

/// The invariants of every match.
fn assert_whole(record: &Record) {
    let again = Record::from_bytes(&record.to_bytes()).expect("what is written can be read");
    assert_eq!(again, *record);
    let is_on = matches!(record.stage, Stage::On { .. });
    assert_eq!((record.to_move().is_some(), !record.legal_cells().is_empty()), (is_on, is_on));
    if let Some(turn) = record.computers_turn() {
        assert_eq!((record.to_move(), record.person(turn.seat)), (Some(turn.seat), None));
    }
}

/// The invariants of every change.
fn assert_follows(record: &Record, next: &Record, action: Action, now: Timestamp) {
    assert_whole(next);
    assert_eq!(next.seq, record.seq + 1);
    let began = next.game_number != record.game_number;
    assert_eq!(next.game_number, record.game_number + u32::from(began));
    assert!(!began || matches!(action, Action::Rematch(..) | Action::Continue(..)), "{action:?}");
    assert_eq!(next.takebacks < record.takebacks, began && record.takebacks > 0);
    let has_moved = next.game.cells() != record.game.cells();
    assert!(!has_moved || next.stage.proposal() == Proposal::None, "a proposal about an earlier position");
    let finished = next.finished_since(record, || now);
    let has_ended = record.to_move().is_some() && next.to_move().is_none();
    // A game continued against the computer has enough moves even if it is cancelled before the computer's first.
    let is_cancelled = matches!(next.stage, Stage::Over { ending, .. } if ending.is_cancelled());
    let is_kept = !is_cancelled && has_enough_moves(next.game.rules().run(), next.game.ply());
    assert_eq!(finished.is_some(), has_ended && is_kept);
    if let Some(finished) = finished {
        super::finished_game(&encoding::to_bytes(&finished));
    }
    if let Action::Arrive(seat) = action {
        assert_eq!(next.presence(player_of(record, seat).person_seat()), Presence::Online);
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
    let Stage::Over { ending, .. } = &record.stage else { return false };
    !matches!(ending, Ending::Won { how: EndReason::Resigned, .. })
}

/// Connected players become away, no clock loses time, and nothing else changes.
fn assert_recovered(record: &Record, started_at: Timestamp) {
    let Some(recovered) = record.after_interruption(|_| false, || started_at, started_at) else {
        assert!(!was_anyone_online(record));
        return;
    };
    assert_eq!(recovered.after_interruption(|_| false, || started_at, started_at), None, "once is enough");
    assert!(recovered.deadline() >= record.deadline(), "time was lost");
    assert_eq!(recovered.seq, record.seq + 1);
    assert_whole(&recovered);
    assert_eq!(recovered.game, record.game);
    assert!(!was_anyone_online(&recovered));
}

fn was_anyone_online(record: &Record) -> bool {
    let person = |seat| record.person(seat);
    SeatId::BOTH.into_iter().filter_map(person).any(|person| person.presence == Presence::Online)
}

fn ask(record: &Record) {
    for seat in SeatId::BOTH {
        for game in [None, Some(0), Some(record.game_number), Some(u32::MAX)] {
            let player = player_of(record, seat);
            let hint = record.hint(player, game);
            assert!(hint.is_err() || record.to_move().is_some_and(|turn| player.include(turn)));
            assert_eq!(record.review(None).is_ok(), record.to_move().is_none());
        }
    }
}
