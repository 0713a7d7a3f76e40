//! Connections that are lost.

use std::sync::Arc;

use tictactoe_tests::home::Home;
use tictactoe_tests::program::client;
use tictactoe_tests::script::{X_WINS, play_moves};
use tictactoe_tests::server::Server;
use tictactoe_tests::store::SpyStore;
use tictactoe_tests::terminal::Terminal;

use super::restarted::{Restarted, free_address};
use super::{ANN, BOB, SQUARES, assert_played_out, at, homes, two_at, value};
use tictactoe_tests::proxy::Proxy;

#[tokio::test]
async fn a_game_goes_on_although_every_move_is_followed_by_a_cut() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let mut players = two_at(&proxy.argument(), &homes()).await;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let mover = &mut players[turn % 2];
        if turn > 0 {
            mover.out.expect_line("turn who=you").await;
        }
        mover.type_in(&format!("{square}\n")).await;
        // The move is on its way, or has not yet left, or its receipt is on its way.
        proxy.cut();
    }
    assert_played_out(players).await;
}

#[tokio::test]
async fn whoever_waits_in_a_room_is_met_there_although_the_connection_is_lost_meanwhile() {
    let server = Server::start().await;
    for room in ["kitten", "puppy", "foal"] {
        let proxy = Proxy::to(server.address()).await;
        let [ann_home, bob_home] = homes();
        let mut ann = at(&proxy.argument(), &ann_home, &[ANN, &["--room", room]].concat());
        ann.out.expect_line("waiting").await;
        // The place is given up, or taken again, or the match begins just now.
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
async fn a_person_is_told_of_the_loss_and_the_return_and_sees_the_board_again() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let mut ann = Terminal::start(client(), &[&proxy.argument(), "--vs", "ai"]);
    ann.answer("5").await;
    ann.screen.expect("Your turn.").await;
    ann.screen.expect("\n> ").await;
    proxy.cut();
    ann.screen.expect("Connection lost (").await;
    ann.screen.expect(" Coming back …").await;
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
async fn the_other_player_sees_who_is_away_for_how_long_and_who_is_back() {
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
    let mut server = Restarted::start(address, store.clone()).await;
    let mut players = two_at(&address.to_string(), &homes()).await;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        if turn == 2 {
            server.stop().await;
            for player in &mut players {
                player.out.expect_line("lost").await;
            }
            server = Restarted::start(address, store.clone()).await;
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
    server.stop().await;
}

#[tokio::test]
async fn a_series_goes_on_with_a_new_match_at_a_server_that_has_forgotten_the_old_one() {
    let address = free_address().await;
    let homes = homes();
    let flags = [ANN, BOB].map(|flags| [flags, &["--games", "3"]].concat());
    let first = Restarted::start(address, Arc::default()).await;
    let mut players = [0, 1].map(|seat| at(&address.to_string(), &homes[seat], &flags[seat]));
    for player in &mut players {
        player.out.expect_line("turn").await;
    }
    first.stop().await;
    let second = Restarted::start(address, Arc::default()).await;
    for player in &mut players {
        player.out.expect_line("refused code=").await;
        player.out.expect_line("game number=1").await;
        player.out.expect_line("turn").await;
    }
    second.stop().await;
}

#[tokio::test]
async fn whoever_is_superseded_does_not_come_back() {
    let server = Server::start().await;
    let (address, homes) = (server.address().to_string(), homes());
    let [mut ann, _bob] = two_at(&address, &homes).await;
    // Another machine on which the same ticket is.
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
        exit.err.contains("the newer connection has your seat") && !exit.out.contains("lost"),
        "{exit:?}"
    );
    newer.type_in("5\n").await;
    newer.out.expect_line("move who=you").await;
}

#[tokio::test]
async fn it_is_given_up_when_the_time_for_it_is_over() {
    let server = Server::start().await;
    for face in ["text", "plain", "json"] {
        let proxy = Proxy::to(server.address()).await;
        let flags = ["--vs", "ai", "--reconnect", "0.3s", "--ui", face];
        let mut player = at(&proxy.argument(), &Home::new(), &flags);
        player.out.expect_any(&["turn who=you", "Your turn", r#""turn":"X""#]).await;
        proxy.close();
        let exit = player.exit().await;
        assert_eq!(exit.code, Some(5), "{exit:?}");
        assert!(exit.err.contains("did not come back within 1 s: no server answers at"), "{exit:?}");
        assert!(exit.err.contains("it takes your seat again"), "{exit:?}");
    }
}

#[tokio::test]
async fn a_watcher_watches_on() {
    let server = Server::start().await;
    let proxy = Proxy::to(server.address()).await;
    let (mut x, mut o) = server.pair().await;
    let id = x.match_id();
    let mut watcher = at(&proxy.argument(), &Home::new(), &["--watch", &id.0]);
    watcher.out.expect_line("turn who=X").await;
    proxy.cut();
    watcher.out.expect_line("back who=you").await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let exit = watcher.exit().await;
    assert!(exit.code == Some(0) && exit.out.contains("over result=x_won"), "{exit:?}");
}
