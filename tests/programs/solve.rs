//! `solve`, the example of the engine: positions, values, and exit codes.

use harness::program::{Exit, Program, solve};

async fn run(arguments: &str) -> Exit {
    Program::start(solve(), &arguments.split_whitespace().collect::<Vec<_>>()).exit().await
}

#[tokio::test]
async fn it_prints_value_distance_best_squares_and_possible_moves() {
    for (arguments, value, distance, best) in [
        ("", "draw", "9", "b2 a1 c1 a3 c3 b1 a2 c2 b3"),
        ("--size 4x4 --run 4", "draw", "16", ""),
        ("--size 4x3", "X wins", "7", ""),
        ("--size 1x1 --run 1 --misere", "O wins", "1", "a1"),
        ("--size 5x4 --run 4 --gravity", "draw", "20", ""),
        ("XX_ OO_ ___", "X wins", "1", "c1"),
        ("XX_ O__ ___", "X wins", "4", "c1"),
        ("b2,a1,c3", "draw", "6", ""),
    ] {
        let exit = run(arguments).await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{arguments}");
        let fact = |word| exit.out.lines().find_map(|line| line.strip_prefix(word)).map(str::trim);
        assert_eq!((fact("Value"), fact("Distance")), (Some(value), Some(distance)), "{}", exit.out);
        assert!(best.is_empty() || fact("Best") == Some(best), "{}", exit.out);
    }
}

#[tokio::test]
async fn possible_moves_are_in_the_order_of_rows_and_columns() {
    for (arguments, possible) in [
        ("X_O _X_ __O", "Possible b1 a2 c2 a3 b3\n"),
        ("--size 4x3 --gravity b3,b2", "Possible b1 a3 c3 d3\n"),
        ("XXX OO_ ___", "Possible\n"),
        ("XOX XOO OXX", "Possible\n"),
    ] {
        let exit = run(arguments).await;
        assert!(exit.code == Some(0) && exit.out.ends_with(possible), "{arguments}: {exit:?}");
    }
}

#[tokio::test]
async fn a_wrong_position_exits_with_2_and_says_why() {
    for (arguments, about) in [
        ("b2,b2", "That cell is taken"),
        ("d1", "no square"),
        ("a1,b9999999999999999999", "no square"),
        ("a1,a2,b1,b2,c1,c2", "The game is over"),
        ("O__ ___ ___", "No game leads to this board"),
        ("XXX OOO ___", "No game leads to this board"),
        ("X__ __ ___", "No game leads to this board"),
        ("X__ a1 ___", "the rows of a board"),
        ("--gravity X__ ___ ___", "write the moves"),
        ("--size 2x2", "3 in a row do not fit"),
        ("--size 16x3", "16"),
        ("--size", "--size 5x4"),
        ("--run 0", "A run of 0"),
        ("--run many", "--run 4"),
    ] {
        let exit = run(arguments).await;
        assert_eq!((exit.code, exit.out.as_str()), (Some(2), ""), "{arguments}");
        assert!(exit.err.contains(about) && exit.err.contains("\nUsage: "), "{}", exit.err);
    }
    let help = run("--help").await;
    assert!(help.code == Some(0) && help.out.starts_with("Usage: solve"), "{help:?}");
}
