//! Pairing over a store with faults, and rooms.

mod arena;

use std::future::Future;
use std::task::{Context, Waker};

use tictactoe_engine::Rules;
use tokio_util::sync::CancellationToken;

use super::other_nodes::Alone;
use super::request::{Opponent, Standing, Terms};
use super::*;
use crate::matches::tests::{CONFIG, Fault, FaultyStore};
use crate::record::{Decision, Refusal, Timestamp};
use crate::settings::Settings;
use crate::store::Store;

const AI_AFTER: Duration = Duration::from_secs(10);

struct Server {
    matchmaker: Arc<Matchmaker>,
    store: Arc<FaultyStore>,
}

impl Server {
    fn new() -> Self {
        Self::with(Arc::new(FaultyStore::default()))
    }

    fn with(store: Arc<FaultyStore>) -> Self {
        Self::beside(store, Arc::new(Alone))
    }

    fn beside(store: Arc<FaultyStore>, other_nodes: Arc<dyn OtherNodes>) -> Self {
        let matches =
            Arc::new(Matches::new(Arc::clone(&store) as Arc<dyn Store>, CONFIG, CancellationToken::new()));
        let arenas = Arenas::new(Arc::clone(&matches), Settings::default().limits.arenas);
        Self { matchmaker: Arc::new(Matchmaker::new(matches, arenas, AI_AFTER, other_nodes)), store }
    }

    fn fail(&self, fault: Fault) {
        self.store.faults.lock().unwrap().push(fault);
    }

    async fn join(&self, request: JoinRequest) -> Result<Joined, MatchError> {
        self.matchmaker.join(request).await
    }

    async fn wait(&self, request: JoinRequest) -> Box<Seek> {
        waiting(self.join(request).await.unwrap())
    }

    async fn play(&self, request: JoinRequest) -> Seated {
        seated(self.join(request).await.unwrap())
    }

    async fn resume(&self, seek: &Seek) -> Result<Joined, MatchError> {
        self.matchmaker.resume(seek.id(), seek.secret.clone(), seek.node()).await
    }

    async fn record(&self, id: &MatchId) -> Arc<Record> {
        self.matchmaker.matches.load(id).await.unwrap().1
    }

    async fn change(
        &self,
        id: &MatchId,
        decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) {
        self.matchmaker.matches.change(id, decide).await.unwrap();
    }

    fn is_empty(&self) -> bool {
        self.matchmaker.seeks.is_empty()
    }
}

fn waiting(joined: Joined) -> Box<Seek> {
    match joined {
        Joined::Waiting(seek) => seek,
        Joined::Seated(_) => panic!("there was an opponent"),
    }
}

fn seated(joined: Joined) -> Seated {
    match joined {
        Joined::Seated(seated) => *seated,
        Joined::Waiting(_) => panic!("there was no opponent"),
    }
}

fn person() -> JoinRequest {
    JoinRequest {
        name: "Ann".into(),
        is_bot: false,
        wants_x: None,
        terms: Terms::default(),
        start: None,
        word: "otter-maple-407".into(),
        listed_word: "heron-alder-204".into(),
        is_in_room: false,
        arena: None,
        opponent: Opponent::Person,
        standing: Standing::default(),
    }
}

fn in_room() -> JoinRequest {
    JoinRequest { word: "kitten".into(), is_in_room: true, ..person() }
}

fn on_board(columns: u8, request: JoinRequest) -> JoinRequest {
    JoinRequest { terms: Terms { rules: Some(Rules::new(columns, 3, 3).unwrap()), best_of: None }, ..request }
}

/// The seat of a seek that has been paired.
async fn seat(seek: Box<Seek>) -> Seated {
    seek.leave_queue().await.unwrap().expect("the match has begun")
}

fn is_pending<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> bool {
    future.poll(&mut Context::from_waker(Waker::noop())).is_pending()
}

