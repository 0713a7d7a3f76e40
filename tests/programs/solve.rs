//! `tictactoe-server solve`: values of boards, and exit codes.

use harness::program::{Exit, Program, Signal, server};
use harness::terminal::Terminal;

async fn solve(arguments: &[&str]) -> Exit {
    start(arguments).exit().await
}

fn start(arguments: &[&str]) -> Program {
    Program::start(server(), &[&["solve"], arguments].concat())
}

/// The rest of the line that begins with this word.
fn fact<'a>(exit: &'a Exit, word: &str) -> Option<&'a str> {
    exit.out.lines().find_map(|line| line.strip_prefix(word)).map(str::trim)
}

async fn assert_worth(arguments: &[&str], value: &str, distance: Option<&str>) {
    let exit = solve(arguments).await;
    assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{arguments:?}");
    assert_eq!((fact(&exit, "Value"), fact(&exit, "Distance")), (Some(value), distance), "{exit:?}");
}

#[tokio::test]
async fn it_solves_empty_boards() {
    assert_worth(&[], "draw", None).await;
    assert_worth(&["4x4", "--run", "4"], "draw", None).await;
    assert_worth(&["4x3"], "X wins", Some("7 moves")).await;
    assert_worth(&["6x5", "--run", "4"], "X wins", Some("11 moves")).await;
    assert_worth(&["1x1", "--run", "1"], "X wins", Some("1 move")).await;
    assert_worth(&["1x1", "--run", "1", "--misere"], "O wins", Some("1 move")).await;
    assert_worth(&["--misere"], "draw", None).await;
    assert_worth(&["5x4", "--run", "4", "--gravity"], "draw", None).await;
}

#[tokio::test]
async fn in_a_lost_position_the_most_promising_move_is_the_best() {
    let moves = "161,143,156,127,141,111,159,125,158,157,142,139,162,160,97,110,79,109,108,124";
    let exit = solve(&["15x15", "--run", "5", "--nodes", "100000", "--moves", moves]).await;
    assert_eq!((fact(&exit, "Value"), fact(&exit, "Best")), (Some("O wins"), Some("f9")), "{exit:?}");
}

#[tokio::test]
async fn a_value_not_proven_within_the_node_limit_is_a_guess() {
    let exit = solve(&["15x15", "--run", "5", "--nodes", "1000"]).await;
    assert_eq!((exit.code, fact(&exit, "Value")), (Some(0), Some("unknown")));
    assert_eq!(
        (fact(&exit, "Guess").is_some(), fact(&exit, "Best"), fact(&exit, "Line")),
        (true, None, None)
    );
}

#[tokio::test]
async fn an_impossible_position_exits_with_2_and_two_lines() {
    for (arguments, about) in [
        (&["--moves", "5,5"][..], "That cell is taken"),
        (&["--moves", "10"], "no such cell"),
        (&["--moves", "1,4,2,5,3,6"], "The game is over"),
        (&["--moves", "5,middle"], "'middle'"),
        (&["2x2"], "--run"),
        (&["16x3"], "16"),
        (&["3x3", "--run", "0"], "A run of 0"),
    ] {
        let exit = solve(arguments).await;
        assert_eq!((exit.code, exit.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(exit.err.contains(about) && exit.err.lines().count() == 2, "{}", exit.err);
    }
}

#[tokio::test]
async fn a_signal_stops_it_and_it_tells_what_it_knows() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut program = start(&["15x15", "--run", "5"]);
        program.out.expect("X to move\n").await;
        program.signal(signal);
        let exit = program.exit().await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(code), ""));
        assert_eq!((fact(&exit, "Value"), fact(&exit, "Guess").is_some()), (Some("unknown"), true));
    }
}

#[tokio::test]
async fn a_terminal_shows_progress_until_ctrl_c() {
    let mut terminal = Terminal::start(server(), &["solve", "15x15", "--run", "5"]);
    for _ in 0..2 {
        terminal.screen.expect("nodes, ").await;
    }
    terminal.type_in("\u{3}").await;
    terminal.screen.expect("Value     unknown").await;
    assert_eq!(terminal.exit().await, Some(130));
}
