//! The terminal client as people and scripts use it: the real binary in a pseudo-terminal and over pipes, with the
//! real server.

use harness::home::Home;
use harness::program::{Program, ServerProgram, client};
use harness::terminal::Terminal;

fn terminal(server: &ServerProgram, flags: &[&str]) -> Terminal {
    Terminal::start(client(), &[&[&*server.argument()], flags].concat())
}

fn terminal_in(home: &Home, server: &ServerProgram, flags: &[&str]) -> Terminal {
    Terminal::start_in(home, client(), &[&[&*server.argument()], flags].concat())
}

fn program(server: &ServerProgram, flags: &[&str]) -> Program {
    Program::start(client(), &[&[&*server.argument()], flags].concat())
}

/// Two players over pipes, and the id of their match.
async fn two_programs(server: &ServerProgram) -> (Program, Program, String) {
    let mut ann = program(server, &["--mark", "X", "--name", "Ann"]);
    let bob = program(server, &["--mark", "O"]);
    let game = ann.out.expect_line("Game 1 of match").await;
    let id = game.split_once("match ").unwrap().1.split('.').next().unwrap();
    (ann, bob, id.to_owned())
}

#[tokio::test]
async fn a_name_and_a_level_are_remembered_for_the_next_run() {
    let server = ServerProgram::start(&[]).await;
    let home = Home::new();
    let mut first = terminal_in(&home, &server, &["--vs", "ai"]);
    first.answer("name Ann Smith").await;
    first.screen.expect("Your name is now Ann Smith.").await;
    first.answer("level casual").await;
    first.screen.expect("Level: casual, from the next game on.").await;
    first.answer("q").await;
    assert_eq!(first.exit().await, Some(0));
    let mut second = terminal_in(&home, &server, &["--vs", "ai"]);
    second.screen.expect("the computer (casual)").await;
    let mut third = terminal_in(&home, &server, &["--vs", "human"]);
    third.screen.expect("Waiting for an opponent.").await;
    terminal(&server, &["--vs", "human", "--name", "Bob"]).screen.expect("Ann Smith is").await;
}

#[tokio::test]
async fn a_game_to_watch_is_chosen_at_a_terminal_and_listed_in_a_pipe() {
    let server = ServerProgram::start(&[]).await;
    let (_ann, _bob, id) = two_programs(&server).await;
    let mut eve = Terminal::start(client(), &["watch", &server.argument()]);
    eve.screen.expect("1: Ann - ").await;
    eve.answer("2").await;
    eve.answer("1").await;
    eve.screen.expect("You are watching").await;
    let mut pipe = Program::start(client(), &["watch", &server.argument()]);
    pipe.end_of_input();
    let exit = pipe.exit().await;
    assert_eq!((exit.code, exit.out.as_str()), (Some(2), ""), "{exit:?}");
    assert!(exit.err.contains(&id) && exit.err.contains("--watch MATCH"), "{exit:?}");
}
