//! A value that is computed at most once a second, however many requests need it.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

pub const TTL: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct TtlCache<T> {
    newest: Mutex<Option<(Instant, T)>>,
}

impl<T: Clone> TtlCache<T> {
    pub const fn new() -> Self {
        Self { newest: Mutex::const_new(None) }
    }

    /// The cached value, or a new one when it is older than [`TTL`]. Concurrent callers wait for one computation.
    pub async fn get<F: Future<Output = T>>(&self, compute: impl FnOnce() -> F) -> T {
        let mut newest = self.newest.lock().await;
        match &*newest {
            Some((since, value)) if since.elapsed() < TTL => value.clone(),
            _ => {
                let value = compute().await;
                *newest = Some((Instant::now(), value.clone()));
                value
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;
    use tokio::sync::mpsc;
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_value_is_computed_once_a_second_for_all_callers() {
        let cache = TtlCache::new();
        let (computed, mut computations) = mpsc::unbounded_channel();
        for second in 0..3 {
            let get = || {
                cache.get(async || {
                    tokio::task::yield_now().await;
                    computed.send(second).unwrap();
                    second
                })
            };
            assert_eq!(join_all((0..100).map(|_| get())).await, [second; 100]);
            advance(TTL.saturating_sub(Duration::from_millis(1))).await;
            assert_eq!(get().await, second);
            advance(Duration::from_millis(1)).await;
        }
        drop(computed);
        let mut seconds = Vec::new();
        while let Some(second) = computations.recv().await {
            seconds.push(second);
        }
        assert_eq!(seconds, [0, 1, 2]);
    }
}
