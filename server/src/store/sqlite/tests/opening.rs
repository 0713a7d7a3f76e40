//! Where a store may be opened, and where it is refused.

use super::*;

#[tokio::test]
async fn a_second_store_in_the_directory_is_refused_until_the_first_has_gone() {
    let place = Place::new();
    let first = place.open();
    assert!(matches!(place.refusal(), OpenError::InUse(_)));
    put(&first, "a", None, "first").await;
    drop(first);
    let second = place.open();
    second.close().await.unwrap();
    assert!(get(&place.open(), "a").await.is_some(), "a closed one is not in the way");
}

#[tokio::test]
async fn a_newer_format_is_refused_with_both_numbers_and_left_alone() {
    let place = Place::new();
    drop(place.open());
    place.beside().pragma_update(None, "user_version", 7).unwrap();
    let refusal = place.refusal();
    assert!(matches!(refusal, OpenError::Newer { found: 7, known: 1, .. }), "{refusal}");
    assert!(matches!(History::open(&place.path()), Err(OpenError::Newer { .. })));
    let found: i64 = place.beside().pragma_query_one(None, "user_version").unwrap();
    assert_eq!(found, 7);
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    for content in [&b"no database"[..], &[0xff; 8192]] {
        let place = Place::with_content(content);
        let refusal = place.refusal();
        assert!(matches!(refusal, OpenError::Foreign(_)), "{refusal}");
        assert_eq!(fs::read(place.file()).unwrap(), content);
    }
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let place = Place::with_content(b"");
    place.beside().execute_batch("CREATE TABLE entries (key TEXT)").unwrap();
    let before = fs::read(place.file()).unwrap();
    let refusal = place.refusal();
    assert!(matches!(refusal, OpenError::Foreign(_)), "{refusal}");
    assert_eq!(fs::read(place.file()).unwrap(), before);
}

#[tokio::test]
async fn a_database_that_was_cut_off_is_refused() {
    let place = Place::new();
    let store = place.open();
    put(&store, "a", None, "first").await;
    store.close().await.unwrap();
    drop(store);
    let whole = fs::read(place.file()).unwrap();
    fs::write(place.file(), &whole[..whole.len() / 2]).unwrap();
    let refusal = place.refusal();
    assert!(matches!(refusal, OpenError::Damaged { .. }), "{refusal}");
}

#[test]
fn an_empty_file_is_what_a_kill_at_the_first_start_leaves_and_is_filled() {
    drop(Place::with_content(b"").open());
}

#[test]
fn a_directory_that_cannot_be_made_or_written_is_refused() {
    let place = Place::new();
    fs::write(place.0.path().join("data"), "a file has its name").unwrap();
    let refusal = place.refusal();
    assert!(matches!(refusal, OpenError::Unusable { .. }), "{refusal}");

    let place = Place::new();
    fs::create_dir_all(place.file()).unwrap();
    let refusal = place.refusal();
    assert!(matches!(refusal, OpenError::Unusable { .. }), "{refusal}");
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let _store = place.open();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(place.path()), 0o700);
    for file in fs::read_dir(place.path()).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(file.clone()), 0o600, "{}", file.display());
    }
}
