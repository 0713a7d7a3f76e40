//! The terminal client reconnects, and resumes after being killed: the real binary with a server in this process, and a
//! proxy that cuts connections. The pure part is in `client/src/app/tests`.

use std::fs;

use harness::home::Home;
use harness::program::{Program, Signal, client};
use harness::proxy::Proxy;
use harness::server::Server;

fn at(address: &str, home: &Home, flags: &[&str]) -> Program {
    Program::start_in(home, client(), &[&[address], flags].concat())
}

const ANN: &[&str] = &["--name", "Ann", "--mark", "X"];
const BOB: &[&str] = &["--name", "Bob", "--mark", "O"];

/// Two clients over pipes that were paired and know whose turn it is.
async fn two_at(address: &str, homes: &[Home; 2]) -> [Program; 2] {
    let mut ann = at(address, &homes[0], ANN);
    ann.out.expect_line("waiting").await;
    let mut bob = at(address, &homes[1], BOB);
    ann.out.expect_line("turn who=you").await;
    bob.out.expect_line("turn who=them").await;
    [ann, bob]
}

fn homes() -> [Home; 2] {
    [Home::new(), Home::new()]
}

const SQUARES: [u8; 5] = [5, 2, 1, 3, 9];

fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let value = line.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    value.unwrap_or_else(|| panic!("no {key} in {line:?}"))
}

async fn kill(mut program: Program) {
    program.signal(Signal::KILL);
    assert_eq!(program.exit().await.code, None);
}

async fn assert_played_out(players: [Program; 2]) {
    for (mut player, result) in players.into_iter().zip(["won", "lost"]) {
        let exit = player.exit().await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{exit:?}");
        let over: Vec<_> = exit.out.lines().filter(|line| line.starts_with("over ")).collect();
        assert_eq!(over.len(), 1, "{exit:?}");
        assert_eq!((value(over[0], "result"), value(over[0], "lines")), (result, "1-5-9"), "{exit:?}");
        for (ply, square) in (1..).zip(SQUARES) {
            let told = format!("cell={square} ply={ply}\n");
            assert!(exit.out.contains(&told), "{told}{exit:?}");
        }
    }
}

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

fn kept(home: &Home) -> usize {
    fs::read_dir(home.path().join("tictactoe")).expect("a directory").count()
}

#[tokio::test]
async fn both_players_resume_after_being_killed_at_each_ply() {
    let server = Server::start().await;
    let address = server.address().to_string();
    let homes = homes();
    let mut players = two_at(&address, &homes).await;
    let mut left = u64::MAX;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let mut boards = Vec::new();
        for (seat, (home, flags)) in homes.iter().zip([ANN, BOB]).enumerate() {
            let player = &mut players[seat];
            player.signal(Signal::KILL);
            player.exit().await;
            // Killed once more, at any point of its start.
            kill(at(&address, home, flags)).await;
            *player = at(&address, home, flags);
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
