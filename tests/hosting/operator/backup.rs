//! `tictactoe-server backup`, and starting from its file.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;

use futures::future::join_all;
use harness::home::Home;
use harness::join_options::in_room;
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::program::{Exit, Program, ServerProgram, Signal, server};
use harness::server::pair_at;
use harness::wait::in_time;
use tictactoe_protocol::ticket::Ticket;
use tokio::task::yield_now;

async fn backup(home: &Home, to: &Path) -> Exit {
    let to = to.to_str().expect("a path that is text");
    Program::start_in(home, server(), &["backup", to]).exit().await
}

/// A server on the matches of a backup, as the documents say it is restored.
async fn restored(backup: &Path) -> ServerProgram {
    let home = Home::new();
    let data = home.path().join("restored");
    fs::create_dir(&data).unwrap();
    fs::copy(backup, data.join("matches.db")).unwrap();
    ServerProgram::start_in(&home, &["--data", data.to_str().unwrap()]).await
}

/// Moves that a player knows to be acknowledged, by the ticket.
type Acknowledged = Mutex<HashMap<String, usize>>;

/// Two people play one match after the other, without end.
async fn play_without_end(address: SocketAddr, name: usize, acknowledged: &Acknowledged) -> Infallible {
    for number in 0.. {
        let (mut x, mut o) = pair_at(address, in_room(&format!("pair-{name}-{number}"))).await;
        for (ply, cell) in (1..).zip(X_WINS) {
            play_moves(&mut x, &mut o, &[*cell]).await;
            acknowledged.lock().unwrap().insert(x.ticket().reveal().to_owned(), ply);
        }
    }
    unreachable!("there is always another number")
}

#[tokio::test]
async fn backups_under_load_have_every_move_that_was_acknowledged_before() {
    const PAIRS: usize = 10;
    let home = Home::new();
    let running = ServerProgram::start_in(&home, &["--messages-per-second", "500"]).await;
    let acknowledged = Acknowledged::default();
    let moves = || acknowledged.lock().unwrap().values().sum::<usize>();
    let backups = async {
        let mut copies = Vec::new();
        for number in 0..3 {
            let all_play = async {
                while moves() < (number + 1) * 10 * PAIRS {
                    yield_now().await;
                }
            };
            in_time("moves before the backup", all_play).await;
            // A backup may be so fast that no one moves meanwhile: then it is made again.
            for attempt in 0.. {
                let before = acknowledged.lock().unwrap().clone();
                let file = home.path().join(format!("{number}-{attempt}.db"));
                let exit = backup(&home, &file).await;
                assert_eq!((exit.code, &*exit.err), (Some(0), ""));
                assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
                let is_under_load = moves() > before.values().sum();
                copies.push((file, before));
                if is_under_load {
                    break;
                }
            }
        }
        copies
    };
    let load = join_all((0..PAIRS).map(|name| play_without_end(running.address, name, &acknowledged)));
    let copies = tokio::select! {
        copies = backups => copies,
        _ = load => unreachable!("the load has no end"),
    };
    for (file, before) in copies {
        let restored = restored(&file).await;
        for (ticket, acknowledged) in before {
            let moves = Player::resumed(restored.address, &Ticket::new(ticket)).await.newest().moves.clone();
            assert!(moves.len() >= acknowledged && X_WINS.starts_with(&moves), "{moves:?} of {acknowledged}");
        }
    }
}

#[tokio::test]
async fn a_backup_of_a_stopped_server_has_its_finished_games() {
    let home = Home::new();
    let mut running = ServerProgram::start_in(&home, &[]).await;
    let (mut x, mut o) = running.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    running.program.signal(Signal::TERM);
    running.program.exit().await;
    let file = home.path().join("copy.db");
    assert_eq!(backup(&home, &file).await.code, Some(0));
    let left: Vec<_> = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".unfinished")), "{left:?}");
    let mut again = restored(&file).await;
    assert_eq!(Player::resumed(again.address, &x.ticket()).await.newest().moves, X_WINS);
    again.program.signal(Signal::TERM);
    assert_eq!(again.program.exit().await.code, Some(0));
}

#[tokio::test]
async fn a_backup_replaces_no_file_and_needs_a_database() {
    let home = Home::new();
    let exit = backup(&home, &home.path().join("copy.db")).await;
    assert!(exit.code == Some(1) && exit.err.contains("no matches are kept in"), "{}", exit.err);
    assert!(exit.err.contains("--data") && !exit.err.contains("new file"), "{}", exit.err);
    assert!(exit.err.contains("/var/lib/tictactoe for the systemd service"), "{}", exit.err);
    assert!(!home.path().join("copy.db").exists());

    let _running = ServerProgram::start_in(&home, &[]).await;
    let file = home.path().join("taken");
    fs::write(&file, "mine").unwrap();
    let exit = backup(&home, &file).await;
    assert!(exit.code == Some(1) && exit.err.contains("exists already"), "{}", exit.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let exit = backup(&home, &home.path().join("nowhere/copy.db")).await;
    assert!(exit.code == Some(1) && exit.err.contains("nowhere"), "{}", exit.err);
    assert!(exit.err.contains("Name a new file") && !exit.err.contains("--data"), "{}", exit.err);
}
