//! A small pool of threads for searches, which would block the async ones.
//!
//! Each thread keeps one [`Search`]. The queue is fair: the computer's moves, for which people wait, go before hints,
//! and hints before reviews; among the jobs of one priority, the sources take turns. A review is one job per position,
//! so that a long one delays no other job and no job has to be interrupted. The more jobs wait, the fewer nodes each
//! gets: with up to about a hundred, a player waits little longer than alone. The callers bound the queue: there is at
//! most one move per match, and one hint or review per connection.
//!
//! Dropping the future of [`SearchPool::search`] removes the job from the queue. A search that runs ends by its nodes.

mod queue;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};
use tictactoe_engine::search::{Budget, Control, Search, has_tablebase};
use tictactoe_engine::{Game, Rules};
use tictactoe_host::lower_priority;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::metrics::SearchMetrics;
use crate::quota::Source;
use crate::settings::SearchSettings;

use queue::{JobId, Queue};

pub use queue::Priority;

const TABLE_BYTES: usize = 32 << 20;

/// The threads. Dropping the pool closes it.
pub struct SearchPool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue<Option<Source>, Job>>,
    changed: Condvar,
    /// Stopped when the pool is closed, while the queue is locked.
    control: Control,
    settings: SearchSettings,
    metrics: SearchMetrics,
}

struct Job {
    work: Work,
    queued: Instant,
}

type Work = Box<dyn FnOnce(&mut Search, Budget<'_>) + Send>;

struct JobGuard {
    shared: Arc<Shared>,
    id: JobId,
}

impl SearchPool {
    pub fn start(settings: SearchSettings, metrics: SearchMetrics) -> Self {
        let (queue, changed, control) = (Mutex::default(), Condvar::new(), Control::new());
        let shared = Arc::new(Shared { queue, changed, control, settings, metrics });
        for number in 1..=settings.threads {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("search-{number}"));
            if let Err(error) = thread.spawn(move || shared.run()) {
                tracing::error!(%error, "cannot start a search thread");
            }
        }
        // The first look-up computes the tablebase. Do that before a player waits for it.
        answer_from_tables(|search, budget| search.analyse(&Game::new(Rules::CLASSIC), budget));
        Self { shared }
    }

    /// Answers from the tablebase if the rules have one, and on a thread of the pool otherwise; `None` if the search
    /// panicked or the pool was closed.
    pub async fn search<T: Send + 'static>(
        &self,
        source: Option<Source>,
        rules: Rules,
        priority: Priority,
        work: impl FnOnce(&mut Search, Budget<'_>) -> T + Send + 'static,
    ) -> Option<T> {
        if has_tablebase(rules) {
            return Some(answer_from_tables(work));
        }
        let (sender, receiver) = oneshot::channel();
        let work: Work = Box::new(move |search, budget| {
            // The caller may have gone.
            let _ = sender.send(work(search, budget));
        });
        let id = {
            let mut queue = self.shared.queue.lock();
            if self.shared.control.is_stopped() {
                return None;
            }
            queue.push(source, priority, Job { work, queued: Instant::now() })
        };
        self.shared.changed.notify_one();
        let _guard = JobGuard { shared: Arc::clone(&self.shared), id };
        receiver.await.ok()
    }

    /// How many searches of a priority have not started.
    pub fn waiting(&self, priority: Priority) -> usize {
        self.shared.queue.lock().count(priority)
    }

    /// Stops all searches, drops all queued jobs, and ends the threads.
    pub fn close(&self) {
        let mut queue = self.shared.queue.lock();
        self.shared.control.stop();
        let dropped = std::mem::take(&mut *queue);
        drop(queue);
        // Only without the lock, because dropping a job wakes its caller.
        drop(dropped);
        self.shared.changed.notify_all();
    }

    #[cfg(test)]
    pub fn has_no_queue(&self) -> bool {
        self.shared.queue.lock().is_empty()
    }

    /// Counts the pool, its threads and its job guards, even after the pool was dropped.
    #[cfg(test)]
    fn reference_count(&self) -> impl Fn() -> usize + use<> {
        let shared = Arc::downgrade(&self.shared);
        move || shared.strong_count()
    }
}

thread_local! {
    /// Used by [`answer_from_tables`].
    static TABLES: RefCell<Search> = RefCell::new(Search::new(0));
}

/// Runs on the caller's thread, without a lock: only for rules with a tablebase, where it takes at most 20 microseconds.
fn answer_from_tables<T>(work: impl FnOnce(&mut Search, Budget<'_>) -> T) -> T {
    let control = Control::new();
    TABLES.with_borrow_mut(|search| work(search, Budget { nodes: u64::MAX, control: &control }))
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Drop for JobGuard {
    fn drop(&mut self) {
        let dropped = self.shared.queue.lock().remove(self.id);
        // Only without the lock, as in `close`.
        drop(dropped);
    }
}

impl Shared {
    fn run(&self) {
        // On other systems, only the number of threads (one fewer than processors) leaves room for the async ones.
        if let Err(error) = lower_priority() {
            tracing::debug!(%error, "a search thread keeps the normal priority");
        }
        let mut reused = None;
        while let Some((priority, job, nodes)) = self.next() {
            let waited = job.queued.elapsed();
            let budget = Budget { nodes, control: &self.control };
            let search = reused.get_or_insert_with(|| Search::new(TABLE_BYTES));
            if catch_unwind(AssertUnwindSafe(|| (job.work)(search, budget))).is_err() {
                tracing::error!("a search panicked");
                // Its table may be inconsistent.
                reused = None;
            }
            self.metrics.observe(priority.word(), waited);
        }
    }

    /// Waits for the next job, and decides how many nodes it may search; `None` when the pool is closed.
    fn next(&self) -> Option<(Priority, Job, u64)> {
        let SearchSettings { threads, nodes } = self.settings;
        let mut queue = self.queue.lock();
        while !self.control.is_stopped() {
            if let Some((id, job, waiting)) = queue.pop() {
                return Some((id.priority, job, queue::node_share(nodes, waiting, threads)));
            }
            self.changed.wait(&mut queue);
        }
        None
    }
}