#[tokio::test]
async fn a_lost_answer_of_the_store_changes_nothing() {
    for fault in [Fault::AnswerLost, Fault::AnswerLostAndPlayed] {
        let server = Server::new();
        let host = server.wait(person()).await;
        server.fail(fault);
        let guest = server.play(person()).await;
        assert_eq!(seat(host).await.id(), guest.id(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_match_that_is_written_late_does_no_harm() {
    let server = Server::new();
    let host = server.wait(person()).await;
    server.fail(Fault::WriteLate);
    assert!(matches!(server.join(person()).await, Err(MatchError::Unknown(_))));
    let guest = server.play(person()).await;
    let host = seat(host).await;
    for seated in [&guest, &host] {
        let seats = server.record(guest.id()).await.seats_proved_by(&seated.secret);
        assert_eq!(seats, Some(seated.seats), "the ticket is for this match");
    }
}

#[tokio::test]
async fn if_a_match_cannot_be_written_the_host_waits_on_with_the_same_ticket() {
    let server = Server::new();
    let host = server.wait(person()).await;
    server.fail(Fault::Unavailable);
    assert!(matches!(server.join(person()).await, Err(MatchError::Unavailable(_))));
    let guest = server.play(person()).await;
    assert_eq!((guest.id(), seat(host).await.id()), (guest.id(), guest.id()));
}

#[tokio::test]
async fn two_players_who_wait_in_one_lobby_are_paired() {
    let server = Server::new();
    let first = server.wait(person()).await;
    let closed = server.store.gate.write().await;
    let mut join = Box::pin(server.join(person()));
    assert!(is_pending(join.as_mut()), "the match of the first is being written");
    let second = server.wait(person()).await;
    server.fail(Fault::Unavailable);
    drop(closed);
    assert!(join.await.is_err());
    server.matchmaker.look_up(first.id()).await.unwrap();
    server.matchmaker.look_up(second.id()).await.unwrap();
    let (first, second) = (seat(first).await, seat(second).await);
    assert_eq!((first.id(), first.seats.person_seat()), (second.id(), SeatId::Host));
    assert_eq!(second.seats.person_seat(), SeatId::Guest);
    assert!(server.is_empty());
}

#[tokio::test]
async fn resuming_moves_a_seek_to_the_new_connection() {
    let server = Server::new();
    let mut old = server.wait(person()).await;
    let new = waiting(server.resume(&old).await.unwrap());
    old.ended().await;
    assert!(old.leave_queue().await.unwrap().is_none(), "the old connection does not give it up");
    let guest = server.play(person()).await;
    assert_eq!(seat(new).await.id(), guest.id());
}

#[tokio::test]
async fn resuming_and_leaving_wait_for_a_match_that_is_being_written() {
    let server = Server::new();
    let host = server.wait(person()).await;
    let closed = server.store.gate.write().await;
    let mut join = Box::pin(server.join(person()));
    assert!(is_pending(join.as_mut()));
    let (id, secret) = (host.id().clone(), host.secret.clone());
    let mut resume = Box::pin(server.matchmaker.resume(&id, secret, None));
    let mut leave = Box::pin(host.leave_queue());
    assert!(is_pending(resume.as_mut()) && is_pending(leave.as_mut()));
    drop(closed);
    let guest = seated(join.await.unwrap());
    let left = leave.await.unwrap().expect("there is a seat to leave");
    let resumed = seated(resume.await.unwrap());
    assert_eq!((left.id(), resumed.id()), (guest.id(), guest.id()));
}

#[tokio::test]
async fn a_seek_ends_with_its_connection() {
    let server = Server::new();
    let gone = server.wait(person()).await;
    let (id, secret) = (gone.id().clone(), gone.secret.clone());
    drop(gone);
    assert!(server.is_empty());
    assert!(matches!(server.matchmaker.resume(&id, secret, None).await, Err(MatchError::NoSuchMatch)));
    server.wait(person()).await;
}

#[tokio::test]
async fn another_secret_does_not_take_a_place_in_the_queue() {
    let server = Server::new();
    let host = server.wait(person()).await;
    let stranger = Secret::generate();
    assert!(matches!(server.matchmaker.resume(host.id(), stranger, None).await, Err(MatchError::BadTicket)));
}

/// A node that was to lead every seek to this match.
struct LedTo(MatchId);

#[async_trait::async_trait]
impl OtherNodes for LedTo {
    async fn match_of_seek(&self, _: &MatchId) -> Result<Option<MatchId>, MatchError> {
        Ok(Some(self.0.clone()))
    }
}

#[tokio::test]
async fn a_seek_is_gone_if_its_match_went_to_another_player() {
    let server = Server::new();
    let _host = server.wait(person()).await;
    let led_to = LedTo(server.play(person()).await.id().clone());
    let other = Server::beside(server.store, Arc::new(led_to));
    let resumed = other.matchmaker.resume(&MatchId::generate(), Secret::generate(), None).await;
    assert!(matches!(resumed, Err(MatchError::NoSuchMatch)));
}

#[tokio::test]
async fn the_computer_joins_a_player_who_still_waits() {
    let server = Server::new();
    let request = JoinRequest { opponent: Opponent::Any(Level::Easy), ..person() };
    let mut alone = server.wait(request.clone()).await;
    alone.call_computer().await.unwrap();
    alone.ended().await;
    let alone = seat(alone).await;
    assert!(matches!(
        server.record(alone.id()).await.seat(SeatId::Guest).holder,
        Holder::Computer(Level::Easy)
    ));

    let paired = server.wait(request).await;
    let guest = server.play(person()).await;
    paired.call_computer().await.unwrap();
    assert!(server.record(guest.id()).await.is_between_people());
}

#[tokio::test]
async fn in_a_room_the_board_is_that_of_the_player_who_named_one() {
    let (named, unnamed) = (on_board(5, in_room()), in_room());
    for (first, second) in [(&named, &unnamed), (&unnamed, &named), (&named, &named)] {
        let server = Server::new();
        let _host = server.wait(first.clone()).await;
        let guest = server.play(second.clone()).await;
        assert_eq!(Some(server.record(guest.id()).await.game.rules()), named.terms.rules);
    }
    let server = Server::new();
    let _host = server.wait(named).await;
    let refused = server.join(on_board(4, in_room())).await;
    assert!(matches!(refused, Err(MatchError::RoomRules(terms)) if terms.starts_with("5x3")));
}

/// Two players in a room, who have both confirmed their match.
async fn two_in_room(server: &Server) -> (Seated, Seated) {
    let host = server.wait(in_room()).await;
    let (mut guest, mut host) = (server.play(in_room()).await, seat(host).await);
    (guest.unconfirmed, host.unconfirmed) = (None, None);
    (guest, host)
}

#[tokio::test]
async fn a_room_remembers_its_match_after_a_restart() {
    let server = Server::new();
    let (guest, _host) = two_in_room(&server).await;
    // The third player is answered only once the room remembers.
    assert!(server.join(in_room()).await.is_err());
    let restarted = Server::with(Arc::clone(&server.store));
    assert!(
        matches!(restarted.join(in_room()).await, Err(MatchError::RoomFull(full)) if full.match_id == *guest.id())
    );
}

#[tokio::test(start_paused = true)]
async fn a_third_player_waits_until_both_players_have_confirmed() {
    let server = Server::new();
    let host = server.wait(in_room()).await;
    let mut guest = server.play(in_room()).await;
    let mut third = Box::pin(server.join(in_room()));
    assert!(is_pending(third.as_mut()));
    let mut host = seat(host).await;
    host.unconfirmed = None;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(is_pending(third.as_mut()), "the guest may be the third player on a new connection");
    server.change(guest.id(), |record, _| Ok(record.leave(guest.seats))).await;
    guest.unconfirmed = None;
    let third = waiting(third.await.unwrap());
    server.change(host.id(), |record, _| Ok(record.leave(host.seats))).await;
    assert_eq!(
        server.play(in_room()).await.id(),
        third.id(),
        "the host joins again and is paired with the third player"
    );
}

#[tokio::test]
async fn two_players_who_come_to_a_full_room_at_once_are_both_refused() {
    let server = Server::new();
    let _players = two_in_room(&server).await;
    assert!(server.join(in_room()).await.is_err(), "the room remembers its match");
    let closed = server.store.read_gate.write().await;
    let (mut third, mut fourth) = (Box::pin(server.join(in_room())), Box::pin(server.join(in_room())));
    assert!(is_pending(third.as_mut()) && is_pending(fourth.as_mut()));
    drop(closed);
    let (third, fourth) = tokio::join!(third, fourth);
    assert!(matches!((third, fourth), (Err(MatchError::RoomFull(_)), Err(MatchError::RoomFull(_)))));
    assert!(server.is_empty());
}

#[tokio::test]
async fn a_seek_whose_connection_panics_while_its_match_is_written_is_removed() {
    for request in [person(), in_room()] {
        let server = Server::new();
        let host = server.wait(request.clone()).await;
        let closed = server.store.gate.write().await;
        let mut join = Box::pin(server.join(request));
        assert!(is_pending(join.as_mut()));
        drop(host);
        server.fail(Fault::Unavailable);
        drop(closed);
        assert!(join.await.is_err());
        assert!(server.is_empty());
    }
}

#[tokio::test]
async fn a_host_whose_connection_panics_does_not_block_the_room() {
    for panics_while_pairing in [true, false] {
        let server = Server::new();
        let mut host = Some(server.wait(in_room()).await);
        let closed = server.store.gate.write().await;
        let mut join = Box::pin(server.join(in_room()));
        assert!(is_pending(join.as_mut()));
        if panics_while_pairing {
            host = None;
        }
        drop(closed);
        let mut guest = seated(join.await.unwrap());
        guest.unconfirmed = None;
        drop(host);
        let third = tokio::time::timeout(Duration::from_secs(5), server.join(in_room())).await;
        assert!(matches!(third, Ok(Err(MatchError::RoomFull(_)))), "{panics_while_pairing}");
        assert!(server.is_empty());
    }
}
