//! Clients that are killed, and the seats that they save.

use std::fs;
use std::sync::Arc;

use harness::home::Home;
use harness::program::Signal;
use harness::server::{Server, calm};

use super::{ANN, BOB, SQUARES, assert_played_out, at, homes, kill, two_at, value};
use harness::proxy::Proxy;

fn kept(home: &Home) -> usize {
    fs::read_dir(home.path().join("tictactoe")).expect("a directory").count()
}

#[tokio::test]
async fn both_players_resume_after_being_killed_at_each_ply() {
    let server = Server::start().await;
    // The old connections stay open towards the server: the newest one holds the seat.
    let proxy = Proxy::that_hides_ends(server.address()).await;
    let homes = homes();
    let mut players = two_at(&proxy.argument(), &homes).await;
    let mut left = u64::MAX;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let mut boards = Vec::new();
        for (seat, (home, flags)) in homes.iter().zip([ANN, BOB]).enumerate() {
            let player = &mut players[seat];
            player.signal(Signal::KILL);
            player.exit().await;
            // Killed once more, at any point of its start.
            kill(at(&proxy.argument(), home, flags)).await;
            *player = at(&proxy.argument(), home, flags);
            player.out.expect_line("retaken game=on").await;
            let now = player.out.expect_line("turn").await;
            assert_eq!(value(&now, "who") == "you", turn % 2 == seat, "{now}");
            boards.push((value(&now, "board").to_owned(), value(&now, "ply").to_owned()));
            let ms: u64 = value(&now, "ms_left").parse().expect("a time");
            assert!(ms <= left, "the clock goes on");
            left = ms;
        }
        assert_eq!(boards[0], boards[1]);
        assert_eq!(boards[0].1, turn.to_string(), "as many moves as were played");
        left = u64::MAX;
        players[turn % 2].type_in(&format!("{square}\n")).await;
        for player in &mut players {
            player.out.expect(&format!("cell={square} ply={}\n", turn + 1)).await;
        }
    }
    assert_played_out(players).await;
    assert_eq!(kept(&homes[0]), 0, "nothing is kept of a game that is over");
}

#[tokio::test]
async fn a_second_client_of_the_same_machine_does_not_take_a_seat_that_is_held() {
    let server = Server::start().await;
    let (address, homes) = (server.address().to_string(), homes());
    let mut players = two_at(&address, &homes).await;
    let mut second = at(&address, &homes[0], ANN);
    second.out.expect_line("waiting").await;
    players[0].type_in("5\n").await;
    players[0].out.expect_line("move who=you").await;
}

#[tokio::test]
async fn the_new_flag_leaves_the_saved_seat_for_a_later_run() {
    let server = Server::start().await;
    let (address, homes) = (server.address().to_string(), homes());
    let [ann, mut bob] = two_at(&address, &homes).await;
    kill(ann).await;
    let mut other = at(&address, &homes[0], &[ANN, &["--new"]].concat());
    other.out.expect_line("waiting").await;
    kill(other).await;
    let mut stranger = at(&address, &homes[0], &["--name", "Eve", "--mark", "X"]);
    stranger.out.expect_line("waiting").await;
    // The run with `--new` was the latest, but had no seat.
    let mut ann = at(&address, &homes[0], ANN);
    ann.out.expect_line("retaken game=on").await;
    bob.out.expect_line("back who=them").await;
}

#[tokio::test]
async fn a_saved_seat_that_the_server_does_not_know_is_ignored() {
    let (first, homes) = (Server::start().await, homes());
    let address = first.address();
    let [ann, _bob] = two_at(&address.to_string(), &homes).await;
    kill(ann).await;
    first.stopped().await;
    let second = Server::at(address, Arc::default(), calm()).await;
    let mut ann = at(&address.to_string(), &homes[0], ANN);
    ann.out.expect_line("waiting").await;
    let said = ann.out.so_far();
    assert!(!said.contains("retaken") && !said.contains("refused"), "{said}");
    second.stopped().await;
}

#[tokio::test]
async fn a_signal_exits_and_saves_the_seat() {
    let server = Server::start().await;
    let (address, homes) = (server.address().to_string(), homes());
    let [mut ann, mut bob] = two_at(&address, &homes).await;
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        ann.signal(signal);
        assert_eq!(ann.exit().await.code, Some(code));
        bob.out.expect_line("away who=them").await;
        ann = at(&address, &homes[0], ANN);
        ann.out.expect_line("retaken game=on").await;
        bob.out.expect_line("back who=them").await;
    }
}

#[tokio::test]
async fn ctrl_c_leaves_the_match_and_saves_no_seat() {
    let server = Server::start().await;
    let (address, homes) = (server.address().to_string(), homes());
    let [mut ann, mut bob] = two_at(&address, &homes).await;
    ann.signal(Signal::INT);
    assert_eq!(ann.exit().await.code, Some(130));
    bob.out.expect_line("left who=them").await;
    assert_eq!(kept(&homes[0]), 0);
}

#[tokio::test]
async fn quitting_while_disconnected_exits_at_once_and_saves_the_seat() {
    let server = Server::start().await;
    let (proxy, homes) = (Proxy::to(server.address()).await, homes());
    let address = proxy.argument();
    let mut bob = at(&server.address().to_string(), &homes[1], BOB);
    bob.out.expect_line("waiting").await;
    let mut ann = at(&address, &homes[0], ANN);
    ann.out.expect_line("turn who=you").await;
    proxy.close();
    ann.out.expect_line("retry").await;
    ann.type_in("quit\n").await;
    let exit = ann.exit().await;
    assert_eq!((exit.code, exit.out.ends_with("kept\n")), (Some(0), true), "{exit:?}");
    assert_eq!(kept(&homes[0]), 1);
}

#[tokio::test]
async fn a_hotseat_match_survives_a_cut_and_a_kill() {
    let server = Server::start().await;
    let (proxy, home) = (Proxy::that_hides_ends(server.address()).await, Home::new());
    let mut both = at(&proxy.argument(), &home, &["--hotseat"]);
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let to_move = if turn % 2 == 0 { "turn who=X" } else { "turn who=O" };
        both.out.expect_line(to_move).await;
        match turn {
            1 => {
                proxy.cut();
                both.out.expect_line("back who=you").await;
            }
            3 => {
                both.signal(Signal::KILL);
                both.exit().await;
                both = at(&proxy.argument(), &home, &["--hotseat"]);
                both.out.expect_line("retaken game=on").await;
            }
            _ => {}
        }
        both.type_in(&format!("{square}\n")).await;
    }
    let exit = both.exit().await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!(exit.out.contains("over result=x_won winner=X reason=line lines=1-5-9"), "{exit:?}");
}
