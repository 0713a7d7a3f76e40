//! 100 connections play 500 matches on one server, on boards of four kinds, at random, some with rematches and
//! resignations. Every state and result equals an independent replay of the moves, no legal request is refused, and
//! both players report the same games.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use harness::join_options::on;
use harness::player::strategy::play_randomly;
use harness::player::{Player, own_mark};
use harness::rng::Rng;
use harness::server::{Server, calm_and_unlimited};
use tictactoe_protocol::snapshot::{Reason, Snapshot};
use tictactoe_protocol::values::MatchId;
use tictactoe_server::record::Record;

const CONNECTIONS: usize = 100;
const MATCHES: usize = 500;

/// Half of the matches are on 3x3.
const BOARDS: [(u8, u8, u8); 6] = [(3, 3, 3), (4, 3, 3), (3, 3, 3), (4, 4, 4), (3, 3, 3), (5, 4, 3)];

const RESIGNS_ONE_IN: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_hundred_concurrent_matches_agree_with_a_replay() {
    let mut rng = Rng::random();
    let server = Server::with(calm_and_unlimited()).await;
    let taken = Arc::new(AtomicUsize::new(0));
    let players = (0..CONNECTIONS)
        .map(|_| tokio::spawn(play_on(server.address(), Arc::clone(&taken), rng.split())))
        .collect::<Vec<_>>();
    let stories = join_all(players).await.into_iter().flat_map(|story| story.expect("a player's story"));

    let games = assert_told_alike(stories);
    let matches: HashSet<_> = games.keys().map(|(id, _)| id).collect();
    assert_eq!(matches.len(), MATCHES);
    assert!(games.len() > MATCHES, "some had a rematch");
    assert_all_kinds(games.values());
    for id in matches {
        // A match that both have left soon expires.
        let Some(record) = server.store().record(id).await else { continue };
        let record = Record::from_bytes(&record.value).expect("a record can be read");
        assert!(record.is_over(), "{id} is not over");
    }
}

/// Takes seats until all matches are played. Returns the last snapshot of every game.
async fn play_on(address: SocketAddr, taken: Arc<AtomicUsize>, mut rng: Rng) -> Vec<Snapshot> {
    let mut player = Player::connect(address).await;
    let mut story = Vec::new();
    loop {
        let seat = taken.fetch_add(1, Ordering::Relaxed);
        if seat >= 2 * MATCHES {
            return story;
        }
        // Two seats for each board in turn: there is always an opponent.
        let (columns, rows, run) = BOARDS[seat / 2 % BOARDS.len()];
        player.join(on(columns, rows, run)).await.expect("who has no seat may join");
        player.seated().await;
        story.extend(play_series(&mut player, &mut rng).await);
        player.leave().await.expect("who has a seat may leave it");
    }
}

/// Plays one or two games. The match id decides how many, so that both players agree.
async fn play_series(player: &mut Player, rng: &mut Rng) -> Vec<Snapshot> {
    let games = if player.match_id().0.starts_with(|c: char| c.is_ascii_digit()) { 2 } else { 1 };
    let mut ends = Vec::new();
    let (mut mine, mut theirs, mut draws) = (0, 0, 0);
    for game in 1..=games {
        player.state_where("the next game", |state| state.game == game).await;
        let end = play_randomly(player, rng, Some(RESIGNS_ONE_IN)).await;
        match end.result.as_ref().and_then(|result| result.winner) {
            Some(winner) if own_mark(&end) == Some(winner) => mine += 1,
            Some(_) => theirs += 1,
            None => draws += 1,
        }
        let mark = player.mark();
        let told = (end.score.of(mark), end.score.of(mark.other()), end.score.draws);
        assert_eq!(told, (mine, theirs, draws), "the score of {end:?}");
        ends.push(end);
        if game < games {
            player.rematch().await.expect("a rematch after the end");
        }
    }
    ends
}

/// Both players must report the same game. Returns one report of each.
fn assert_told_alike(stories: impl Iterator<Item = Snapshot>) -> HashMap<(MatchId, u32), Snapshot> {
    let mut games: HashMap<_, Vec<Snapshot>> = HashMap::new();
    for story in stories {
        games.entry((story.match_id.clone(), story.game)).or_default().push(story);
    }
    let alike = |told: Vec<Snapshot>| {
        let [one, other] = <[Snapshot; 2]>::try_from(told).expect("two players");
        assert_eq!((&one.moves, &one.result, &one.score), (&other.moves, &other.result, &other.score));
        assert_ne!(one.you, other.you);
        one
    };
    games.into_iter().map(|(game, told)| (game, alike(told))).collect()
}

fn assert_all_kinds<'a>(ends: impl Iterator<Item = &'a Snapshot>) {
    let mut kinds: HashMap<Reason, usize> = HashMap::new();
    for end in ends {
        *kinds.entry(end.result.as_ref().expect("a game that is over").reason).or_default() += 1;
    }
    println!("{kinds:?}");
    for reason in [Reason::Line, Reason::Full, Reason::Resigned] {
        assert!(kinds.contains_key(&reason), "{kinds:?}");
    }
}
