//! The README is correct: its commands' flags exist, its samples run as printed, and its links lead to files.

use std::path::Path;

use tictactoe_protocol::client::ClientFrame;
use tictactoe_tests::paths::workspace;
use tictactoe_tests::program::{Program, ServerProgram, client, server};

const README: &str = include_str!("../README.md");

/// Everything in back quotes, and every command line in code blocks.
fn commands() -> Vec<&'static str> {
    let inline = README.split('`').skip(1).step_by(2);
    let lines = README.lines().filter(|line| line.starts_with("printf") || line.starts_with("cargo run"));
    inline.chain(lines).collect()
}

fn flags_of(program: &str) -> Vec<&'static str> {
    let of = |command: &&str| command.split_whitespace().any(|word| word == program);
    let words = commands().into_iter().filter(of).flat_map(str::split_whitespace);
    words.filter(|word| word.starts_with("--")).collect()
}

async fn help(binary: &Path) -> String {
    Program::start(binary, &["--help"]).exit().await.out
}

async fn help_of_client() -> String {
    help(client()).await + &Program::start(client(), &["list", "--help"]).exit().await.out
}

#[tokio::test]
async fn every_flag_that_the_readme_names_is_in_the_help() {
    let (client_help, server_help) = (help_of_client().await, help(server()).await);
    for flag in flags_of("tictactoe").into_iter().filter(|flag| *flag != "--help") {
        assert!(client_help.contains(flag), "tictactoe has no {flag}");
    }
    for flag in
        flags_of("tictactoe-server").into_iter().filter(|flag| *flag != "--help" && *flag != "--release")
    {
        assert!(server_help.contains(flag), "tictactoe-server has no {flag}");
    }
    assert!(flags_of("tictactoe").len() > 5, "the README shows how to play");
}

#[test]
fn every_frame_that_the_readme_shows_is_one() {
    let blocks = README.split("```json\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let frames: Vec<_> = blocks.flat_map(str::lines).collect();
    assert!(!frames.is_empty());
    for frame in frames {
        ClientFrame::parse(frame).unwrap();
    }
}

#[test]
fn every_file_that_the_readme_points_at_exists() {
    let links = README.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| !link.starts_with("http")) {
        assert!(workspace().join(link).exists(), "{link}");
    }
}

#[tokio::test]
async fn the_script_sample_prints_what_the_readme_shows() {
    let server = ServerProgram::start(&[]).await;
    let mut run = Program::start(client(), &[&server.argument(), "--vs", "ai"]);
    run.type_in("5\n1\n9\n").await;
    run.end_of_input();
    let exit = run.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
    let printed =
        README.split("connected server=").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap();
    for (shown, said) in format!("connected server={printed}").lines().zip(exit.out.lines()) {
        assert_eq!(keys(shown), keys(said));
    }
}

fn keys(line: &str) -> Vec<&str> {
    line.split(' ').filter_map(|word| word.split('=').next()).collect()
}
