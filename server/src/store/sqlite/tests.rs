//! What only a store does that outlives the process. Where it may be opened is in `opening`.

mod opening;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use futures::future::join_all;
use rusqlite::OpenFlags;
use tempfile::TempDir;

use super::super::Page;
use super::*;

const LONG: Duration = Duration::from_secs(3600);

/// A directory in which a store is opened, closed and opened again.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Below what there is, so that it has to be made.
    fn path(&self) -> PathBuf {
        self.0.path().join("data").join("tictactoe")
    }

    fn file(&self) -> PathBuf {
        self.path().join("matches.db")
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.path()).unwrap()
    }

    fn refusal(&self) -> OpenError {
        SqliteStore::open(&self.path()).err().expect("a refusal")
    }

    /// What somebody else reads in the database.
    fn beside(&self) -> Connection {
        Connection::open_with_flags(self.file(), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap()
    }

    fn with_content(content: &[u8]) -> Self {
        let place = Self::new();
        fs::create_dir_all(place.path()).unwrap();
        fs::write(place.file(), content).unwrap();
        place
    }
}

fn key(name: &str) -> Key {
    Key::new("match", name)
}

async fn put(store: &SqliteStore, name: &str, expected: Option<Revision>, value: &'static str) -> Revision {
    let page = Some(Page { number: 1, value: Bytes::from_static(b"page") });
    let write = Write { expected, value: Bytes::from_static(value.as_bytes()), keep: LONG, page };
    store.commit(&key(name), write).await.unwrap()
}

async fn get(store: &SqliteStore, name: &str) -> Option<Entry> {
    store.get(&key(name)).await.unwrap()
}

#[tokio::test]
async fn a_store_that_is_opened_again_has_everything() {
    let place = Place::new();
    let store = place.open();
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

    let store = place.open();
    for (name, before) in ["a", "b", "c"].into_iter().zip(before) {
        assert_eq!(get(&store, name).await.unwrap(), before);
        assert_eq!(store.pages(&key(name), 10).await.unwrap(), ["page"]);
    }
    assert!(put(&store, "d", None, "new").await > newest);
}

#[tokio::test]
async fn a_store_that_is_dropped_has_written_what_was_asked_for() {
    let place = Place::new();
    let store = place.open();
    let mut asked = Box::pin(put(&store, "a", None, "first"));
    let _ = futures::poll!(&mut asked);
    drop(asked);
    drop(store);
    assert_eq!(get(&place.open(), "a").await.unwrap().value, "first");
}

#[tokio::test]
async fn a_closed_store_leaves_one_file_beside_its_lock_and_refuses_writes() {
    let place = Place::new();
    let store = place.open();
    put(&store, "a", None, "first").await;
    store.close().await.unwrap();
    let mut left: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["matches.db", "matches.lock"], "the log is in the database");
    let write = Write { expected: None, value: Bytes::new(), keep: LONG, page: None };
    assert!(matches!(store.commit(&key("b"), write).await, Err(CommitError::Unavailable(_))));
    assert_eq!(get(&store, "a").await.unwrap().value, "first");
    assert_eq!(store.close().await, Ok(()), "once more does no harm");
}

#[tokio::test(start_paused = true)]
async fn a_key_that_was_forgotten_stays_forgotten_and_its_revisions_rise() {
    let place = Place::new();
    let store = place.open();
    let first = put(&store, "a", None, "first").await;
    tokio::time::advance(LONG).await;
    put(&store, "b", None, "first").await;
    assert_eq!(get(&store, "a").await, None);
    let kept: i64 = place.beside().query_row("SELECT count(*) FROM entries", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 1, "the database has forgotten it too");
    drop(store);

    let store = place.open();
    assert_eq!(get(&store, "a").await, None);
    assert_eq!(store.pages(&key("a"), 10).await.unwrap(), ["page"], "its history is kept for good");
    tokio::time::advance(LONG).await;
    assert_eq!(get(&store, "b").await, None);
    drop(store);
    assert!(put(&place.open(), "a", None, "second").await > first);
}

