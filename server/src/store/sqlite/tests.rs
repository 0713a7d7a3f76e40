//! Durability: the promises of a store that outlives the process, in addition to `conformance`. Opening is in
//! `opening`.

mod opening;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use futures::future::join_all;
use rusqlite::OpenFlags;
use tempfile::TempDir;

use super::super::HistoryEntry;
use super::*;

const LONG: Duration = Duration::from_secs(3600);

/// The directory of the store under test.
struct TestDirectory(TempDir);

impl TestDirectory {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Two levels are missing, so the store has to create them.
    fn path(&self) -> PathBuf {
        self.0.path().join("data").join("tictactoe")
    }

    fn file(&self) -> PathBuf {
        self.path().join("matches.db")
    }

    fn open(&self) -> SqliteStore {
        self.open_within(HistoryLimits::default())
    }

    fn open_within(&self, limits: HistoryLimits) -> SqliteStore {
        SqliteStore::open(&self.path(), limits).unwrap()
    }

    fn refusal(&self) -> OpenError {
        SqliteStore::open(&self.path(), HistoryLimits::default()).err().expect("a refusal")
    }

    /// A second connection to the database.
    fn connect(&self) -> Connection {
        Connection::open_with_flags(self.file(), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap()
    }

    fn with_content(content: &[u8]) -> Self {
        let directory = Self::new();
        fs::create_dir_all(directory.path()).unwrap();
        fs::write(directory.file(), content).unwrap();
        directory
    }
}

fn key(name: &str) -> Key {
    Key::new("match", name)
}

async fn put(store: &SqliteStore, name: &str, expected: Option<Revision>, value: &'static str) -> Revision {
    let history = Some(HistoryEntry { number: 1, value: Bytes::from_static(b"game") });
    let value = Bytes::from_static(value.as_bytes());
    let write = Write { expected, value, ttl: LONG, history };
    store.commit(&key(name), write).await.unwrap()
}

async fn get(store: &SqliteStore, name: &str) -> Option<Entry> {
    store.get(&key(name)).await.unwrap()
}

#[tokio::test]
async fn a_reopened_store_has_everything() {
    let directory = TestDirectory::new();
    let store = directory.open();
    for name in ["a", "b", "c"] {
        put(&store, name, None, "first").await;
    }
    let newest = get(&store, "b").await.unwrap().revision;
    put(&store, "b", Some(newest), "second").await;
    let mut before = Vec::new();
    for name in ["a", "b", "c"] {
        before.push(get(&store, name).await.unwrap());
    }
    store.close().await.unwrap();
    drop(store);

    let store = directory.open();
    for (name, before) in ["a", "b", "c"].into_iter().zip(before) {
        assert_eq!(get(&store, name).await.unwrap(), before);
        assert_eq!(store.history(&key(name), 10).await.unwrap(), ["game"]);
    }
    assert!(put(&store, "d", None, "new").await > newest);
}

#[tokio::test(start_paused = true)]
async fn history_that_is_too_old_or_too_large_is_deleted_oldest_first() {
    let by_age = HistoryLimits { age: 3 * LONG, ..HistoryLimits::default() };
    let by_size = HistoryLimits { bytes: 1, ..HistoryLimits::default() };
    for (limits, expected) in [(by_age, [0, 1, 1]), (by_size, [0, 0, 0])] {
        let directory = TestDirectory::new();
        let store = directory.open();
        for name in ["a", "b", "c"] {
            put(&store, name, None, "first").await;
            tokio::time::advance(LONG).await;
        }
        drop(store);
        let store = directory.open_within(limits);
        put(&store, "d", None, "first").await;
        let mut kept = Vec::new();
        for name in ["a", "b", "c"] {
            kept.push(store.history(&key(name), 10).await.unwrap().len());
        }
        assert_eq!(kept, expected, "{limits:?}");
    }
}

#[tokio::test]
async fn a_dropped_store_has_written_every_queued_request() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let mut queued = Box::pin(put(&store, "a", None, "first"));
    let _ = futures::poll!(&mut queued);
    drop(queued);
    drop(store);
    assert_eq!(get(&directory.open(), "a").await.unwrap().value, "first");
}

