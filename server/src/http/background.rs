//! Work of HTTP requests that would block an async thread for too long.

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

static TURN: Semaphore = Semaphore::const_new(1);

/// Runs one piece of work at a time on a thread for blocking calls, so that any number of requests takes no more than one
/// processor. Returns `None` if the work panicked.
pub async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let turn = TURN.acquire().await.ok()?;
    let result = spawn_blocking(move || {
        // Held by the thread, which continues when the request is cancelled.
        let _turn = turn;
        work()
    });
    result.await.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::poll;

    use super::*;

    #[tokio::test]
    async fn work_is_done_one_piece_at_a_time_without_blocking() {
        let (finish, finished) = mpsc::channel::<()>();
        let mut first = Box::pin(in_background(move || finished.recv().is_err()));
        assert!(poll!(&mut first).is_pending(), "this task goes on meanwhile");
        let mut second = Box::pin(in_background(|| 2));
        assert!(poll!(&mut second).is_pending());
        // A cancelled request keeps its turn until its thread is done.
        drop(first);
        assert!(poll!(&mut second).is_pending());
        assert_eq!(TURN.available_permits(), 0);
        drop(finish);
        assert_eq!(second.await, Some(2));
    }
}
