//! Work of HTTP requests that would block an async thread for too long.

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Runs one piece of work at a time on a thread for blocking calls, so that any number of requests takes no more than one
/// processor.
pub struct Background {
    turn: Semaphore,
}

impl Background {
    pub const fn new() -> Self {
        Self { turn: Semaphore::const_new(1) }
    }

    /// Returns `None` if the work panicked.
    pub async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = self.turn.acquire().await.ok()?;
        let result = spawn_blocking(move || {
            // Held by the thread, which continues when the request is cancelled.
            let _turn = turn;
            work()
        });
        result.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::poll;

    use super::*;

    #[tokio::test]
    async fn work_is_done_one_piece_at_a_time_without_blocking() {
        static WORK: Background = Background::new();
        let (finish, finished) = mpsc::channel::<()>();
        let mut first = Box::pin(WORK.run(move || finished.recv().is_err()));
        assert!(poll!(&mut first).is_pending(), "this task goes on meanwhile");
        let mut second = Box::pin(WORK.run(|| 2));
        assert!(poll!(&mut second).is_pending());
        // A cancelled request keeps its turn until its thread is done.
        drop(first);
        assert!(poll!(&mut second).is_pending());
        assert_eq!(WORK.turn.available_permits(), 0);
        drop(finish);
        assert_eq!(second.await, Some(2));
    }
}
