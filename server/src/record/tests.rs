//! The decisions on a record.

use std::sync::LazyLock;
use std::time::Duration;

use serde::Deserialize;
use tictactoe_engine::{Game, Level, Rules};

use super::*;
use crate::secret::Secret;

const MOVE_TIME: Duration = Duration::from_secs(60);
const HOST: SeatId = SeatId::Host;
const GUEST: SeatId = SeatId::Guest;

fn now() -> Timestamp {
    Timestamp::ZERO.after(Duration::from_secs(1000))
}

fn later(by: Duration) -> Timestamp {
    now().after(by)
}

const HOST_PLAYER: Seats = Seats::One(HOST);
const GUEST_PLAYER: Seats = Seats::One(GUEST);

fn person() -> Holder {
    Holder::new_player(Secret::generate().hash(), false, node(), now())
}

/// The only node, until it ends.
fn node() -> NodeId {
    static NODE: LazyLock<NodeId> = LazyLock::new(NodeId::generate);
    *NODE
}

/// The record as it is after a restart of the server.
fn restarted(record: &Record, at: Timestamp) -> Record {
    record.after_interruption(|_| false, || at, at).map_or_else(|| record.clone(), |record| *record)
}

fn changed_by_interruption(record: &Record, until: Timestamp) -> Option<Box<Record>> {
    record.after_interruption(|_| true, || until, until)
}

/// A match in which the host plays X.
fn started(guest: Holder) -> Record {
    let seats = BySeat { host: ("Ann".into(), person()), guest: ("Bob".into(), guest) };
    let setup = Setup {
        game: Game::new(Rules::CLASSIC),
        best_of: None,
        room: None,
        move_time: Some(MOVE_TIME),
        first_move_time: None,
        seats,
        x: HOST,
        arena: None,
    };
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
        changed(record.play(Seats::One(seat), cell, None, now()).unwrap())
    })
}

const HOST_WINS: [usize; 5] = [0, 3, 1, 4, 2];

fn ending(record: &Record) -> Ending {
    match &record.stage {
        Stage::Over { ending, .. } => *ending,
        Stage::On { .. } => panic!("the game is running"),
    }
}

#[test]
fn a_game_does_not_expire_early() {
    let early = later(MOVE_TIME.checked_sub(Duration::from_millis(1)).unwrap());
    assert_eq!(two_people().expire(early), Decision::Unchanged);
}

#[test]
fn the_computer_has_no_clock() {
    let record = started(Holder::Computer(Level::Perfect));
    let moved = changed(record.play(HOST_PLAYER, 4, None, now()).unwrap());
    assert_eq!(moved.deadline(), None);
    assert_eq!(moved.computers_turn().map(|turn| (turn.seat, turn.game.ply())), Some((GUEST, 1)));
    assert_eq!(record.computers_turn(), None);
}

#[test]
fn a_person_who_plays_the_computer_loses_on_time() {
    let moved = changed(started(Holder::Computer(Level::Perfect)).play(HOST_PLAYER, 4, None, now()).unwrap());
    let answered = changed(moved.play(GUEST_PLAYER, 0, None, now()).unwrap());
    let lost = Ending::Won { by: GUEST, how: EndReason::Time };
    assert_eq!(ending(&changed(answered.expire(later(MOVE_TIME)))), lost);
}

#[test]
fn the_computer_does_not_move_while_its_opponent_is_away() {
    let moved = changed(started(Holder::Computer(Level::Perfect)).play(HOST_PLAYER, 4, None, now()).unwrap());
    let away = changed(moved.disconnect(HOST_PLAYER, node(), now()));
    assert_eq!(away.computers_turn(), None);
    let back = changed(away.connect(HOST_PLAYER, node(), now()).unwrap());
    assert_eq!(back.computers_turn(), moved.computers_turn());
}

#[test]
fn a_message_about_another_game_is_refused() {
    let offered = changed(after(&HOST_WINS).rematch(HOST_PLAYER, Some(1), None, now()).unwrap());
    let again = changed(offered.rematch(GUEST_PLAYER, Some(1), None, now()).unwrap());
    assert_eq!(
        again.rematch(GUEST_PLAYER, Some(1), None, now()),
        Ok(Decision::Unchanged),
        "that rematch has begun"
    );
    assert_eq!(again.check_game(Some(1)), Err(Refusal::Stale));
    assert_eq!(again.check_game(Some(3)), Err(Refusal::Ahead));
    assert_eq!((again.check_game(Some(2)), again.check_game(None)), (Ok(()), Ok(())));
}

