//! Larger boards: letters for columns, numbers for rows.

use harness::program::ServerProgram;

use super::CALM;
use super::person::Person;

#[tokio::test]
async fn a_large_board_is_shown_whole_if_it_fits_and_scrolls_otherwise() {
    let server = ServerProgram::start(CALM).await;
    let ann = Person::at(&server, "--vs ai --mark X --game five").await;
    ann.turn(None).await;
    let whole = ann.tmux.screen();
    for row in 1..=15 {
        assert!(whole.lines().any(|line| row_of(line) == Some(row)), "row {row} of\n{whole}");
    }
    ann.tmux.keys(&["g", "a", "1", "Enter", "Enter"]);
    ann.turn(None).await;
    ann.tmux.expect("The computer played").await;

    ann.tmux.resize(60, 16);
    let rows = |first: u8, last: u8| {
        move |screen: &str| {
            let shown: Vec<_> = screen.lines().filter_map(row_of).collect();
            (shown.first() == Some(&first) && shown.last() == Some(&last)).then_some(())
        }
    };
    ann.tmux.until("the upper rows", rows(1, 10)).await;
    ann.tmux.keys(&["Down"; 14]);
    ann.tmux.until("the lower rows", rows(6, 15)).await;
    ann.tmux.expect("[·]").await;
    ann.tmux.keys(&["Enter"]);
    ann.tmux.expect("[X]").await;
    ann.tmux.keys(&["Up"; 14]);
    ann.tmux.until("the upper rows again", rows(1, 10)).await;
}

/// The number of the board row in a line of the screen.
fn row_of(line: &str) -> Option<u8> {
    line.split_whitespace().next()?.parse().ok()
}
