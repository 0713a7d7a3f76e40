//! What may happen to a record, and what may not.

use std::time::Duration;

use proptest::prelude::*;
use tictactoe_engine::{Level, Rules};

use super::*;
use crate::secret::Secret;

mod room;

const MOVE_TIME: Duration = Duration::from_secs(60);
const HOST: SeatId = SeatId::Host;
const GUEST: SeatId = SeatId::Guest;

fn now() -> Timestamp {
    Timestamp::ZERO.after(Duration::from_secs(1000))
}

fn later(by: Duration) -> Timestamp {
    now().after(by)
}

fn person() -> Holder {
    Holder::newcomer(Secret::generate().unwrap().hash(), now())
}

/// A match in which the host begins as X.
fn started(guest: Holder) -> Record {
    let seats = BySeat { host: ("Ann".into(), person()), guest: ("Bob".into(), guest) };
    let setup = Setup { rules: Rules::CLASSIC, room: None, move_time: Some(MOVE_TIME), seats, x: HOST };
    Record::start(setup, now())
}

fn two_people() -> Record {
    started(person())
}

fn changed(decision: Decision) -> Record {
    match decision {
        Decision::Changed(record) => *record,
        Decision::Unchanged => panic!("nothing changed"),
    }
}

/// The record after these cells, each played by the seat to move.
fn after(cells: &[usize]) -> Record {
    cells.iter().fold(two_people(), |record, &cell| {
        let seat = record.to_move().unwrap();
        changed(record.play(seat, cell, None, now()).unwrap())
    })
}

const HOST_WINS: [usize; 5] = [0, 3, 1, 4, 2];
const DRAW: [usize; 9] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

fn ending(record: &Record) -> Ending {
    match record.stage() {
        Stage::Over { ending, .. } => *ending,
        Stage::On { .. } => panic!("the game is on"),
    }
}

#[test]
fn players_take_turns_until_a_line_wins_and_counts() {
    let over = after(&HOST_WINS);
    assert_eq!(ending(&over), Ending::Won { by: HOST, how: How::Line });
    assert_eq!((over.seat(HOST).wins, over.seat(GUEST).wins, over.draws()), (1, 0, 0));
    assert_eq!((over.to_move(), over.deadline(), over.legal_cells()), (None, None, vec![]));
}

#[test]
fn a_full_board_is_a_draw_and_counts() {
    let over = after(&DRAW);
    assert_eq!((ending(&over), over.draws()), (Ending::Drawn, 1));
}

#[test]
fn moves_are_refused_for_what_is_wrong_with_them() {
    let record = after(&[4]);
    let refused = |seat, cell, ply| record.play(seat, cell, ply, now()).unwrap_err();
    assert_eq!(refused(HOST, 0, None), Refusal::NotYourTurn);
    assert_eq!(refused(GUEST, 4, None), Refusal::Taken);
    assert_eq!(refused(GUEST, 9, None), Refusal::NoSuchCell);
    assert_eq!(refused(GUEST, usize::MAX, Some(1)), Refusal::NoSuchCell);
    assert_eq!(refused(GUEST, 0, Some(0)), Refusal::Stale);
    assert_eq!(refused(HOST, 0, Some(0)), Refusal::Stale);
    assert_eq!(refused(GUEST, 0, Some(2)), Refusal::Ahead);
    assert_eq!(after(&HOST_WINS).play(GUEST, 8, None, now()), Err(Refusal::GameOver));
}

#[test]
fn the_same_move_again_is_a_success_however_late() {
    let over = after(&HOST_WINS);
    assert_eq!(over.play(HOST, 0, Some(0), now()), Ok(Decision::Unchanged));
    assert_eq!(over.play(HOST, 2, Some(4), now()), Ok(Decision::Unchanged));
    assert_eq!(
        over.play(GUEST, 2, Some(4), now()),
        Err(Refusal::GameOver),
        "another seat's move is no resend"
    );
}

#[test]
fn each_move_gives_the_other_player_the_whole_move_time() {
    let record = two_people();
    assert_eq!(record.deadline(), Some(later(MOVE_TIME)));
    let moved = changed(record.play(HOST, 4, None, later(MOVE_TIME / 2)).unwrap());
    assert_eq!(moved.deadline(), Some(later(MOVE_TIME / 2).after(MOVE_TIME)));
}