#[test]
fn a_match_is_abandoned_when_every_person_has_left() {
    let left = changed(after(&HOST_WINS).leave(GUEST_PLAYER));
    assert!(!left.is_abandoned());
    assert!(changed(left.leave(HOST_PLAYER)).is_abandoned());
    assert!(changed(started(Holder::Computer(Level::Easy)).leave(HOST_PLAYER)).is_abandoned());
}

#[test]
fn a_restart_disconnects_everyone_and_grants_ten_seconds() {
    let record = two_people();
    let back = record.deadline().unwrap();
    let recovered = restarted(&record, back);
    for seat in SeatId::BOTH {
        assert_eq!(recovered.presence(seat), Presence::Away);
    }
    assert_eq!(recovered.deadline(), Some(back.after(interruption::GRACE)));
    assert_eq!(restarted(&recovered, back), recovered, "a second recovery changes nothing");

    let soon = later(Duration::from_secs(1));
    assert_eq!(restarted(&record, soon).deadline(), record.deadline(), "a later deadline stays");
}

#[test]
fn an_interruption_grants_who_is_absent_before_a_first_move_ten_seconds() {
    let away = changed(two_people().disconnect(HOST_PLAYER, node(), now()));
    let back = later(MAX_ABSENCE * 2);
    let recovered = changed_by_interruption(&away, back).unwrap();
    assert_eq!(recovered.expires_at(), Some(back.after(interruption::GRACE)));
    assert_eq!(recovered.presence(GUEST), Presence::Online);
    assert_eq!(changed_by_interruption(&recovered, back), None, "once is enough");
    assert_eq!(changed_by_interruption(&away, now()), None, "it was before");
}

#[test]
fn recovery_does_not_change_later_records() {
    let back = later(MOVE_TIME / 2);
    let recovered = restarted(&two_people(), back);
    let node = NodeId::generate();
    let arrived = changed(recovered.connect(HOST_PLAYER, node, back).unwrap());
    assert_eq!(arrived.connect(HOST_PLAYER, node, back), Ok(Decision::Unchanged), "again");
    let moved = changed(arrived.play(HOST_PLAYER, 4, None, back).unwrap());
    for later in [&arrived, &moved] {
        assert_eq!(later.after_interruption(|alive| alive == node, || back, back), None);
    }
    assert_eq!(moved.deadline(), Some(back.after(MOVE_TIME)));
}

#[test]
fn recovery_keeps_players_who_left_and_adds_no_clock() {
    let left = restarted(&changed(two_people().leave(HOST_PLAYER)), later(MOVE_TIME));
    assert_eq!(left.presence(HOST), Presence::Left);
    let mut untimed = two_people();
    untimed.move_time = None;
    untimed.stage = Stage::On { deadline: None, proposal: Proposal::None };
    assert_eq!(restarted(&untimed, later(MOVE_TIME)).deadline(), None);
}

#[test]
fn the_newest_connection_is_to_one_node() {
    let (here, there) = (node(), NodeId::generate());
    let moved = changed(two_people().connect(HOST_PLAYER, there, now()).unwrap());
    assert!(moved.is_online_elsewhere(HOST_PLAYER, here) && !moved.is_online_elsewhere(GUEST_PLAYER, here));
    assert_eq!(moved.disconnect(HOST_PLAYER, here, now()), Decision::Unchanged, "an older connection ends");
    let alone = moved.after_interruption(|alive| alive == here, now, Timestamp::ZERO).unwrap();
    assert_eq!((alone.presence(HOST), alone.presence(GUEST)), (Presence::Away, Presence::Online));
    assert_eq!(alone.seq, moved.seq + 1);
    assert!(!alone.is_online_elsewhere(HOST_PLAYER, here), "who is still connected may return");
}

