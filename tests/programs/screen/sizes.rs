//! A terminal whose size is not known. `boards` changes the size during a game.

use harness::program::{ServerProgram, client};
use harness::tmux::Tmux;

use super::CALM;

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