#[test]
fn nothing_expires_before_its_time() {
    let early = later(MOVE_TIME.checked_sub(Duration::from_millis(1)).unwrap());
    assert_eq!(two_people().expire(early), Decision::Unchanged);
}

#[test]
fn whoever_never_moved_in_the_match_and_lets_the_clock_run_out_calls_the_game_off() {
    for cells in [&[][..], &[4]] {
        let over = changed(after(cells).expire(later(MOVE_TIME)));
        assert_eq!(ending(&over), Ending::CalledOff);
        assert_eq!((over.seat(HOST).wins, over.seat(GUEST).wins), (0, 0));
    }
}

#[test]
fn whoever_has_moved_and_lets_the_clock_run_out_loses() {
    let over = changed(after(&[4, 0]).expire(later(MOVE_TIME)));
    assert_eq!(ending(&over), Ending::Won { by: GUEST, how: How::Time });
}

#[test]
fn having_moved_in_an_earlier_game_counts_as_having_moved() {
    let over = after(&HOST_WINS);
    let offered = changed(over.rematch(HOST, None, now()).unwrap());
    let again = changed(offered.rematch(GUEST, None, now()).unwrap());
    let over = changed(again.expire(later(MOVE_TIME)));
    assert_eq!(ending(&over), Ending::Won { by: HOST, how: How::Time });
}

#[test]
fn the_computer_has_no_clock() {
    let record = started(Holder::Computer(Level::Perfect));
    let moved = changed(record.play(HOST, 4, None, now()).unwrap());
    assert_eq!(moved.deadline(), None);
    assert_eq!(moved.computers_turn().map(|turn| (turn.seat, turn.game.ply())), Some((GUEST, 1)));
    assert_eq!(record.computers_turn(), None);
}

#[test]
fn the_computer_waits_for_an_opponent_who_is_away() {
    let moved = changed(started(Holder::Computer(Level::Perfect)).play(HOST, 4, None, now()).unwrap());
    let away = changed(moved.depart(HOST, FIRST_CONNECTION, now()));
    assert_eq!(away.computers_turn(), None);
    assert_eq!(away.arrive(HOST, now()).unwrap().computers_turn(), moved.computers_turn());
}

#[test]
fn a_hint_is_for_a_player_against_the_computer_at_their_turn() {
    let record = started(Holder::Computer(Level::Perfect));
    let asked = Asked { game: record.game().clone(), game_number: 1 };
    assert_eq!((record.hint(HOST, None), record.hint(HOST, Some(1))), (Ok(asked.clone()), Ok(asked)));
    assert_eq!(record.hint(HOST, Some(0)), Err(Refusal::Stale));
    assert_eq!(record.hint(HOST, Some(2)), Err(Refusal::Ahead));
    let moved = changed(record.play(HOST, 4, None, now()).unwrap());
    assert_eq!(moved.hint(HOST, None), Err(Refusal::NotYourTurn));
    assert_eq!(changed(moved.resign(HOST).unwrap()).hint(HOST, None), Err(Refusal::GameOver));
}

#[test]
fn there_are_no_hints_between_two_people() {
    for seat in SeatId::BOTH {
        assert_eq!(after(&[4]).hint(seat, None), Err(Refusal::NoHints));
        assert_eq!(after(&HOST_WINS).hint(seat, None), Err(Refusal::GameOver));
    }
}

#[test]
fn a_game_that_is_over_may_be_looked_back_at_until_the_next_begins() {
    assert_eq!(after(&[4]).review(None), Err(Refusal::GameOn));
    let over = after(&HOST_WINS);
    assert_eq!(over.review(None).map(|asked| asked.game.ply()), Ok(5));
    assert_eq!(over.review(Some(2)), Err(Refusal::Ahead));
    let offered = changed(over.rematch(HOST, None, now()).unwrap());
    let again = changed(offered.rematch(GUEST, None, now()).unwrap());
    assert_eq!((again.review(Some(1)), again.review(None)), (Err(Refusal::Stale), Err(Refusal::GameOn)));
}

