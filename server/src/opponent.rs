//! The computer's seat: think beside the async threads, then play like anybody else.
//!
//! Nobody owns a match against the computer. Whoever watches one calls [`Opponent::attend`] with each record;
//! the move is a decision like any other, so it does not matter if two of them think of the same one.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tictactoe_engine::search::is_solved;
use tictactoe_engine::{Cell, Level, choose};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::matches::hub::{MatchEvent, Subscription};
use crate::matches::{MatchError, Matches};
use crate::record::{ComputersTurn, MatchId, Record, Seats};
use crate::secret::draw_number;
use crate::thinking::Thinking;

/// Plays the computer's side in every match that is watched here.
#[derive(Clone)]
pub struct Opponent {
    matches: Arc<Matches>,
    tasks: TaskTracker,
    thinking: Thinking,
    moves: Arc<Mutex<HashSet<Move>>>,
    /// Cancelled when the server stops.
    stop: CancellationToken,
}

/// One move to think of: the match, the number of the game, and the ply.
type Move = (MatchId, u32, usize);

/// How long it takes until the computer tries again when the store is in trouble.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// A move that is seen to here. When this is dropped it no longer is.
struct TakenOn {
    opponent: Opponent,
    this: Move,
}

impl TakenOn {
    /// Moves, or finds out that it is no longer called for.
    async fn see_to(self, turn: ComputersTurn) {
        let id = self.this.0.clone();
        let taken = loop {
            match self.opponent.take_turn(&id, &turn).await {
                Err(MatchError::Unavailable(reason)) => {
                    tracing::warn!(reason, id = id.as_str(), "the computer cannot move: it tries again");
                    if self.opponent.stop.run_until_cancelled(sleep(TRY_AGAIN)).await.is_none() {
                        return;
                    }
                }
                taken => break taken,
            }
        };
        let opponent = self.opponent.clone();
        drop(self);
        match taken {
            // Should it be the computer's turn again, whoever came to say so was sent away until a moment ago.
            Ok(Taken::Passed(subscription)) => {
                subscription.newest().inspect(|newest| opponent.attend(&id, newest));
            }
            // The match may be forgotten by now, or another node have played.
            Ok(Taken::Done) | Err(MatchError::Refused(_) | MatchError::NoSuchMatch) => {}
            Err(error) => tracing::warn!(%error, id = id.as_str(), "the computer could not move"),
        }
    }
}

impl Drop for TakenOn {
    fn drop(&mut self) {
        self.opponent.moves().remove(&self.this);
    }
}

/// What came of a turn.
enum Taken {
    /// The computer has moved, or nothing can be done now.
    Done,
    /// The match has changed meanwhile: this shows it.
    Passed(Subscription),
}

impl Opponent {
    /// A computer opponent for these matches. Its moves are among the `tasks` to wait for after the `stop`.
    #[must_use]
    pub fn new(
        matches: Arc<Matches>,
        thinking: Thinking,
        tasks: TaskTracker,
        stop: CancellationToken,
    ) -> Self {
        Self { matches, tasks, thinking, moves: Arc::default(), stop }
    }

    /// Sees to it that the computer moves, if it is to move and nobody here has seen to it.
    pub fn attend(&self, id: &MatchId, record: &Record) {
        let Some(turn) = record.computers_turn() else { return };
        let this = (id.clone(), turn.game_number, turn.game.ply());
        if !self.moves().insert(this.clone()) {
            return;
        }
        let taken_on = TakenOn { opponent: self.clone(), this };
        self.tasks.spawn(taken_on.see_to(turn));
    }

    async fn take_turn(&self, id: &MatchId, turn: &ComputersTurn) -> Result<Taken, MatchError> {
        let seed = draw_number()?;
        let cell = if turn.level == Level::Perfect && !is_solved(turn.game.rules()) {
            let mut subscription = self.matches.follow(id).await?;
            tokio::select! {
                biased;
                passed = passed(&mut subscription, turn) => return passed.map(|()| Taken::Passed(subscription)),
                cell = self.think(turn, seed) => cell,
            }
        } else {
            self.thinking.at_once(|search, budget| choose(&turn.game, turn.level, seed, search, budget))
        };
        let Some(cell) = cell else { return Ok(Taken::Done) };
        let play = |record: &Record, now| {
            record.check_game(Some(turn.game_number))?;
            record.play(Seats::One(turn.seat), cell.index(), Some(turn.game.ply()), now)
        };
        self.matches.change(id, play).await.map(|_| Taken::Done)
    }

