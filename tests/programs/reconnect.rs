//! The terminal client resumes after being killed: the real binary with a server in this process. How it reconnects is
//! tested in `client/src/app/tests` and `client/src/session/tests`, and behind proxies in `tests/hosting/proxies.rs`.

use std::fs;

use harness::home::Home;
use harness::program::client;
use harness::server::Server;
use harness::terminal::Terminal;

const ANN: &[&str] = &["--name", "Ann", "--mark", "X"];
const BOB: &[&str] = &["--name", "Bob", "--mark", "O"];

/// The squares of a game that X wins, and what they are called.
const SQUARES: [(u8, &str); 5] =
    [(5, "centre"), (2, "top middle"), (1, "top left"), (3, "top right"), (9, "bottom right")];

/// A person at a terminal, with the text interface.
fn person(address: &str, home: &Home, flags: &[&str]) -> Terminal {
    Terminal::start_in(home, client(), &[&[address], flags].concat())
}

fn saved_seats(home: &Home) -> usize {
    let files = fs::read_dir(home.path().join("tictactoe")).expect("a directory");
    let files = files.map(|file| file.expect("a file"));
    let is_seat = |file: &fs::DirEntry| file.file_name().to_string_lossy().starts_with("seat-");
    files.filter(|file| is_seat(file) && file.metadata().expect("it is there").len() > 0).count()
}

/// The last board that was drawn: the marks in reading order.
fn board(screen: &str) -> String {
    let is_row = |line: &&str| line.split_whitespace().count() == 3 && line.trim().len() == 5;
    let rows: Vec<_> = screen.lines().filter(is_row).collect();
    rows[rows.len() - 3..].concat().chars().filter(|c| !c.is_whitespace()).collect()
}

#[tokio::test]
async fn both_players_resume_after_being_killed_at_each_ply() {
    let server = Server::start().await;
    let address = server.address().to_string();
    let homes = [Home::new(), Home::new()];
    let mut ann = person(&address, &homes[0], ANN);
    ann.screen.expect("Waiting for an opponent").await;
    let mut bob = person(&address, &homes[1], BOB);
    ann.screen.expect("Your turn.").await;
    bob.screen.expect("Ann is thinking...").await;
    let mut players = [ann, bob];
    for (turn, (square, name)) in SQUARES.into_iter().enumerate() {
        let mut boards = Vec::new();
        for (seat, (home, flags)) in homes.iter().zip([ANN, BOB]).enumerate() {
            players[seat].kill().await;
            // Killed once more, at any point of its start.
            person(&address, home, flags).kill().await;
            players[seat] = person(&address, home, flags);
            let screen = &mut players[seat].screen;
            screen.expect("Continuing your last game.").await;
            let told = if turn % 2 == seat { "Your turn." } else { " is thinking..." };
            boards.push(board(&screen.expect(told).await));
        }
        assert_eq!(boards[0], boards[1]);
        let played = boards[0].matches(['X', 'O']).count();
        assert_eq!(played, turn, "as many moves as were played");
        players[turn % 2].answer(&square.to_string()).await;
        for player in &mut players {
            player.screen.expect(&format!(" played {name}.")).await;
        }
    }
    for (mut player, won) in
        players.into_iter().zip(["You won with the diagonal!", "Ann won with the diagonal."])
    {
        player.screen.expect(won).await;
        player.answer("quit").await;
        assert_eq!(player.exit().await, Some(0));
    }
    assert_eq!(saved_seats(&homes[0]), 0, "nothing is kept of a game that is over");
}