#[test]
fn only_a_finished_game_with_enough_moves_is_recorded() {
    let (on, over) = (after(&HOST_WINS[..4]), after(&HOST_WINS));
    assert_eq!((on.legal_cells().len(), over.legal_cells().len()), (5, 0));
    assert_eq!(on.finished_since(&two_people(), now), None);
    assert_eq!(over.finished_since(&over, now), None);
    for moves in [&[][..], &HOST_WINS[..4]] {
        let resigned = changed(after(moves).resign(HOST_PLAYER).unwrap());
        assert_eq!(resigned.finished_since(&after(moves), now), None, "a win needs five moves");
    }
    let tiny = two_people().begin_game(HOST, Game::new(Rules::new(1, 1, 1).unwrap()), now());
    let won = changed(tiny.play(HOST_PLAYER, 0, None, now()).unwrap());
    assert_eq!(won.finished_since(&tiny, now), None);
    let finished = over.finished_since(&on, now).unwrap();
    assert_eq!((finished.number, finished.game.ply(), finished.ended_at), (1, 5, now()));
    let bytes = encoding::to_bytes(&finished);
    assert_eq!(FinishedGame::from_bytes(&bytes).unwrap(), finished);
    let other = Ending::Won { by: GUEST, how: EndReason::Line };
    let contradictory = FinishedGame { ending: other, ..finished };
    assert!(FinishedGame::from_bytes(&encoding::to_bytes(&contradictory)).is_err());
    for seat in SeatId::BOTH {
        // After two bytes with its length.
        let secret = encoding::to_bytes(&over.person(seat).unwrap().secret).slice(2..);
        assert!(!bytes.windows(secret.len()).any(|part| part == secret), "not even its hash");
    }
}

#[test]
fn a_bot_is_recorded_as_one() {
    let bot = Holder::new_player(Secret::generate().hash(), true, node(), now());
    let kinds = [bot, person(), Holder::Hotseat, Holder::Computer(Level::Easy)]
        .map(|guest| started(guest).seat(GUEST).player().kind);
    let [one, two] = [PlayerKind::Bot, PlayerKind::Person];
    assert_eq!(kinds, [one, two, two, PlayerKind::Computer(Level::Easy)]);
}