#[tokio::test(start_paused = true)]
async fn time_stands_still_while_the_store_is_closed() {
    let place = Place::new();
    let store = place.open();
    put(&store, "a", None, "first").await;
    tokio::time::advance(LONG / 2).await;
    put(&store, "b", None, "first").await;
    let noted = store.clock().now();
    drop(store);

    tokio::time::advance(100 * LONG).await;
    let store = place.open();
    assert!(store.clock().began_at() <= noted.after(Duration::from_secs(60)));
    assert!(store.clock().now() >= noted);
    assert!(get(&store, "a").await.is_some());
    tokio::time::advance(LONG / 2 + Duration::from_secs(60)).await;
    assert!(get(&store, "a").await.is_none() && get(&store, "b").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_store_begins_after_all_that_was_written_before() {
    let place = Place::new();
    let store = place.open();
    let now = store.clock().now();
    put(&store, "a", None, "written now").await;
    drop(store);
    assert!(place.open().clock().began_at() > now);
}

#[tokio::test]
async fn what_is_acknowledged_is_in_the_database() {
    let place = Place::new();
    let store = place.open();
    let beside = place.beside();
    for name in ["a", "b", "c", "d"] {
        let mut expected = None;
        for _ in 0..5 {
            let revision = put(&store, name, expected, "value").await;
            let find = "SELECT revision FROM entries WHERE key = ?1";
            let found: u64 = beside
                .query_row(find, [key(name).as_str()], |row| row.get::<_, i64>(0))
                .unwrap()
                .cast_unsigned();
            assert_eq!(found, revision.0);
            expected = Some(revision);
        }
    }
}

#[tokio::test]
async fn what_is_read_or_watched_is_in_the_database() {
    let place = Place::new();
    let store = Arc::new(place.open());
    let writes = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let mut expected = None;
            for _ in 0..50 {
                expected = Some(put(&store, "a", expected, "value").await);
            }
        }
    });
    let (beside, mut watch) = (place.beside(), store.watch(&key("a")).await.unwrap());
    while !writes.is_finished() {
        tokio::task::yield_now().await;
        let watched = watch.borrow_and_update().as_ref().map_or(0, |entry| entry.revision.0);
        let read = get(&store, "a").await.map_or(0, |entry| entry.revision.0);
        let find = "SELECT coalesce(max(revision), 0) FROM entries";
        let found: i64 = beside.query_row(find, [], |row| row.get(0)).unwrap();
        assert!(found.cast_unsigned() >= watched.max(read));
    }
}

#[tokio::test]
async fn more_writers_than_there_are_places_wait_their_turn() {
    let place = Place::new();
    let store = place.open();
    let names: Vec<_> = (0..QUEUE + 1000).map(|n| n.to_string()).collect();
    let revisions = join_all(names.iter().map(|name| put(&store, name, None, "value"))).await;
    assert_eq!(revisions.iter().max().unwrap().0, names.len() as u64);
}

#[tokio::test(start_paused = true)]
async fn a_write_that_fails_is_fatal_and_nobody_is_answered() {
    let place = Place::new();
    let store = place.open();
    let kept = put(&store, "a", None, "first").await;
    place.beside().execute_batch("DROP TABLE pages").unwrap();

    let write = |expected| Write {
        expected,
        value: Bytes::from_static(b"lost"),
        keep: LONG,
        page: Some(Page { number: 2, value: Bytes::new() }),
    };
    let (lost, stale) = (key("a"), key("b"));
    let writes = [store.commit(&lost, write(Some(kept))), store.commit(&stale, write(Some(kept)))];
    tokio::select! {
        biased;
        answers = join_all(writes) => panic!("answered: {answers:?}"),
        failure = store.failed() => assert!(matches!(failure, Failure::Write(_)), "{failure}"),
    }
    assert_eq!(get(&store, "a").await.unwrap().value, "first", "nobody sees what was not written");
    assert!(matches!(store.commit(&lost, write(Some(kept))).await, Err(CommitError::Unavailable(_))));
    assert!(store.close().await.is_err());
}

#[tokio::test]
async fn the_history_is_read_beside_the_store_in_the_order_of_writing() {
    let place = Place::new();
    assert!(matches!(History::open(&place.path()), Err(OpenError::Nothing(_))));
    assert!(!place.path().exists(), "nothing is made");
    let store = place.open();
    let mut history = History::open(&place.path()).unwrap();
    assert_eq!(history.read_next().unwrap(), None);
    let names: Vec<_> = (0..600).rev().map(|n| n.to_string()).collect();
    for name in &names {
        put(&store, name, None, "first").await;
    }
    for name in &names {
        let page = history.read_next().unwrap().unwrap();
        assert_eq!((page.key.as_str(), page.number, &page.value[..]), (key(name).as_str(), 1, &b"page"[..]));
    }
    assert_eq!(history.read_next().unwrap(), None);
    put(&store, "late", None, "first").await;
    assert_eq!(history.read_next().unwrap().unwrap().key, "match.late");
}
