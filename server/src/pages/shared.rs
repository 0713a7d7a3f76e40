//! An answer that is made anew from time to time, however many ask for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::Instant;

/// How long an answer serves everybody who asks.
pub const SERVES: Duration = Duration::from_secs(1);

/// Such an answer.
#[derive(Debug)]
pub struct Shared<T> {
    newest: Mutex<Option<(Instant, Arc<OnceCell<T>>)>>,
}

impl<T: Clone> Shared<T> {
    /// One that was not made yet.
    pub const fn new() -> Self {
        Self { newest: Mutex::new(None) }
    }

    /// The answer that was asked for [`SERVES`] ago at most. It is made now if there is none, and all who ask meanwhile
    /// wait for it.
    pub async fn get<F: Future<Output = T>>(&self, make: impl FnOnce() -> F) -> T {
        self.place().get_or_init(make).await.clone()
    }

    /// Where the answer is, or is to be.
    fn place(&self) -> Arc<OnceCell<T>> {
        let now = Instant::now();
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((asked, place)) = &*newest
            && now.saturating_duration_since(*asked) < SERVES
        {
            return Arc::clone(place);
        }
        let place = Arc::default();
        *newest = Some((now, Arc::clone(&place)));
        place
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;
    use tokio::sync::mpsc;
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_is_made_once_a_second_however_many_ask() {
        let shared = Shared::new();
        let (made, mut makings) = mpsc::unbounded_channel();
        for second in 0..3 {
            let ask = || {
                shared.get(async || {
                    tokio::task::yield_now().await;
                    made.send(second).unwrap();
                    second
                })
            };
            assert_eq!(join_all((0..100).map(|_| ask())).await, [second; 100]);
            advance(SERVES.saturating_sub(Duration::from_millis(1))).await;
            assert_eq!(ask().await, second);
            advance(Duration::from_millis(1)).await;
        }
        drop(made);
        let mut seconds = Vec::new();
        while let Some(second) = makings.recv().await {
            seconds.push(second);
        }
        assert_eq!(seconds, [0, 1, 2]);
    }
}
