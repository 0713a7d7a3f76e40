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

#[tokio::test]
async fn piped_lines_wait_for_their_turn_and_end_of_input_resigns() {
    let server = ServerProgram::start(&[]).await;
    let exit = pipe(&server, &["--vs", "ai"], "5\nb1\n3,3\n").await;
    assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""));
    assert!(exit.out.starts_with("Connected.\nGame 1 of match"), "{}", exit.out);
    assert!(exit.out.contains("\nYou played centre.\n"), "{}", exit.out);
    assert!(exit.out.ends_with("Score: you 0, the computer 1, no draws.\n"), "{}", exit.out);
}

#[tokio::test]
async fn a_hotseat_can_be_piped_on_a_bigger_board() {
    let server = ServerProgram::start(&[]).await;
    let flags = ["--hotseat", "--game", "4x4 4"];
    let exit = pipe(&server, &flags, "a1\nb1\na2\nb2\na3\nb3\na4\n").await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!(exit.out.contains("won with four in a row, a1 to a4"), "{}", exit.out);
}

#[tokio::test]
async fn a_bot_plays_over_the_json_bridge() {
    let server = ServerProgram::start(&[]).await;
    let mut bot = program(&server, &["--ui", "json", "--vs", "ai", "--level", "easy"]);
    let end = loop {
        let line = bot.out.expect("\n").await;
        match ServerMessage::parse(&line).unwrap() {
            ServerMessage::State(state) if state.result.is_some() => break *state,
            ServerMessage::State(state) if is_own_turn(&state) => bot.type_in(&first_legal(&state)).await,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    };
    harness::referee::check(&end);
    bot.end_of_input();
    let exit = bot.exit().await;
    assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""));
    assert!(exit.out.starts_with(r#"{"type":"welcome""#));
}

fn first_legal(state: &Snapshot) -> String {
    format!("{{\"type\":\"move\",\"cell\":{},\"ply\":{},\"id\":{}}}\n", state.legal[0], state.ply, state.ply)
}

#[tokio::test]
async fn hints_and_a_review_can_be_piped() {
    let server = ServerProgram::start(&[]).await;
    let exit = pipe(&server, &["--vs", "ai"], "hint\n5\nreview\n").await;
    assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""));
    for told in [
        "\nHint: centre. Every square still draws. Type 5.\n",
        "\nYou can review the game when it is over.\n",
        "\nReview of game 1.\n1. You played centre",
    ] {
        assert!(exit.out.contains(told), "{}", exit.out);
    }
    assert!(exit.out.ends_with("\nNo mistakes found in 2 moves.\n"), "{}", exit.out);
}
