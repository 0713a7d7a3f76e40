//! The threads, and what they share.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tictactoe_engine::search::{Budget, Control, Search};

use super::places::{Places, Question};
use super::queue::{self, Purpose, Queue, Spot};
use super::{TABLE_BYTES, priority};
use crate::record::MatchId;
use crate::settings;

/// Something to think about.
pub(super) struct Thought {
    control: Arc<Control>,
    work: Work,
}

type Work = Box<dyn FnOnce(&mut Search, Budget<'_>) + Send>;

impl Thought {
    pub(super) fn new(work: impl FnOnce(&mut Search, Budget<'_>) + Send + 'static) -> Self {
        Self { control: Arc::new(Control::new()), work: Box::new(work) }
    }
}

/// The threads. They end when this is dropped.
pub(super) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    thinkers: usize,
    nodes: u64,
}

struct State {
    open: bool,
    places: Places,
    waiting: Queue<Thought>,
    running: HashMap<Spot, Arc<Control>>,
}

/// Somebody waits for this thought. When it is dropped, nobody does.
pub(super) struct Wanted {
    shared: Arc<Shared>,
    spot: Spot,
    control: Arc<Control>,
}

impl Pool {
    /// Starts the threads.
    pub(super) fn start(settings: settings::Thinking) -> Self {
        let settings::Thinking { threads: thinkers, nodes, hints, reviews } = settings;
        let state = State {
            open: true,
            places: Places::new(hints, reviews),
            waiting: Queue::default(),
            running: HashMap::new(),
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new(), thinkers, nodes });
        for number in 1..=thinkers {
            let shared = Arc::clone(&shared);
            let thinker = thread::Builder::new().name(format!("thinker-{number}"));
            if let Err(error) = thinker.spawn(move || shared.think()) {
                tracing::error!(%error, "a thread that thinks could not be started");
            }
        }
        Self { shared }
    }

    /// Lets a thought wait for a thread. What is handed in when the pool is closed is dropped.
    pub(super) fn hand_in(&self, purpose: Purpose, thought: Thought) -> Option<Wanted> {
        let control = Arc::clone(&thought.control);
        let spot = {
            let mut state = self.shared.state();
            if !state.open {
                return None;
            }
            state.waiting.push(purpose, thought)
        };
        self.shared.changed.notify_one();
        Some(Wanted { shared: Arc::clone(&self.shared), spot, control })
    }

    /// Takes a place for a question, and says whether there was one.
    pub(super) fn take_place(&self, of: &MatchId, question: Question) -> bool {
        self.shared.state().places.take(of, question)
    }

    pub(super) fn give_place_back(&self, of: &MatchId, question: Question) {
        self.shared.state().places.give_back(of, question);
    }

    /// Ends the threads, and everything that is being thought about.
    pub(super) fn close(&self) {
        let mut state = self.shared.state();
        state.open = false;
        for control in state.running.values() {
            control.stop();
        }
        let forgotten = std::mem::take(&mut state.waiting);
        drop(state);
        drop(forgotten);
        self.shared.changed.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.control.stop();
        let forgotten = self.shared.state().waiting.remove(self.spot);
        drop(forgotten);
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until the pool is closed.
    fn think(&self) {
        priority::stand_back();
        let mut memory = None;
        while let Some((spot, thought, nodes)) = self.next() {
            let search = memory.get_or_insert_with(|| Search::new(TABLE_BYTES));
            let budget = Budget { nodes, control: &thought.control };
            let work = AssertUnwindSafe(|| (thought.work)(search, budget));
            if catch_unwind(work).is_err() {
                tracing::error!("a search broke down");
                // What it left behind is not to be relied on.
                memory = None;
            }
            self.state().running.remove(&spot);
        }
    }

    /// Waits for the next thought, and says how many nodes it may look at; `None` when the pool is closed.
    fn next(&self) -> Option<(Spot, Thought, u64)> {
        let mut state = self.state();
        while state.open {
            if let Some((spot, thought)) = state.waiting.pick() {
                let nodes = queue::share(self.nodes, state.waiting.beside(spot.purpose), self.thinkers);
                state.running.insert(spot, Arc::clone(&thought.control));
                return Some((spot, thought, nodes));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

#[cfg(test)]
impl Pool {
    /// Whether nothing is thought about and nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        let state = self.shared.state();
        state.running.is_empty() && state.waiting.beside(Purpose::Review) == 0
    }

    /// Tells how many hold on to what is shared, now and later: this pool, each of its threads, and whoever waits
    /// for a thought.
    pub(super) fn holders(&self) -> impl Fn() -> usize + use<> {
        let shared = Arc::downgrade(&self.shared);
        move || shared.strong_count()
    }
}
