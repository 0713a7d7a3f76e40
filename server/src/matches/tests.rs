//! Conflicts, and a store with faults.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use futures::FutureExt;
use tictactoe_engine::{Game, Rules};

use super::hub::MatchEvent;
use super::*;
use crate::record::{BySeat, Holder, Presence, SeatId, Seats, Setup};
use crate::secret::Secret;
use crate::store::{Entry, Members, MemoryStore, NodeId, Watch};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// How a commit fails.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// Another write comes first.
    Conflict,
    /// The write is made, but the answer is lost.
    AnswerLost,
    /// The write is made, the answer is lost, and a move is played before it can be read back.
    AnswerLostAndPlayed,
    /// The write is lost, and so is the answer.
    WriteLost,
    /// The answer is lost, and the write is made later: right before the next one.
    WriteLate,
    /// The store cannot be reached.
    Unavailable,
}

/// A store in memory, whose next commits fail.
#[derive(Default)]
pub(crate) struct FaultyStore {
    store: Arc<MemoryStore>,
    /// What it knows of the nodes that share the store with it.
    members: Option<tokio::sync::watch::Sender<Members>>,
    pub(crate) faults: Mutex<Vec<Fault>>,
    late: Mutex<Option<(Key, Write)>>,
    is_gone: AtomicBool,
    is_lagging: AtomicBool,
    /// While it is held, commits wait.
    pub(crate) gate: tokio::sync::RwLock<()>,
    /// While it is held, reads wait.
    pub(crate) read_gate: tokio::sync::RwLock<()>,
}

impl FaultyStore {
    /// One store as two nodes see it, which know each other.
    fn of_two_nodes() -> [Arc<Self>; 2] {
        let store = Arc::new(MemoryStore::new());
        let alone = store.members().borrow().clone();
        let ids = [(); 2].map(|()| NodeId::generate());
        [(ids[0], ids[1]), (ids[1], ids[0])].map(|(own, other)| {
            let members = Members { own, others: BTreeMap::from([(other, None)]), ..alone.clone() };
            let members = Some(tokio::sync::watch::Sender::new(members));
            Arc::new(Self { store: Arc::clone(&store), members, ..Self::default() })
        })
    }

    fn hears_of(&self, node: NodeId) {
        self.members.as_ref().unwrap().send_modify(|members| drop(members.others.insert(node, None)));
    }

    fn loses(&self, node: NodeId) {
        let now = self.store.clock().now();
        self.members.as_ref().unwrap().send_modify(|members| {
            members.others.remove(&node);
            members.others_gone_at = now;
        });
    }

    /// Plays the first move of a match that has just been written.
    async fn play_first(&self, key: &Key, revision: Revision, value: &Bytes) {
        let record = Record::from_bytes(value).unwrap();
        let first = Seats::One(record.to_move().unwrap());
        let Decision::Changed(next) = record.play(first, 4, None, Timestamp::ZERO).unwrap() else {
            panic!("no move")
        };
        let value = next.to_bytes();
        self.store
            .commit(key, Write { expected: Some(revision), value, ttl: HOUR, history: None })
            .await
            .unwrap();
    }
}

#[async_trait]
impl Store for FaultyStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        let _open = self.read_gate.read().await;
        if self.is_gone.load(Ordering::SeqCst) {
            return Err(Unavailable("unplugged".into()));
        }
        self.store.get(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        let _open = self.gate.read().await;
        let (late, fault) = (self.late.lock().unwrap().take(), self.faults.lock().unwrap().pop());
        if let Some((key, write)) = late {
            self.store.commit(&key, write).await?;
        }
        match fault {
            None => self.store.commit(key, write).await,
            Some(Fault::Conflict) => Err(CommitError::Conflict),
            Some(Fault::Unavailable) => Err(Unavailable("unplugged".into()).into()),
            Some(Fault::WriteLost) => Err(CommitError::Unknown("lost".into())),
            Some(Fault::WriteLate) => {
                *self.late.lock().unwrap() = Some((key.clone(), write));
                Err(CommitError::Unknown("late".into()))
            }
            Some(Fault::AnswerLost) => {
                self.store.commit(key, write).await?;
                Err(CommitError::Unknown("timed out".into()))
            }
            Some(Fault::AnswerLostAndPlayed) => {
                let revision = self.store.commit(key, write.clone()).await?;
                self.play_first(key, revision, &write.value).await;
                Err(CommitError::Unknown("timed out".into()))
            }
        }
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let mut watch = self.store.watch(key).await?;
        if !self.is_lagging.load(Ordering::SeqCst) {
            return Ok(watch);
        }
        // Like a remote store, which shows a write a little later.
        let sender = tokio::sync::watch::Sender::new(None);
        let late = Watch::new(sender.clone());
        tokio::spawn(async move {
            loop {
                tokio::task::yield_now().await;
                sender.send_replace(watch.entries.borrow_and_update().clone());
                if watch.entries.changed().await.is_err() {
                    return;
                }
            }
        });
        Ok(late)
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.store.history(key, limit).await
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        self.store.history_entry(key, number).await
    }

    fn count(&self) -> usize {
        self.store.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        self.store.clock()
    }

    fn members(&self) -> tokio::sync::watch::Receiver<Members> {
        self.members.as_ref().map_or_else(|| self.store.members(), tokio::sync::watch::Sender::subscribe)
    }
}

