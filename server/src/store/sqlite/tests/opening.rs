//! Where a store can be opened, and where it is refused.

use super::*;

#[tokio::test]
async fn a_second_store_in_the_directory_is_refused_until_the_first_is_closed() {
    let directory = TestDirectory::new();
    let first = directory.open();
    assert!(matches!(directory.refusal(), OpenError::InUse(_)));
    put(&first, "a", None, "first").await;
    drop(first);
    let second = directory.open();
    second.close().await.unwrap();
    assert!(get(&directory.open(), "a").await.is_some(), "a closed store has unlocked the directory");
}

#[tokio::test]
async fn a_database_that_another_program_has_locked_is_refused_as_such_and_opens_later() {
    let directory = TestDirectory::new();
    drop(directory.open());
    let other = directory.connect();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = directory.refusal();
    assert!(matches!(refused, OpenError::Locked(_)), "{refused}");
    drop(other);
    directory.open();
}

#[tokio::test]
async fn another_format_is_refused_with_both_numbers_and_left_unchanged() {
    for other in [8, 10] {
        let directory = TestDirectory::new();
        drop(directory.open());
        directory.connect().pragma_update(None, "user_version", other).unwrap();
        let refusal = directory.refusal();
        assert!(matches!(refusal, OpenError::OtherFormat(_, found, 9) if found == other), "{refusal}");
        assert!(matches!(HistoryReader::open(&directory.path()), Err(OpenError::OtherFormat(..))));
        let found: i64 = directory.connect().pragma_query_one(None, "user_version").unwrap();
        assert_eq!(found, other);
    }
}

#[test]
fn a_file_that_is_not_a_database_is_refused_and_left_unchanged() {
    for content in [&b"no database"[..], &[0xff; 8192]] {
        let directory = TestDirectory::with_content(content);
        let refusal = directory.refusal();
        assert!(matches!(refusal, OpenError::Foreign(_)), "{refusal}");
        assert_eq!(fs::read(directory.file()).unwrap(), content);
    }
}

#[test]
fn a_database_of_another_program_is_refused_and_left_unchanged() {
    let directory = TestDirectory::with_content(b"");
    directory.connect().execute_batch("CREATE TABLE entries (key TEXT)").unwrap();
    let before = fs::read(directory.file()).unwrap();
    let refusal = directory.refusal();
    assert!(matches!(refusal, OpenError::Foreign(_)), "{refusal}");
    assert_eq!(fs::read(directory.file()).unwrap(), before);
}

#[tokio::test]
async fn a_truncated_database_is_refused() {
    let directory = TestDirectory::new();
    let store = directory.open();
    put(&store, "a", None, "first").await;
    store.close().await.unwrap();
    drop(store);
    let whole = fs::read(directory.file()).unwrap();
    fs::write(directory.file(), &whole[..whole.len() / 2]).unwrap();
    let refusal = directory.refusal();
    assert!(matches!(refusal, OpenError::Damaged(..)), "{refusal}");
}

#[tokio::test]
async fn an_empty_file_as_a_kill_at_the_first_start_leaves_it_is_opened() {
    drop(TestDirectory::with_content(b"").open());
}

#[test]
fn a_directory_that_cannot_be_created_or_written_is_refused() {
    let directory = TestDirectory::new();
    fs::write(directory.0.path().join("data"), "a file has its name").unwrap();
    let refusal = directory.refusal();
    assert!(matches!(refusal, OpenError::Unusable(..)), "{refusal}");

    let directory = TestDirectory::new();
    fs::create_dir_all(directory.file()).unwrap();
    let refusal = directory.refusal();
    assert!(matches!(refusal, OpenError::Unusable(..)), "{refusal}");
}

#[cfg(unix)]
#[tokio::test]
async fn other_users_cannot_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let directory = TestDirectory::new();
    let _store = directory.open();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(directory.path()), 0o700);
    for file in fs::read_dir(directory.path()).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(file.clone()), 0o600, "{}", file.display());
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_deleted_lock_lets_no_second_store_in() {
    let directory = TestDirectory::new();
    let _first = directory.open();
    fs::remove_file(directory.path().join("matches.lock")).unwrap();
    assert!(matches!(directory.refusal(), OpenError::InUse(_)));
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_whose_files_were_deleted_or_replaced_fails_and_answers_no_one() {
    for (name, replaced) in [("matches.db", false), ("matches.db", true), ("matches.db-wal", false)] {
        let directory = TestDirectory::new();
        let store = directory.open();
        put(&store, "a", None, "first").await;
        let (file, away, other) = (directory.path().join(name), directory.path().join("away"), key("b"));
        fs::rename(&file, &away).unwrap();
        if replaced {
            fs::copy(&away, &file).unwrap();
        }
        let write = Write { expected: None, value: Bytes::new(), ttl: LONG, history: None };
        tokio::select! {
            answer = store.commit(&other, write) => panic!("answered: {answer:?}"),
            failure = store.failed() => assert!(failure.to_string().contains("deleted or replaced"), "{failure}"),
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn no_database_is_created_beside_the_log_of_another() {
    let directory = TestDirectory::new();
    let store = directory.open();
    put(&store, "a", None, "first").await;
    fs::remove_file(directory.path().join("matches.lock")).unwrap();
    fs::remove_file(directory.file()).unwrap();
    assert!(matches!(directory.refusal(), OpenError::Damaged(..)));
}

/// The server refuses a database after a bit of this byte was flipped, in the root page of a table or index.
async fn assert_found_after_a_flip(tree: &str, byte: usize) {
    let directory = TestDirectory::new();
    let store = directory.open();
    put(&store, "a", None, "first").await;
    store.close().await.unwrap();
    drop(store);
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?";
    let root: i64 = directory.connect().query_row(sql, [tree], |row| row.get(0)).unwrap();
    let mut bytes = fs::read(directory.file()).unwrap();
    bytes[usize::try_from(root - 1).unwrap() * PAGE + byte] ^= 0x40;
    fs::write(directory.file(), bytes).unwrap();
    let refusal = directory.refusal();
    assert!(matches!(refusal, OpenError::Damaged(..)), "{refusal}");
}

const PAGE: usize = 4096;

#[tokio::test]
async fn damage_that_loading_does_not_meet_is_found() {
    const NUMBER_OF_CELLS: usize = 3;
    assert_found_after_a_flip("history", NUMBER_OF_CELLS).await;
}

#[tokio::test]
async fn an_index_that_differs_from_its_table_is_found() {
    const LAST_OF_THE_KEY: usize = PAGE - 1;
    assert_found_after_a_flip("sqlite_autoindex_entries_1", LAST_OF_THE_KEY).await;
}
