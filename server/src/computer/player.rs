//! The computer's seat: it searches on the threads of the pool, then plays like any other player.
//!
//! No task owns a match against the computer. Every connection that plays one calls [`ComputerPlayer::move_if_due`]
//! with each record. The move is a decision like any other: if two nodes compute it, the first commit wins.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tictactoe_engine::choose_move;
use tictactoe_engine::search::{Budget, Search};
use tokio::time::sleep;

use super::search_pool::{Priority, SearchPool};
use crate::matches::{Applied, MatchError, Matches};
use crate::metrics::Counters;
use crate::quota::ConnectionPermit;
use crate::record::{ComputersTurn, Decision, MatchId, Record, Seats};
use crate::secret::random_u64;
use crate::tasks::Tasks;

/// Plays the computer's side in every match that has a player on this node.
#[derive(Clone)]
pub struct ComputerPlayer {
    matches: Arc<Matches>,
    pool: Arc<SearchPool>,
    tasks: Tasks,
    /// The matches for which it is searching, so that each has at most one search in the queue.
    pending: Arc<Mutex<HashSet<MatchId>>>,
    moves: Counters,
}

const RETRY_AFTER: Duration = Duration::from_secs(1);

/// A move that a task of this node is computing. Dropping it lets another task try.
struct PendingMove {
    player: ComputerPlayer,
    /// The opponent's permit, to which the move is charged.
    permit: Arc<ConnectionPermit>,
    id: MatchId,
}

impl PendingMove {
    async fn run(self, turn: ComputersTurn) {
        let Self { player, permit, id } = &self;
        loop {
            match player.play(permit, id, &turn).await {
                // The match may have expired by now, or another node have played.
                Ok(()) | Err(MatchError::Refused(_) | MatchError::NoSuchMatch) => break,
                Err(error @ (MatchError::Unavailable(_) | MatchError::Unknown(_))) => {
                    tracing::warn!(
                        %error,
                        match_id = id.as_str(),
                        "cannot store the computer's move: retrying"
                    );
                    if player.matches.stop.run_until_cancelled(sleep(RETRY_AFTER)).await.is_none() {
                        return;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, match_id = id.as_str(), "the computer cannot move");
                    return;
                }
            }
        }
        let (player, permit, id) = (player.clone(), Arc::clone(permit), id.clone());
        drop(self);
        // Another turn was ignored while this one was pending.
        if let Some((_, newest)) = player.matches.live(&id).newest()
            && newest.computers_turn().is_some_and(|newest| newest != turn)
        {
            player.move_if_due(&permit, &id, &newest);
        }
    }
}

impl Drop for PendingMove {
    fn drop(&mut self) {
        self.player.pending.lock().remove(&self.id);
    }
}

impl ComputerPlayer {
    /// A computer player for these matches. A shutdown waits for its moves.
    pub fn new(matches: Arc<Matches>, pool: Arc<SearchPool>, tasks: Tasks, moves: Counters) -> Self {
        Self { matches, pool, tasks, pending: Arc::default(), moves }
    }

    /// Starts the computer's move if it is to move and this node is not working on it.
    pub fn move_if_due(&self, permit: &Arc<ConnectionPermit>, id: &MatchId, record: &Record) {
        let Some(turn) = record.computers_turn() else { return };
        if self.pending.lock().insert(id.clone()) {
            let pending_move =
                PendingMove { player: self.clone(), permit: Arc::clone(permit), id: id.clone() };
            self.tasks.spawn(pending_move.run(turn));
        }
    }

