//! Which runs find a saved seat, and which files they ignore.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;
use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{MatchId, Rules};

use super::*;
use crate::address::Destination;

#[expect(clippy::unnecessary_wraps, reason = "it is compared with what is found")]
fn seat(word: &str) -> Option<SeatTicket> {
    Some(SeatTicket::Match(Ticket::new(word.to_owned())))
}

fn join(name: &str) -> Mode {
    Mode::Join(Join { name: Some(name.to_owned()), ..Join::default() })
}

/// A run at `mybox`.
fn run(at: &Path, mode: &Mode) -> SavedTickets {
    run_at(at, "mybox", mode)
}

fn run_at(at: &Path, server: &str, mode: &Mode) -> SavedTickets {
    run_as(at, server, mode, InputMode::Person)
}

fn run_as(at: &Path, server: &str, mode: &Mode, input_mode: InputMode) -> SavedTickets {
    SavedTickets::new(at.join("tictactoe"), &Destination::parse(server).unwrap().address, mode, input_mode)
}

fn files(at: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(at.join("tictactoe")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

/// Makes a file this many hours old.
fn age(path: &Path, hours: u64) {
    let written = SystemTime::now() - Duration::from_secs(hours * 60 * 60);
    fs::File::options().write(true).open(path).unwrap().set_modified(written).unwrap();
}

/// The file of a run that was killed.
fn left_behind(home: &Path) -> PathBuf {
    let mut killed = run(home, &join("Ann"));
    assert_eq!(killed.save(seat("m1.secret").as_ref()), None);
    drop(killed);
    files(home).pop().unwrap()
}

#[test]
fn a_seat_that_was_left_behind_is_found_once() {
    let home = TempDir::new().unwrap();
    left_behind(home.path());
    let mut next = run(home.path(), &join("Ann"));
    assert_eq!(next.find(false), seat("m1.secret"));
    assert_eq!(run(home.path(), &join("Ann")).find(false), None, "it is locked");
    drop(next);
    assert_eq!(run(home.path(), &join("Ann")).find(false), seat("m1.secret"), "killed again");
}

#[test]
fn a_run_that_lives_keeps_its_seat_to_itself() {
    let home = TempDir::new().unwrap();
    let mut alive = run(home.path(), &join("Ann"));
    for word in ["m1.secret", "m2.secret", "m3.secret"] {
        assert_eq!(alive.save(seat(word).as_ref()), None);
        assert_eq!(files(home.path()).len(), 1, "one file for each run");
        assert_eq!(run(home.path(), &join("Ann")).find(false), None);
    }
}

#[test]
fn the_file_goes_with_the_seat() {
    let home = TempDir::new().unwrap();
    let mut alive = run(home.path(), &join("Ann"));
    assert_eq!(alive.save(seat("m1.secret").as_ref()), None);
    assert_eq!(alive.save(None), None);
    assert!(files(home.path()).is_empty());
    assert_eq!(alive.save(seat("m1.secret").as_ref()), None);
    alive.forget();
    assert!(files(home.path()).is_empty());
}

#[test]
fn only_a_run_with_the_same_server_and_flags_finds_it() {
    let home = TempDir::new().unwrap();
    left_behind(home.path());
    let board = Some(Rules::new(4, 4, 4));
    let others = [
        join("Bob"),
        Mode::Join(Join::default()),
        Mode::Join(Join { name: Some("Ann".into()), rules: board, ..Join::default() }),
        Mode::Join(Join { name: Some("Ann".into()), room: Some("kitten".into()), ..Join::default() }),
        Mode::Watch(Watch { match_id: MatchId("m1".into()) }),
    ];
    for mode in &others {
        assert_eq!(run(home.path(), mode).find(false), None, "{mode:?}");
    }
    assert_eq!(run_at(home.path(), "mybox:7879", &join("Ann")).find(false), None);
    assert_eq!(run_at(home.path(), "ws://mybox:7878/", &join("Ann")).find(false), seat("m1.secret"));
}

#[test]
fn a_script_does_not_continue_the_game_of_a_person() {
    let home = TempDir::new().unwrap();
    left_behind(home.path());
    assert_eq!(run_as(home.path(), "mybox", &join("Ann"), InputMode::Script).find(false), None);
    assert_eq!(run(home.path(), &join("Ann")).find(false), seat("m1.secret"));
}

#[test]
fn this_machine_has_three_names() {
    let home = TempDir::new().unwrap();
    assert_eq!(run_at(home.path(), "127.0.0.1", &join("Ann")).save(seat("m1.secret").as_ref()), None);
    for server in ["localhost", "LocalHost:7878", "[::1]:7878", "::1"] {
        assert_eq!(run_at(home.path(), server, &join("Ann")).find(false), seat("m1.secret"), "{server}");
    }
    for server in ["localhost:7879", "127.0.0.2", "mybox"] {
        assert_eq!(run_at(home.path(), server, &join("Ann")).find(false), None, "{server}");
    }
}

#[test]
fn the_day_counts_from_the_last_run_that_had_the_seat() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    age(&path, 20);
    let mut next = run(home.path(), &join("Ann"));
    let found = next.find(false);
    assert_eq!((next.save(found.as_ref()), found), (None, seat("m1.secret")));
    let renewed = modified(&path);
    assert!(renewed.elapsed().unwrap() < Duration::from_secs(60 * 60));
    assert_eq!(next.save(seat("m1.secret").as_ref()), None);
    assert_eq!(modified(&path), renewed, "it is not renewed all the time");
}

#[test]
fn the_files_of_others_hide_no_seat() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    for number in 0..10_000 {
        fs::write(path.with_file_name(format!("note-{number}")), "").unwrap();
    }
    assert_eq!(run(home.path(), &join("Ann")).find(false), seat("m1.secret"));
}

