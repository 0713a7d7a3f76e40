//! The computer's seat: think off the async threads, then play like anybody else.
//!
//! Nobody owns a match against the computer. Whoever watches one calls [`Opponent::attend`] with each record;
//! the move is a decision like any other, so it does not matter if two of them think of the same one.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tictactoe_engine::choose;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::matches::{MatchError, MatchId, Matches};
use crate::record::{ComputersTurn, Decision, Record};
use crate::secret::draw_number;

/// Plays the computer's side in every match that is watched here.
#[derive(Clone)]
pub struct Opponent {
    matches: Arc<Matches>,
    tasks: TaskTracker,
    /// As many searches at once as there are processors.
    thinkers: Arc<Semaphore>,
    thinking: Arc<Mutex<HashSet<Thought>>>,
}

/// One move to think of: the match, the number of the game, and the ply.
type Thought = (MatchId, u32, usize);

impl Opponent {
    /// A computer opponent for these matches. Its moves are among the `tasks` to wait for at the end.
    #[must_use]
    pub fn new(matches: Arc<Matches>, tasks: TaskTracker) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { matches, tasks, thinkers: Arc::new(Semaphore::new(processors)), thinking: Arc::default() }
    }

    /// Sees to it that the computer moves, if it is to move and nobody here has seen to it.
    pub fn attend(&self, id: &MatchId, record: &Record) {
        let Some(turn) = record.computers_turn() else { return };
        let thought = (id.clone(), turn.game_number, turn.game.ply());
        if !self.thinking().insert(thought.clone()) {
            return;
        }
        let opponent = self.clone();
        self.tasks.spawn(async move {
            match opponent.take_turn(&thought.0, turn).await {
                // The match may be forgotten by now, or another node have played.
                Ok(()) | Err(MatchError::Refused(_) | MatchError::NoSuchMatch) => {}
                Err(error) => tracing::warn!(%error, id = thought.0.as_str(), "the computer could not move"),
            }
            opponent.thinking().remove(&thought);
        });
    }

    async fn take_turn(&self, id: &MatchId, turn: ComputersTurn) -> Result<(), MatchError> {
        let _thinker = self.thinkers.acquire().await;
        // The game may have ended while this move waited for its thinker.
        let present =
            self.matches.decide(id, |record, _| Ok((Decision::Unchanged, record.computers_turn()))).await?;
        if present.as_ref() != Some(&turn) {
            return Ok(());
        }
        let seed = draw_number()?;
        let ComputersTurn { seat, level, game, .. } = turn;
        let ply = game.ply();
        let thought = tokio::task::spawn_blocking(move || choose(&game, level, seed)).await;
        let cell = thought.map_err(|error| MatchError::Unavailable(error.to_string()))?;
        let Some(cell) = cell else { return Ok(()) };
        self.matches
            .change(id, |record, now| record.play(seat, cell.index(), Some(ply), now))
            .await
            .map(|_| ())
    }

    fn thinking(&self) -> MutexGuard<'_, HashSet<Thought>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
