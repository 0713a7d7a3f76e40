//! Larger boards: letters for columns, numbers for rows.

use harness::program::ServerProgram;

use super::CALM;
use super::person::Person;

#[tokio::test]
async fn a_large_board_is_shown_whole_or_the_window_says_what_it_needs() {
    let server = ServerProgram::start(CALM).await;
    let ann = Person::at(&server, "--vs ai --mark X --game five").await;
    ann.turn(None).await;
    ann.tmux.until("every row", is_whole).await;
    ann.tmux.keys(&["g", "a", "1", "Enter", "Enter"]);
    ann.turn(None).await;
    ann.tmux.expect("The computer played").await;

    ann.tmux.resize(60, 16);
    ann.tmux.expect("The window must be at least 47x20. It is 60x16: enlarge it").await;
    ann.tmux.keys(&["Down", "Enter"]);
    ann.tmux.resize(47, 20);
    ann.tmux.until("every row in the least window", is_whole).await;
    ann.tmux.keys(&["Down", "Enter"]);
    let has_mark =
        |screen: &str| screen.lines().find(|line| row_of(line) == Some(2))?.contains('X').then_some(());
    ann.tmux.until("a mark on a2", has_mark).await;
}

/// Whether each row of the board is there.
fn is_whole(screen: &str) -> Option<()> {
    (1..=15).all(|row| screen.lines().any(|line| row_of(line) == Some(row))).then_some(())
}

/// The number of the board row in a line of the screen.
fn row_of(line: &str) -> Option<u8> {
    line.split_whitespace().next()?.parse().ok()
}