#[tokio::test]
async fn a_closed_store_leaves_one_file_and_its_lock_and_refuses_writes() {
    let directory = TestDirectory::new();
    let store = directory.open();
    put(&store, "a", None, "first").await;
    store.close().await.unwrap();
    let mut left: Vec<_> =
        fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["matches.db", "matches.lock"], "the log was moved into the database");
    let write = Write { expected: None, value: Bytes::new(), ttl: LONG, history: None };
    assert!(matches!(store.commit(&key("b"), write).await, Err(CommitError::Unavailable(_))));
    assert_eq!(get(&store, "a").await.unwrap().value, "first");
    assert_eq!(store.close().await, Ok(()), "a second time does no harm");
}

#[tokio::test(start_paused = true)]
async fn a_key_that_expired_stays_so_after_a_restart_and_its_revisions_rise() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let first = put(&store, "a", None, "first").await;
    tokio::time::advance(LONG).await;
    put(&store, "b", None, "first").await;
    assert_eq!(get(&store, "a").await, None);
    let rows: i64 =
        directory.connect().query_row("SELECT count(*) FROM entries", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 1, "it is deleted from the database too");
    drop(store);

    let store = directory.open();
    assert_eq!(get(&store, "a").await, None);
    assert_eq!(store.history(&key("a"), 10).await.unwrap(), ["game"], "its history is kept");
    tokio::time::advance(LONG).await;
    assert_eq!(get(&store, "b").await, None);
    drop(store);
    assert!(put(&directory.open(), "a", None, "second").await > first);
}

#[tokio::test(start_paused = true)]
async fn time_stands_still_while_the_store_is_closed() {
    let directory = TestDirectory::new();
    let store = directory.open();
    put(&store, "a", None, "first").await;
    tokio::time::advance(LONG / 2).await;
    put(&store, "b", None, "first").await;
    let closed_at = store.clock().now();
    drop(store);

    tokio::time::advance(100 * LONG).await;
    let store = directory.open();
    assert!(store.members().borrow().others_gone_at <= closed_at.after(Duration::from_secs(60)));
    assert!(store.clock().now() >= closed_at);
    assert!(get(&store, "a").await.is_some());
    tokio::time::advance(LONG / 2 + Duration::from_secs(60)).await;
    assert!(get(&store, "a").await.is_none() && get(&store, "b").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_a_reopened_store_begins_after_every_earlier_write() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let now = store.clock().now();
    put(&store, "a", None, "written now").await;
    drop(store);
    assert!(directory.open().members().borrow().others_gone_at > now);
}

#[tokio::test]
async fn an_acknowledged_write_is_in_the_database() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let other = directory.connect();
    for name in ["a", "b", "c", "d"] {
        let mut expected = None;
        for _ in 0..5 {
            let revision = put(&store, name, expected, "value").await;
            let find = "SELECT revision FROM entries WHERE key = ?1";
            let found: u64 = other.query_row(find, [key(name).as_str()], |row| row.get(0)).unwrap();
            assert_eq!(found, revision.0);
            expected = Some(revision);
        }
    }
}

#[tokio::test]
async fn a_value_that_is_read_or_watched_is_in_the_database() {
    let directory = TestDirectory::new();
    let store = Arc::new(directory.open());
    let writes = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let mut expected = None;
            for _ in 0..50 {
                expected = Some(put(&store, "a", expected, "value").await);
            }
        }
    });
    let (other, mut watch) = (directory.connect(), store.watch(&key("a")).await.unwrap());
    while !writes.is_finished() {
        tokio::task::yield_now().await;
        let watched = watch.entries.borrow_and_update().as_ref().map_or(0, |entry| entry.revision.0);
        let read = get(&store, "a").await.map_or(0, |entry| entry.revision.0);
        let find = "SELECT coalesce(max(revision), 0) FROM entries";
        let found: u64 = other.query_row(find, [], |row| row.get(0)).unwrap();
        assert!(found >= watched.max(read));
    }
}

