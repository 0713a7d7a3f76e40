//! Resizing the terminal during a game.

use harness::program::{ServerProgram, client};
use harness::tmux::Tmux;

use super::CALM;
use super::person::Person;

const BOARD: usize = 38;

fn board(screen: &str) -> Vec<String> {
    screen.lines().skip(1).take(20).map(|line| line.chars().take(BOARD).collect()).collect()
}

#[tokio::test]
async fn a_game_continues_at_every_terminal_size() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, "").await;
    ann.play(None, &["5"]).await;
    bob.play(Some("5"), &["2"]).await;
    ann.turn(Some("2")).await;
    let before = board(&ann.tmux.screen());
    for (columns, rows, told) in [
        (60, 16, "Bob played top middle"),
        (26, 11, "Bob played top middle"),
        (20, 6, "This needs a window\nof 26x11."),
    ] {
        ann.tmux.resize(columns, rows);
        let is_there = |screen: &str| {
            let fits = screen.lines().all(|line| line.chars().count() <= columns.into());
            (fits && screen.contains(told)).then_some(())
        };
        ann.tmux.until(&format!("{told:?} at {columns}x{rows}"), is_there).await;
    }
    ann.tmux.resize(80, 24);
    ann.tmux.until("the board as before", |screen| (board(screen) == before).then_some(())).await;

    // The game continues at the smallest size.
    ann.tmux.keys(&["1"]);
    bob.play(Some("1"), &["3"]).await;
    ann.turn(Some("3")).await;
    ann.tmux.resize(26, 11);
    ann.tmux.expect("Your turn").await;
    ann.tmux.keys(&["9"]);
    ann.tmux.expect("You won!").await;
    ann.tmux.resize(80, 24);
    ann.tmux.expect("You won!").await;
    bob.tmux.expect("Ann won").await;
}

#[tokio::test]
async fn a_terminal_of_unknown_size_is_treated_as_80x24() {
    let server = ServerProgram::start(CALM).await;
    let tmux = Tmux::start(80, 24, &[client()]).await;
    tmux.run("stty rows 0 columns 0").await;
    tmux.prompt().await;
    tmux.run(&format!("tictactoe --vs ai --mark X {}", server.argument())).await;
    tmux.expect("Your turn").await;
    tmux.keys(&["q"]);
    assert_eq!(tmux.prompt().await, 0);
}
