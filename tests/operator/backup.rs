//! `tictactoe-server backup`, and starting from its file.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use futures::future::join_all;
use tictactoe_tests::home::Home;
use tictactoe_tests::join_options::in_room;
use tictactoe_tests::player::Player;
use tictactoe_tests::player::strategy::{X_WINS, play_moves};
use tictactoe_tests::program::{Exit, Program, ServerProgram, Signal, server};
use tictactoe_tests::server::pair_at;

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

#[tokio::test]
async fn a_backup_under_load_has_every_move_that_was_acknowledged_before() {
    const PAIRS: usize = 20;
    let home = Home::new();
    let running = ServerProgram::start_in(&home, &[]).await;
    let address = running.address;
    let pair = async |number: usize| {
        let (mut x, mut o) = pair_at(address, in_room(&format!("pair-{number}"))).await;
        play_moves(&mut x, &mut o, &X_WINS[..number % 3]).await;
        (x, o, number % 3)
    };
    let pairs = join_all((0..PAIRS).map(pair)).await;
    let file = home.path().join("copy.db");
    let tickets: Vec<_> = pairs.iter().map(|(x, _, moves)| (x.ticket(), *moves)).collect();
    // They play on meanwhile.
    let play_on = join_all(pairs.into_iter().map(async |(mut x, mut o, moves)| {
        for (ply, cell) in (0..).zip(X_WINS).skip(moves) {
            let mover = if ply % 2 == 0 { &mut x } else { &mut o };
            mover.state_where("their turn", |state| state.ply == ply).await;
            mover.play(*cell).await.unwrap();
        }
        (x, o)
    }));
    let (exit, _players) = tokio::join!(backup(&home, &file), play_on);
    assert_eq!((exit.code, &*exit.err), (Some(0), ""));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

    let restored = restored(&file).await;
    for (ticket, acknowledged) in tickets {
        let moves = Player::resumed(restored.address, &ticket).await.newest().moves.clone();
        assert!(moves.len() >= acknowledged && X_WINS.starts_with(&moves), "{moves:?} of {acknowledged}");
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
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".tmp")), "{left:?}");
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
    assert!(!home.path().join("copy.db").exists());

    let _running = ServerProgram::start_in(&home, &[]).await;
    let file = home.path().join("taken");
    fs::write(&file, "mine").unwrap();
    let exit = backup(&home, &file).await;
    assert!(exit.code == Some(1) && exit.err.contains("exists already"), "{}", exit.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let exit = backup(&home, &home.path().join("nowhere/copy.db")).await;
    assert!(exit.code == Some(1) && exit.err.contains("nowhere"), "{}", exit.err);
}