#[tokio::test]
async fn more_writers_than_the_queue_holds_wait_for_a_place() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let names: Vec<_> = (0..MAX_QUEUED + 1000).map(|n| n.to_string()).collect();
    let revisions = join_all(names.iter().map(|name| put(&store, name, None, "value"))).await;
    assert_eq!(revisions.iter().max().unwrap().0, names.len() as u64);
}

#[tokio::test(start_paused = true)]
async fn a_failed_write_is_fatal_and_no_caller_is_answered() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let first = put(&store, "a", None, "first").await;
    directory.connect().execute_batch("DROP TABLE history").unwrap();

    let write = |expected| Write {
        expected,
        value: Bytes::from_static(b"lost"),
        ttl: LONG,
        history: Some(HistoryEntry { number: 2, value: Bytes::new() }),
    };
    let (lost, stale) = (key("a"), key("b"));
    let writes = [store.commit(&lost, write(Some(first))), store.commit(&stale, write(Some(first)))];
    tokio::select! {
        biased;
        answers = join_all(writes) => panic!("answered: {answers:?}"),
        failure = store.failed() => assert!(!failure.to_string().contains("panicked"), "{failure}"),
    }
    assert_eq!(get(&store, "a").await.unwrap().value, "first", "no reader sees a value that was not written");
    assert!(matches!(store.commit(&lost, write(Some(first))).await, Err(CommitError::Unavailable(_))));
    assert!(store.close().await.is_err());
}

#[tokio::test]
async fn another_process_reads_the_history_in_the_order_of_writing() {
    let directory = TestDirectory::new();
    assert!(matches!(HistoryReader::open(&directory.path()), Err(OpenError::NotFound(_))));
    assert!(!directory.path().exists(), "nothing is created");
    let store = directory.open();
    let mut history = HistoryReader::open(&directory.path()).unwrap();
    assert_eq!(history.read_next().unwrap(), None);
    let names: Vec<_> = (0..600).rev().map(|n| n.to_string()).collect();
    for name in &names {
        put(&store, name, None, "first").await;
    }
    for name in &names {
        let (read, entry) = history.read_next().unwrap().unwrap();
        assert_eq!((read, entry.number, &entry.value[..]), (key(name), 1, &b"game"[..]));
    }
    assert_eq!(history.read_next().unwrap(), None);
    put(&store, "late", None, "first").await;
    assert_eq!(history.read_next().unwrap().unwrap().0, key("late"));
}

#[tokio::test]
async fn a_write_waits_while_another_program_has_locked_the_database_and_no_clock_runs_out() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let (clock, began_at) = (store.clock(), store.members().borrow().service_since);
    let other = directory.connect();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut waiting = Box::pin(put(&store, "a", None, "first"));
    let blocked_at = loop {
        let written = tokio::time::timeout(Duration::from_millis(10), &mut waiting).await;
        assert!(written.is_err(), "the database is locked");
        let confirmed = clock.confirmed();
        if confirmed.after(Duration::from_millis(100)) < clock.now() {
            break confirmed;
        }
    };
    assert_eq!(clock.confirmed(), blocked_at);
    other.execute_batch("ROLLBACK").unwrap();
    waiting.await;
    assert!(clock.confirmed() > blocked_at);
    assert!(store.members().borrow().service_since > began_at, "the player to move has time again");
}

#[tokio::test]
async fn a_store_that_is_closed_waits_for_no_lock() {
    let directory = TestDirectory::new();
    let store = directory.open();
    let other = directory.connect();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let closed = store.close().await;
    assert!(matches!(closed, Err(Failure::Unwritable(_))), "{closed:?}");
}