    /// The computer's move; `None` when the thought was lost.
    async fn think(&self, turn: &ComputersTurn, seed: u64) -> Option<Cell> {
        let ComputersTurn { level, game, .. } = turn.clone();
        let thought =
            self.thinking.of_a_move(move |search, budget| choose(&game, level, seed, search, budget));
        thought.await.ok().flatten()
    }

    fn moves(&self) -> MutexGuard<'_, HashSet<Move>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until nobody waits for this move any more: the game is over, or the opponent is away.
async fn passed(subscription: &mut Subscription, turn: &ComputersTurn) -> Result<(), MatchError> {
    loop {
        match subscription.next().await? {
            MatchEvent::Changed(record) if record.computers_turn().as_ref() != Some(turn) => return Ok(()),
            MatchEvent::Changed(_) | MatchEvent::Spectators => {}
            MatchEvent::Gone => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_engine::Rules;
    use tokio::time::timeout;

    use super::*;
    use crate::matches::Seated;
    use crate::matches::Terms;
    use crate::matches::lobby::Joined;
    use crate::record::{Decision, MarkWish, Moment, Refusal, Wanted, Wish};
    use crate::settings;
    use crate::store::MemoryStore;

    /// Long enough for a loaded machine; whoever waits longer waits in vain.
    const DEADLINE: Duration = Duration::from_secs(30);

    /// A computer that never comes to an end with its thoughts, and its opponent in a match that it opens.
    async fn pondering() -> (Opponent, Box<Seated>) {
        let matches =
            Arc::new(Matches::new(Arc::new(MemoryStore::new()), Terms { move_time: None, most: 1 }));
        let thinking = Thinking::start(settings::Thinking { threads: 0, nodes: 1, hints: 0, reviews: 0 });
        let opponent = Opponent::new(matches, thinking, TaskTracker::new(), CancellationToken::new());
        let wish = Wish {
            name: "Ann".into(),
            mark: MarkWish::O,
            rules: Some(Rules::new(4, 4, 4).unwrap()),
            room: None,
            wanted: Wanted::Computer,
            level: Level::Perfect,
            earlier: None,
        };
        let Joined::Seated(seated) = opponent.matches.join(wish).await.unwrap() else {
            panic!("no computer")
        };
        attend(&opponent, &seated);
        opponent.comes_to("think", |thinking| !thinking.is_idle()).await;
        (opponent, seated)
    }

    fn attend(opponent: &Opponent, seated: &Seated) {
        opponent.attend(seated.id(), &seated.subscription.newest().unwrap());
    }

    impl Opponent {
        async fn comes_to(&self, what: &str, holds: impl Fn(&Thinking) -> bool) {
            let waited = timeout(DEADLINE, async {
                while !holds(&self.thinking) {
                    tokio::task::yield_now().await;
                }
            });
            assert!(waited.await.is_ok(), "it never came to {what}");
        }

        async fn change(
            &self,
            seated: &Seated,
            decide: impl FnMut(&Record, Moment) -> Result<Decision, Refusal>,
        ) {
            self.matches.change(seated.id(), decide).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_game_that_ends_ends_the_thinking() {
        let (opponent, seated) = pondering().await;
        opponent.change(&seated, |record, _| record.resign(seated.seat)).await;
        opponent.comes_to("rest", Thinking::is_idle).await;
        opponent.tasks.close();
        timeout(DEADLINE, opponent.tasks.wait()).await.expect("the task has ended");
    }

    /// The connection ends.
    async fn depart(opponent: &Opponent, seated: &Seated) {
        opponent.change(seated, |record, now| Ok(record.depart(seated.seat, seated.connection, now))).await;
    }

    /// The player comes back, and is shown the match.
    async fn come_back(opponent: &Opponent, seated: &Seated) -> Seated {
        let back = opponent.matches.resume(seated.id(), seated.secret.clone()).await.unwrap();
        attend(opponent, &back);
        back
    }

    #[tokio::test]
    async fn an_opponent_who_goes_ends_the_thinking_and_one_who_comes_back_begins_it() {
        let (opponent, seated) = pondering().await;
        depart(&opponent, &seated).await;
        opponent.comes_to("rest", Thinking::is_idle).await;
        come_back(&opponent, &seated).await;
        opponent.comes_to("think", |thinking| !thinking.is_idle()).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_opponent_who_goes_and_comes_back_at_once_is_not_forgotten() {
        let (opponent, seated) = pondering().await;
        let mut seated = *seated;
        for _ in 0..200 {
            depart(&opponent, &seated).await;
            seated = come_back(&opponent, &seated).await;
            // Time for the thought to be given up that nobody waited for.
            for _ in 0..200 {
                tokio::task::yield_now().await;
            }
            opponent.comes_to("think", |thinking| !thinking.is_idle()).await;
        }
    }
}
