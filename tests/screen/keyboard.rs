//! A whole match by keyboard.

use tictactoe_tests::program::ServerProgram;

use super::CALM;
use super::person::Person;

const BY_ARROWS: [&[&str]; 3] =
    [&["Enter"], &["Up", "Left", "Left", "Enter"], &["j", "Down", "l", "Right", "Right", "Space"]];

#[tokio::test]
async fn a_whole_match_is_played_by_keyboard() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, "").await;
    ann.play(None, BY_ARROWS[0]).await;
    bob.play(Some("5"), &["2"]).await;
    ann.play(Some("2"), BY_ARROWS[1]).await;
    bob.play(Some("1"), &["3"]).await;
    ann.play(Some("3"), BY_ARROWS[2]).await;
    ann.tmux.expect("You won  1-5-9").await;
    bob.tmux.expect("You lost  1-5-9").await;

    bob.tmux.keys(&["r"]);
    bob.tmux.expect("Rematch offered").await;
    ann.tmux.expect("Bob wants a rematch. Press r to accept").await;
    ann.tmux.keys(&["r"]);
    for (mover, after, keys) in
        [(&bob, None, "1"), (&ann, Some("1"), "5"), (&bob, Some("5"), "2"), (&ann, Some("2"), "3")]
    {
        mover.play(after, &[keys]).await;
    }
    bob.play(Some("3"), &["4"]).await;
    ann.play(Some("4"), &["7"]).await;
    let screen = ann.tmux.expect("You won  3-5-7").await;
    assert!(screen.contains("Score 2-0, 0 draws"), "{screen}");
    bob.tmux.expect("You lost  3-5-7").await;

    ann.quits().await;
    ann.tmux.expect("You won: 3-5-7. Score 2-0").await;
    bob.tmux.expect("Ann has left: no rematch").await;
    bob.quits().await;
}

#[tokio::test]
async fn keys_in_the_opponents_turn_are_ignored_and_a_taken_square_is_explained() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, "").await;
    bob.tmux.keys(&["4"]);
    bob.has_been_heard().await;
    ann.play(None, &["5"]).await;
    bob.play(Some("5"), &["5"]).await;
    bob.tmux.expect("5 is taken: pick an empty square").await;
    bob.tmux.keys(&["2"]);
    ann.turn(Some("2")).await;
}

#[tokio::test]
async fn resigning_and_leaving_need_confirmation() {
    let server = ServerProgram::start(CALM).await;
    let [ann, bob] = Person::two(&server, "").await;
    ann.play(None, &["5"]).await;
    bob.play(Some("5"), &["1"]).await;
    for (key, question, no) in [("R", "Give this game up?", "n"), ("q", "Leave?", "Escape")] {
        ann.turn(None).await;
        ann.tmux.keys(&[key]);
        ann.tmux.expect(question).await;
        ann.tmux.keys(&[no]);
        ann.tmux.expect_gone(question).await;
    }
    ann.tmux.keys(&["R"]);
    ann.tmux.expect("Give this game up?").await;
    ann.tmux.keys(&["y"]);
    ann.tmux.expect("You lost  you resigned").await;
    bob.tmux.expect("You won  Ann resigned").await;
}
