//! A whole match by keyboard.

use harness::program::ServerProgram;

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
    ann.tmux.expect("You won!").await;
    bob.tmux.expect("Ann won").await;

    bob.tmux.keys(&["r"]);
    bob.tmux.expect("Rematch offered").await;
    ann.tmux.expect("Bob wants a rematch").await;
    ann.tmux.keys(&["r"]);
    bob.turn(None).await;

    ann.tmux.keys(&["q", "y"]);
    assert_eq!(ann.tmux.prompt().await, 0);
    bob.tmux.expect("Ann left").await;
    bob.quits().await;
}
