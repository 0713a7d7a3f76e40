//! Races, and a store that is in trouble.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use futures::future::join_all;
use tictactoe_engine::{Level, Rules};

use super::lobby::Joined;
use super::room::JoinError;
use super::waiter::Waiter;
use super::*;
use crate::record::{Earlier, MarkWish, Wanted, Wish};
use crate::store::{Entry, MemoryStore, Watch};

mod rooms;

/// How the next commits go wrong, in this order; after them all is well.
#[derive(Debug, Clone, Copy)]
enum Trouble {
    /// Somebody else is first.
    Conflict,
    /// The write is made, and the answer lost.
    AnswerLost,
    /// The write is made, the answer lost, and before it can be read back the first move is played.
    AnswerLostAndPlayed,
    /// The write is lost, and the answer too.
    WriteLost,
}

#[derive(Default)]
struct Troubled {
    store: MemoryStore,
    troubles: Mutex<Vec<Trouble>>,
    gone: AtomicBool,
    lagging: AtomicBool,
}

impl Troubled {
    /// Plays the first move of a match that has just been written.
    async fn play_first(&self, key: &Key, revision: Revision, value: &Bytes) {
        let Slot::Match(record) = Slot::from_bytes(value).unwrap() else { panic!("no match") };
        let first = record.to_move().unwrap();
        let Decision::Changed(next) = record.play(first, 4, None, Timestamp::ZERO).unwrap() else {
            panic!("no move")
        };
        let value = stored::to_bytes(&Slot::Match(next));
        self.store
            .commit(key, Write { expected: Some(revision), value, ttl: KEEP_OVER, history: None })
            .await
            .unwrap();
    }
}

#[async_trait]
impl Store for Troubled {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        if self.gone.load(Ordering::SeqCst) {
            return Err(Unavailable("unplugged".into()));
        }
        self.store.get(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let trouble = self.troubles.lock().unwrap().pop();
        match trouble {
            None => self.store.commit(key, write).await,
            Some(Trouble::Conflict) => Err(CommitError::Conflict),
            Some(Trouble::WriteLost) => Err(CommitError::Unknown("lost".into())),
            Some(Trouble::AnswerLost) => {
                self.store.commit(key, write).await?;
                Err(CommitError::Unknown("timed out".into()))
            }
            Some(Trouble::AnswerLostAndPlayed) => {
                let revision = self.store.commit(key, write.clone()).await?;
                self.play_first(key, revision, &write.value).await;
                Err(CommitError::Unknown("timed out".into()))
            }
        }
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let mut entries = self.store.watch(key).await?;
        if !self.lagging.load(Ordering::SeqCst) {
            return Ok(entries);
        }
        // As a store on another machine: what is written is seen a little later.
        let (sender, late) = tokio::sync::watch::channel(None);
        tokio::spawn(async move {
            while entries.changed().await.is_ok() {
                tokio::task::yield_now().await;
                sender.send_replace(entries.borrow_and_update().clone());
            }
        });
        Ok(late)
    }

    async fn history(&self, key: &Key, most: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.store.history(key, most).await
    }

    async fn probe(&self) -> Result<(), Unavailable> {
        self.store.probe().await
    }

    fn count(&self) -> usize {
        self.store.count()
    }

    fn clock(&self) -> Clock {
        self.store.clock()
    }
}

/// No clock, and enough room.
const TERMS: Terms = Terms { move_time: None, most: 1000 };

fn matches() -> (Arc<Matches>, Arc<Troubled>) {
    let store = Arc::new(Troubled::default());
    let matches = Matches::new(Arc::clone(&store) as Arc<dyn Store>, TERMS);
    (Arc::new(matches), store)
}

fn wish(wanted: Wanted) -> Wish {
    Wish {
        name: "Ann".into(),
        mark: MarkWish::Any,
        rules: Some(Rules::CLASSIC),
        room: None,
        wanted,
        level: Level::Perfect,
        earlier: None,
    }
}

async fn wait(matches: &Matches) -> Box<Waiter> {
    match matches.join(wish(Wanted::Person)).await.unwrap() {
        Joined::Waiting(waiter) => waiter,
        Joined::Seated(_) => panic!("somebody was waiting"),
    }
}

async fn sit(matches: &Matches) -> Box<Seated> {
    match matches.join(wish(Wanted::Person)).await.unwrap() {
        Joined::Seated(seated) => seated,
        Joined::Waiting(_) => panic!("nobody was waiting"),
    }
}

