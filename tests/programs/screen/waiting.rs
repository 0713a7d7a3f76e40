//! Before there is an opponent.

use harness::program::ServerProgram;

use super::person::Person;

/// Longer than the test takes.
const LONG: &[&str] = &["--ai-after", "90s"];

fn seconds(screen: &str) -> Option<u32> {
    screen.split_once("The computer joins in ")?.1.split(' ').next()?.parse().ok()
}

#[tokio::test]
async fn the_waiting_screen_counts_down_shows_the_invitation_and_starts_the_computer() {
    let server = ServerProgram::start(LONG).await;
    let lone = Person::at(&server, "").await;
    let first = lone.tmux.until("a countdown", seconds).await;
    assert!(first <= 90, "{first}");
    lone.tmux.until("less time", |screen| seconds(screen).filter(|&now| now < first)).await;
    lone.tmux.keys(&["s"]);
    let card = lone.tmux.expect("Invite people").await;
    let port = server.address.port();
    assert!(card.contains(&format!("tictactoe 127.0.0.1:{port}")), "{card}");
    lone.tmux.keys(&["Escape"]);
    lone.tmux.expect_gone("Invite people").await;
    lone.tmux.keys(&["a"]);
    lone.tmux.expect("Tic-tac-toe  Classic  perfect").await;
    lone.quits().await;
}
