//! Rooms: whom the second meets, and what becomes of a third.

use super::super::playing::{KEEP_PLAYING, RENEW_PLAYING};
use super::*;
use crate::record::Lobby;
use crate::record::room::HELD;

fn four() -> Rules {
    Rules::new(4, 4, 4).unwrap()
}

fn kitten(rules: Option<Rules>) -> Wish {
    Wish { rules, room: Some("kitten".into()), ..wish(Wanted::Person) }
}

async fn waits(matches: &Matches, wish: Wish) -> Box<Waiter> {
    match matches.join(wish).await.unwrap() {
        Joined::Waiting(waiter) => waiter,
        Joined::Seated(_) => panic!("somebody was waiting"),
    }
}

async fn sits(matches: &Matches, wish: Wish) -> Box<Seated> {
    match matches.join(wish).await.unwrap() {
        Joined::Seated(seated) => seated,
        Joined::Waiting(_) => panic!("nobody was waiting"),
    }
}

/// Two people who play in the room.
async fn two(matches: &Matches) -> [Box<Seated>; 2] {
    let host = waits(matches, kitten(None)).await;
    let guest = sits(matches, Wish { name: "Bob".into(), ..kitten(None) }).await;
    [Box::new(host.into_seated()), guest]
}

async fn again(matches: &Matches, waiter: &Waiter, wish: Wish) -> Joined {
    matches.join(Wish { earlier: waiter.again().earlier, ..wish }).await.unwrap()
}

/// The lobby of the room.
async fn lobby(matches: &Matches) -> Lobby {
    matches.lobby(&kitten(None)).await.unwrap().0
}

async fn keep_room(matches: &Matches, id: &MatchId) -> bool {
    matches.keep_room(id, &*record(matches, id).await).await.unwrap()
}

/// The host gives up, and both want to play again.
async fn another_game(matches: &Matches, id: &MatchId) {
    matches.change(id, |record, now| Ok(record.expire(now))).await.unwrap();
    if record(matches, id).await.to_move().is_some() {
        matches.change(id, |record, _| record.resign(SeatId::Host)).await.unwrap();
    }
    for seat in SeatId::BOTH {
        matches.change(id, |record, now| record.rematch(seat, None, now)).await.unwrap();
    }
}

async fn depart(matches: &Matches, seated: &Seated) {
    let away = |record: &Record, now| Ok(record.depart(seated.seat, seated.connection, now));
    matches.change(seated.id(), away).await.unwrap();
}