    /// Chooses a move, and plays it if it is still due when it is found.
    async fn play(
        &self,
        permit: &ConnectionPermit,
        id: &MatchId,
        turn: &ComputersTurn,
    ) -> Result<(), MatchError> {
        let seed = random_u64();
        let ComputersTurn { level, game, .. } = turn.clone();
        let rules = game.rules();
        let choose =
            move |search: &mut Search, budget: Budget<'_>| choose_move(&game, level, seed, search, budget);
        let chosen = self.pool.search(permit.source(), rules, Priority::Move, choose).await;
        let Some(cell) = chosen.flatten() else { return Ok(()) };
        let play = |record: &Record, now| {
            if record.computers_turn().as_ref() != Some(turn) {
                return Ok(Decision::Unchanged);
            }
            record.play(Seats::One(turn.seat), cell.index(), Some(turn.game.ply()), now)
        };
        if self.matches.change_for(Some(permit), &self.matches.live(id), play).await? == Applied::Now {
            self.moves.count("by", "computer");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_engine::{Level, Rules};
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::arena::Arenas;
    use crate::matches::{MatchConfig, Seated};
    use crate::matchmaking::other_nodes::Alone;
    use crate::matchmaking::request::{JoinRequest, Opponent, Standing, Terms};
    use crate::matchmaking::{Joined, Matchmaker};
    use crate::metrics::SearchMetrics;
    use crate::quota::Quotas;
    use crate::record::{Refusal, Timestamp};
    use crate::settings::{SearchSettings, Settings};
    use crate::store::MemoryStore;

    /// Long enough for a loaded machine.
    const DEADLINE: Duration = Duration::from_secs(30);

    /// A person who plays O against the computer.
    async fn join_computer(matches: &Arc<Matches>, rules: Rules, level: Level) -> Box<Seated> {
        let request = JoinRequest {
            name: "Ann".into(),
            is_bot: false,
            wants_x: Some(false),
            terms: Terms { rules: Some(rules), best_of: None },
            start: None,
            word: "otter-maple-407".into(),
            listed_word: "heron-alder-204".into(),
            is_in_room: false,
            arena: None,
            opponent: Opponent::Computer(level),
            standing: Standing::default(),
        };
        let arenas = Arenas::new(Arc::clone(matches), Settings::default().limits.arenas);
        let matchmaker =
            Arc::new(Matchmaker::new(Arc::clone(matches), arenas, Duration::ZERO, Arc::new(Alone)));
        match matchmaker.join(request).await.unwrap() {
            Joined::Seated(seated) => seated,
            Joined::Waiting(_) => panic!("no computer"),
        }
    }

    /// A computer player that is to make the first move, but has no thread to search on, and its opponent.
    async fn start_without_threads(rules: Rules, level: Level) -> (ComputerPlayer, Box<Seated>) {
        let matches = Arc::new(Matches::new(
            Arc::new(MemoryStore::new()),
            MatchConfig { move_time: None, first_move_time: Duration::MAX, max_matches: 1 },
            CancellationToken::new(),
        ));
        let pool = SearchPool::start(SearchSettings { threads: 0, nodes: 1 }, SearchMetrics::default());
        let tasks = Tasks::new(matches.stop.clone());
        let player = ComputerPlayer::new(matches, Arc::new(pool), tasks, Counters::default());
        let seated = join_computer(&player.matches, rules, level).await;
        move_if_due(&player, &seated);
        (player, seated)
    }

    fn move_if_due(player: &ComputerPlayer, seated: &Seated) {
        let permit = Quotas::new(Arc::default(), Counters::default()).connect(None).unwrap();
        player.move_if_due(&Arc::new(permit), seated.id(), &seated.subscription.newest().unwrap());
    }

    impl ComputerPlayer {
        async fn change(
            &self,
            seated: &Seated,
            decide: impl Fn(&Record, Timestamp) -> Result<Decision, Refusal>,
        ) {
            self.matches.change(seated.id(), decide).await.unwrap();
        }

        async fn disconnect(&self, seated: &Seated) {
            let node = self.matches.node;
            self.change(seated, |record, now| Ok(record.disconnect(seated.seats, node, now))).await;
        }

        async fn wait_until(&self, what: &str, holds: impl Fn(&SearchPool) -> bool) {
            let waited = timeout(DEADLINE, async {
                while !holds(&self.pool) {
                    tokio::task::yield_now().await;
                }
            });
            assert!(waited.await.is_ok(), "timed out: {what}");
        }
    }

    #[tokio::test]
    async fn only_on_3x3_the_computer_moves_without_a_thread_of_the_pool() {
        for level in [Level::Easy, Level::Casual, Level::Hard, Level::Perfect] {
            let (player, seated) = start_without_threads(Rules::CLASSIC, level).await;
            player.tasks.tracker.close();
            timeout(DEADLINE, player.tasks.tracker.wait()).await.expect("the computer has moved");
            let moved = seated.subscription.newest().unwrap().computers_turn().is_none();
            assert!(moved && player.pool.has_no_queue(), "{level:?}");
            let (player, _seated) = start_without_threads(Rules::new(4, 3, 3).unwrap(), level).await;
            player.wait_until("searching", |pool| !pool.has_no_queue()).await;
        }
    }

    #[tokio::test]
    async fn a_reconnect_of_the_opponent_starts_no_second_search() {
        let (player, seated) = start_without_threads(Rules::new(4, 4, 4).unwrap(), Level::Perfect).await;
        player.wait_until("searching", |pool| !pool.has_no_queue()).await;
        player.disconnect(&seated).await;
        let resumed = player.matches.resume(seated.id(), seated.secret.clone()).await.unwrap();
        move_if_due(&player, &resumed);
        assert_eq!((player.tasks.tracker.len(), player.pool.waiting(Priority::Move)), (1, 1));
    }

    #[tokio::test]
    async fn a_match_has_at_most_one_search_in_the_queue() {
        let (player, seated) = start_without_threads(Rules::new(4, 4, 4).unwrap(), Level::Perfect).await;
        player.wait_until("searching", |pool| !pool.has_no_queue()).await;
        let seats = seated.seats;
        player.change(&seated, |record, _| record.resign(seats)).await;
        player.change(&seated, |record, now| record.rematch(seats, None, None, now)).await;
        player.change(&seated, |record, now| record.play(seats, 0, None, now)).await;
        move_if_due(&player, &seated);
        assert_eq!((player.tasks.tracker.len(), player.pool.waiting(Priority::Move)), (1, 1));
    }

    #[tokio::test]
    async fn the_computer_does_not_move_while_its_opponent_is_away() {
        let (player, seated) = start_without_threads(Rules::CLASSIC, Level::Perfect).await;
        player.disconnect(&seated).await;
        player.tasks.tracker.close();
        timeout(DEADLINE, player.tasks.tracker.wait()).await.expect("the task has ended");
        assert_eq!(seated.subscription.newest().unwrap().game.ply(), 0);
    }
}
