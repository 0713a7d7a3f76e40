//! The contract of every store, tested over each of them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::future::join_all;

#[cfg(test)]
use super::MemoryStore;
use super::{CommitError, HistoryEntry, Key, Revision, Store, Write};

const LONG: Duration = Duration::from_secs(3600);

/// A store, and how time passes for it.
pub struct Bench {
    pub store: Arc<dyn Store>,
    pub time: Time,
}

#[derive(Clone, Copy)]
pub enum Time {
    Paused,
    /// The store's server runs beside the test, so its time cannot be paused.
    Real,
}

impl Time {
    /// A time to live that a test can wait for.
    fn ttl(self) -> Duration {
        match self {
            Self::Paused => LONG,
            Self::Real => Duration::from_secs(4),
        }
    }

    async fn pass(self, time: Duration) {
        match self {
            Self::Paused => tokio::time::advance(time).await,
            Self::Real => tokio::time::sleep(time).await,
        }
    }
}

fn key() -> Key {
    Key::new("match", "k3v9")
}

fn write(expected: Option<Revision>, value: &str) -> Write {
    Write { expected, value: Bytes::copy_from_slice(value.as_bytes()), ttl: LONG, history: None }
}

async fn put_for(
    store: &dyn Store,
    ttl: Duration,
    expected: Option<Revision>,
    value: &str,
) -> Result<Revision, CommitError> {
    store.commit(&key(), Write { ttl, ..write(expected, value) }).await
}

async fn put(store: &dyn Store, expected: Option<Revision>, value: &str) -> Result<Revision, CommitError> {
    store.commit(&key(), write(expected, value)).await
}

/// Writes a value, and appends the same to the history.
async fn put_with_history(
    store: &dyn Store,
    expected: Option<Revision>,
    number: u32,
    value: &str,
) -> Result<Revision, CommitError> {
    let write = write(expected, value);
    let history = Some(HistoryEntry { number, value: write.value.clone() });
    store.commit(&key(), Write { history, ..write }).await
}

async fn value(store: &dyn Store) -> Option<Bytes> {
    store.get(&key()).await.unwrap().map(|entry| entry.value)
}

/// Defines a test for each part of the contract: over `$bench`, with this attribute.
#[macro_export]
macro_rules! conformance {
    ($test:tt $bench:expr) => {
        $crate::conformance! {
            $test $bench =>
            an_old_revision_is_a_conflict_and_changes_nothing
            a_watch_sees_the_newest_value
            a_watch_sees_the_first_value_of_its_key
            a_value_expires_after_its_ttl
            a_new_value_restarts_the_ttl
            a_watch_sees_its_value_expire
            a_key_that_expired_gets_a_higher_revision
            a_writer_that_lost_reads_the_value_of_the_winner
            concurrent_writers_on_many_keys_lose_no_update
            a_watch_is_never_behind_a_read
            a_write_is_made_although_its_future_was_dropped
            a_history_entry_is_written_with_its_value_or_not_at_all
            an_existing_history_entry_never_changes
            history_is_ordered_by_number_and_limited_to_the_newest
            a_key_without_history_has_an_empty_one
            the_clock_advances_with_time
        }
    };
    ($test:tt $bench:expr => $($name:ident)*) => {
        $(
            #$test
            async fn $name() {
                $crate::store::conformance::$name($bench).await;
            }
        )*
    };
}

#[cfg(test)]
mod memory {
    use super::{Bench, MemoryStore, Time};

    fn bench() -> Bench {
        Bench { store: std::sync::Arc::new(MemoryStore::new()), time: Time::Paused }
    }

    crate::conformance! { [tokio::test(start_paused = true)] bench() }
}

#[cfg(test)]
mod sqlite {
    use tempfile::TempDir;

    use super::super::{HistoryLimits, SqliteStore};
    use super::{Bench, Time};

    fn bench(directory: &TempDir) -> Bench {
        let store = SqliteStore::open(directory.path(), HistoryLimits::default()).unwrap();
        Bench { store: std::sync::Arc::new(store), time: Time::Paused }
    }

    crate::conformance! { [tokio::test(start_paused = true)] bench(&TempDir::new().unwrap()) }
}

