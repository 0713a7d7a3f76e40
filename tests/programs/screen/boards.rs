//! Larger boards: letters for columns, numbers for rows.

use harness::program::ServerProgram;

use super::CALM;
use super::person::Person;

#[tokio::test]
async fn coordinates_win_on_a_board_of_5x4() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, " --game '5x4 4'").await;
    let moves = ["b1", "a1", "b2", "a2", "b3", "a3", "b4"];
    let mut after = None;
    for (turn, square) in moves.into_iter().enumerate() {
        let person = if turn % 2 == 0 { &ann } else { &bob };
        person.turn(after).await;
        person.tmux.keys(&["g"]);
        person.tmux.literal(square);
        person.tmux.expect(&format!("like h8: {square}")).await;
        person.tmux.keys(&["Enter"]);
        after = Some(square);
    }
    ann.tmux.expect("You won!").await;
    bob.tmux.expect("Ann won").await;
}

#[tokio::test]
async fn a_digit_explains_coordinates_on_a_board_without_numbers() {
    let server = ServerProgram::start(CALM).await;
    let ann = Person::at(&server, "--vs ai --mark X --game '5x4 4'").await;
    ann.play(None, &["5"]).await;
    ann.tmux.expect("Press g, then type a square like c2.").await;
}

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

#[tokio::test]
async fn marks_fall_in_four_in_a_row() {
    let server = ServerProgram::start(CALM).await;
    let both = Person::at(&server, "--hotseat --game four").await;
    both.tmux.expect("Four in a row").await;
    for (turn, (column, square)) in
        [("4", "d6"), ("4", "d5"), ("1", "a6"), ("4", "d4")].into_iter().enumerate()
    {
        both.tmux.keys(&[column]);
        both.tmux.expect(&format!("Player {} played {square}.", turn % 2 + 1)).await;
    }
}
