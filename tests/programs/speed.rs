//! The players of the benchmark play correct games: against the server, and against the minimal server with which the
//! benchmark compares it. `src/bin/speed.rs` measures; nothing here depends on time.

use std::net::SocketAddr;

use harness::home::Home;
use harness::server::{Server, calm_and_unlimited};
use tokio::net::TcpListener;
use tools::speed::load::{Clients, Load};
use tools::speed::minimal;

const PLAYERS: Load = Load { pairs: 10, pace: None, spectators: 0, against_computer: 0, idle: 0 };
const GAMES: u64 = 100;
const SPECTATORS: usize = 20;

async fn play(address: SocketAddr, load: Load) {
    let counts = Clients::connect(address, load).await.play_games(GAMES).await;
    assert!(counts.games >= GAMES && counts.moves > GAMES, "{counts:?}");
}

/// Plays against a host in this thread, until all games are over.
async fn play_beside(host: impl Future<Output = ()>, clients: impl Future<Output = ()>) {
    tokio::select! {
        () = host => panic!("the host ended"),
        () = clients => {}
    }
}

#[tokio::test]
async fn every_game_against_the_server_is_correct() {
    let server = Server::with(calm_and_unlimited()).await;
    play(server.address(), Load { spectators: SPECTATORS, ..PLAYERS }).await;
}

#[tokio::test]
async fn every_game_against_the_minimal_server_is_correct() {
    let home = Home::new();
    for directory in [None, Some(home.path())] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        play_beside(minimal::serve(listener, directory), play(address, PLAYERS)).await;
    }
}
