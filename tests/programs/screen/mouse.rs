//! A move and the footer by mouse: not a key is pressed. What is under each place is tested in the client.

use harness::program::ServerProgram;

use super::CALM;
use super::person::Person;

#[tokio::test]
async fn a_move_is_made_and_a_question_answered_by_mouse() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, "").await;
    ann.click_square("5").await;
    bob.turn(Some("5")).await;
    bob.click_square("2").await;
    ann.turn(Some("2")).await;

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