/// The host withdraws, and the lobby does not hear of it.
async fn withdraw_unheard(matches: &Matches, waiter: &Waiter) {
    let write = Write {
        expected: None,
        value: stored::to_bytes(&Slot::Withdrawn { moved_to: None }),
        ttl: KEEP_DESERTED,
        history: None,
    };
    matches.commit(&waiter.id().key(), write).await.unwrap().unwrap();
}

async fn record(matches: &Matches, id: &MatchId) -> Arc<Record> {
    matches.load(id).await.unwrap().0
}

/// The seat to move plays this cell.
async fn play(matches: &Matches, id: &MatchId, cell: usize) -> Result<Done, MatchError> {
    matches.change(id, |record, now| record.play(record.to_move().unwrap(), cell, None, now)).await
}

#[tokio::test]
async fn a_move_whose_answer_was_lost_is_made_once() {
    let (matches, store) = matches();
    let _waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    store.troubles.lock().unwrap().push(Trouble::AnswerLost);
    assert_eq!(play(&matches, guest.id(), 4).await.unwrap(), Done::Now);
    assert_eq!(record(&matches, guest.id()).await.game().ply(), 1);
}

#[tokio::test]
async fn a_move_that_was_lost_or_came_second_is_decided_again() {
    for trouble in [Trouble::WriteLost, Trouble::Conflict] {
        let (matches, store) = matches();
        let _waiter = wait(&matches).await;
        let guest = sit(&matches).await;
        store.troubles.lock().unwrap().push(trouble);
        assert_eq!(play(&matches, guest.id(), 4).await.unwrap(), Done::Now);
        assert_eq!(record(&matches, guest.id()).await.game().ply(), 1);
    }
}

#[tokio::test]
async fn a_pairing_whose_answer_was_lost_is_made_once() {
    let (matches, store) = matches();
    let mut waiter = wait(&matches).await;
    store.troubles.lock().unwrap().push(Trouble::AnswerLost);
    let guest = sit(&matches).await;
    waiter.paired().await.unwrap();
    assert_eq!(*waiter.into_seated().id(), *guest.id());
}

#[tokio::test]
async fn a_pairing_whose_answer_was_lost_is_known_although_the_other_player_was_quick() {
    let (matches, store) = matches();
    let waiter = wait(&matches).await;
    store.troubles.lock().unwrap().push(Trouble::AnswerLostAndPlayed);
    let guest = sit(&matches).await;
    assert_eq!((guest.id(), record(&matches, guest.id()).await.game().ply()), (waiter.id(), 1));
}

#[tokio::test]
async fn a_match_that_the_watch_does_not_show_yet_is_there_all_the_same() {
    let (matches, store) = matches();
    store.lagging.store(true, Ordering::SeqCst);
    let Joined::Seated(mut seated) = matches.join(wish(Wanted::Computer)).await.unwrap() else {
        panic!("alone")
    };
    assert!(seated.subscription.newest().is_some());
    assert!(matches!(seated.subscription.changed().await, Ok(live::Change::Record(_))));
}

