//! The tasks of a server, and their end at its shutdown.

use std::time::Duration;

use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How much longer than for the rest a shutdown waits for HTTP connections, which browsers open without a request.
const HTTP_GRACE: Duration = Duration::from_secs(2);

/// The tasks that a shutdown waits for. All copies are one.
#[derive(Debug, Clone)]
pub struct Tasks {
    /// Cancelled when the shutdown begins.
    pub stop: CancellationToken,
    abort: CancellationToken,
    pub tracker: TaskTracker,
    http: TaskTracker,
}

impl Tasks {
    pub fn new(stop: CancellationToken) -> Self {
        let (tracker, http) = (TaskTracker::new(), TaskTracker::new());
        Self { stop, abort: CancellationToken::new(), tracker, http }
    }

    /// Spawns a task that ends at the latest when those that are left are aborted.
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) {
        self.tracker.spawn(self.abort.clone().run_until_cancelled_owned(task));
    }

    /// The same for an HTTP connection.
    pub fn spawn_http<T: Send + 'static>(&self, connection: impl Future<Output = T> + Send + 'static) {
        self.http.spawn(self.abort.clone().run_until_cancelled_owned(connection));
    }

    /// Waits for the shutdown, and then until no task but HTTP connections is left, at most for this time. Returns the
    /// end of this time.
    pub async fn drained(&self, time: Duration) -> Instant {
        self.stop.cancelled().await;
        let deadline = Instant::now() + time;
        self.tracker.close();
        let _ = timeout_at(deadline, self.tracker.wait()).await;
        deadline
    }

    /// Waits until no task is left, and aborts those that are left at the deadline.
    pub async fn end(&self, deadline: Instant) {
        self.http.close();
        let all = async { tokio::join!(self.tracker.wait(), self.http.wait()) };
        let ended = async {
            self.tracker.wait().await;
            let _ = timeout(HTTP_GRACE, self.http.wait()).await;
        };
        let _ = timeout_at(deadline, ended).await;
        let left = self.tracker.len() + self.http.len();
        if left > 0 {
            tracing::warn!(tasks = left, "aborting what has not ended in time");
            self.abort.cancel();
        }
        all.await;
    }
}
