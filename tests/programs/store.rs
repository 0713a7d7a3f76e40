//! The data directory of the server's binary: over restarts, its location, and write errors.

use std::fs;
use std::path::Path;

use harness::home::Home;
use harness::join_options::against;
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::program::{Exit, Program, ServerProgram, Signal, server};
use tictactoe_protocol::client::{ClientMessage, Empty};
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::values::Opponent;

async fn run(home: &Home, arguments: &[&str]) -> Exit {
    Program::start_in(home, server(), arguments).exit().await
}

async fn end(mut server: ServerProgram, signal: Signal) -> Exit {
    server.program.signal(signal);
    server.program.exit().await
}

async fn resumed(server: &ServerProgram, players: [&Player; 2]) -> [Player; 2] {
    let [x, o] = players.map(Player::ticket);
    [Player::resumed(server.address, &x).await, Player::resumed(server.address, &o).await]
}

fn below(home: &Home, name: &str) -> String {
    home.path().join(name).display().to_string()
}

fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[tokio::test]
async fn the_log_names_the_data_directory() {
    let home = Home::new();
    let mut named = ServerProgram::start_in(&home, &["--data", &below(&home, "here")]).await;
    named.program.err.expect(&format!("matches are kept in {}\n", below(&home, "here"))).await;
    let mut usual = ServerProgram::start_in(&home, &[]).await;
    usual.program.err.expect("matches are kept in ").await;
    let said = usual.program.err.expect("\n").await;
    assert!(said.starts_with(&below(&home, "")) && said.ends_with("tictactoe\n"), "{said}");
    let mut nowhere = ServerProgram::start_in(&home, &["--ephemeral"]).await;
    nowhere.program.err.expect("matches are kept in memory only\n").await;
}

#[tokio::test]
async fn a_second_server_on_the_same_data_directory_is_refused() {
    let home = Home::new();
    let first = ServerProgram::start_in(&home, &[]).await;
    let second = run(&home, &["--port", "0", "--local"]).await;
    assert_eq!((second.code, second.out.as_str()), (Some(1), ""), "{}", second.err);
    for word in ["another server", "--data", "--ephemeral"] {
        assert!(second.err.contains(word), "{}", second.err);
    }
    assert_eq!(second.err.lines().count(), 2, "{}", second.err);
    first.player().await.pong().await;
    ServerProgram::start_in(&home, &["--data", &below(&home, "elsewhere")]).await.player().await.pong().await;
    ServerProgram::start_in(&home, &["--ephemeral"]).await.player().await.pong().await;
}

#[tokio::test]
async fn an_ephemeral_server_keeps_nothing() {
    let home = Home::new();
    let first = ServerProgram::start_in(&home, &["--ephemeral"]).await;
    let (x, _o) = first.pair().await;
    end(first, Signal::TERM).await;
    assert!(files(home.path()).is_empty());
    let second = ServerProgram::start_in(&home, &["--ephemeral"]).await;
    let refused = second.player().await.resume(&x.ticket()).await.unwrap_err();
    assert_eq!(refused.code, Code::NoSuchMatch);
}

#[tokio::test]
async fn an_unusable_data_directory_is_refused_at_startup() {
    let home = Home::new();
    fs::write(home.path().join("file"), "a file").unwrap();
    fs::create_dir(home.path().join("garbage")).unwrap();
    fs::write(home.path().join("garbage").join("matches.db"), "no database").unwrap();
    for (place, said) in
        [("file", "is a file, not a directory"), ("garbage", "not a database of this server")]
    {
        let exit = run(&home, &["--local", "--port", "0", "--data", &below(&home, place)]).await;
        assert_eq!((exit.code, exit.out.as_str()), (Some(1), ""), "{}", exit.err);
        for word in [said, place, "--data"] {
            assert!(exit.err.contains(word), "{}", exit.err);
        }
        assert_eq!(exit.err.lines().count(), 2, "{}", exit.err);
    }
}

