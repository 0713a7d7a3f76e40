//! Players on several nodes, one of which may end at any step.

use std::collections::HashMap;
use std::sync::Mutex as StdMutex;
use std::sync::atomic::Ordering;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use tictactoe_engine::{Level, Rules};
use tictactoe_server::Settings;
use tictactoe_server::arena::Arenas;
use tictactoe_server::arena::record::{Entrant, Place};
use tictactoe_server::matches::hub::MatchEvent;
use tictactoe_server::matches::{MatchConfig, Seated};
use tictactoe_server::matchmaking::request::{Opponent, Standing, Terms};
use tictactoe_server::matchmaking::{ARENA_LOOKUPS, Joined, Seek};
use tictactoe_server::record::Seats;
use tictactoe_server::secret::Secret;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::*;
use node::{Node, NodeFault};

mod node;

const CONFIG: MatchConfig =
    MatchConfig { move_time: None, first_move_time: Duration::from_secs(60 * 60), max_matches: 1000 };

const AI_AFTER: Duration = Duration::from_secs(10);

/// When the other nodes notice that one has ended.
const NOTICED_AFTER: Duration = Duration::from_secs(12);

/// When the first search of a new seek is over, and the second has not begun.
const ANSWERED_BY: Duration = Duration::from_millis(400);

const PING: Duration = Duration::from_secs(20);

