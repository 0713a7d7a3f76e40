//! Two thousand players join at the same moment, beside some who play the computer and some who leave or disconnect
//! right away: none is refused, and everyone who stays is seated with the right opponent or waits.
//!
//! On the server binary over `SQLite`, with a disk that needs 5 ms for each sync: see `tools::joins`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures::future::join_all;
use harness::join_options::{against, on};
use harness::player::{Player, own_mark};
use harness::program;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Join};
use tictactoe_protocol::snapshot::{Cause, Presence, Reason, Snapshot};
use tictactoe_protocol::values::{Opponent, Rules};
use tokio::sync::Barrier;
use tools::joins::{connect, read_until, server_on_slow_disk};

const PLAYERS: usize = 2_000;

/// What one of the players does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Stays, and waits for a person.
    Stays,
    PlaysComputer,
    /// Leaves right after joining.
    Leaves,
    /// Disconnects right after joining, in good order or with a reset.
    Disconnects {
        resets: bool,
    },
}

/// Of twenty players in a row, fourteen stay.
fn role(number: usize) -> Role {
    match number % 20 {
        3 | 13 => Role::PlaysComputer,
        6 | 16 => Role::Leaves,
        9 => Role::Disconnects { resets: false },
        19 => Role::Disconnects { resets: true },
        _ => Role::Stays,
    }
}

/// The board of a player: every fifth wants another one.
fn board(number: usize) -> Join {
    if number.is_multiple_of(5) { on(4, 4, 4) } else { Join::default() }
}

fn name(number: usize) -> String {
    format!("player {number}")
}

fn number(name: &str) -> usize {
    name.strip_prefix("player ").and_then(|number| number.parse().ok()).expect("a name of this test")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_thousand_who_join_at_once_on_a_slow_disk_everyone_who_stays_is_seated_or_waits() {
    let server = server_on_slow_disk(program::server()).await;
    let players = connect(server.address, PLAYERS).await;
    let (all, staying) = (Barrier::new(PLAYERS), Barrier::new(count_staying()));
    let barriers = Arc::new(Barriers { all, staying });
    let parts = players.into_iter().enumerate().map(|(number, player)| {
        let barriers = Arc::clone(&barriers);
        tokio::spawn(async move { play_part(number, player, &barriers).await })
    });
    let ended = join_all(parts).await.into_iter().map(|part| part.expect("a player's part"));
    assert_seated_or_waiting(&ended.flatten().collect::<Vec<_>>());
}

/// The players wait here for each other.
struct Barriers {
    all: Barrier,
    staying: Barrier,
}

fn count_staying() -> usize {
    (0..PLAYERS).filter(|&number| role(number) == Role::Stays).count()
}

/// Returns a player who stays, once all of them are seated or waiting.
async fn play_part(number: usize, mut player: Player, barriers: &Barriers) -> Option<(usize, Player)> {
    match role(number) {
        Role::Stays => player.join(wish(number)).await.map(drop).expect("no one is refused"),
        Role::PlaysComputer => {
            player.join(against(Opponent::Ai)).await.expect("no one is refused");
            player.seated().await;
        }
        Role::Leaves => {
            player.say(ClientMessage::Join(wish(number))).await;
            player.leave().await.expect("a player who has joined may leave");
        }
        Role::Disconnects { resets } => {
            player.send(&ClientFrame::from(ClientMessage::Join(wish(number))).to_json()).await;
            if resets {
                player.reset();
            } else {
                drop(player);
            }
            barriers.all.wait().await;
            return None;
        }
    }
    read_until(&mut player, barriers.all.wait()).await;
    if role(number) != Role::Stays {
        return None;
    }
    // Those who left have cancelled their games: who was paired with them joins again. The news may come after the
    // answer to the first ping, but not after all others have had theirs.
    for _ in 0..2 {
        player.pong().await;
        if player.seen().is_some_and(is_cancelled) {
            player.leave().await.expect("a cancelled game may be left");
            player.join(wish(number)).await.expect("no one is refused");
        }
        read_until(&mut player, barriers.staying.wait()).await;
    }
    // Who has an opponent by now has been told.
    player.pong().await;
    read_until(&mut player, barriers.staying.wait()).await;
    Some((number, player))
}

fn wish(number: usize) -> Join {
    Join { name: Some(name(number)), opponent: Some(Opponent::Human), ..board(number) }
}

fn is_cancelled(state: &Snapshot) -> bool {
    state.result.as_ref().is_some_and(|result| result.reason == Reason::Cancelled) && !is_out_of_time(state)
}

/// No one moves here, and on a busy machine the twenty seconds for the first move may be over before the test is.
fn is_out_of_time(state: &Snapshot) -> bool {
    let ended_by = state.result.as_ref().and_then(|result| result.ended_by.as_ref());
    ended_by.is_some_and(|ended_by| ended_by.cause == Cause::OutOfTime)
}

fn assert_seated_or_waiting(staying: &[(usize, Player)]) {
    assert_eq!(staying.len(), count_staying());
    let seated = || staying.iter().filter(|(_, player)| player.seen().is_some());
    let tickets: HashSet<_> = seated().map(|(_, player)| player.seat().ticket.reveal()).collect();
    assert_eq!(tickets.len(), seated().count(), "each has a ticket of their own");
    let seen: HashMap<usize, &Snapshot> =
        seated().map(|(number, player)| (*number, player.newest())).collect();
    for rules in [Rules::default(), board(0).rules.expect("a board")] {
        let wants = |number: usize| board(number).rules.unwrap_or_default() == rules;
        let waiting =
            staying.iter().filter(|(number, _)| wants(*number) && !seen.contains_key(number)).count();
        assert!(waiting <= 1, "{waiting} wait for each other");
    }
    for (&own, state) in &seen {
        let mark = own_mark(state).expect("a seat");
        let [me, other] = [mark, mark.other()].map(|mark| state.players.get(mark));
        let opponent = number(other.name.as_str());
        assert_eq!(number(me.name.as_str()), own, "{state:?}");
        assert_ne!(opponent, own, "{state:?}");
        for number in [own, opponent] {
            assert_eq!(state.rules, board(number).rules.unwrap_or_default(), "{state:?}");
        }
        match role(opponent) {
            Role::Stays => {
                let theirs = seen[&opponent];
                assert_eq!(state.match_id, theirs.match_id, "{state:?}");
                assert_ne!(state.you, theirs.you, "{state:?}");
                let plays = state.result.is_none() && other.presence == Presence::Online;
                assert!(plays || is_out_of_time(state) || is_out_of_time(theirs), "{state:?}");
            }
            // The game will be cancelled if the player does not return.
            Role::Disconnects { .. } => {}
            Role::PlaysComputer | Role::Leaves => panic!("{own} plays {opponent}: {state:?}"),
        }
    }
}
