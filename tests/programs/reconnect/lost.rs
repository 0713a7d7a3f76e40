//! Connections that are lost.

use std::sync::Arc;

use harness::home::Home;
use harness::player::strategy::{X_WINS, play_moves};
use harness::program::client;
use harness::server::{Server, calm};
use harness::store::SpyStore;
use harness::terminal::Terminal;

use super::{ANN, BOB, SQUARES, assert_played_out, at, free_address, homes, two_at, value};
use harness::proxy::Proxy;

#[tokio::test]
async fn a_game_survives_a_cut_after_every_move() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let mut players = two_at(&proxy.argument(), &homes()).await;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let mover = &mut players[turn % 2];
        if turn > 0 {
            mover.out.expect_line("turn who=you").await;
        }
        mover.type_in(&format!("{square}\n")).await;
        // The move may be unsent or in flight, or its receipt in flight.
        proxy.cut();
    }
    assert_played_out(players).await;
}

#[tokio::test]
async fn a_host_who_reconnects_in_a_room_is_still_paired() {
    let server = Server::start().await;
    for room in ["kitten", "puppy", "foal"] {
        let proxy = Proxy::to(server.address()).await;
        let [ann_home, bob_home] = homes();
        let mut ann = at(&proxy.argument(), &ann_home, &[ANN, &["--room", room]].concat());
        ann.out.expect_line("waiting").await;
        // The host may be waiting, reconnecting, or just paired.
        let bob = at(&server.address().to_string(), &bob_home, &[BOB, &["--room", room]].concat());
        proxy.cut();
        let mut players = [ann, bob];
        for (turn, square) in SQUARES.into_iter().enumerate() {
            players[turn % 2].out.expect_line("turn who=you").await;
            players[turn % 2].type_in(&format!("{square}\n")).await;
        }
        assert_played_out(players).await;
    }
}

#[tokio::test]
async fn the_text_ui_reports_a_lost_connection_and_shows_the_board_after_reconnecting() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let mut ann = Terminal::start(client(), &[&proxy.argument(), "--vs", "ai"]);
    ann.answer("5").await;
    ann.screen.expect("Your turn.").await;
    ann.screen.expect("\n> ").await;
    proxy.cut();
    ann.screen.expect("Connection lost (").await;
    ann.screen.expect(" Reconnecting...").await;
    ann.screen.expect("Back in the match.").await;
    ann.screen.expect(" X ").await;
    ann.screen.expect("Your turn. You are X.").await;
    ann.answer("resign").await;
    ann.answer("y").await;
    ann.screen.expect("You resigned").await;
    ann.answer("q").await;
    assert_eq!(ann.exit().await, Some(0));
}

#[tokio::test]
async fn the_plain_ui_reports_the_opponents_absence_and_return() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let [ann_home, bob_home] = homes();
    let mut bob = at(&server.address().to_string(), &bob_home, BOB);
    bob.out.expect_line("waiting").await;
    let mut ann = at(&proxy.argument(), &ann_home, ANN);
    ann.out.expect_line("turn who=you").await;
    bob.out.expect_line("turn who=them").await;
    proxy.cut();
    let away = bob.out.expect_line("away who=them").await;
    let left: u64 = value(&away, "ms_left").parse().expect("a time");
    assert!(left > 1000, "{away}");
    bob.out.expect_line("back who=them").await;
}

#[tokio::test]
async fn a_server_that_is_started_again_finds_its_players_again() {
    let (address, store) = (free_address().await, Arc::<SpyStore>::default());
    let mut server = Server::at(address, store.clone(), calm()).await;
    let mut players = two_at(&address.to_string(), &homes()).await;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        if turn == 2 {
            server.stopped().await;
            for player in &mut players {
                player.out.expect_line("lost").await;
            }
            server = Server::at(address, store.clone(), calm()).await;
            for player in &mut players {
                player.out.expect_line("back who=you").await;
            }
        }
        players[turn % 2].type_in(&format!("{square}\n")).await;
        for player in &mut players {
            player.out.expect(&format!("cell={square} ply={}\n", turn + 1)).await;
        }
    }
    assert_played_out(players).await;
    server.stopped().await;
}

#[tokio::test]
async fn a_series_continues_in_a_new_match_when_the_server_lost_the_old_one() {
    let address = free_address().await;
    let homes = homes();
    let flags = [ANN, BOB].map(|flags| [flags, &["--games", "3"]].concat());
    let first = Server::at(address, Arc::default(), calm()).await;
    let mut players = [0, 1].map(|seat| at(&address.to_string(), &homes[seat], &flags[seat]));
    for player in &mut players {
        player.out.expect_line("turn").await;
    }
    first.stopped().await;
    let second = Server::at(address, Arc::default(), calm()).await;
    for player in &mut players {
        player.out.expect_line("refused code=").await;
        player.out.expect_line("game number=1").await;
        player.out.expect_line("turn").await;
    }
    second.stopped().await;
}

#[tokio::test]
async fn a_superseded_client_does_not_reconnect() {
    let server = Server::start().await;
    let (address, homes) = (server.address().to_string(), homes());
    let [mut ann, _bob] = two_at(&address, &homes).await;
    // Another machine with the same ticket.
    let other = Home::new();
    let (from, to) = (homes[0].path().join("tictactoe"), other.path().join("tictactoe"));
    std::fs::create_dir(&to).expect("a directory");
    for file in std::fs::read_dir(from).expect("a directory") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
    }
    let mut newer = at(&address, &other, ANN);
    newer.out.expect_line("retaken game=on").await;
    let exit = ann.exit().await;
    assert_eq!(exit.code, Some(5), "{exit:?}");
    assert!(
        exit.err.contains("open in another window or on another device") && !exit.out.contains("lost"),
        "{exit:?}"
    );
    newer.type_in("5\n").await;
    newer.out.expect_line("move who=you").await;
}

#[tokio::test]
async fn reconnecting_gives_up_after_the_time_limit() {
    let server = Server::start().await;
    for ui in ["text", "plain", "json"] {
        let proxy = Proxy::to(server.address()).await;
        let flags = ["--vs", "ai", "--reconnect", "0.3s", "--ui", ui];
        let mut player = at(&proxy.argument(), &Home::new(), &flags);
        player.out.expect_any(&["turn who=you", "Your turn", r#""turn":"X""#]).await;
        proxy.close();
        let exit = player.exit().await;
        assert_eq!(exit.code, Some(5), "{exit:?}");
        assert!(exit.err.contains("reconnecting failed for 300ms: no server answers at"), "{exit:?}");
        assert!(exit.err.contains("It resumes your seat"), "{exit:?}");
    }
}

#[tokio::test]
async fn a_spectator_reconnects() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let (mut x, mut o) = server.pair().await;
    let id = x.match_id();
    let mut spectator = at(&proxy.argument(), &Home::new(), &["--watch", &id.0]);
    spectator.out.expect_line("turn who=X").await;
    proxy.cut();
    spectator.out.expect_line("back who=you").await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let exit = spectator.exit().await;
    assert!(exit.code == Some(0) && exit.out.contains("over result=x_won"), "{exit:?}");
}