struct Running {
    node: Arc<Node>,
    matchmaker: Arc<Matchmaker>,
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

fn start<const N: usize>() -> [Running; N] {
    let nodes = Node::start_all::<N>();
    let others = nodes.clone();
    nodes.map(|node| {
        let matches =
            Arc::new(Matches::new(Arc::clone(&node) as Arc<dyn Store>, CONFIG, CancellationToken::new()));
        tokio::spawn(Arc::clone(&matches).watch_members());
        let other_nodes = Arc::new(PeerNodes(Arc::clone(&node)));
        let arenas = Arenas::new(Arc::clone(&matches), Settings::default().limits.arenas);
        let matchmaker = Arc::new(Matchmaker::new(matches, arenas, AI_AFTER, other_nodes));
        tokio::spawn(Arc::clone(&matchmaker).answer_other_nodes());
        let (ended, others) = (Arc::clone(&node), others.clone());
        tokio::spawn(async move {
            ended.ended().await;
            sleep(NOTICED_AFTER).await;
            for other in &others {
                other.loses(ended.own);
            }
        });
        Running { node, matchmaker }
    })
}

/// The ticket of a player; the flag says that it is for a seat.
type Ticket = Option<(MatchId, Secret, Option<NodeId>, bool)>;

/// One connection of a player, who wants a game against a person. It returns when the player has to join again.
async fn connect(Running { matchmaker, .. }: &Running, request: &JoinRequest, ticket: &StdMutex<Ticket>) {
    let known = ticket.lock().unwrap().clone();
    let joined = match known {
        Some((id, secret, queue, _)) => matchmaker.resume(&id, secret, queue).await,
        None => matchmaker.join(request.clone()).await,
    };
    let mut seated = match joined {
        // This player may be one of the two, after the end of its node.
        Err(MatchError::RoomFull(_)) => return sleep(Duration::from_secs(1)).await,
        Ok(Joined::Seated(seated)) => *seated,
        Ok(Joined::Waiting(mut seek)) => {
            *ticket.lock().unwrap() = Some((seek.id().clone(), seek.secret.clone(), seek.node(), false));
            while timeout(PING, seek.ended()).await.is_err() {
                seek.look_for_opponent();
            }
            match seek.leave_queue().await.unwrap() {
                Some(seated) => seated,
                None => return,
            }
        }
        Err(MatchError::NoSuchMatch) => {
            *ticket.lock().unwrap() = None;
            return;
        }
        Err(MatchError::Unavailable(_) | MatchError::Unknown(_)) => {
            return sleep(Duration::from_secs(1)).await;
        }
        Err(error) => panic!("{error}"),
    };
    *ticket.lock().unwrap() = Some((seated.id().clone(), seated.secret.clone(), None, true));
    let clock = &matchmaker.matches.clock;
    loop {
        let expires_at = seated.subscription.newest().and_then(|record| record.expires_at());
        let expired = async {
            match expires_at {
                Some(expires_at) => sleep(clock.now().until(expires_at).unwrap_or_default()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = expired => drop(matchmaker.matches.expire(seated.id()).await),
            // A connection does this at each ping, because recovering the match may have failed.
            () = sleep(PING) => drop(matchmaker.matches.expire(seated.id()).await),
            event = seated.subscription.next() => match event {
                MatchEvent::Changed(record) if !record.is_over() => {}
                MatchEvent::Changed(_) | MatchEvent::Gone => break,
                MatchEvent::Texts(_) => {}
            }
        }
    }
    *ticket.lock().unwrap() = None;
}

/// A player whose client comes back to the node `refuge` when the first one has ended.
async fn play(
    first: &Running,
    refuge: &Running,
    after: Duration,
    ticket: &StdMutex<Ticket>,
    request: JoinRequest,
) {
    sleep(after).await;
    tokio::select! {
        () = async { loop { connect(first, &request, ticket).await; sleep(Duration::from_millis(10)).await; } } => {}
        () = first.node.ended() => {}
    }
    sleep(Duration::from_millis(100)).await;
    loop {
        connect(refuge, &request, ticket).await;
        sleep(Duration::from_millis(10)).await;
    }
}

/// Everyone but one at most has a seat in the end, opposite one other player, and both are shown as online.
async fn pairs_everyone(
    players: Vec<(usize, u64)>,
    ends: Option<(usize, u32)>,
    fails: Option<(usize, u32, NodeFault)>,
    in_room: bool,
) {
    let nodes = start::<3>();
    if let Some((node, steps)) = ends {
        nodes[node].node.end_after(steps);
    }
    if let Some((node, times, fault)) = fails {
        nodes[node].node.fail_after(times, fault);
    }
    let tickets: Vec<_> = players.iter().map(|_| StdMutex::new(None)).collect();
    let request = if in_room { self::in_room() } else { person() };
    let all = players.iter().zip(&tickets).map(|(&(node, after), ticket)| {
        play(&nodes[node], &nodes[2], Duration::from_millis(after), ticket, request.clone())
    });
    let _ = timeout(Duration::from_secs(180), futures::future::join_all(all)).await;
    // Afterwards, because the connections have just ended, but not the nodes.
    let mut seated: HashMap<MatchId, Vec<SeatId>> = HashMap::new();
    for ticket in &tickets {
        let Some((id, secret, _, true)) = ticket.lock().unwrap().clone() else { continue };
        let matches = &nodes[2].matchmaker.matches;
        let (_, record) = matches.find(&matches.live(&id)).await.unwrap();
        let record = record.expect("a match");
        let Some(Seats::One(seat)) = record.seats_proved_by(&secret) else { panic!("no seat in {record:?}") };
        assert!(!record.is_over());
        assert_eq!(SeatId::BOTH.map(|seat| record.presence(seat)), [Presence::Online; 2]);
        seated.entry(id).or_default().push(seat);
    }
    for seats in seated.values() {
        assert!(seats.len() == 2 && seats[0] != seats[1], "{seated:?}");
    }
    assert_eq!(seated.len(), players.len() / 2, "{:?}", players.len());
}

fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(test);
}

#[test]
fn a_match_is_recovered_although_the_first_attempt_fails() {
    let players = vec![(2, 29), (1, 57), (2, 12), (1, 59), (1, 26)];
    run(pairs_everyone(players, Some((1, 8)), Some((2, 3, NodeFault::Unavailable)), false));
}

/// Each of the first two nodes ends at each step of pairing two of their players.
#[test]
fn a_node_may_end_at_any_step() {
    for in_room in [false, true] {
        for node in [0, 1] {
            for steps in 1..40 {
                run(pairs_everyone(vec![(0, 0), (1, 200)], Some((node, steps)), None, in_room));
            }
        }
    }
}

fn fault() -> impl Strategy<Value = NodeFault> {
    let late = option::of((0..2000_u64).prop_map(Duration::from_millis));
    prop_oneof![
        Just(NodeFault::AnswerLost),
        Just(NodeFault::Unavailable),
        (0..20_000_u64).prop_map(|late| NodeFault::QuestionLate(Duration::from_millis(late))),
        late.prop_map(NodeFault::Unknown),
    ]
}

/// Any write may fail or take effect late. Each player is on a different node.
#[test]
fn a_write_may_have_any_outcome() {
    for node in [0, 1] {
        for times in 0..6 {
            for late in [None, Some(0), Some(1), Some(50), Some(250), Some(350), Some(3000)] {
                let fault = NodeFault::Unknown(late.map(Duration::from_millis));
                run(pairs_everyone(vec![(0, 0), (1, 200)], None, Some((node, times, fault)), false));
                run(pairs_everyone(
                    vec![(0, 0), (1, 200), (2, 210), (2, 2500)],
                    None,
                    Some((node, times, fault)),
                    false,
                ));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn players_of_all_nodes_are_paired_although_one_ends_and_another_does_not_know_what_happened(
        players in vec((0..3_usize, 0..100_u64), 2..8),
        ends in option::of((0..2_usize, 1..80_u32)),
        fails in option::of((0..3_usize, 0..6_u32, fault())),
    ) {
        run(pairs_everyone(players, ends, fails, false));
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_has_one_board_on_all_nodes() {
    let [one, other] = start();
    let named = on_board(5, in_room());
    let host = waiting(one.matchmaker.join(named).await.unwrap());
    let refused = other.matchmaker.join(on_board(4, in_room())).await;
    assert!(matches!(refused, Err(MatchError::RoomRules(terms)) if terms.starts_with("5x3")));
    let guest = seated(other.matchmaker.join(in_room()).await.unwrap());
    assert_eq!(seat(host).await.id(), guest.id());
    let full = one.matchmaker.join(in_room()).await;
    assert!(matches!(full, Err(MatchError::RoomFull(full)) if full.match_id == *guest.id()));
}

fn seek_in_arena(place: &Place) -> JoinRequest {
    let terms = Terms { rules: Some(place.rules), best_of: None };
    JoinRequest { name: place.name.clone(), word: "class".into(), terms, arena: Some(place.seek), ..person() }
}

/// Both wait, each on its own node, and meet.
async fn meet(players: [(&Running, &Place); 2]) -> MatchId {
    let mut ids = Vec::new();
    for (running, place) in players {
        ids.push(waiting(running.matchmaker.join(seek_in_arena(place)).await.unwrap()));
    }
    let mut met = Vec::new();
    for mut seek in ids {
        // As a connection does.
        while timeout(ARENA_LOOKUPS, seek.ended()).await.is_err() {
            seek.look_for_opponent();
        }
        met.push(seat(seek).await.id().clone());
    }
    assert_eq!(met[0], met[1]);
    met.remove(0)
}

#[tokio::test(start_paused = true)]
async fn two_players_of_an_arena_on_two_nodes_play_game_after_game() {
    let nodes = start::<2>();
    let (rules, lasts) = (Rules::CLASSIC, Duration::from_secs(60 * 60));
    let mut places = Vec::new();
    for (running, name) in nodes.iter().zip(["Ann", "Bob"]) {
        let (name, secret) = (name.to_owned(), Secret::generate());
        let entrant = Entrant { name, is_bot: true, secret, rules, lasts, only_bots: None };
        places.push(running.matchmaker.arenas.enter("class", &entrant, || Ok(())).await.unwrap().0);
    }
    for _ in 0..3 {
        let id = meet([(&nodes[0], &places[0]), (&nodes[1], &places[1])]).await;
        let matches = &nodes[0].matchmaker.matches;
        matches.change(&id, |record, _| Ok(record.leave(Seats::One(SeatId::Host)))).await.unwrap();
        for (running, place) in nodes.iter().zip(&mut places) {
            *place = running.matchmaker.arenas.next_place("class", place.seek.row, true).await.unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_invitation_shows_who_waits_on_whichever_node_it_is_opened() {
    let nodes = start::<3>();
    let request = JoinRequest { name: "Ann".into(), ..in_room() };
    let host = waiting(nodes[0].matchmaker.join(request.clone()).await.unwrap());
    for node in &nodes {
        let found = node.matchmaker.player_by_word(&request.word).await.unwrap();
        assert_eq!(found.request, request);
    }
    drop(host);
    for node in &nodes {
        assert!(node.matchmaker.player_by_word(&request.word).await.is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_boards_for_a_room_that_are_named_at_once_one_is_refused() {
    let [one, other] = start();
    let joined = tokio::join!(
        one.matchmaker.join(on_board(5, in_room())),
        other.matchmaker.join(on_board(4, in_room())),
    );
    let ((Ok(Joined::Waiting(_)), Err(refused)) | (Err(refused), Ok(Joined::Waiting(_)))) = &joined else {
        panic!("not one of them")
    };
    assert!(matches!(refused, MatchError::RoomRules(_)));
}

#[tokio::test(start_paused = true)]
async fn a_seek_moves_to_the_node_to_which_its_player_comes() {
    let [one, other, third] = start();
    let request = JoinRequest { opponent: Opponent::Any(Level::Easy), wants_x: Some(false), ..person() };
    let mut old = waiting(one.matchmaker.join(request).await.unwrap());
    sleep(AI_AFTER / 2).await;
    let resumed = other.matchmaker.resume(old.id(), old.secret.clone(), old.node()).await;
    let new = waiting(resumed.unwrap());
    assert_eq!(
        (&new.request, new.computer_due, new.node()),
        (&old.request, old.computer_due, Some(other.node.own))
    );
    old.ended().await;
    assert!(old.leave_queue().await.unwrap().is_none());
    assert!(one.matchmaker.seeks.count() == 0);
    let mut guest = waiting(third.matchmaker.join(person()).await.unwrap());
    guest.ended().await;
    assert_eq!(seat(new).await.id(), seat(guest).await.id());
}

#[tokio::test(start_paused = true)]
async fn a_ticket_finds_nothing_on_any_node_when_its_seek_is_gone() {
    let [one, other] = start();
    let gone = waiting(one.matchmaker.join(person()).await.unwrap());
    let (id, secret, queue) = (gone.id().clone(), gone.secret.clone(), gone.node());
    drop(gone);
    for node in [&one, &other] {
        let resumed = node.matchmaker.resume(&id, secret.clone(), queue).await;
        assert!(matches!(resumed, Err(MatchError::NoSuchMatch)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_reaction_reaches_the_player_on_another_node_or_is_refused() {
    let [one, other] = start();
    let host = waiting(one.matchmaker.join(in_room()).await.unwrap());
    let mut guest = seated(other.matchmaker.join(in_room()).await.unwrap());
    let host = seat(host).await;
    let record = host.subscription.newest().unwrap();
    let seat_of_guest = guest.seats.person_seat();
    one.matchmaker.other_nodes.show(host.id(), &record, seat_of_guest, "Hello!").await.unwrap();
    let texts = loop {
        if let MatchEvent::Texts(texts) = guest.subscription.next().await {
            break texts;
        }
    };
    assert_eq!(texts, [Arc::from("Hello!")]);
    one.node.fail_after(0, NodeFault::QuestionLate(Duration::from_secs(120)));
    let refused = one.matchmaker.other_nodes.show(host.id(), &record, seat_of_guest, "Hello!").await;
    assert!(matches!(refused, Err(MatchError::Unavailable(_))));
}

/// As if the node had been suspended in between.
#[tokio::test(start_paused = true)]
async fn a_question_that_is_read_late_seats_no_one() {
    let late = Duration::from_secs(120);
    let [one, other] = start();
    let mut host = waiting(one.matchmaker.join(person()).await.unwrap());
    // Wait until it has asked the others.
    sleep(PING).await;
    other.node.fail_after(0, NodeFault::QuestionLate(late));
    let guest = waiting(other.matchmaker.join(person()).await.unwrap());
    assert!(timeout(ANSWERED_BY, host.ended()).await.is_err());
    drop(guest);
    assert!(timeout(2 * late, host.ended()).await.is_err(), "the guest has gone long ago");
}

#[test]
fn players_who_come_to_all_nodes_at_once_are_all_paired() {
    run(pairs_everyone((0..1000).map(|player| (player % 3, 0)).collect(), None, None, false));
}

#[tokio::test(start_paused = true)]
async fn the_ticket_of_a_seek_finds_the_match_that_began_on_another_node() {
    let [one, other, third] = start();
    let host = waiting(one.matchmaker.join(person()).await.unwrap());
    let (id, secret, queue) = (host.id().clone(), host.secret.clone(), host.node());
    // Wait until it has asked the others.
    sleep(PING).await;
    let mut guest = waiting(other.matchmaker.join(person()).await.unwrap());
    guest.ended().await;
    drop(host);
    let returned = seated(third.matchmaker.resume(&id, secret, queue).await.unwrap());
    assert_eq!((returned.seats.person_seat(), returned.id()), (SeatId::Host, seat(guest).await.id()));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_cannot_be_resolved_ends_with_the_node() {
    let [one] = start();
    one.node.is_gone.store(true, Ordering::SeqCst);
    let matches = &one.matchmaker.matches;
    let (id, secret) = (MatchId::parse("k3v9k3v9k3v9").unwrap(), Secret::generate().hash());
    let stop = async {
        sleep(Duration::from_secs(60 * 60)).await;
        matches.stop.cancel();
    };
    let (resolved, ()) = tokio::join!(attempt::resolve(matches, &id, None, &secret), stop);
    assert!(matches!(resolved, Err(MatchError::Unknown(_))));
}
