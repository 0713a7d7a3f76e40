//! Databases of earlier versions, each made by that version with `tictactoe-server backup`. From 0.2.0 on, a server
//! reads them all: a new format adds its own, and none is ever changed or deleted.

use std::fs;

use harness::home::Home;
use harness::player::Player;
use harness::program::ServerProgram;
use harness::{raw, workspace};
use serde_json::{Value, json};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::Mark;

const ANN: &str = "3nknjke12bf9.57ff75b5d3ad307d3020e2e6c7b566b7ab272e632619af9e7e514e262187b690";
const BOB: &str = "3nknjke12bf9.2d5da22da5c292928cb3dccc5e101a1a263af417772b1e02da122d101d7082b9";
const EVE: &str = "20b4w4mk4xb1.20167fa0d94483ef37eec4c681bc29fa527ea06cea6cf1a93e8b843c751f4d81";

async fn server_over(home: &Home, database: &str) -> ServerProgram {
    let stored = workspace().join("tests/programs/databases").join(database);
    let data = home.path().join("data");
    fs::create_dir(&data).expect("an empty home");
    fs::copy(stored, data.join("matches.db")).expect("the database of an earlier version");
    ServerProgram::start_in(home, &["--data", &data.display().to_string()]).await
}

async fn resumed(server: &ServerProgram, ticket: &str) -> Player {
    Player::resumed(server.address, &Ticket::new(ticket.to_owned())).await
}

#[tokio::test]
async fn matches_of_0_2_0_go_on() {
    let home = Home::new();
    let server = server_over(&home, "0.2.0.db").await;
    let (mut ann, mut bob) = (resumed(&server, ANN).await, resumed(&server, BOB).await);
    let state = bob.newest();
    assert_eq!((state.game, &*state.moves, bob.mark()), (2, &[4, 8][..], Mark::X));
    assert_eq!((state.score.o, state.players.o.name.as_str()), (1, "Ann"), "the marks are swapped");
    assert!(state.series.is_some());
    bob.play(0).await.expect("a legal move");
    ann.state_where("the move of the other player", |state| state.moves == [4, 8, 0]).await;
    let mut eve = resumed(&server, EVE).await;
    assert!(eve.newest().rules.gravity);
    assert_eq!(eve.newest().moves, [38, 31]);
    eve.play(24).await.expect("the lowest cell of its column");
}

#[tokio::test]
async fn finished_games_and_arenas_of_0_2_0_are_read() {
    let home = Home::new();
    let server = server_over(&home, "0.2.0.db").await;
    let path = format!("/api/matches/{}", ANN.split('.').next().expect("a match"));
    let history: Value =
        serde_json::from_str(&raw::get(server.address, &path, &[]).await.body).expect("JSON");
    let game = &history["games"][0];
    assert_eq!((&game["moves"], &game["result"]["winner"]), (&json!([0, 3, 1, 4, 2]), &json!("X")));
    assert_eq!(game["ended_at"], "2026-11-27T21:54:45Z");
    let table = server.player().await.standings("class").await.expect("an arena");
    let rows: Vec<_> = table.rows.iter().map(|row| (row.name.as_str(), row.points)).collect();
    assert_eq!(rows, [("Deep Bot", 2), ("Marvin", 0)]);
}