pub async fn an_old_revision_is_a_conflict_and_changes_nothing(Bench { store, .. }: Bench) {
    let first = put(&*store, None, "a").await.unwrap();
    let second = put(&*store, Some(first), "b").await.unwrap();
    assert!(second > first);
    assert!(matches!(put(&*store, Some(first), "c").await, Err(CommitError::Conflict)));
    assert_eq!(store.get(&key()).await.unwrap().unwrap().value, "b");
}

pub async fn a_watch_sees_the_newest_value(Bench { store, .. }: Bench) {
    let first = put(&*store, None, "a").await.unwrap();
    let mut watch = store.watch(&key()).await.unwrap();
    let second = put(&*store, Some(first), "b").await.unwrap();
    put(&*store, Some(second), "c").await.unwrap();
    let newest = watch.entries.wait_for(|entry| entry.as_ref().is_some_and(|e| e.value == "c")).await;
    assert!(newest.is_ok());
}

pub async fn a_watch_sees_the_first_value_of_its_key(Bench { store, .. }: Bench) {
    let mut watch = store.watch(&key()).await.unwrap();
    assert!(watch.entries.borrow_and_update().is_none());
    put(&*store, None, "a").await.unwrap();
    watch.entries.changed().await.unwrap();
    assert!(watch.entries.borrow().is_some());
}

pub async fn a_value_expires_after_its_ttl(Bench { store, time }: Bench) {
    put_for(&*store, time.ttl(), None, "a").await.unwrap();
    time.pass(time.ttl() + Duration::from_secs(1)).await;
    assert_eq!(store.get(&key()).await.unwrap(), None);
    put_for(&*store, time.ttl(), None, "b").await.expect("the key is free again");
}

pub async fn a_new_value_restarts_the_ttl(Bench { store, time }: Bench) {
    let first = put_for(&*store, time.ttl(), None, "a").await.unwrap();
    time.pass(time.ttl() / 2).await;
    put_for(&*store, time.ttl(), Some(first), "b").await.unwrap();
    time.pass(time.ttl() * 3 / 4).await;
    assert!(store.get(&key()).await.unwrap().is_some());
}

pub async fn a_watch_sees_its_value_expire(Bench { store, time }: Bench) {
    put_for(&*store, time.ttl(), None, "a").await.unwrap();
    let mut watch = store.watch(&key()).await.unwrap();
    time.pass(time.ttl() + Duration::from_secs(1)).await;
    assert_eq!(value(&*store).await, None);
    watch.entries.changed().await.unwrap();
    assert!(watch.entries.borrow().is_none());
}

pub async fn a_key_that_expired_gets_a_higher_revision(Bench { store, time }: Bench) {
    let first = put_for(&*store, time.ttl(), None, "a").await.unwrap();
    time.pass(time.ttl() + Duration::from_secs(1)).await;
    assert!(put_for(&*store, time.ttl(), None, "b").await.unwrap() > first);
}

pub async fn a_writer_that_lost_reads_the_value_of_the_winner(Bench { store, .. }: Bench) {
    let mut expected = None;
    for round in 0..20 {
        let values: Vec<_> = (0..8).map(|writer| format!("{round} by {writer}")).collect();
        let writers = values.iter().map(|value| {
            let store = &*store;
            async move {
                match put(store, expected, value).await {
                    Ok(revision) => Some((revision, value.clone())),
                    Err(_) => None,
                }
                .ok_or(store.get(&key()).await.unwrap().unwrap())
            }
        });
        let (mut won, mut seen) = (Vec::new(), Vec::new());
        for result in join_all(writers).await {
            match result {
                Ok(mine) => won.push(mine),
                Err(theirs) => {
                    seen.push((theirs.revision, String::from_utf8(theirs.value.to_vec()).unwrap()));
                }
            }
        }
        assert_eq!((won.len(), seen.len()), (1, 7));
        assert!(seen.iter().all(|seen| *seen == won[0]), "{won:?} {seen:?}");
        expected = Some(won[0].0);
    }
}

pub async fn concurrent_writers_on_many_keys_lose_no_update(Bench { store, .. }: Bench) {
    let (keys, writers, rounds) = (20, 5, 4);
    let all = (0..keys * writers).map(|n| {
        let (store, key) = (Arc::clone(&store), Key::new("match", &(n % keys).to_string()));
        tokio::spawn(async move {
            for _ in 0..rounds {
                increment(&*store, &key).await;
            }
        })
    });
    join_all(all).await;
    let mut revisions = HashMap::new();
    for n in 0..keys {
        let entry = store.get(&Key::new("match", &n.to_string())).await.unwrap().unwrap();
        assert_eq!(entry.value, (writers * rounds).to_string());
        assert_eq!(revisions.insert(entry.revision.0, n), None, "a revision was given twice");
    }
}

