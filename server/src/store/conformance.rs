//! What every store has to do, run over each of them.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::{CommitError, Key, MemoryStore, Revision, Store, Write};

const LONG: Duration = Duration::from_secs(3600);

fn key() -> Key {
    Key::new("match", "k3v9")
}

async fn put(
    store: &dyn Store,
    expected: Option<Revision>,
    value: &'static str,
) -> Result<Revision, CommitError> {
    let value = Bytes::from_static(value.as_bytes());
    store.commit(&key(), Write { expected, value, keep: LONG, page: None }).await
}

macro_rules! conformance {
    ($($name:ident)*) => {
        mod memory {
            $(
                #[tokio::test(start_paused = true)]
                async fn $name() {
                    super::$name(std::sync::Arc::new(super::MemoryStore::new())).await;
                }
            )*
        }
    };
}

conformance! {
    a_key_without_a_value_has_none
    a_value_is_read_back_with_its_revision
    creating_twice_is_a_conflict
    an_old_revision_is_a_conflict_and_changes_nothing
    revisions_rise
    a_watch_starts_with_the_present_value
    a_watch_sees_the_newest_value
    a_key_watched_before_its_first_value_is_seen_to_appear
    a_value_is_forgotten_after_its_time
    a_new_value_gives_a_key_new_time
    of_many_writers_one_wins_each_revision
}

async fn a_key_without_a_value_has_none(store: Arc<dyn Store>) {
    assert_eq!(store.get(&key()).await.unwrap(), None);
}

async fn a_value_is_read_back_with_its_revision(store: Arc<dyn Store>) {
    let revision = put(&*store, None, "a").await.unwrap();
    let entry = store.get(&key()).await.unwrap().unwrap();
    assert_eq!((entry.value.as_ref(), entry.revision), (&b"a"[..], revision));
}

async fn creating_twice_is_a_conflict(store: Arc<dyn Store>) {
    put(&*store, None, "a").await.unwrap();
    assert!(matches!(put(&*store, None, "b").await, Err(CommitError::Conflict)));
}

async fn an_old_revision_is_a_conflict_and_changes_nothing(store: Arc<dyn Store>) {
    let first = put(&*store, None, "a").await.unwrap();
    put(&*store, Some(first), "b").await.unwrap();
    assert!(matches!(put(&*store, Some(first), "c").await, Err(CommitError::Conflict)));
    assert_eq!(store.get(&key()).await.unwrap().unwrap().value, "b");
}

async fn revisions_rise(store: Arc<dyn Store>) {
    let first = put(&*store, None, "a").await.unwrap();
    let second = put(&*store, Some(first), "b").await.unwrap();
    assert!(second > first);
}

async fn a_watch_starts_with_the_present_value(store: Arc<dyn Store>) {
    put(&*store, None, "a").await.unwrap();
    let watch = store.watch(&key()).await.unwrap();
    assert_eq!(watch.borrow().as_ref().unwrap().value, "a");
}

async fn a_watch_sees_the_newest_value(store: Arc<dyn Store>) {
    let first = put(&*store, None, "a").await.unwrap();
    let mut watch = store.watch(&key()).await.unwrap();
    let second = put(&*store, Some(first), "b").await.unwrap();
    put(&*store, Some(second), "c").await.unwrap();
    let newest = watch.wait_for(|entry| entry.as_ref().is_some_and(|e| e.value == "c")).await;
    assert!(newest.is_ok());
}

async fn a_key_watched_before_its_first_value_is_seen_to_appear(store: Arc<dyn Store>) {
    let mut watch = store.watch(&key()).await.unwrap();
    assert!(watch.borrow_and_update().is_none());
    put(&*store, None, "a").await.unwrap();
    watch.changed().await.unwrap();
    assert!(watch.borrow().is_some());
}

async fn a_value_is_forgotten_after_its_time(store: Arc<dyn Store>) {
    put(&*store, None, "a").await.unwrap();
    tokio::time::advance(LONG + Duration::from_secs(1)).await;
    assert_eq!(store.get(&key()).await.unwrap(), None);
    put(&*store, None, "b").await.expect("the key is free again");
}

async fn a_new_value_gives_a_key_new_time(store: Arc<dyn Store>) {
    let first = put(&*store, None, "a").await.unwrap();
    tokio::time::advance(LONG / 2).await;
    put(&*store, Some(first), "b").await.unwrap();
    tokio::time::advance(LONG / 2 + Duration::from_secs(1)).await;
    assert!(store.get(&key()).await.unwrap().is_some());
}

async fn of_many_writers_one_wins_each_revision(store: Arc<dyn Store>) {
    let mut expected = None;
    for _ in 0..20 {
        let writers = (0..8).map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { put(&*store, expected, "x").await })
        });
        let results = futures::future::join_all(writers).await;
        let won: Vec<_> = results.into_iter().filter_map(|result| result.unwrap().ok()).collect();
        assert_eq!(won.len(), 1);
        expected = won.first().copied();
    }
}
