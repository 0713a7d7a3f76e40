//! A whole match by mouse: not a key is pressed.

use harness::program::ServerProgram;

use super::person::Person;
use super::{CALM, SQUARES};

#[tokio::test]
async fn a_whole_match_is_played_by_mouse() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, "").await;
    let mut after = None;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let person = if turn % 2 == 0 { &ann } else { &bob };
        person.turn(after).await;
        person.click_square(square).await;
        after = Some(square);
    }
    ann.tmux.expect("You won!").await;
    bob.tmux.expect("Ann won").await;

    ann.click_on("rematch").await;
    bob.tmux.expect("Ann wants a rematch").await;
    bob.click_on("r rematch").await;
    bob.turn(None).await;
    bob.click_square("7").await;
    ann.turn(Some("7")).await;
    ann.click_square("8").await;
    bob.turn(Some("8")).await;

    bob.click_on("q quit").await;
    bob.click_on("no").await;
    bob.tmux.expect_gone("Leave?").await;
    bob.click_on("quit").await;
    bob.tmux.expect("Leave?").await;
    bob.click_on("yes").await;
    assert_eq!(bob.tmux.prompt().await, 0);
    ann.tmux.expect("Bob left.").await;
    ann.click_on("quit").await;
    assert_eq!(ann.tmux.prompt().await, 0);
}
