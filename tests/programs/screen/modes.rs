//! Hotseat, spectating, and playing the computer.

use harness::player::strategy::{X_WINS, play_moves};
use harness::program::ServerProgram;
use tictactoe_protocol::values::MatchId;

use super::person::Person;
use super::{CALM, SQUARES};

#[tokio::test]
async fn two_people_play_at_one_keyboard() {
    let server = ServerProgram::start(CALM).await;
    let both = Person::at(&server, "--hotseat").await;
    for (turn, square) in SQUARES.into_iter().enumerate() {
        let player = if turn % 2 == 0 { "Player 1" } else { "Player 2" };
        both.tmux.expect(&format!("{player}'s turn")).await;
        both.tmux.keys(&[square]);
    }
    both.tmux.expect("Player 1 won").await;
    both.tmux.keys(&["r"]);
    both.tmux.expect("Player 2's turn").await;
    both.tmux.keys(&["q"]);
    both.tmux.expect("Leave?").await;
    both.tmux.keys(&["y"]);
    assert_eq!(both.tmux.prompt().await, 0);
}

#[tokio::test]
async fn a_spectator_sees_the_game_and_cannot_play_in_it() {
    let server = ServerProgram::start(CALM).await;
    let (mut x, mut o) = server.pair().await;
    let MatchId(id) = x.match_id();
    let spectator = Person::at(&server, &format!("--watch {id}")).await;
    spectator.tmux.expect("'s turn").await;
    spectator.tmux.keys(&["9", "Enter"]);
    spectator.tmux.expect("You are watching").await;
    play_moves(&mut x, &mut o, &X_WINS[..2]).await;
    let screen = spectator.tmux.expect("played top middle.").await;
    assert!(!screen.contains("place"), "{screen}");
    play_moves(&mut x, &mut o, &X_WINS[2..]).await;
    spectator.tmux.expect(" won").await;
    spectator.quits().await;
    spectator.tmux.expect(" won with the diagonal.").await;
}

#[tokio::test]
async fn the_computer_gives_a_hint_and_leaving_needs_no_confirmation() {
    let server = ServerProgram::start(CALM).await;
    let ann = Person::at(&server, "--vs ai --mark X").await;
    ann.play(None, &["1"]).await;
    ann.turn(Some("5")).await;
    ann.tmux.keys(&["H"]);
    ann.tmux.expect("Hint: ").await;
    ann.quits().await;
}