pub(crate) const CONFIG: MatchConfig =
    MatchConfig { move_time: None, first_move_time: HOUR, max_matches: 1000 };

fn matches() -> (Arc<Matches>, Arc<FaultyStore>) {
    let store = Arc::new(FaultyStore::default());
    (Arc::new(Matches::new(store.clone(), CONFIG, CancellationToken::new())), store)
}

struct Players {
    id: MatchId,
    host: Secret,
    guest: Secret,
}

/// A match between two people in which the host plays X.
async fn create(matches: &Matches) -> Players {
    let players = Players { id: MatchId::generate(), host: Secret::generate(), guest: Secret::generate() };
    let now = matches.clock.now();
    let person =
        |secret: &Secret| ("Ann".to_owned(), Holder::new_player(secret.hash(), false, matches.node, now));
    let setup = Setup {
        game: Game::new(Rules::CLASSIC),
        best_of: None,
        room: None,
        move_time: matches.config.move_time,
        first_move_time: None,
        seats: BySeat { host: person(&players.host), guest: person(&players.guest) },
        x: SeatId::Host,
        arena: None,
    };
    matches.create(&players.id, Record::start(setup, now)).await.unwrap();
    players
}

async fn record(matches: &Matches, id: &MatchId) -> Arc<Record> {
    matches.load(id).await.unwrap().1
}

/// The seat to move plays this cell.
async fn play(matches: &Matches, id: &MatchId, cell: usize) -> Result<Applied, MatchError> {
    let play = |record: &Record, now| record.play(Seats::One(record.to_move().unwrap()), cell, None, now);
    matches.change(id, play).await
}

#[tokio::test]
async fn a_move_is_made_once_whatever_happens_to_its_write() {
    for fault in [Fault::AnswerLost, Fault::WriteLost, Fault::WriteLate, Fault::Conflict] {
        let (matches, store) = matches();
        let id = create(&matches).await.id;
        store.faults.lock().unwrap().push(fault);
        let send =
            || matches.change(&id, |record, now| record.play(Seats::One(SeatId::Host), 4, Some(0), now));
        let is_unknown = matches!(fault, Fault::WriteLost | Fault::WriteLate);
        match send().await {
            Ok(applied) => assert_eq!((applied, is_unknown), (Applied::Now, false), "{fault:?}"),
            Err(error) => {
                assert!(is_unknown && matches!(error, MatchError::Unknown(_)), "{fault:?}: {error}");
                send().await.unwrap();
            }
        }
        assert_eq!(record(&matches, &id).await.game.ply(), 1, "{fault:?}");
    }
}

/// A request that names no count of takebacks may not be decided twice.
#[tokio::test]
async fn a_late_takeback_is_made_once() {
    let (matches, store) = matches();
    let id = create(&matches).await.id;
    for cell in [0, 1, 2] {
        play(&matches, &id, cell).await.unwrap();
    }
    let take_back = |seat| {
        let of = Some(tictactoe_engine::Mark::X);
        matches.change(&id, move |record, now| record.take_back(Seats::One(seat), of, None, now))
    };
    take_back(SeatId::Host).await.unwrap();
    store.faults.lock().unwrap().push(Fault::WriteLate);
    assert!(matches!(take_back(SeatId::Guest).await, Err(MatchError::Unknown(_))));
    play(&matches, &id, 3).await.unwrap();
    assert_eq!(record(&matches, &id).await.takebacks, 1);
}