#[derive(Debug, Deserialize)]
struct Stored(#[serde(with = "encoding::game")] Game);

#[test]
fn contradictory_bytes_are_refused() {
    let record = after(&HOST_WINS);
    assert_eq!(Record::from_bytes(&record.to_bytes()).unwrap(), record);
    let (bytes, text) = (record.to_bytes(), serde_json::to_string(&record).unwrap());
    assert!(3 * bytes.len() < text.len(), "{} of {}", bytes.len(), text.len());
    let unfinished = Record { game: after(&HOST_WINS[..4]).game, ..record.clone() };
    let ending = Ending::Won { by: GUEST, how: EndReason::Line };
    let lost = Record { stage: Stage::Over { ending, proposal: Proposal::None }, ..record.clone() };
    let overflowing = Record { draws: u32::MAX, ..record };
    for record in [unfinished, lost, overflowing] {
        assert!(Record::from_bytes(&record.to_bytes()).is_err(), "{record:?}");
    }
    for (run, cells) in [(3, &[0, 0][..]), (3, &[9]), (3, &[0, 3, 1, 4, 2, 5]), (4, &[])] {
        let bytes = encoding::to_bytes(&((3, 3, run, false, false), cells));
        assert!(encoding::from_bytes::<Stored>(&bytes).is_err(), "{run} {cells:?}");
    }
    let fine = encoding::to_bytes(&((3, 3, 3, false, false), [0, 3]));
    assert_eq!(encoding::from_bytes::<Stored>(&fine).unwrap().0.ply(), 2);
}

/// The last connection of the player ends.
fn away(record: &Record, seat: SeatId, since: Timestamp) -> Record {
    changed(record.disconnect(Seats::One(seat), node(), since))
}

/// A match without a clock in which both players have moved.
fn untimed() -> Record {
    let mut record = after(&[4, 0]);
    record.move_time = None;
    record.stage = Stage::On { deadline: None, proposal: Proposal::None };
    record
}

fn hotseat() -> Record {
    started(Holder::Hotseat)
}

#[test]
fn a_player_who_is_absent_before_a_first_move_cancels_the_game() {
    for seat in SeatId::BOTH {
        let left = away(&two_people(), seat, now());
        assert_eq!(left.expires_at(), Some(later(MAX_ABSENCE)));
        assert_eq!(left.expire(now()), Decision::Unchanged);
        let cancelled = Ending::Cancelled { by: seat, how: EndReason::Disconnected };
        assert_eq!(ending(&changed(left.expire(later(MAX_ABSENCE)))), cancelled);
        let returned = changed(left.connect(Seats::One(seat), node(), now()).unwrap());
        assert_eq!(returned.expire(later(MAX_ABSENCE)), Decision::Unchanged);
    }
}

#[test]
fn an_absent_player_who_has_moved_keeps_the_game_until_the_clock_ends_it() {
    let moved = away(&after(&[4]), HOST, now());
    assert_eq!(
        (moved.expires_at(), moved.expire(later(MAX_ABSENCE))),
        (moved.deadline(), Decision::Unchanged)
    );
    for alone in [started(Holder::Computer(Level::Easy)), hotseat()] {
        assert_eq!(away(&alone, HOST, now()).expire(later(MAX_ABSENCE)), Decision::Unchanged);
    }
}

#[test]
fn a_later_game_without_a_move_is_lost_on_time_by_who_has_moved_before() {
    let resigned = changed(after(&[4, 0]).resign(HOST_PLAYER).unwrap());
    let offered = changed(resigned.rematch(HOST_PLAYER, None, None, now()).unwrap());
    let again = changed(offered.rematch(GUEST_PLAYER, None, None, now()).unwrap());
    assert_eq!((again.game.ply(), again.to_move()), (0, Some(GUEST)));
    let lost = Ending::Won { by: HOST, how: EndReason::Time };
    assert_eq!(ending(&changed(again.expire(later(MOVE_TIME)))), lost);
}

#[test]
fn if_both_the_clock_and_an_absence_have_expired_the_earlier_one_decides() {
    // The host has moved in the first game, and the guest in none. Both later games expire on the guest's turn or in
    // the guest's absence.
    let mut record = after(&[4]);
    for _ in 0..2 {
        let cancelled = changed(record.expire(later(MOVE_TIME)));
        let offered = changed(cancelled.rematch(HOST_PLAYER, None, None, now()).unwrap());
        record = changed(offered.rematch(GUEST_PLAYER, None, None, now()).unwrap());
    }
    assert_eq!(record.to_move(), Some(HOST));
    let absent = away(&record, GUEST, now());
    let cancelled = Ending::Cancelled { by: GUEST, how: EndReason::Disconnected };
    assert_eq!(ending(&changed(absent.expire(later(MOVE_TIME)))), cancelled);
}

#[test]
fn a_match_is_kept_shortly_when_no_other_person_waits_for_its_players() {
    const HOUR: Duration = Duration::from_secs(60 * 60);
    let moved = |record: &Record, player| changed(record.play(player, 4, None, now()).unwrap());
    for (alone, player) in [(started(Holder::Computer(Level::Easy)), HOST_PLAYER), (hotseat(), Seats::Both)] {
        let playing = moved(&alone, player);
        assert_eq!(playing.keep_for(), HOUR + MOVE_TIME);
        assert!(away(&playing, HOST, now()).keep_for() < HOUR / 4);
        assert_eq!(changed(playing.leave(player)).keep_for(), KEEP_ABANDONED);
    }
    let begun = away(&away(&moved(&two_people(), HOST_PLAYER), HOST, now()), GUEST, now());
    assert_eq!(begun.keep_for(), HOUR + MOVE_TIME, "both may return");
    let offered = changed(after(&HOST_WINS).rematch(HOST_PLAYER, None, None, now()).unwrap());
    let absent = away(&offered, HOST, now());
    assert_eq!(absent.keep_for(), HOUR, "for a rematch");
    for record in [&absent, &changed(absent.connect(HOST_PLAYER, node(), now()).unwrap())] {
        assert_eq!((record.is_rematch_possible(), record.stage.proposal()), (true, Proposal::By(HOST)));
    }
    let not_begun = away(&away(&two_people(), HOST, now()), GUEST, now());
    assert!(not_begun.keep_for() < HOUR / 4);
}

#[test]
fn the_ticket_of_a_hotseat_match_is_good_for_both_seats() {
    let secret = Secret::generate();
    let host = || Holder::new_player(secret.hash(), false, node(), now());
    let seats = |guest| BySeat { host: ("Ann".into(), host()), guest };
    let setup = |guest| Setup {
        game: Game::new(Rules::CLASSIC),
        best_of: None,
        room: None,
        move_time: None,
        first_move_time: None,
        seats: seats(guest),
        x: HOST,
        arena: None,
    };
    let hotseat = Record::start(setup(("Bob".into(), Holder::Hotseat)), now());
    assert_eq!(hotseat.seats_proved_by(&secret), Some(Seats::Both));
    let people = Record::start(setup(("Bob".into(), person())), now());
    assert_eq!(people.seats_proved_by(&secret), Some(HOST_PLAYER));
    assert_eq!(people.seats_proved_by(&Secret::generate()), None);
    for both_away in [away(&hotseat, HOST, now()), changed(hotseat.leave(Seats::Both))] {
        assert_eq!(both_away.presence(GUEST), both_away.presence(HOST));
    }
}

#[test]
fn two_people_occupy_their_room_while_they_have_time_to_return() {
    let held = seat::ROOM_HELD_IN_GAME;
    for record in [two_people(), untimed(), after(&HOST_WINS)] {
        assert!(record.occupies_room(now()), "{record:?}");
    }
    for seat in SeatId::BOTH {
        let alone = away(&untimed(), seat, now());
        assert!(alone.occupies_room(later(held / 2)));
        assert!(!alone.occupies_room(later(held)));
        let returned = changed(alone.connect(Seats::One(seat), node(), later(held)).unwrap());
        assert!(returned.occupies_room(later(held)));
        let after_game = away(&after(&HOST_WINS), seat, now());
        assert!(
            after_game.occupies_room(now()) && !after_game.occupies_room(later(seat::ROOM_HELD_AFTER_GAME))
        );
    }
    for record in [two_people(), after(&[4])] {
        assert!(!away(&record, GUEST, now()).occupies_room(now()), "the guest may not know of the match");
    }
    let restarted = restarted(&untimed(), later(held));
    assert!(restarted.occupies_room(later(held)) && !restarted.occupies_room(later(held * 2)));
}

#[test]
fn other_matches_do_not_occupy_a_room() {
    for seat in SeatId::BOTH {
        assert!(!changed(untimed().leave(Seats::One(seat))).occupies_room(now()));
    }
    for alone in [started(Holder::Computer(Level::Easy)), hotseat()] {
        assert!(!alone.occupies_room(now()));
    }
}

const X: Option<Mark> = Some(Mark::X);
const O: Option<Mark> = Some(Mark::O);

#[test]
fn a_takeback_between_people_needs_both() {
    // The cells played, the player who asks, the other player, and the number of cells that stay. An answer to the
    // move is taken back with it.
    for (cells, player, other, stay) in [
        (&[4][..], HOST, GUEST, 0),
        (&[4, 0], HOST, GUEST, 0),
        (&[4, 0], GUEST, HOST, 1),
        (&[4, 0, 8], HOST, GUEST, 2),
        (&[4, 0, 8], GUEST, HOST, 1),
    ] {
        let (player, other) = (Seats::One(player), Seats::One(other));
        let before = after(cells);
        let asked = changed(before.take_back(player, None, Some(0), now()).unwrap());
        assert_eq!((&asked.game, asked.takebacks), (&before.game, 0));
        assert_eq!(asked.take_back(player, None, Some(0), now()), Ok(Decision::Unchanged));
        let answered = later(MOVE_TIME / 2);
        let taken_back = changed(asked.take_back(other, None, Some(0), answered).unwrap());
        assert_eq!((taken_back.game.cells(), taken_back.takebacks), (&before.game.cells()[..stay], 1));
        assert_eq!(taken_back.deadline(), Some(answered.after(MOVE_TIME)), "time for the new move");
        assert!(taken_back.seat(player.person_seat()).has_moved);
        for resender in [player, other] {
            assert_eq!(
                taken_back.take_back(resender, None, Some(0), now()),
                Ok(Decision::Unchanged),
                "a resend"
            );
        }
        assert_eq!(taken_back.check_takebacks(Some(0)), Err(Refusal::Stale));
        assert_eq!(taken_back.check_takebacks(Some(2)), Err(Refusal::Ahead));
    }
}

#[test]
fn a_takeback_is_made_at_once_where_no_one_else_has_to_agree() {
    let computer = started(Holder::Computer(Level::Easy));
    let play = |record: &Record, player, cell| changed(record.play(player, cell, None, now()).unwrap());
    let answered = play(&play(&computer, HOST_PLAYER, 4), GUEST_PLAYER, 0);
    let taken_back = changed(answered.take_back(HOST_PLAYER, X, None, now()).unwrap());
    assert_eq!((taken_back.game.ply(), taken_back.to_move()), (0, Some(HOST)));
    assert_eq!(
        answered.take_back(HOST_PLAYER, O, None, now()),
        Err(Refusal::Stale),
        "the computer's own move"
    );
    let moved = play(&play(&hotseat(), Seats::Both, 4), Seats::Both, 0);
    assert_eq!(changed(moved.take_back(Seats::Both, None, None, now()).unwrap()).game.ply(), 1);
}

#[test]
fn a_computers_move_for_a_position_that_was_taken_back_is_stale() {
    let moved = changed(started(Holder::Computer(Level::Easy)).play(HOST_PLAYER, 4, None, now()).unwrap());
    let first = moved.computers_turn().unwrap();
    let taken_back = changed(moved.take_back(HOST_PLAYER, None, None, now()).unwrap());
    let again = changed(taken_back.play(HOST_PLAYER, 4, None, now()).unwrap());
    let second = again.computers_turn().unwrap();
    assert_eq!(first.game, second.game);
    assert_eq!(again.check_takebacks(Some(first.takebacks)), Err(Refusal::Stale));
    assert_eq!(again.check_takebacks(Some(second.takebacks)), Ok(()));
}

#[test]
fn a_takeback_request_ends_with_a_move_an_answer_or_the_game() {
    let asked = changed(after(&[4]).take_back(HOST_PLAYER, None, None, now()).unwrap());
    assert_eq!(asked.stage.proposal(), Proposal::By(HOST));
    let declined = changed(asked.decline(GUEST_PLAYER, None).unwrap());
    for (ended, proposal) in [
        (changed(asked.play(GUEST_PLAYER, 0, None, now()).unwrap()), Proposal::None),
        (changed(declined.play(GUEST_PLAYER, 0, None, now()).unwrap()), Proposal::None),
        (declined, Proposal::DeclinedBy(GUEST)),
        (changed(asked.decline(HOST_PLAYER, None).unwrap()), Proposal::None),
        (changed(asked.resign(GUEST_PLAYER).unwrap()), Proposal::None),
        (changed(asked.leave(GUEST_PLAYER)), Proposal::None),
    ] {
        assert_eq!(ended.stage.proposal(), proposal);
        assert_eq!(ended.decline(GUEST_PLAYER, None), Ok(Decision::Unchanged));
        let agreed = ended.take_back(GUEST_PLAYER, X, None, now());
        let refusal = if ended.is_over() { Refusal::GameOver } else { Refusal::Stale };
        assert_eq!(agreed, Err(refusal), "the request is gone");
    }
    assert_eq!(asked.take_back(GUEST_PLAYER, O, None, now()), Err(Refusal::NothingToTakeBack));
    let both = changed(after(&[4, 0]).take_back(HOST_PLAYER, None, None, now()).unwrap());
    assert_eq!(
        both.take_back(GUEST_PLAYER, O, None, now()),
        Err(Refusal::Stale),
        "the other player asks already"
    );
}

/// A series of two people after these games, with the winner of each; `None` for a draw.
fn series_of(best_of: u8, winners: &[Option<SeatId>]) -> Record {
    let mut record = Record { best_of: Some(best_of), ..two_people() };
    for (game, winner) in winners.iter().enumerate() {
        if game > 0 {
            let offered = changed(record.rematch(HOST_PLAYER, None, None, now()).unwrap());
            record = changed(offered.rematch(GUEST_PLAYER, None, None, now()).unwrap());
        }
        record = match winner {
            Some(winner) => changed(record.resign(Seats::One(winner.other())).unwrap()),
            None => [0, 1, 2, 4, 3, 5, 7, 6, 8].into_iter().fold(record, |record, cell| {
                changed(record.play(Seats::One(record.to_move().unwrap()), cell, None, now()).unwrap())
            }),
        };
    }
    record
}

#[test]
fn a_series_ends_when_no_one_can_catch_up_and_the_next_game_begins_another() {
    const HOST_WON: Option<SeriesResult> = Some(SeriesResult::Won(HOST));
    const GUEST_WON: Option<SeriesResult> = Some(SeriesResult::Won(GUEST));
    let (host, guest, draw) = (Some(HOST), Some(GUEST), None);
    for (best_of, winners, result) in [
        (1, &[host][..], HOST_WON),
        (1, &[draw], Some(SeriesResult::Drawn)),
        (3, &[host], None),
        (3, &[host, host], HOST_WON),
        (3, &[host, guest], None),
        (3, &[host, guest, guest], GUEST_WON),
        (3, &[host, draw], None),
        (3, &[draw, draw], None),
        (3, &[draw, draw, guest], GUEST_WON),
        (3, &[draw, host, guest], Some(SeriesResult::Drawn)),
        (5, &[host, draw, draw], None),
        (5, &[host, host, draw], None),
        (5, &[host, host, draw, draw], HOST_WON),
        (3, &[host, host, guest], None),
    ] {
        let record = series_of(best_of, winners);
        assert_eq!(record.series_result(), result, "{winners:?}");
        let offered = changed(record.rematch(HOST_PLAYER, None, None, now()).unwrap());
        let next = changed(offered.rematch(GUEST_PLAYER, None, None, now()).unwrap());
        let games = SeatId::BOTH.map(|seat| next.seat(seat).wins).iter().sum::<u32>() + next.draws;
        assert_eq!(games == 0, result.is_some(), "{winners:?}");
    }
}

#[test]
fn after_the_opponent_has_left_the_position_goes_on_against_the_computer() {
    for (cells, stays, leaves) in [(&[4, 0, 8][..], HOST, GUEST), (&[4], GUEST, HOST), (&[4], HOST, GUEST)] {
        let before = after(cells);
        let left = changed(before.leave(Seats::One(leaves)));
        assert!(left.is_continuable());
        let player = Seats::One(stays);
        let go_on = |record: &Record| record.continue_with_computer(player, Some(1), Level::Casual, now());
        let goes_on = changed(go_on(&left).unwrap());
        assert_eq!((&goes_on.game, goes_on.game_number), (&before.game, 2));
        assert_eq!((goes_on.to_move(), goes_on.mark_of(stays)), (before.to_move(), before.mark_of(stays)));
        assert_eq!(goes_on.person(stays), left.person(stays), "the ticket stays");
        assert_eq!(goes_on.seat(leaves).holder, Holder::Computer(Level::Casual));
        assert_eq!(goes_on.computers_turn().is_some(), goes_on.to_move() == Some(leaves));
        assert_eq!(SeatId::BOTH.map(|seat| goes_on.seat(seat).wins), [0, 0]);
        assert_eq!(go_on(&goes_on), Ok(Decision::Unchanged), "a resend");
        assert_eq!(Record::from_bytes(&goes_on.to_bytes()).unwrap(), goes_on);
    }
}

#[test]
fn other_games_do_not_go_on_against_the_computer() {
    let computer = started(Holder::Computer(Level::Easy));
    for (record, refusal) in [
        (two_people(), Refusal::GameOn),
        (changed(two_people().resign(GUEST_PLAYER).unwrap()), Refusal::OpponentPresent),
        (changed(computer.resign(HOST_PLAYER).unwrap()), Refusal::OpponentPresent),
        (changed(computer.leave(HOST_PLAYER)), Refusal::Left),
        (changed(after(&HOST_WINS).leave(GUEST_PLAYER)), Refusal::GameOver),
    ] {
        assert!(!record.is_continuable());
        let decided = record.continue_with_computer(HOST_PLAYER, None, Level::Easy, now());
        assert_eq!(decided, Err(refusal));
    }
}
