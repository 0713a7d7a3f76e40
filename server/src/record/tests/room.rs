//! In which matches nobody else gets a seat in the room of the two players.

use super::super::room::HELD;
use super::*;

/// The present connection of the seat ends.
fn away(record: &Record, seat: SeatId, at: Timestamp) -> Record {
    let connection = record.person(seat).unwrap().connection;
    changed(record.depart(seat, connection, at))
}

/// A match without a clock.
fn untimed() -> Record {
    let mut record = two_people();
    record.move_time = None;
    record.stage = Stage::On { deadline: None };
    record
}

#[test]
fn two_people_who_are_here_have_the_room_to_themselves_between_games_too() {
    let called_off = changed(two_people().expire(later(MOVE_TIME)));
    for record in [two_people(), after(&HOST_WINS), after(&DRAW), called_off] {
        assert!(record.fills_room(now()), "{record:?}");
    }
}

#[test]
fn a_room_is_held_for_somebody_who_has_only_just_gone_away_from_a_game() {
    for seat in SeatId::BOTH {
        let gone = later(3 * HELD);
        let alone = away(&untimed(), seat, gone);
        let held_until = gone.after(HELD);
        assert!(alone.fills_room(gone));
        assert!(alone.fills_room(gone.after(HELD / 2)));
        assert!(!alone.fills_room(held_until));
        assert!(alone.arrive(seat, held_until).unwrap().fills_room(held_until), "who is back has it again");
    }
}

#[test]
fn a_room_is_held_for_nobody_after_the_game_and_for_no_two_who_are_away() {
    for seat in SeatId::BOTH {
        assert!(!away(&after(&HOST_WINS), seat, now()).fills_room(now()));
        assert!(!away(&away(&untimed(), seat, now()), seat.other(), now()).fills_room(now()));
    }
    assert!(!two_people().recovered(later(MOVE_TIME)).fills_room(later(MOVE_TIME)), "as after a restart");
}

#[test]
fn the_server_that_is_back_holds_the_room_for_whoever_comes_second() {
    let back = later(10 * HELD);
    let one = untimed().recovered(back).arrive(HOST, back).unwrap();
    assert!(one.fills_room(back));
    assert!(!one.fills_room(back.after(HELD)));
}

#[test]
fn a_match_that_somebody_has_left_for_good_takes_up_no_room() {
    for seat in SeatId::BOTH {
        for record in [two_people(), after(&HOST_WINS[..4]), after(&HOST_WINS)] {
            let left = changed(record.leave(seat));
            assert!(!left.fills_room(now()));
            assert!(!away(&left, seat.other(), now()).fills_room(now()));
        }
    }
}

#[test]
fn a_clock_that_has_run_out_ends_the_game_for_the_room_too() {
    let alone = away(&after(&[4]), HOST, now());
    assert!(alone.fills_room(now()));
    let late = alone.deadline().unwrap();
    let came_back = away(&alone.arrive(HOST, late).unwrap(), HOST, late);
    assert!(!came_back.fills_room(late), "held for nobody after the game");
}

#[test]
fn the_computer_takes_up_no_room() {
    assert!(!started(Holder::Computer(Level::Perfect)).fills_room(now()));
}

#[test]
fn a_secret_proves_its_own_seat_only() {
    let secret = Secret::generate().unwrap();
    let record = started(Holder::newcomer(secret.hash(), now()));
    assert_eq!(record.seat_proved_by(&secret), Some(GUEST));
    assert_eq!(record.seat_proved_by(&Secret::generate().unwrap()), None);
}

#[test]
fn what_older_servers_kept_of_a_lobby_is_read() {
    let older = r#"{"waiting":{"match_id":"k3v9d7qpx2ma","host":{"name":"Ann","secret":"HASH","mark":"any"}},"renewed_at":7}"#;
    let older = older.replace("HASH", &String::from(Secret::generate().unwrap().hash()));
    let lobby: Lobby = stored::from_bytes(older.as_bytes()).unwrap();
    assert_eq!((lobby.playing.as_deref(), lobby.renewed_at), (None, Timestamp::from_millis(7)));
    assert_eq!(lobby.waiting.map(|waiting| waiting.rules), Some(Rules::CLASSIC));
    let empty: Lobby = stored::from_bytes(br#"{"waiting":null,"renewed_at":7}"#).unwrap();
    assert_eq!(empty, Lobby { renewed_at: Timestamp::from_millis(7), ..Lobby::default() });
}

proptest! {
    /// However a match goes on: when nobody does anything any more, its room is free in the end, unless two people
    /// sit there and look at each other; and who has left locks nobody out.
    #[test]
    fn nobody_is_locked_out_for_long(what in proptest::collection::vec(tries(), 0..60)) {
        let mut record = two_people();
        for each in &what {
            if let Ok(Decision::Changed(next)) = attempt(&record, each) {
                record = *next;
            }
        }
        let all_here = SeatId::BOTH.iter().all(|&seat| record.seat(seat).holder.presence() == Presence::Here);
        prop_assert_eq!(record.fills_room(later(HELD + MOVE_TIME)), all_here);
        prop_assert!(!(record.fills_room(now()) && record.someone_left()));
    }
}