#[tokio::test]
async fn a_store_out_of_reach_is_said_to_be() {
    let (matches, store) = matches();
    let _waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    store.gone.store(true, Ordering::SeqCst);
    assert!(matches!(play(&matches, guest.id(), 4).await, Err(MatchError::Unavailable(_))));
    let refused = matches.join(wish(Wanted::Anyone)).await;
    assert!(matches!(refused, Err(JoinError::Match(MatchError::Unavailable(_)))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_play_the_same_ply_at_once_one_wins() {
    let (matches, _) = matches();
    let _waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    for ply in 0..4 {
        let tries = (0..9).map(|cell| {
            let (matches, id) = (Arc::clone(&matches), guest.id().clone());
            tokio::spawn(async move {
                matches
                    .change(&id, |record, now| {
                        let seat = record.to_move().ok_or(Refusal::GameOver)?;
                        record.play(seat, cell, Some(ply), now)
                    })
                    .await
            })
        });
        let won = join_all(tries).await.into_iter().filter(|done| matches!(done, Ok(Ok(Done::Now)))).count();
        assert_eq!((won, record(&matches, guest.id()).await.game().ply()), (1, ply + 1));
    }
}

/// The same wish again, on a new connection.
async fn join_again(matches: &Matches, waiter: &Waiter) -> Joined {
    let earlier = Earlier { match_id: waiter.id().as_str().to_owned(), secret: waiter.secret().clone() };
    matches.join(Wish { earlier: Some(earlier), ..wish(Wanted::Person) }).await.unwrap()
}

#[tokio::test]
async fn whoever_waited_on_a_lost_connection_does_not_meet_themselves() {
    let (matches, _) = matches();
    let mut lost = wait(&matches).await;
    let Joined::Waiting(again) = join_again(&matches, &lost).await else { panic!("met themselves") };
    assert!(!lost.paired().await.unwrap(), "the lost connection waits for nothing");
    assert_eq!(sit(&matches).await.id(), again.id());
}

#[tokio::test]
async fn whoever_lost_the_connection_just_when_the_match_began_gets_the_seat() {
    let (matches, _) = matches();
    let lost = wait(&matches).await;
    let guest = sit(&matches).await;
    let Joined::Seated(seated) = join_again(&matches, &lost).await else { panic!("waits again") };
    assert_eq!((seated.id(), seated.seat), (guest.id(), SeatId::Host));
}

#[tokio::test]
async fn whoever_hears_no_answer_twice_does_not_meet_themselves_either() {
    let (matches, _) = matches();
    let first = wait(&matches).await;
    for _ in 0..3 {
        let Joined::Waiting(_unheard) = join_again(&matches, &first).await else { panic!("met themselves") };
    }
    let Joined::Waiting(heard) = join_again(&matches, &first).await else { panic!("met themselves") };
    assert_eq!(sit(&matches).await.id(), heard.id());
}

#[tokio::test]
async fn the_first_ticket_leads_to_the_seat_that_came_of_a_later_place() {
    for departs in [false, true] {
        let (matches, _) = matches();
        let first = wait(&matches).await;
        if departs {
            assert!(matches.withdraw(&first).await.unwrap());
        }
        let Joined::Waiting(_unheard) = join_again(&matches, &first).await else { panic!("met themselves") };
        let guest = sit(&matches).await;
        let Joined::Seated(seated) = join_again(&matches, &first).await else { panic!("waits again") };
        assert_eq!((seated.id(), seated.seat), (guest.id(), SeatId::Host));
    }
}

#[tokio::test]
async fn a_place_that_is_no_longer_there_changes_nothing() {
    let (matches, _) = matches();
    let lost = wait(&matches).await;
    assert!(matches.withdraw(&lost).await.unwrap());
    let Joined::Waiting(again) = join_again(&matches, &lost).await else { panic!("met nobody") };
    assert_eq!(sit(&matches).await.id(), again.id());
}

#[tokio::test]
async fn nobody_takes_the_place_of_another() {
    let (matches, _) = matches();
    let waiter = wait(&matches).await;
    let earlier = Earlier { match_id: waiter.id().as_str().to_owned(), secret: Secret::generate().unwrap() };
    let joined = matches.join(Wish { earlier: Some(earlier), ..wish(Wanted::Person) }).await.unwrap();
    assert!(matches!(joined, Joined::Seated(seated) if seated.id() == waiter.id()), "paired as anybody");
}

#[tokio::test]
async fn the_games_of_a_match_are_kept_in_order() {
    let (matches, _) = matches();
    let _waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    for seat in [SeatId::Host, SeatId::Guest] {
        play(&matches, guest.id(), 4).await.unwrap();
        matches.change(guest.id(), |record, _| record.resign(seat)).await.unwrap();
        for seat in SeatId::BOTH {
            matches.change(guest.id(), |record, now| record.rematch(seat, None, now)).await.unwrap();
        }
    }
    let Known { games, record, .. } = matches.history(guest.id(), 100).await.unwrap();
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(record.unwrap().game_number(), 3);
    let newest = matches.history(guest.id(), 1).await.unwrap().games;
    assert_eq!(newest.first().map(|game| game.number), Some(2));
    let nobody = MatchId::named("000000000000").unwrap();
    assert!(matches!(matches.history(&nobody, 100).await, Err(MatchError::NoSuchMatch)));
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_clock_ran_out_while_nobody_was_there_is_over_for_whoever_comes() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let terms = Terms { move_time: Some(Duration::from_secs(60)), ..TERMS };
    for comes in ["player", "watcher", "reader"] {
        let matches = Matches::new(Arc::clone(&store), terms);
        let _waiter = wait(&matches).await;
        let guest = sit(&matches).await;
        assert_eq!(play(&matches, guest.id(), 4).await.unwrap(), Done::Now);
        tokio::time::advance(Duration::from_secs(61)).await;
        match comes {
            "player" => drop(matches.resume(guest.id(), guest.secret.clone()).await.unwrap()),
            "watcher" => drop(matches.watch(guest.id()).await.unwrap()),
            _ => drop(matches.history(guest.id(), 1).await.unwrap()),
        }
        assert!(matches!(record(&matches, guest.id()).await.stage(), Stage::Over { .. }), "{comes}");
        assert_eq!(matches.history(guest.id(), 1).await.unwrap().games.len(), 1, "{comes}");
    }
}

#[tokio::test(start_paused = true)]
async fn when_there_are_enough_matches_nobody_gets_another_until_some_are_forgotten() {
    let matches = Matches::new(Arc::new(MemoryStore::new()), Terms { most: 2, ..TERMS });
    let _waiter = wait(&matches).await;
    let _guest = sit(&matches).await;
    let refused = matches.join(wish(Wanted::Person)).await;
    assert!(matches!(refused, Err(JoinError::Match(MatchError::Full))));
    tokio::time::advance(2 * KEEP_UNTIMED).await;
    wait(&matches).await;
}

#[tokio::test]
async fn whoever_withdraws_is_paired_with_nobody() {
    let (matches, _) = matches();
    let waiter = wait(&matches).await;
    assert!(matches.withdraw(&waiter).await.unwrap());
    let next = wait(&matches).await;
    assert_ne!(next.id(), waiter.id());
}

#[tokio::test]
async fn a_place_in_the_lobby_that_is_out_of_date_does_no_harm() {
    let (matches, _) = matches();
    let gone = wait(&matches).await;
    withdraw_unheard(&matches, &gone).await;
    let next = wait(&matches).await;
    assert_eq!(sit(&matches).await.id(), next.id());
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_days_is_still_met() {
    let (matches, _) = matches();
    let waiter = wait(&matches).await;
    for _ in 0..10_000 {
        tokio::time::advance(Duration::from_secs(20)).await;
        assert!(matches.renew(&waiter).await.unwrap());
    }
    assert_eq!(sit(&matches).await.id(), waiter.id());
}

#[tokio::test(start_paused = true)]
async fn whoever_lost_the_place_to_somebody_else_is_told() {
    let (matches, _) = matches();
    let frozen = wait(&matches).await;
    tokio::time::advance(Duration::from_secs(600)).await;
    let other = wait(&matches).await;
    assert!(!matches.renew(&frozen).await.unwrap());
    assert!(matches.renew(&other).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn nobody_is_paired_through_the_place_of_somebody_long_gone() {
    let (matches, _) = matches();
    let gone = wait(&matches).await;
    withdraw_unheard(&matches, &gone).await;
    for _ in 0..20 {
        tokio::time::advance(KEEP_DESERTED / 10).await;
        let next = wait(&matches).await;
        assert!(matches.withdraw(&next).await.unwrap());
    }
}

#[tokio::test]
async fn withdrawing_too_late_is_told() {
    let (matches, _) = matches();
    let waiter = wait(&matches).await;
    let _guest = sit(&matches).await;
    assert!(!matches.withdraw(&waiter).await.unwrap());
}

#[tokio::test]
async fn the_computer_comes_only_where_nobody_else_did() {
    let (matches, _) = matches();
    let alone = wait(&matches).await;
    matches.call_computer(&alone).await.unwrap();
    assert!(record(&matches, alone.id()).await.person(SeatId::Guest).is_none());

    let waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    matches.call_computer(&waiter).await.unwrap();
    assert!(record(&matches, guest.id()).await.person(SeatId::Guest).is_some());
}

#[tokio::test]
async fn a_secret_opens_its_own_seat_and_no_other_match() {
    let (matches, _) = matches();
    let waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    let host = waiter.into_seated();
    let again = matches.resume(host.id(), host.secret.clone()).await.unwrap();
    assert_eq!((again.seat, again.connection), (SeatId::Host, host.connection + 1));

    let stranger = Secret::generate().unwrap();
    assert!(matches!(matches.resume(guest.id(), stranger).await, Err(MatchError::BadTicket)));
    let elsewhere = MatchId::named("000000000000").unwrap();
    assert!(matches!(matches.resume(&elsewhere, guest.secret.clone()).await, Err(MatchError::NoSuchMatch)));
}

#[tokio::test]
async fn a_match_that_nobody_watches_is_not_kept_in_the_map() {
    let (matches, _) = matches();
    let waiter = wait(&matches).await;
    let guest = sit(&matches).await;
    let id = guest.id().clone();
    assert!(matches.live.get(&id).is_some());
    drop((waiter, guest));
    assert!(matches.live.get(&id).is_none());
    assert!(matches.live.is_empty());
}
