//! Which runs find a saved seat, and which files they ignore.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tictactoe_protocol::values::Rules;

use super::*;
use crate::address::Destination;

#[expect(clippy::unnecessary_wraps, reason = "it is compared with what is found")]
fn seat(word: &str) -> Option<Ticket> {
    Some(Ticket::new(word.to_owned()))
}

fn join(name: &str) -> Join {
    Join { name: Some(name.to_owned()), ..Join::default() }
}

/// A run at `mybox`.
fn run(at: &Path, wish: &Join) -> SavedSeat {
    run_at(at, "mybox", wish)
}

fn run_at(at: &Path, server: &str, wish: &Join) -> SavedSeat {
    SavedSeat::open(&at.join("tictactoe"), &Destination::parse(server).unwrap().address, wish)
}

fn file(at: &Path) -> PathBuf {
    let mut entries = fs::read_dir(at.join("tictactoe")).unwrap();
    entries.next().unwrap().unwrap().path()
}

/// The file of a run that was killed.
fn left_behind(home: &Path) -> PathBuf {
    assert_eq!(run(home, &join("Ann")).save(seat("m1.secret").as_ref()), None);
    file(home)
}

#[test]
fn a_seat_that_was_left_behind_is_found_by_one_run_at_a_time() {
    let home = TempDir::new().unwrap();
    left_behind(home.path());
    let mut next = run(home.path(), &join("Ann"));
    assert_eq!(next.take(), seat("m1.secret"));
    assert_eq!(run(home.path(), &join("Ann")).take(), None, "it is locked");
    drop(next);
    assert_eq!(run(home.path(), &join("Ann")).take(), seat("m1.secret"), "killed again");
}

#[test]
fn a_second_run_neither_takes_nor_changes_what_a_living_one_has_saved() {
    let home = TempDir::new().unwrap();
    let mut alive = run(home.path(), &join("Ann"));
    for word in ["m1.secret", "m2.longer.secret", "m3.s"] {
        assert_eq!(alive.save(seat(word).as_ref()), None);
        let mut second = run(home.path(), &join("Ann"));
        assert_eq!(second.take(), None);
        let warning = second.save(seat("m9.secret").as_ref()).unwrap();
        assert!(warning.contains("another tictactoe is playing on this server"), "{warning}");
    }
    drop(alive);
    assert_eq!(run(home.path(), &join("Ann")).take(), seat("m3.s"));
    assert_eq!(fs::read_dir(home.path().join("tictactoe")).unwrap().count(), 1, "one file a server");
}

#[test]
fn the_file_is_empty_without_a_seat() {
    let home = TempDir::new().unwrap();
    let mut alive = run(home.path(), &join("Ann"));
    assert_eq!(alive.save(seat("m1.secret").as_ref()), None);
    assert_eq!(alive.save(None), None);
    assert_eq!(fs::metadata(file(home.path())).unwrap().len(), 0);
    assert_eq!(alive.save(seat("m1.secret").as_ref()), None);
    alive.forget();
    assert_eq!(fs::metadata(file(home.path())).unwrap().len(), 0);
}

#[test]
fn only_a_run_with_the_same_server_and_wish_finds_it() {
    let home = TempDir::new().unwrap();
    left_behind(home.path());
    let others = [
        join("Bob"),
        Join::default(),
        Join { rules: Some(Rules::new(4, 4, 4)), ..join("Ann") },
        Join { room: Some("kitten".into()), ..join("Ann") },
    ];
    for wish in &others {
        assert_eq!(run(home.path(), wish).take(), None, "{wish:?}");
    }
    assert_eq!(run_at(home.path(), "mybox:7879", &join("Ann")).take(), None);
    assert_eq!(run_at(home.path(), "https://mybox:7878", &join("Ann")).take(), None);
    assert_eq!(run_at(home.path(), "ws://mybox:7878/", &join("Ann")).take(), seat("m1.secret"));
}

