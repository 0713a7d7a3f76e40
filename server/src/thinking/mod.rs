//! A small pool of threads that think beside the async ones.
//!
//! Each thread keeps one [`Search`]. What waits for one stands in a queue that is fair and bounded by the matches
//! that people look at: each has at most one move, one hint and one review in it; the computer's moves, which people wait for, go before hints
//! and those before reviews. A review is thought of one position at a time and stands in line again for each,
//! so that a long one holds nobody up, and no thought has to be interrupted for another. The more there are that
//! wait, the less each is thought about: up to a hundred or so wait hardly longer than a single player.
//!
//! A thought ends when nobody waits for it any more: whoever drops the future takes it out of the queue, or
//! stops its search.
//!
//! * `queue`: who is next, and how much; `places`: how many questions there may be. Both pure.
//! * `pool`: the threads; `priority`: how they stand back behind the others.

mod places;
mod pool;
mod priority;
mod queue;

use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Rules};
use tokio::sync::oneshot;

use crate::record::MatchId;
use crate::settings;

use pool::{Pool, Thought};
use queue::Purpose;

pub use places::Question;

/// How much memory the table of one search takes, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// Where thoughts are handed in. Clones hand in at the same place; when the last one is gone, the threads end.
#[derive(Clone)]
pub struct Thinking {
    pool: Arc<Pool>,
    /// For what takes no thought.
    small: Arc<Mutex<Search>>,
    nodes: u64,
}

/// A question that may be thought about, once or many times, until this is dropped.
pub struct Place {
    thinking: Thinking,
    of: MatchId,
    question: Question,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unanswered {
    /// Too many questions are thought about, or one like this of the same match.
    #[error("there is too much to think about")]
    Busy,
    /// The search broke down, or the server is stopping.
    #[error("the thought was lost")]
    Lost,
}

impl Thinking {
    /// Starts the threads.
    #[must_use]
    pub fn start(settings: settings::Thinking) -> Self {
        let small = Arc::new(Mutex::new(Search::new(0)));
        let thinking = Self { pool: Arc::new(Pool::start(settings)), small, nodes: settings.nodes };
        // The first answer works all of them out: that is done before anybody waits for one.
        thinking.at_once(|search, budget| search.value(&Game::new(Rules::CLASSIC), budget));
        thinking
    }

    /// Answers on this thread what is known rather than searched for: it must not take long.
    pub fn at_once<T>(&self, answer: impl FnOnce(&mut Search, Budget<'_>) -> T) -> T {
        let control = Control::new();
        let mut small = self.small.lock().unwrap_or_else(PoisonError::into_inner);
        answer(&mut small, Budget { nodes: self.nodes, control: &control })
    }

    /// Thinks of the computer's move. It waits its turn however many there are: there is one for each match.
    ///
    /// # Errors
    /// [`Unanswered::Lost`].
    pub async fn of_a_move<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Search, Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        self.think(Purpose::Move, work).await
    }

    /// A place for a question about a match.
    ///
    /// # Errors
    /// [`Unanswered::Busy`].
    pub fn place(&self, of: &MatchId, question: Question) -> Result<Place, Unanswered> {
        if !self.pool.take_place(of, question) {
            return Err(Unanswered::Busy);
        }
        Ok(Place { thinking: self.clone(), of: of.clone(), question })
    }

    /// Ends the threads, and everything that is being thought about.
    pub fn close(&self) {
        self.pool.close();
    }

    /// Whether nothing is thought about and nothing waits.
    #[cfg(test)]
    pub fn is_idle(&self) -> bool {
        self.pool.is_idle()
    }

    async fn think<T: Send + 'static>(
        &self,
        purpose: Purpose,
        work: impl FnOnce(&mut Search, Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        let (answer, answered) = oneshot::channel();
        let thought = Thought::new(move |search, budget| {
            // Whoever asked may have gone meanwhile.
            let _ = answer.send(work(search, budget));
        });
        let _wanted = self.pool.hand_in(purpose, thought);
        answered.await.map_err(|_| Unanswered::Lost)
    }
}

impl Place {
    /// Thinks about the question.
    ///
    /// # Errors
    /// [`Unanswered::Lost`].
    pub async fn think<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Search, Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        let purpose = match self.question {
            Question::Hint => Purpose::Hint,
            Question::Review => Purpose::Review,
        };
        self.thinking.think(purpose, work).await
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.thinking.pool.give_place_back(&self.of, self.question);
    }
}

#[cfg(test)]
mod tests;
