//! A server that is killed during a game, and started again.

use harness::home::Home;
use harness::program::{Program, ServerProgram, Signal, server};

use super::CALM;
use super::person::Person;

async fn again(home: &Home, port: u16) -> Program {
    let port = port.to_string();
    let mut program = Program::start_in(home, server(), &[&["--local", "--port", &port], CALM].concat());
    program.out.expect("/ws\n").await;
    program
}

#[tokio::test]
async fn both_screens_survive_a_server_kill_mid_game() {
    let home = Home::new();
    let mut first = ServerProgram::start_in(&home, CALM).await;
    let [ann, bob] = Person::two(&first, "").await;
    ann.play(None, &["5"]).await;
    bob.play(Some("5"), &["2"]).await;
    ann.turn(Some("2")).await;
    bob.tmux.expect("You played top middle").await;

    first.program.signal(Signal::KILL);
    first.program.exit().await;
    for person in [&ann, &bob] {
        person.tmux.until("the notice beside the board", is_beside_the_board).await;
        // These keys are neither played nor queued.
        person.tmux.keys(&["7", "Enter", "R"]);
        person.has_been_heard().await;
        person.tmux.until("the notice as before", is_beside_the_board).await;
    }

    let _second = again(&home, first.address.port()).await;
    for person in [&ann, &bob] {
        person.tmux.expect_gone("Reconnecting").await;
    }
    ann.tmux.expect("● online").await;
    ann.play(Some("2"), &["1"]).await;
    bob.tmux.expect("● online").await;
    bob.play(Some("1"), &["3"]).await;
    ann.play(Some("3"), &["9"]).await;
    ann.tmux.expect("You won!").await;
    bob.tmux.expect("Ann won").await;
    for person in [&ann, &bob] {
        person.quits().await;
    }
}

/// Whether the notice is shown beside a board that still has both marks.
fn is_beside_the_board(screen: &str) -> Option<()> {
    let is_beside = |line: &str| line.contains('│') && line.contains("◐ Reconnecting");
    let has_marks = screen.contains("▀▄ ▄▀") && screen.contains("▄▀▀▀▄");
    (has_marks && screen.lines().any(is_beside)).then_some(())
}
