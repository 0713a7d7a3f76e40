//! A crowd: 200 connections play 2,000 matches on one server, each match with whoever comes, on boards of four
//! kinds, by lot, some with rematches and resignations. Every snapshot on the way and every result equals what
//! an independent replay of the moves gives, nobody is refused anything legal, and both players tell the same
//! story.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use tictactoe_protocol::snapshot::{Reason, Snapshot};
use tictactoe_protocol::values::MatchId;
use tictactoe_tests::dice::Dice;
use tictactoe_tests::player::{Player, own_mark};
use tictactoe_tests::script::play_by_lot;
use tictactoe_tests::server::{Server, calm_and_unlimited};
use tictactoe_tests::wish::on;

const CONNECTIONS: usize = 200;
const MATCHES: usize = 2_000;

/// Half of the matches are classic.
const BOARDS: [(u8, u8, u8); 6] = [(3, 3, 3), (4, 3, 3), (3, 3, 3), (4, 4, 4), (3, 3, 3), (5, 4, 3)];

/// A player gives up once in so many turns.
const RESIGNS_ONCE_IN: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_result_of_two_thousand_matches_at_once_is_what_a_replay_gives() {
    let mut dice = Dice::by_lot();
    let server = Server::with(calm_and_unlimited()).await;
    let taken = Arc::new(AtomicUsize::new(0));
    let players = (0..CONNECTIONS)
        .map(|_| tokio::spawn(play_on(server.address(), Arc::clone(&taken), dice.split())))
        .collect::<Vec<_>>();
    let stories = join_all(players).await.into_iter().flat_map(|story| story.expect("a player's story"));

    let games = assert_told_alike(stories);
    let matches: HashSet<_> = games.keys().map(|(id, _)| id).collect();
    assert_eq!(matches.len(), MATCHES);
    assert!(games.len() > MATCHES, "some had a rematch");
    assert_all_kinds(games.values());
    for id in matches {
        // What both have left is soon forgotten.
        let Some(record) = server.store().record(id).await else { continue };
        assert!(String::from_utf8_lossy(&record.value).contains(r#""over""#), "{id} is not over");
    }
}

/// Takes one of the seats of all the matches after the other, and tells how each game ended.
async fn play_on(address: SocketAddr, taken: Arc<AtomicUsize>, mut dice: Dice) -> Vec<Snapshot> {
    let mut player = Player::connect(address).await;
    let mut story = Vec::new();
    loop {
        let seat = taken.fetch_add(1, Ordering::Relaxed);
        if seat >= 2 * MATCHES {
            return story;
        }
        // Two seats for each board in turn: there is always somebody to play with.
        let (columns, rows, run) = BOARDS[seat / 2 % BOARDS.len()];
        player.join(on(columns, rows, run)).await.expect("who has no seat may join");
        player.seated().await;
        story.extend(play_series(&mut player, &mut dice).await);
        player.leave().await.expect("who has a seat may leave it");
    }
}

/// Plays a match to its end: as many games as its name says, so that both players want the same.
async fn play_series(player: &mut Player, dice: &mut Dice) -> Vec<Snapshot> {
    let games = if player.match_id().0.starts_with(|c: char| c.is_ascii_digit()) { 2 } else { 1 };
    let mut ends = Vec::new();
    let (mut mine, mut theirs, mut draws) = (0, 0, 0);
    for game in 1..=games {
        player.state_where("the next game", |state| state.game == game).await;
        let end = play_by_lot(player, dice, Some(RESIGNS_ONCE_IN)).await;
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

/// Each game was seen by two, who saw the same. Gives one story of each.
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