#[test]
fn a_run_in_the_same_arena_finds_it_whatever_place_it_draws() {
    let in_arena = |place: &str| Join { place: Some(Ticket::new(place.to_owned())), ..join("Ann") };
    let home = TempDir::new().unwrap();
    assert_eq!(run(home.path(), &in_arena("1")).save(seat("m1.secret").as_ref()), None);
    assert_eq!(run(home.path(), &in_arena("2")).take(), seat("m1.secret"));
}

#[test]
fn who_waits_for_something_else_leaves_the_seat_there() {
    let home = TempDir::new().unwrap();
    left_behind(home.path());
    let mut other = run(home.path(), &join("Bob"));
    assert_eq!((other.take(), other.save(None)), (None, None));
    drop(other);
    assert_eq!(run(home.path(), &join("Ann")).take(), seat("m1.secret"));
    let mut other = run(home.path(), &join("Bob"));
    assert_eq!(other.take(), None);
    assert_eq!(other.save(seat("m2.secret").as_ref()).as_deref(), Some(REPLACED));
    assert_eq!(other.save(seat("m3.secret").as_ref()), None, "it is said once");
    drop(other);
    assert_eq!(run(home.path(), &join("Bob")).take(), seat("m3.secret"), "its own seat takes the place");
}

#[test]
fn a_server_without_a_seat_leaves_no_file() {
    let home = TempDir::new().unwrap();
    let mut saved = run(home.path(), &join("Ann"));
    assert_eq!((saved.take(), saved.save(None)), (None, None));
    assert!(!home.path().join("tictactoe").exists());
}

#[test]
fn this_machine_has_three_names() {
    let home = TempDir::new().unwrap();
    assert_eq!(run_at(home.path(), "127.0.0.1", &join("Ann")).save(seat("m1.secret").as_ref()), None);
    for server in ["localhost", "LocalHost:7878", "[::1]:7878", "::1"] {
        assert_eq!(run_at(home.path(), server, &join("Ann")).take(), seat("m1.secret"), "{server}");
    }
    for server in ["localhost:7879", "127.0.0.2", "mybox"] {
        assert_eq!(run_at(home.path(), server, &join("Ann")).take(), None, "{server}");
    }
}

#[test]
fn a_file_that_is_not_ours_is_as_good_as_none_and_is_replaced() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    let content = fs::read_to_string(&path).unwrap();
    let stranger = content.replacen('{', "{\"more\":1,", 1);
    let long = format!("{content}{}", "x".repeat(10_000));
    for text in ["", "{}", "[[[[", "\u{0}", &stranger, &long, &content[..content.len() / 2]] {
        fs::write(&path, text).unwrap();
        let mut next = run(home.path(), &join("Ann"));
        assert_eq!((next.take(), next.save(seat("m2.secret").as_ref())), (None, None), "{text}");
        drop(next);
        assert_eq!(run(home.path(), &join("Ann")).take(), seat("m2.secret"), "{text}");
    }
}

fn assert_warned(home: &Path) {
    let mut saved = run(home, &join("Ann"));
    assert_eq!((saved.take(), saved.save(None)), (None, None));
    let warning = saved.save(seat("m1.secret").as_ref()).unwrap();
    assert!(warning.starts_with("Warning: your seat can't be saved in ") && !warning.contains("secret"));
    assert_eq!(saved.save(seat("m2.secret").as_ref()), None, "one warning is enough");
}

#[cfg(unix)]
#[test]
fn a_file_is_private_and_not_used_if_it_is_not() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert_warned(home.path());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let elsewhere = home.path().join("elsewhere");
    fs::rename(&path, &elsewhere).unwrap();
    symlink(&elsewhere, &path).unwrap();
    assert_warned(home.path());
    assert!(fs::read_to_string(&elsewhere).unwrap().contains("m1.secret"), "it is left alone");
}

#[test]
fn a_directory_that_cannot_be_written_causes_one_warning() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("tictactoe"), "a file").unwrap();
    assert_warned(home.path());
}