/// Adds one to the number under a key, and retries on conflict.
async fn increment(store: &dyn Store, key: &Key) {
    loop {
        let current = store.get(key).await.unwrap();
        let count = current.as_ref().map_or(0, |entry| count_in(&entry.value));
        let next = write(current.map(|entry| entry.revision), &(count + 1).to_string());
        match store.commit(key, next).await {
            Ok(_) => return,
            Err(CommitError::Conflict) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    }
}

fn count_in(value: &[u8]) -> u32 {
    std::str::from_utf8(value).unwrap().parse().unwrap()
}

pub async fn a_watch_is_never_behind_a_read(Bench { store, .. }: Bench) {
    put(&*store, None, "0").await.unwrap();
    let writes = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            for _ in 0..100 {
                increment(&*store, &key()).await;
            }
        }
    });
    let watch = store.watch(&key()).await.unwrap();
    while !writes.is_finished() {
        let read = store.get(&key()).await.unwrap().unwrap();
        assert!(watch.entries.borrow().as_ref().unwrap().revision >= read.revision);
        tokio::task::yield_now().await;
    }
}

pub async fn a_write_is_made_although_its_future_was_dropped(Bench { store, .. }: Bench) {
    let other = Key::new("match", "other");
    let mut dropped = Box::pin(put(&*store, None, "a"));
    let _ = futures::poll!(&mut dropped);
    drop(dropped);
    store.commit(&other, write(None, "b")).await.unwrap();
    assert_eq!(value(&*store).await.unwrap(), "a");
    let revision = store.get(&key()).await.unwrap().unwrap().revision;
    put(&*store, Some(revision), "c").await.expect("the next write is accepted");
}

pub async fn a_history_entry_is_written_with_its_value_or_not_at_all(Bench { store, .. }: Bench) {
    let first = put_with_history(&*store, None, 1, "one").await.unwrap();
    assert!(put_with_history(&*store, None, 2, "two").await.is_err());
    assert_eq!(store.history(&key(), 10).await.unwrap(), ["one"]);
    put_with_history(&*store, Some(first), 2, "three").await.unwrap();
    assert_eq!(store.history(&key(), 10).await.unwrap(), ["one", "three"]);
}

pub async fn an_existing_history_entry_never_changes(Bench { store, .. }: Bench) {
    let first = put_with_history(&*store, None, 1, "one").await.unwrap();
    put_with_history(&*store, Some(first), 1, "another").await.expect("the value is written");
    assert_eq!(value(&*store).await.unwrap(), "another");
    assert_eq!(store.history(&key(), 10).await.unwrap(), ["one"]);
}

pub async fn history_is_ordered_by_number_and_limited_to_the_newest(Bench { store, .. }: Bench) {
    let mut expected = None;
    for number in [9, 10, 11, 2, 100] {
        expected = Some(put_with_history(&*store, expected, number, &number.to_string()).await.unwrap());
    }
    for (limit, newest) in [(9, &["2", "9", "10", "11", "100"][..]), (2, &["11", "100"]), (0, &[])] {
        assert_eq!(store.history(&key(), limit).await.unwrap(), newest);
    }
    for (number, entry) in [(2, Some("2")), (3, None), (100, Some("100"))] {
        assert_eq!(store.history_entry(&key(), number).await.unwrap(), entry.map(Bytes::from));
    }
}

pub async fn a_key_without_history_has_an_empty_one(Bench { store, .. }: Bench) {
    put(&*store, None, "a").await.unwrap();
    store.commit(&Key::new("match", "other"), write(None, "b")).await.unwrap();
    assert!(store.history(&key(), 10).await.unwrap().is_empty());
}

pub async fn the_clock_advances_with_time(Bench { store, time }: Bench) {
    let clock = store.clock();
    let before = clock.now();
    time.pass(time.ttl()).await;
    assert!(store.clock().now() >= before.after(time.ttl()));
    put_for(&*store, time.ttl(), None, "a").await.unwrap();
    assert!(store.clock().now() >= before.after(time.ttl()));
}