/// Fails unless the room is full, and says so.
async fn assert_full(matches: &Matches, wish: Wish, of: &MatchId) {
    match matches.join(wish).await {
        Err(JoinError::RoomFull { playing, names }) => {
            assert_eq!((&playing, names), (of, ["Ann", "Bob"].map(String::from)));
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("let in"),
    }
}

/// The lobby does not hear that the match of the place has begun.
async fn put_back(matches: &Matches, waiter: &Waiter) {
    let (_, revision) = matches.lobby(&waiter.wish).await.unwrap();
    assert!(matches.put_lobby(&waiter.wish, revision, Some(&waiter.place), None).await.unwrap());
}

#[tokio::test]
async fn who_names_no_board_plays_on_that_of_whoever_waits() {
    let (matches, _) = matches();
    let host = waits(&matches, kitten(Some(four()))).await;
    let guest = sits(&matches, kitten(None)).await;
    assert_eq!(guest.id(), host.id());
    assert_eq!(record(&matches, guest.id()).await.game().rules(), four());
}

#[tokio::test]
async fn another_board_than_the_one_that_is_waited_for_is_refused() {
    let (matches, _) = matches();
    let host = waits(&matches, kitten(None)).await;
    let refused = matches.join(kitten(Some(four()))).await;
    assert!(matches!(refused, Err(JoinError::RoomRules(Rules::CLASSIC))));
    assert_eq!(sits(&matches, kitten(Some(Rules::CLASSIC))).await.id(), host.id());
}

#[tokio::test]
async fn a_third_is_told_who_plays_whatever_the_board() {
    let (matches, _) = matches();
    let [_host, guest] = two(&matches).await;
    for rules in [None, Some(Rules::CLASSIC), Some(four())] {
        assert_full(&matches, kitten(rules), guest.id()).await;
    }
    waits(&matches, Wish { room: Some("puppy".into()), ..kitten(None) }).await;
    wait(&matches).await;
}

#[tokio::test]
async fn a_third_is_told_so_before_the_lobby_has_heard_of_the_match() {
    let (matches, _) = matches();
    let host = waits(&matches, kitten(None)).await;
    let guest = sits(&matches, Wish { name: "Bob".into(), ..kitten(None) }).await;
    put_back(&matches, &host).await;
    for rules in [None, Some(four())] {
        assert_full(&matches, kitten(rules), guest.id()).await;
    }
}

#[tokio::test]
async fn whose_match_has_begun_does_not_take_the_place_again() {
    let (matches, _) = matches();
    let host = waits(&matches, kitten(None)).await;
    let _guest = sits(&matches, kitten(None)).await;
    assert!(matches.renew(&host).await.unwrap());
    assert_eq!(matches.lobby(&host.wish).await.unwrap().0.waiting, None);
}

#[tokio::test(start_paused = true)]
async fn a_place_that_was_forgotten_is_not_put_beside_two_who_play_meanwhile() {
    let (matches, _) = matches();
    let late = waits(&matches, kitten(None)).await;
    tokio::time::advance(KEEP_DESERTED).await;
    let [_host, guest] = two(&matches).await;
    assert!(!matches.renew(&late).await.unwrap());
    assert_full(&matches, kitten(None), guest.id()).await;
    assert!(matches.withdraw(&late).await.unwrap());
    assert_full(&matches, late.again(), guest.id()).await;
}

#[tokio::test(start_paused = true)]
async fn a_place_that_was_forgotten_is_put_back_when_nobody_plays_there() {
    let (matches, _) = matches();
    let late = waits(&matches, kitten(None)).await;
    tokio::time::advance(KEEP_DESERTED).await;
    let first = two(&matches).await;
    for seated in &first {
        depart(&matches, seated).await;
    }
    assert!(matches.renew(&late).await.unwrap());
    assert_eq!(sits(&matches, kitten(None)).await.id(), late.id());
}

#[tokio::test]
async fn a_place_that_is_out_of_date_refuses_nobody() {
    let (matches, _) = matches();
    let gone = waits(&matches, kitten(None)).await;
    withdraw_unheard(&matches, &gone).await;
    let next = waits(&matches, kitten(Some(four()))).await;
    assert_eq!(sits(&matches, kitten(None)).await.id(), next.id());
}

#[tokio::test(start_paused = true)]
async fn a_room_that_nobody_keeps_is_full_for_longer_than_a_place_is_kept_and_then_forgotten() {
    let (matches, store) = matches();
    let [_host, guest] = two(&matches).await;
    tokio::time::advance(KEEP_PLAYING / 2).await;
    assert_full(&matches, kitten(None), guest.id()).await;
    tokio::time::advance(KEEP_PLAYING).await;
    assert_eq!(store.count(), 1, "the match alone is kept");
}

#[tokio::test(start_paused = true)]
async fn a_room_is_full_as_long_as_two_play_there_and_either_keeps_it() {
    let terms = Terms { move_time: Some(Duration::from_secs(60)), ..TERMS };
    let matches = Matches::new(Arc::<Troubled>::default(), terms);
    let [_host, guest] = two(&matches).await;
    for _ in 0..30 {
        tokio::time::advance(RENEW_PLAYING).await;
        another_game(&matches, guest.id()).await;
        assert!(keep_room(&matches, guest.id()).await);
    }
    assert_full(&matches, kitten(None), guest.id()).await;
}

#[tokio::test(start_paused = true)]
async fn two_who_come_back_late_take_up_the_room_again() {
    let (matches, _) = matches();
    let [host, guest] = two(&matches).await;
    depart(&matches, &host).await;
    tokio::time::advance(2 * KEEP_PLAYING).await;
    assert!(keep_room(&matches, guest.id()).await);
    assert_eq!(lobby(&matches).await, Lobby::default(), "one alone takes up no room");
    matches.resume(host.id(), host.secret.clone()).await.unwrap();
    assert!(keep_room(&matches, guest.id()).await);
    assert_full(&matches, kitten(None), guest.id()).await;
}

#[tokio::test]
async fn who_keeps_a_room_writes_only_when_half_of_the_time_is_gone() {
    let (matches, _) = matches();
    let [_host, guest] = two(&matches).await;
    let before = lobby(&matches).await;
    assert!(keep_room(&matches, guest.id()).await);
    assert_eq!(lobby(&matches).await, before);
}

#[tokio::test]
async fn who_keeps_a_room_leaves_alone_whoever_waits_or_plays_there_instead() {
    let (matches, _) = matches();
    let first = two(&matches).await;
    for seated in &first {
        depart(&matches, seated).await;
    }
    let third = waits(&matches, kitten(None)).await;
    for seated in &first {
        matches.resume(seated.id(), seated.secret.clone()).await.unwrap();
    }
    assert!(!keep_room(&matches, first[0].id()).await, "it is to be looked at again");
    let fourth = sits(&matches, Wish { name: "Bob".into(), ..kitten(None) }).await;
    assert_eq!(fourth.id(), third.id());
    assert!(keep_room(&matches, first[0].id()).await);
    assert_full(&matches, kitten(None), third.id()).await;
}

#[tokio::test]
async fn a_room_forgets_the_match_that_somebody_has_left_and_no_other() {
    let (matches, _) = matches();
    let [_host, guest] = two(&matches).await;
    matches.free_room(Some("kitten"), &MatchId("000000000000".into())).await;
    assert_full(&matches, kitten(None), guest.id()).await;
    matches.free_room(Some("kitten"), guest.id()).await;
    assert_eq!(lobby(&matches).await.playing, None);
}

#[tokio::test]
async fn a_room_is_free_when_one_of_the_two_has_left() {
    for seat in SeatId::BOTH {
        let (matches, _) = matches();
        let [_host, guest] = two(&matches).await;
        matches.change(guest.id(), |record, _| Ok(record.leave(seat))).await.unwrap();
        let next = waits(&matches, kitten(Some(four()))).await;
        assert_eq!(sits(&matches, kitten(None)).await.id(), next.id());
    }
}

#[tokio::test]
async fn a_room_is_free_when_both_are_away() {
    let (matches, _) = matches();
    let [host, guest] = two(&matches).await;
    depart(&matches, &host).await;
    assert_full(&matches, kitten(None), guest.id()).await;
    depart(&matches, &guest).await;
    waits(&matches, kitten(None)).await;
}

#[tokio::test(start_paused = true)]
async fn a_room_is_not_held_for_long_for_one_who_is_away() {
    let (matches, _) = matches();
    let [host, guest] = two(&matches).await;
    depart(&matches, &host).await;
    tokio::time::advance(HELD / 2).await;
    assert_full(&matches, kitten(None), guest.id()).await;
    tokio::time::advance(HELD).await;
    waits(&matches, kitten(None)).await;
}

#[tokio::test]
async fn two_who_come_back_find_their_match_although_somebody_waits_in_the_room() {
    let (matches, _) = matches();
    let [host, guest] = two(&matches).await;
    for seated in [&host, &guest] {
        depart(&matches, seated).await;
    }
    let third = waits(&matches, kitten(None)).await;
    for seated in [&host, &guest] {
        assert_eq!(matches.resume(seated.id(), seated.secret.clone()).await.unwrap().seat, seated.seat);
    }
    assert!(matches.withdraw(&third).await.unwrap());
    assert_full(&matches, kitten(None), guest.id()).await;
}

#[tokio::test]
async fn whoever_waited_in_a_room_joins_again_for_the_place_or_the_seat() {
    let (matches, _) = matches();
    let lost = waits(&matches, kitten(Some(four()))).await;
    let Joined::Waiting(host) = again(&matches, &lost, kitten(None)).await else { panic!("met themselves") };
    let guest = sits(&matches, kitten(Some(host.place.rules))).await;
    for ticket in [&lost, &host] {
        let Joined::Seated(seated) = again(&matches, ticket, kitten(None)).await else { panic!("waits") };
        assert_eq!((seated.id(), seated.seat), (guest.id(), SeatId::Host));
    }
}

#[tokio::test]
async fn whoever_waits_in_a_room_waits_on_although_two_have_come_back_to_it() {
    let (matches, _) = matches();
    let [host, guest] = two(&matches).await;
    for seated in [&host, &guest] {
        depart(&matches, seated).await;
    }
    let lost = waits(&matches, kitten(None)).await;
    for seated in [&host, &guest] {
        matches.resume(seated.id(), seated.secret.clone()).await.unwrap();
    }
    let Joined::Waiting(third) = again(&matches, &lost, kitten(None)).await else { panic!("met somebody") };
    assert!(matches.withdraw(&third).await.unwrap());
    assert_full(&matches, kitten(None), guest.id()).await;
}

#[tokio::test]
async fn a_player_of_the_match_in_the_room_gets_the_seat_by_a_ticket_that_leads_nowhere() {
    let (matches, _) = matches();
    let host = waits(&matches, kitten(None)).await;
    let guest = sits(&matches, kitten(None)).await;
    let earlier = Earlier { match_id: "000000000000".into(), secret: host.secret().clone() };
    let Joined::Seated(seated) = matches.join(Wish { earlier: Some(earlier), ..kitten(None) }).await.unwrap()
    else {
        panic!("waits for nobody")
    };
    assert_eq!((seated.id(), seated.seat), (guest.id(), SeatId::Host));
}

#[tokio::test]
async fn who_plays_the_computer_takes_up_no_room() {
    let (matches, _) = matches();
    let alone = waits(&matches, Wish { wanted: Wanted::Anyone, ..kitten(Some(four())) }).await;
    matches.call_computer(&alone).await.unwrap();
    assert_eq!(record(&matches, alone.id()).await.game().rules(), four());
    let host = waits(&matches, kitten(None)).await;
    let at_once = sits(&matches, Wish { wanted: Wanted::Computer, ..kitten(Some(four())) }).await;
    assert!(record(&matches, at_once.id()).await.person(SeatId::Guest).is_none());
    assert_eq!(sits(&matches, kitten(None)).await.id(), host.id());
}

#[tokio::test]
async fn a_pairing_in_a_room_whose_answer_was_lost_is_made_once() {
    for trouble in [Trouble::AnswerLost, Trouble::AnswerLostAndPlayed] {
        let (matches, store) = matches();
        let host = waits(&matches, kitten(None)).await;
        store.troubles.lock().unwrap().push(trouble);
        let guest = sits(&matches, Wish { name: "Bob".into(), ..kitten(None) }).await;
        assert_eq!(guest.id(), host.id());
        assert_full(&matches, kitten(None), host.id()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_come_at_once_two_meet_and_the_others_are_told() {
    for boards in [[None, None], [None, Some(four())], [Some(Rules::CLASSIC), None]] {
        let (matches, _) = matches();
        let joins = (0..24).map(|number| {
            let (matches, rules) = (Arc::clone(&matches), boards[number % 2]);
            tokio::spawn(async move { matches.join(kitten(rules)).await })
        });
        let joined: Vec<_> = join_all(joins).await.into_iter().map(Result::unwrap).collect();
        let met: Vec<_> = joined.iter().flatten().map(Joined::id).collect();
        let waiting = joined.iter().flatten().filter(|joined| matches!(joined, Joined::Waiting(_))).count();
        assert_eq!((met.len(), waiting), (2, 1), "{boards:?}");
        assert_eq!(met.first(), met.last());
        let told = |error: &JoinError| matches!(error, JoinError::RoomFull { .. } | JoinError::RoomRules(_));
        assert!(joined.iter().filter_map(|joined| joined.as_ref().err()).all(told));
    }
}