#[tokio::test]
async fn a_match_is_created_once_whatever_happens_to_the_answer() {
    for (fault, ply) in [(Fault::AnswerLost, 0), (Fault::AnswerLostAndPlayed, 1)] {
        let (matches, store) = matches();
        store.faults.lock().unwrap().push(fault);
        let id = create(&matches).await.id;
        assert_eq!(record(&matches, &id).await.game.ply(), ply, "{fault:?}");
    }
}

#[tokio::test]
async fn a_subscription_waits_for_a_store_that_lags() {
    let (matches, store) = matches();
    store.is_lagging.store(true, Ordering::SeqCst);
    let players = create(&matches).await;
    let seated = matches.first_seat(&players.id, Seats::One(SeatId::Host), players.host).await;
    let mut subscription = seated.unwrap().subscription;
    assert!(subscription.newest().is_some());
    assert!(matches!(subscription.next().await, MatchEvent::Changed(_)));
}

#[tokio::test]
async fn spectators_are_counted_and_wake_no_viewer() {
    let (matches, _) = matches();
    let id = create(&matches).await.id;
    let mut viewer = matches.subscribe(&id).await.unwrap();
    assert!(matches!(viewer.next().await, MatchEvent::Changed(_)));
    let mut spectators = Vec::new();
    for _ in 0..100 {
        spectators.push(matches.watch(&id).await.unwrap());
    }
    assert_eq!(viewer.live.spectators(), 100);
    spectators.pop();
    assert_eq!(viewer.live.spectators(), 99);
    assert!(viewer.next().now_or_never().is_none());
    spectators[0].broadcast("Hello!");
    assert!(matches!(viewer.next().await, MatchEvent::Texts(texts) if *texts[0] == *"Hello!"));
}