#[tokio::test]
async fn every_game_that_is_over_is_exported_oldest_first_beside_the_server_and_after_it() {
    let home = Home::new();
    let server = ServerProgram::start_in(&home, &[]).await;
    let mut expected = Vec::new();
    for moves in [X_WINS, &[4, 0, 8, 1, 2], &[0, 4, 8], &[0, 4, 8, 1, 2, 5]] {
        let (mut x, mut o) = server.pair().await;
        play_moves(&mut x, &mut o, moves).await;
        if moves != X_WINS {
            x.resign().await.unwrap();
        }
        o.over().await;
        // With fewer moves no one can win, and the game is not kept.
        if moves.len() >= X_WINS.len() {
            expected.push((x.match_id().0, moves.to_vec()));
        }
    }
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4]).await;
    assert_eq!(exported(&home).await, expected);
    end(server, Signal::TERM).await;
    assert_eq!(exported(&home).await, expected);
}

async fn exported(home: &Home) -> Vec<(String, Vec<u8>)> {
    let exit = run(home, &["export"]).await;
    assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""));
    let games = exit.out.lines().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).expect("a JSON object in a line");
        let moves = game["moves"].as_array().expect("moves").iter();
        let id = game["match"].as_str().expect("a match").to_owned();
        (id, moves.map(|cell| u8::try_from(cell.as_u64().expect("a cell")).expect("a cell")).collect())
    });
    games.collect()
}

#[tokio::test]
async fn an_export_without_data_fails_and_creates_nothing() {
    let home = Home::new();
    let exit = run(&home, &["export"]).await;
    assert_eq!((exit.code, exit.out.as_str()), (Some(1), ""));
    assert!(exit.err.contains("no matches are kept in") && exit.err.contains("--data"), "{}", exit.err);
    assert!(files(home.path()).is_empty());
}

#[tokio::test]
async fn an_export_or_backup_of_matches_in_nats_is_refused() {
    let home = Home::new();
    for command in [&["export"][..], &["backup", "monday.db"]] {
        let exit = run(&home, &[command, &["--nats", "nats://localhost"]].concat()).await;
        assert_eq!((exit.code, exit.out.as_str()), (Some(1), ""));
        assert!(exit.err.contains("`nats stream backup`"), "{}", exit.err);
    }
    assert!(files(home.path()).is_empty());
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_whose_database_is_deleted_says_so_and_exits() {
    let home = Home::new();
    let mut server = ServerProgram::start_in(&home, &["--data", &below(&home, "data")]).await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    fs::remove_dir_all(home.path().join("data")).unwrap();
    x.say(ClientMessage::Leave(Empty {})).await;
    let exit = server.program.exit().await;
    assert_eq!(exit.code, Some(3), "{}", exit.err);
    assert!(exit.err.contains("was deleted or replaced"), "{}", exit.err);
    assert!(exit.err.contains("Restore a backup"), "{}", exit.err);
}

/// A server whose files may not grow: the system refuses to write more than a few matches.
#[cfg(unix)]
async fn on_a_small_disk(home: &Home) -> ServerProgram {
    let run = "trap '' XFSZ; ulimit -f 600; exec \"$@\"";
    let server = server().display().to_string();
    let arguments = ["-c", run, "sh", &server, "--port", "0", "--local", "--messages-per-second", "500"];
    ServerProgram::listening(Program::start_in(home, Path::new("sh"), &arguments)).await
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_cannot_write_exits_and_keeps_every_acknowledged_move() {
    let home = Home::new();
    let mut small = on_a_small_disk(&home).await;
    let (mut x, mut o) = small.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    let mut crowd = [small.player().await, small.player().await, small.player().await];
    for _ in 0..100 {
        for player in &mut crowd {
            player.say(ClientMessage::Join(against(Opponent::Ai))).await;
            player.say(ClientMessage::Leave(Empty {})).await;
        }
    }
    let exit = small.program.exit().await;
    assert_eq!(exit.code, Some(1), "{}", exit.err);
    assert!(exit.err.contains("matches can no longer be written"), "{}", exit.err);

    let large = ServerProgram::start_in(&home, &[]).await;
    let [x, _o] = resumed(&large, [&x, &o]).await;
    assert_eq!(x.newest().moves, [4, 0]);
}