#[test]
fn a_match_without_move_time_has_no_clock() {
    let mut record = two_people();
    record.move_time = None;
    let moved = changed(record.play(HOST, 4, None, now()).unwrap());
    assert_eq!((moved.deadline(), moved.expire(later(MOVE_TIME * 1000))), (None, Decision::Unchanged));
}

#[test]
fn resigning_loses_whoever_is_to_move() {
    let over = changed(after(&[4]).resign(HOST).unwrap());
    assert_eq!(ending(&over), Ending::Won { by: GUEST, how: How::Resigned });
    assert_eq!(over.resign(HOST), Ok(Decision::Unchanged), "twice is once");
    assert_eq!(over.resign(GUEST), Err(Refusal::GameOver));
}

#[test]
fn what_is_said_about_another_game_of_the_series_does_not_touch_this_one() {
    let offered = changed(after(&HOST_WINS).rematch(HOST, Some(1), now()).unwrap());
    let again = changed(offered.rematch(GUEST, Some(1), now()).unwrap());
    assert_eq!(again.rematch(GUEST, Some(1), now()), Ok(Decision::Unchanged), "that rematch has begun");
    assert_eq!(again.must_be_in(Some(1)), Err(Refusal::Stale));
    assert_eq!(again.must_be_in(Some(3)), Err(Refusal::Ahead));
    assert_eq!((again.must_be_in(Some(2)), again.must_be_in(None)), (Ok(()), Ok(())));
}

#[test]
fn another_game_begins_when_both_ask_with_the_marks_swapped_and_the_score_kept() {
    let over = after(&HOST_WINS);
    let offered = changed(over.rematch(GUEST, None, now()).unwrap());
    assert_eq!(offered.rematch(GUEST, None, now()), Ok(Decision::Unchanged), "asking twice is asking once");
    let again = changed(offered.rematch(HOST, None, now()).unwrap());
    assert_eq!((again.to_move(), again.game().ply(), again.game_number()), (Some(GUEST), 0, 2));
    assert_eq!(again.seat(HOST).wins, 1);
    assert_eq!(again.rematch(HOST, None, now()), Err(Refusal::GameOn));
}

#[test]
fn the_computer_always_agrees_to_another_game_and_then_opens() {
    let over = changed(started(Holder::Computer(Level::Easy)).resign(HOST).unwrap());
    let again = changed(over.rematch(HOST, None, now()).unwrap());
    assert_eq!(again.computers_turn().map(|turn| turn.seat), Some(GUEST));
}

#[test]
fn leaving_a_game_loses_it_unless_the_player_never_moved() {
    assert_eq!(ending(&changed(after(&[4]).leave(HOST))), Ending::Won { by: GUEST, how: How::Left });
    assert_eq!(ending(&changed(after(&[4]).leave(GUEST))), Ending::CalledOff);
}

#[test]
fn no_offer_outlives_a_player_who_left() {
    let offered = changed(after(&HOST_WINS).rematch(GUEST, None, now()).unwrap());
    assert!(offered.rematch_open());
    let left = changed(offered.leave(GUEST));
    assert!(!left.rematch_open());
    assert!(matches!(left.stage(), Stage::Over { offers, .. } if !offers.host && !offers.guest));
    assert_eq!(left.rematch(HOST, None, now()), Err(Refusal::OpponentLeft));
    assert_eq!(left.rematch(GUEST, None, now()), Err(Refusal::Left));
    assert_eq!(left.arrive(GUEST, now()), Err(Refusal::Left));
    assert_eq!(left.leave(GUEST), Decision::Unchanged);
}

#[test]
fn a_match_is_deserted_when_every_person_has_left() {
    let left = changed(after(&HOST_WINS).leave(GUEST));
    assert!(!left.is_deserted());
    assert!(changed(left.leave(HOST)).is_deserted());
    assert!(changed(started(Holder::Computer(Level::Easy)).leave(HOST)).is_deserted());
}