#[cfg(unix)]
#[test]
fn a_file_of_another_user_is_ignored() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    // Only root can give a file away, and read it then.
    if std::os::unix::fs::chown(&path, Some(54_321), None).is_ok() {
        assert_eq!(run(home.path(), &join("Ann")).find(false), None);
    }
}

#[test]
fn the_newest_of_several_is_taken() {
    let home = TempDir::new().unwrap();
    let place = SeatTicket::Queue(Ticket::new("m4.place".into()));
    for (ticket, hours) in [(seat("m1.old"), 3), (seat("m2.new"), 1), (seat("m3.older"), 5), (Some(place), 0)]
    {
        let before = files(home.path());
        assert_eq!(run(home.path(), &join("Ann")).save(ticket.as_ref()), None);
        let new = files(home.path()).into_iter().find(|path| !before.contains(path));
        age(&new.unwrap(), hours);
    }
    let mut next = run(home.path(), &join("Ann"));
    assert_eq!(next.find(false), seat("m2.new"), "a place in the queue is worth less than a seat");
    assert_eq!(run(home.path(), &join("Ann")).find(false), seat("m1.old"), "the first is locked");
}

#[test]
fn a_file_is_used_for_a_day_and_removed_after_it() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    let unfinished = path.with_file_name("seat-0000000000000001.json");
    fs::copy(&path, &unfinished).unwrap();
    fs::write(&unfinished, "{\"version\":3,").unwrap();
    for path in [&path, &unfinished] {
        age(path, 23);
    }
    assert_eq!(run(home.path(), &join("Ann")).find(false), seat("m1.secret"));
    assert_eq!(files(home.path()).len(), 2);
    for path in [&path, &unfinished] {
        age(path, 24);
    }
    assert_eq!(run(home.path(), &join("Ann")).find(false), None);
    assert!(files(home.path()).is_empty());
}

#[test]
fn a_run_that_starts_anew_takes_no_seat_and_removes_expired_files() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    let mut anew = run(home.path(), &join("Ann"));
    assert_eq!((anew.find(true), path.exists()), (None, true));
    age(&path, 24);
    assert_eq!((anew.find(true), path.exists()), (None, false));
}

#[test]
fn an_expired_file_of_a_run_that_lives_stays() {
    let home = TempDir::new().unwrap();
    let mut alive = run(home.path(), &join("Ann"));
    assert_eq!(alive.save(seat("m1.secret").as_ref()), None);
    age(&files(home.path())[0], 24);
    assert_eq!(run(home.path(), &join("Ann")).find(false), None);
    assert_eq!(files(home.path()).len(), 1);
}

#[test]
fn invalid_and_foreign_files_are_left_alone() {
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    let content = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let newer = content.replace("\"version\":3", "\"version\":4");
    let stranger = content.replace("\"version\":3", "\"version\":3,\"more\":1");
    let long = format!("{content}{}", " ".repeat(10_000));
    let odd = ["", "{}", "[[[[", "\u{0}", &newer, &stranger, &long, &content[..content.len() / 2]];
    for text in odd {
        fs::write(&path, text).unwrap();
        private(&path);
        assert_eq!(run(home.path(), &join("Ann")).find(false), None, "{text}");
        assert!(path.exists());
    }
    fs::remove_file(&path).unwrap();
    for name in ["seat-1.json", "seat-000000000000000g.json", "seat-0000000000000001.txt", "notes.json"] {
        let other = path.with_file_name(name);
        fs::write(&other, &content).unwrap();
        private(&other);
    }
    fs::create_dir(path.with_file_name("seat-0000000000000002.json")).unwrap();
    assert_eq!(run(home.path(), &join("Ann")).find(false), None);
}

#[cfg(unix)]
fn private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

#[cfg(not(unix))]
fn private(_: &Path) {}

#[cfg(unix)]
#[test]
fn a_file_is_private_and_ignored_if_it_is_not() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let home = TempDir::new().unwrap();
    let path = left_behind(home.path());
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(run(home.path(), &join("Ann")).find(false), None);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let elsewhere = home.path().join("elsewhere");
    fs::rename(&path, &elsewhere).unwrap();
    symlink(&elsewhere, &path).unwrap();
    assert_eq!(run(home.path(), &join("Ann")).find(false), None);
}

#[test]
fn a_directory_that_cannot_be_written_causes_one_warning() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("tictactoe"), "a file").unwrap();
    let mut saved = run(home.path(), &join("Ann"));
    assert_eq!(saved.find(false), None);
    let warning = saved.save(seat("m1.secret").as_ref()).unwrap();
    assert!(warning.starts_with("Warning: your seat can't be saved in ") && !warning.contains("secret"));
    assert_eq!(saved.save(seat("m2.secret").as_ref()), None);
}
