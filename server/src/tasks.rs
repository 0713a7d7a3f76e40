//! The tasks of a server, and their end at its shutdown.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The tasks that a shutdown waits for. All copies are one.
#[derive(Debug, Clone)]
pub struct Tasks {
    /// Cancelled when the shutdown begins.
    pub stop: CancellationToken,
    abort: CancellationToken,
    pub tracker: TaskTracker,
}

impl Tasks {
    pub fn new(stop: CancellationToken) -> Self {
        Self { stop, abort: CancellationToken::new(), tracker: TaskTracker::new() }
    }

    /// Spawns a task that ends at the latest when those that are left are aborted.
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) {
        self.tracker.spawn(self.abort.clone().run_until_cancelled_owned(task));
    }

    /// Waits for the shutdown, and then until no task is left, at most for this time. Returns the end of this time.
    pub async fn drained(&self, time: Duration) -> Instant {
        self.stop.cancelled().await;
        let deadline = Instant::now() + time;
        self.tracker.close();
        let _ = timeout_at(deadline, self.tracker.wait()).await;
        deadline
    }

    /// Waits until no task is left, and aborts those that are left at the deadline.
    pub async fn end(&self, deadline: Instant) {
        if timeout_at(deadline, self.tracker.wait()).await.is_err() {
            tracing::warn!(tasks = self.tracker.len(), "aborting what has not ended in time");
            self.abort.cancel();
            self.tracker.wait().await;
        }
    }
}