#[test]
fn the_newest_connection_is_the_one_whose_end_counts() {
    let arrived = two_people().arrive(HOST, now()).unwrap();
    assert_eq!(arrived.depart(HOST, FIRST_CONNECTION, now()), Decision::Unchanged);
    let away = changed(arrived.depart(HOST, FIRST_CONNECTION + 1, now()));
    assert_eq!(away.seat(HOST).holder.presence(), Presence::Away);
    assert_eq!(away.arrive(HOST, now()).unwrap().seat(HOST).holder.presence(), Presence::Here);
}

#[test]
fn whoever_was_connected_when_the_server_ended_is_away_and_has_ten_seconds_at_least() {
    let record = two_people();
    let back = record.deadline().unwrap();
    let recovered = record.clone().recovered(back);
    for seat in SeatId::BOTH {
        assert_eq!(recovered.seat(seat).holder.presence(), Presence::Away);
    }
    assert_eq!(recovered.deadline(), Some(back.after(recovery::GRACE)));
    assert_eq!(recovered.clone().recovered(back), recovered, "once is enough");

    let soon = later(Duration::from_secs(1));
    assert_eq!(record.clone().recovered(soon).deadline(), record.deadline(), "who had more keeps it");
}

#[test]
fn what_was_written_since_the_server_is_back_stays_as_it_is() {
    let back = later(MOVE_TIME / 2);
    let recovered = two_people().recovered(back);
    let arrived = recovered.arrive(HOST, back).unwrap();
    assert_eq!(arrived.clone().recovered(back), arrived);
    let moved = changed(arrived.play(HOST, 4, None, back).unwrap());
    assert_eq!(moved.clone().recovered(back), moved);
    assert_eq!(moved.deadline(), Some(back.after(MOVE_TIME)));
}

#[test]
fn who_has_left_for_good_is_not_away_and_a_match_without_clock_gets_none() {
    let left = changed(two_people().leave(HOST)).recovered(later(MOVE_TIME));
    assert_eq!(left.seat(HOST).holder.presence(), Presence::Left);
    let mut untimed = two_people();
    untimed.move_time = None;
    untimed.stage = Stage::On { deadline: None };
    assert_eq!(untimed.recovered(later(MOVE_TIME)).deadline(), None);
}

#[test]
fn nobody_waits_in_a_lobby_who_has_not_said_so_since_the_server_is_back() {
    let host =
        Newcomer { name: "Ann".into(), secret: Secret::generate().unwrap().hash(), mark: MarkWish::Any };
    let waiting = Some(Waiting { match_id: "k3v9d7qpx2ma".into(), rules: Rules::CLASSIC, host });
    let lobby = Lobby { waiting, playing: Some("0123456789ab".into()), renewed_at: now() };
    assert_eq!(lobby.clone().recovered(now()), lobby);
    let later = lobby.clone().recovered(later(Duration::from_millis(1)));
    assert_eq!(later, Lobby { waiting: None, ..lobby }, "but the match goes on");
}

#[test]
fn a_game_is_kept_for_good_when_it_is_over_and_only_then() {
    let (on, over) = (after(&HOST_WINS[..4]), after(&HOST_WINS));
    assert_eq!(on.finished_since(&two_people(), now()), None);
    assert_eq!(over.finished_since(&over, now()), None);
    let untouched = changed(two_people().resign(HOST).unwrap());
    assert_eq!(untouched.finished_since(&two_people(), now()), None, "nobody has moved");
    let finished = over.finished_since(&on, now()).unwrap();
    assert_eq!((finished.number, finished.game.ply(), finished.ended_at), (1, 5, now()));
    let bytes = stored::to_bytes(&finished);
    assert_eq!(FinishedGame::from_bytes(&bytes).unwrap(), finished);
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(
        FinishedGame::from_bytes(text.replace("\"by\":\"host\"", "\"by\":\"guest\"").as_bytes()).is_err()
    );
    for seat in SeatId::BOTH {
        let secret = String::from(over.person(seat).unwrap().secret.clone());
        assert!(!text.contains(&secret), "not even its hash");
    }
}

#[test]
fn who_begins_is_as_wished_or_by_lot() {
    use MarkWish::{Any, O, X};
    for (host, guest, x) in [(X, O, HOST), (X, Any, HOST), (Any, O, HOST), (O, X, GUEST), (Any, X, GUEST)] {
        for lot in [true, false] {
            assert_eq!(lobby::first_x(host, guest, lot), x);
        }
    }
    for clash in [X, O, Any] {
        assert_eq!(lobby::first_x(clash, clash, true), HOST);
        assert_eq!(lobby::first_x(clash, clash, false), GUEST);
    }
}

