//! A line of the text interface that is typed while others play.

use harness::join_options::as_mark;
use harness::player::Player;
use harness::program::ServerProgram;
use tictactoe_protocol::values::MarkPreference;

use super::CALM;
use super::person::Person;

#[tokio::test]
async fn a_half_typed_line_stays_whole_when_the_opponent_moves() {
    let server = ServerProgram::start(CALM).await;
    let ann = Person::at(&server, "--ui text --name Ann --mark X").await;
    ann.tmux.expect("Waiting for an opponent").await;
    let mut bob = Player::joined(server.address, as_mark(MarkPreference::O)).await;
    ann.tmux.expect("\n>").await;
    ann.tmux.bytes(b"1\n");
    bob.state_where("the first move", |state| state.ply == 1).await;
    ann.tmux.literal("react thx");
    ann.tmux.expect("\nreact thx").await;
    ann.tmux.keys(&["BSpace"]);
    bob.play(4).await.expect("a legal move");
    let screen = ann.tmux.expect("\n> react th\n").await;
    assert_eq!(screen.matches("react").count(), 1, "{screen}");
    ann.tmux.bytes(b"anks\n");
    ann.tmux.expect("\n> react thanks\nYou: Thanks!").await;
}

/// More than the client reads at once.
#[tokio::test]
async fn a_long_paste_arrives_whole_without_another_key() {
    let server = ServerProgram::start(CALM).await;
    let ann = Person::at(&server, "--ui text --vs ai").await;
    ann.tmux.expect("\n>").await;
    ann.tmux.paste(&format!("{}end", "paste ".repeat(500)));
    ann.tmux.until("the line", |screen| screen.trim_end().ends_with("paste end").then_some(())).await;
}