#[tokio::test]
async fn the_history_has_the_games_of_a_match_in_order() {
    let (matches, _) = matches();
    let id = create(&matches).await.id;
    for seat in SeatId::BOTH {
        for cell in [0, 1, 2, 3, 4] {
            play(&matches, &id, cell).await.unwrap();
        }
        matches.change(&id, |record, _| record.resign(Seats::One(seat))).await.unwrap();
        for seat in SeatId::BOTH {
            matches
                .change(&id, |record, now| record.rematch(Seats::One(seat), None, None, now))
                .await
                .unwrap();
        }
    }
    let history = matches.history(&id, 100).await.unwrap();
    assert_eq!(history.games().map(|game| game.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(history.record.unwrap().game_number, 3);
    let newest = matches.history(&id, 1).await.unwrap();
    assert_eq!(newest.games().next().map(|game| game.number), Some(2));
    let unknown = MatchId::parse("000000000000").unwrap();
    assert!(matches!(matches.history(&unknown, 100).await, Err(MatchError::NoSuchMatch)));
}

#[tokio::test(start_paused = true)]
async fn a_game_that_expired_while_no_one_was_connected_is_over_for_every_visitor() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let config = MatchConfig { move_time: Some(Duration::from_secs(60)), ..CONFIG };
    for visitor in ["player", "spectator"] {
        let matches = Matches::new(Arc::clone(&store), config, CancellationToken::new());
        let Players { id, host, .. } = create(&matches).await;
        for cell in [0, 1, 2, 3, 4] {
            assert_eq!(play(&matches, &id, cell).await.unwrap(), Applied::Now);
        }
        tokio::time::advance(Duration::from_secs(61)).await;
        match visitor {
            "player" => drop(matches.resume(&id, host).await.unwrap()),
            _ => drop(matches.watch(&id).await.unwrap()),
        }
        assert!(record(&matches, &id).await.is_over(), "{visitor}");
        assert_eq!(matches.history(&id, 1).await.unwrap().game_count(), 1, "{visitor}");
    }
}

#[tokio::test(start_paused = true)]
async fn reading_the_history_shows_that_a_game_has_expired_and_writes_nothing() {
    let config = MatchConfig { move_time: Some(Duration::from_secs(60)), ..CONFIG };
    let matches = Matches::new(Arc::new(MemoryStore::new()), config, CancellationToken::new());
    let Players { id, .. } = create(&matches).await;
    play(&matches, &id, 0).await.unwrap();
    play(&matches, &id, 1).await.unwrap();
    tokio::time::advance(Duration::from_secs(61)).await;
    let before = matches.load(&id).await.unwrap().0;
    assert!(matches.history(&id, 1).await.unwrap().record.unwrap().is_over());
    assert_eq!(matches.load(&id).await.unwrap().0, before);
}

#[tokio::test(start_paused = true)]
async fn a_full_store_has_capacity_again_when_matches_expire() {
    let matches = Matches::new(
        Arc::new(MemoryStore::new()),
        MatchConfig { max_matches: 1, ..CONFIG },
        CancellationToken::new(),
    );
    assert!(matches.check_capacity().is_ok());
    create(&matches).await;
    assert!(matches!(matches.check_capacity(), Err(MatchError::Full)));
    tokio::time::advance(48 * HOUR).await;
    assert!(matches.check_capacity().is_ok());
}

#[tokio::test]
async fn the_hub_forgets_a_match_without_viewers() {
    let (matches, _) = matches();
    let Players { id, host, guest } = create(&matches).await;
    let viewers = (matches.resume(&id, host).await.unwrap(), matches.resume(&id, guest).await.unwrap());
    assert!(!matches.hub.is_empty());
    drop(viewers);
    assert!(matches.hub.is_empty());
}

/// Two nodes that know each other, and a match with the host connected to the first and the guest to the second.
async fn two_nodes() -> ([(Arc<Matches>, Arc<FaultyStore>); 2], [Seated; 2]) {
    let [one, other] = FaultyStore::of_two_nodes().map(|node| {
        (Arc::new(Matches::new(Arc::clone(&node) as Arc<dyn Store>, CONFIG, CancellationToken::new())), node)
    });
    let players = create(&one.0).await;
    let host = one.0.first_seat(&players.id, Seats::One(SeatId::Host), players.host).await.unwrap();
    let guest = other.0.resume(&players.id, players.guest).await.unwrap();
    ([one, other], [host, guest])
}

async fn presences(matches: &Matches, id: &MatchId) -> [Presence; 2] {
    let record = record(matches, id).await;
    SeatId::BOTH.map(|seat| record.presence(seat))
}

#[tokio::test(start_paused = true)]
async fn the_people_of_a_node_that_is_gone_are_shown_as_away() {
    let ([(one, node), (other, _)], [mut host, _guest]) = two_nodes().await;
    tokio::spawn(Arc::clone(&one).watch_members());
    tokio::task::yield_now().await;
    node.loses(other.node);
    let is_away = |record: &Record| record.presence(SeatId::Guest) == Presence::Away;
    while !matches!(host.subscription.next().await, MatchEvent::Changed(record) if is_away(&record)) {}
    assert_eq!(presences(&one, host.id()).await, [Presence::Online, Presence::Away]);
}

/// The first decision on an unwatched match also marks the players of a dead node as away.
#[tokio::test]
async fn a_decision_is_made_without_the_people_of_a_node_that_is_gone() {
    let ([(one, node), (other, _)], [host, guest]) = two_nodes().await;
    node.loses(other.node);
    play(&one, host.id(), 4).await.unwrap();
    assert_eq!(presences(&one, host.id()).await, [Presence::Online, Presence::Away]);
    let resumed = one.resume(guest.id(), guest.secret.clone()).await.unwrap();
    assert_eq!(presences(&one, host.id()).await, [Presence::Online; 2]);
    let record = record(&one, host.id()).await;
    assert!(!resumed.is_superseded_in(&record));
}

#[tokio::test]
async fn who_is_connected_to_a_node_that_was_cut_off_stays() {
    let ([(one, node), (other, _)], [host, guest]) = two_nodes().await;
    node.loses(other.node);
    one.expire(host.id()).await.unwrap();
    assert_eq!(presences(&other, host.id()).await, [Presence::Online, Presence::Away]);
    node.hears_of(other.node);
    other.stay(&guest).await.unwrap();
    assert_eq!(presences(&one, host.id()).await, [Presence::Online; 2]);
}

#[tokio::test]
async fn the_connection_to_another_node_supersedes_the_older_one_here() {
    let ([(one, _), (other, _)], [host, guest]) = two_nodes().await;
    let newer = other.resume(host.id(), host.secret.clone()).await.unwrap();
    let seen = record(&one, host.id()).await;
    assert!(host.is_superseded_in(&seen) && !newer.is_superseded_in(&seen));
    one.disconnect(&host, one.clock.now()).await.unwrap();
    one.stay(&host).await.unwrap();
    assert_eq!(presences(&one, guest.id()).await, [Presence::Online; 2], "it is the newer one's seat");
    let seen = record(&one, host.id()).await;
    assert!(!newer.is_superseded_in(&seen));
    other.disconnect(&newer, other.clock.now()).await.unwrap();
    one.stay(&host).await.unwrap();
    assert_eq!(presences(&one, guest.id()).await, [Presence::Away, Presence::Online], "it has left that too");
}
