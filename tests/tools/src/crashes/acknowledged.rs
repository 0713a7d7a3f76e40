//! Whether every acknowledged move is where it must be: once and in order in its match, or in a finished game of it. And
//! whether a player sits in two running matches.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::history::History;
use tictactoe_protocol::snapshot::{PlayerKind, Presence};
use tictactoe_protocol::values::{Mark, MatchId};
use tokio::time::sleep;

use crate::journal::{Acknowledged, Journal};
use harness::player::{FORWARDED, UNLIMITED};
use harness::raw;
use harness::wait::in_time_or;

/// What became of acknowledged moves.
#[derive(Debug, Default)]
pub struct Verdict {
    pub checked: usize,
    pub lost: Vec<String>,
    pub doubled: Vec<String>,
    pub reordered: Vec<String>,
}

impl Verdict {
    /// Panics unless every acknowledged move is there once and in order.
    pub fn assert_whole(&self) {
        let is_whole = self.lost.is_empty() && self.doubled.is_empty() && self.reordered.is_empty();
        assert!(is_whole, "{self}");
    }

    /// Compares what was acknowledged before the server was asked, and what the players know now, with its answer.
    fn judge(
        &mut self,
        match_id: &MatchId,
        before: &Acknowledged,
        now: &Acknowledged,
        kept: Option<&History>,
    ) {
        for (&(game, ply), &cell) in &before.moves {
            let found = games(kept, game);
            if found.is_empty() && now.may_be_forgotten(game) {
                continue;
            }
            self.checked += 1;
            let what =
                || format!("cell {cell}, acknowledged as move {ply} of game {game} of match {match_id}");
            if found.is_empty() {
                self.lost.push(what());
            }
            for moves in found {
                let mut at = (0..).zip(moves).filter(|(_, there)| **there == cell).map(|(at, _)| at);
                match (at.next(), at.next()) {
                    (None, _) => self.lost.push(what()),
                    (Some(_), Some(_)) => self.doubled.push(what()),
                    (Some(at), None) if at != ply => self.reordered.push(what()),
                    (Some(_), None) => {}
                }
            }
        }
    }
}

impl Acknowledged {
    /// Whether a game need not be kept: it is too short, or the match may have expired before its end.
    fn may_be_forgotten(&self, game: u32) -> bool {
        self.unkept.contains(&game) || (self.expendable && !self.finished.contains(&game))
    }
}

/// The moves of a game wherever they are kept: the newest one is in the match itself.
fn games(kept: Option<&History>, game: u32) -> Vec<&[u8]> {
    let Some(kept) = kept else { return Vec::new() };
    let finished = kept.games.iter().filter(|kept| kept.game == game).map(|game| &game.moves[..]);
    let running = kept.state.iter().filter(|state| state.game == game).map(|state| &state.moves[..]);
    finished.chain(running).collect()
}

/// Compares the acknowledged moves of these matches with what a server has.
pub async fn check(
    server: SocketAddr,
    journal: &Journal,
    matches: impl IntoIterator<Item = MatchId>,
) -> Verdict {
    let mut verdict = Verdict::default();
    for id in matches {
        let before = journal.acknowledged(&id);
        let kept = ask(server, &id).await;
        verdict.judge(&id, &before, &journal.acknowledged(&id), kept.as_ref());
    }
    verdict
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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} acknowledged moves checked", self.checked)?;
        for (what, moves) in
            [("lost", &self.lost), ("doubled", &self.doubled), ("reordered", &self.reordered)]
        {
            write!(f, ", {} {what}", moves.len())?;
            moves.iter().take(3).try_for_each(|of| write!(f, " ({of})"))?;
        }
        Ok(())
    }
}
