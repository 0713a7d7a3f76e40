//! A value that is computed at most once a second, however many requests need it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
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

    fn is_current(&self) -> bool {
        let newest = self.newest.try_lock();
        newest.is_ok_and(|newest| newest.as_ref().is_some_and(|(since, _)| since.elapsed() < TTL))
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

/// Such a value for each key.
#[derive(Debug)]
pub struct TtlCaches<K, T>(parking_lot::Mutex<HashMap<K, Arc<TtlCache<T>>>>);

impl<K: Eq + Hash, T: Clone> TtlCaches<K, T> {
    pub fn new() -> Self {
        Self(parking_lot::Mutex::default())
    }

    /// The value of a key, as [`TtlCache::get`]. Forgets the values that are older than [`TTL`].
    pub async fn get<F: Future<Output = T>>(&self, key: K, compute: impl FnOnce() -> F) -> T {
        let cache = {
            let mut caches = self.0.lock();
            caches.retain(|_, cache| Arc::strong_count(cache) > 1 || cache.is_current());
            Arc::clone(caches.entry(key).or_insert_with(|| Arc::new(TtlCache::new())))
        };
        cache.get(compute).await
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

    #[tokio::test(start_paused = true)]
    async fn each_key_has_its_value_for_a_second() {
        let caches = TtlCaches::new();
        for key in ["a", "b"] {
            assert_eq!(caches.get(key, async || key).await, key);
            assert_eq!(caches.get(key, async || "another").await, key);
        }
        advance(TTL).await;
        assert_eq!(caches.get("a", async || "new").await, "new");
        assert_eq!(caches.0.lock().len(), 1, "the others are forgotten");
    }
}
