//! Work of HTTP requests that would block an async thread for too long.

use std::panic::resume_unwind;

use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

static TURN: Mutex<()> = Mutex::const_new(());

/// Runs one piece of work at a time on a thread for blocking calls, so that any number of requests takes no more than one
/// processor. If the work panics, so does the caller.
pub async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let turn = TURN.lock().await;
    let result = spawn_blocking(move || {
        // Held by the thread, which continues when the request is cancelled.
        let _turn = turn;
        work()
    });
    result.await.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::poll;

    use super::*;

    #[tokio::test]
    async fn work_is_done_one_piece_at_a_time_without_blocking() {
        let (finish, finished) = mpsc::channel::<()>();
        let mut first = Box::pin(run_blocking(move || finished.recv().is_err()));
        assert!(poll!(&mut first).is_pending(), "this task goes on meanwhile");
        let mut second = Box::pin(run_blocking(|| 2));
        assert!(poll!(&mut second).is_pending());
        // A cancelled request keeps its turn until its thread is done.
        drop(first);
        assert!(poll!(&mut second).is_pending());
        assert!(TURN.try_lock().is_err());
        drop(finish);
        assert_eq!(second.await, 2);
    }
}
