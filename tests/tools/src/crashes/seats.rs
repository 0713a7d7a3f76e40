//! Whether a player sits in two running matches.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::history::History;
use tictactoe_protocol::snapshot::{PlayerKind, Presence};
use tictactoe_protocol::values::{Mark, MatchId};
use tokio::time::sleep;

use harness::player::{FORWARDED, UNLIMITED};
use harness::raw;
use harness::wait::in_time_or;

/// Panics if a player is online in two running matches. The players of a run have names of their own.
pub async fn check_seats(server: SocketAddr, matches: impl IntoIterator<Item = MatchId>) {
    let mut seats = HashMap::new();
    for id in matches {
        for name in online(server, &id).await {
            let Some(other) = seats.insert(name.clone(), id.clone()) else { continue };
            // The player may have changed from one to the other between the two answers.
            let still =
                online(server, &other).await.contains(&name) && online(server, &id).await.contains(&name);
            assert!(!still, "{name} is in two matches, {other} and {id}");
        }
    }
}

/// The names of those who are online in a match that is running.
async fn online(server: SocketAddr, id: &MatchId) -> Vec<String> {
    let state = ask(server, id).await.and_then(|kept| kept.state).filter(|state| state.result.is_none());
    let players = state.iter().flat_map(|state| [Mark::X, Mark::O].map(|mark| state.players.get(mark)));
    let online =
        players.filter(|player| player.kind == PlayerKind::Person && player.presence == Presence::Online);
    online.map(|player| player.name.to_string()).collect()
}

/// Asks again while the store is unavailable: that is not a loss.
async fn ask(server: SocketAddr, id: &MatchId) -> Option<History> {
    let answered = async {
        loop {
            let answer = raw::get(server, &format!("{MATCHES_PATH}{id}"), &[(FORWARDED, UNLIMITED)]).await;
            match answer.status {
                200 => return Some(serde_json::from_str(&answer.body).expect("a history")),
                404 => return None,
                503 => sleep(Duration::from_millis(100)).await,
                _ => panic!("the history of match {id}: {answer:?}"),
            }
        }
    };
    in_time_or(|| format!("the history of match {id} at {server}"), answered).await
}