#[test]
fn bytes_that_contradict_themselves_are_not_read() {
    let bytes = stored::to_bytes(&Slot::Match(Box::new(after(&HOST_WINS))));
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    for (from, to) in [
        ("\"moves\":[0,3,1,4,2]", "\"moves\":[0,3,1,4]"),
        ("\"moves\":[0,3,1,4,2]", "\"moves\":[0,0]"),
        ("\"moves\":[0,3,1,4,2]", "\"moves\":[9]"),
        ("\"run\":3", "\"run\":4"),
        ("\"by\":\"host\"", "\"by\":\"guest\""),
    ] {
        assert!(text.contains(from), "{text}");
        assert!(Slot::from_bytes(text.replace(from, to).as_bytes()).is_err(), "{to}");
    }
}

/// Something that somebody may try.
#[derive(Debug, Clone)]
enum Try {
    Play(SeatId, usize, Option<usize>),
    Resign(SeatId),
    Rematch(SeatId),
    Leave(SeatId),
    Arrive(SeatId),
    Depart(SeatId, u32),
    Expire(u64),
}

fn tries() -> impl Strategy<Value = Try> {
    let seat = || prop_oneof![Just(HOST), Just(GUEST)];
    prop_oneof![
        20 => (seat(), 0..10_usize, proptest::option::of(0..10_usize)).prop_map(|(s, c, p)| Try::Play(s, c, p)),
        1 => seat().prop_map(Try::Resign),
        6 => seat().prop_map(Try::Rematch),
        1 => seat().prop_map(Try::Leave),
        1 => seat().prop_map(Try::Arrive),
        1 => (seat(), 0..4_u32).prop_map(|(s, n)| Try::Depart(s, n)),
        1 => (0..100_u64).prop_map(Try::Expire),
    ]
}

fn attempt(record: &Record, what: &Try) -> Result<Decision, Refusal> {
    match *what {
        Try::Play(seat, cell, ply) => record.play(seat, cell, ply, now()),
        Try::Resign(seat) => record.resign(seat),
        Try::Rematch(seat) => record.rematch(seat, None, now()),
        Try::Leave(seat) => Ok(record.leave(seat)),
        Try::Arrive(seat) => record.arrive(seat, now()).map(|next| Decision::Changed(Box::new(next))),
        Try::Depart(seat, connection) => Ok(record.depart(seat, connection, now())),
        Try::Expire(seconds) => Ok(record.expire(later(Duration::from_secs(seconds)))),
    }
}

proptest! {
    #[test]
    fn whatever_is_tried_the_record_stays_sound(what in proptest::collection::vec(tries(), 0..80)) {
        let mut record = two_people();
        for each in &what {
            let Ok(Decision::Changed(next)) = attempt(&record, each) else { continue };
            prop_assert_eq!(next.seq(), record.seq() + 1, "every change counts once");
            let finished = next.seat(HOST).wins + next.seat(GUEST).wins + next.draws();
            prop_assert!(finished <= next.game_number());
            prop_assert!(next.deadline().is_some() == next.to_move().is_some(), "a game that is on has a clock");
            let slot = Slot::Match(next.clone());
            prop_assert_eq!(Slot::from_bytes(&stored::to_bytes(&slot)).unwrap(), slot);
            record = *next;
        }
    }

    #[test]
    fn a_move_is_accepted_just_when_it_is_legal(
        what in proptest::collection::vec(tries(), 0..40),
        cell in 0..12_usize,
    ) {
        let mut record = two_people();
        for each in &what {
            if let Ok(Decision::Changed(next)) = attempt(&record, each) {
                record = *next;
            }
        }
        for seat in [HOST, GUEST] {
            let legal = record.to_move() == Some(seat) && record.legal_cells().iter().any(|c| c.index() == cell);
            prop_assert_eq!(record.play(seat, cell, None, now()).is_ok(), legal);
        }
    }
}
