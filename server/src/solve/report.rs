//! What is printed: lines that each begin with a word and hold one fact, for people and scripts.

use std::fmt::Write;
use std::time::Duration;

use tictactoe_engine::search::{Value, Verdict};
use tictactoe_engine::{Cell, Mark};

use super::problem::Problem;

/// What was found out, in this order. All together is not known at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// The value to the side to move, if the budget sufficed, and what that took.
    Value {
        /// What the position is worth.
        value: Option<Value>,
        /// How many positions were looked at.
        nodes: u64,
        /// How long it took.
        time: Duration,
    },
    /// The best moves.
    Best {
        /// What they come to.
        verdict: Verdict,
        /// The moves.
        cells: Vec<Cell>,
        /// Whether the search was stopped on the way.
        was_stopped: bool,
    },
    /// A line of best play.
    Line(Vec<Cell>),
}

/// What is to be solved: the rules, whose turn it is, and the board if it is not empty.
pub(crate) fn header(problem: &Problem) -> String {
    let game = problem.game();
    let turn = game.to_move().map_or_else(|| "the game is over".to_owned(), |mark| format!("{mark} to move"));
    let mut text = line("Board", &format!("{}, {turn}", game.rules()));
    if game.ply() > 0 {
        text.extend(game.board().rows().iter().map(|row| line("", row)));
    }
    text
}

/// The lines that tell something found.
pub(crate) fn told(found: &Found, problem: &Problem) -> String {
    match found {
        Found::Value { value, nodes, time } => {
            let mut text = line("Value", result(*value, problem.side()));
            text += &line("Nodes", &nodes.to_string());
            text += &line("Time", &format!("{:.6} s", time.as_secs_f64()));
            text + &speed(*nodes, *time)
        }
        Found::Best { verdict, cells, was_stopped } => {
            let label = match (verdict, was_stopped) {
                (Verdict::Estimate(_), _) => "Guess",
                (Verdict::Proven { .. }, true) => "So far",
                (Verdict::Proven { .. }, false) => "Best",
            };
            distance(*verdict) + &cells_line(label, cells, problem)
        }
        Found::Line(cells) => cells_line("Line", cells, problem),
    }
}

/// How far the search has come.
pub(crate) fn progress(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes, {:.1} s; Ctrl-C stops", time.as_secs_f64())
}

fn result(value: Option<Value>, side: Mark) -> &'static str {
    match (value, side) {
        (Some(Value::Win), Mark::X) | (Some(Value::Loss), Mark::O) => "X wins",
        (Some(Value::Win), Mark::O) | (Some(Value::Loss), Mark::X) => "O wins",
        (Some(Value::Draw), _) => "draw",
        (None, _) => "unknown",
    }
}

/// In how many moves a win comes. That of a draw tells nothing: it is the number of empty cells.
fn distance(verdict: Verdict) -> String {
    match (verdict.value(), verdict.distance()) {
        (Some(Value::Win | Value::Loss), Some(1)) => line("Distance", "1 move"),
        (Some(Value::Win | Value::Loss), Some(moves)) => line("Distance", &format!("{moves} moves")),
        _ => String::new(),
    }
}

fn speed(nodes: u64, time: Duration) -> String {
    let per_second = u128::from(nodes) * 1_000_000_000;
    let speed = per_second.checked_div(time.as_nanos());
    speed.map_or_else(String::new, |speed| line("Speed", &format!("{speed} nodes/s")))
}

fn cells_line(label: &str, cells: &[Cell], problem: &Problem) -> String {
    if cells.is_empty() { String::new() } else { line(label, &problem.names(cells)) }
}

fn line(label: &str, fact: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{label:<8}  {fact}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(sides: (u8, u8), run: u8, moves: &str) -> Problem {
        Problem::new(sides, run, moves).unwrap()
    }

    fn best(value: Value, distance: Option<usize>, was_stopped: bool) -> String {
        let problem = problem((3, 3), 3, "");
        let cells = problem.game().legal_cells()[..2].to_vec();
        told(&Found::Best { verdict: Verdict::Proven { value, distance }, cells, was_stopped }, &problem)
    }

    #[test]
    fn the_header_shows_what_is_solved() {
        assert_eq!(header(&problem((4, 4), 4, "")), "Board     4x4, 4 in a row, X to move\n");
        let position = "Board     3x2, 3 in a row, O to move\n          __X\n          ___\n";
        assert_eq!(header(&problem((3, 2), 3, "c1")), position);
        assert!(header(&problem((3, 3), 3, "1,4,2,5,3")).contains("the game is over"));
    }

    #[test]
    fn the_value_is_told_with_what_it_took() {
        let found =
            Found::Value { value: Some(Value::Loss), nodes: 3_000, time: Duration::from_micros(1_500) };
        assert_eq!(
            told(&found, &problem((3, 3), 3, "5")),
            "Value     X wins\nNodes     3000\nTime      0.001500 s\nSpeed     2000000 nodes/s\n"
        );
        let unknown = Found::Value { value: None, nodes: 9, time: Duration::ZERO };
        assert_eq!(
            told(&unknown, &problem((3, 3), 3, "")),
            "Value     unknown\nNodes     9\nTime      0.000000 s\n"
        );
    }

    #[test]
    fn a_result_is_told_of_whose_side_it_is() {
        let of = |value| [Mark::X, Mark::O].map(|side| result(value, side));
        assert_eq!(of(Some(Value::Win)), ["X wins", "O wins"]);
        assert_eq!(of(Some(Value::Loss)), ["O wins", "X wins"]);
        assert_eq!(of(Some(Value::Draw)), ["draw"; 2]);
    }

    #[test]
    fn the_best_moves_come_with_the_distance_of_a_win() {
        assert_eq!(best(Value::Win, Some(7), false), "Distance  7 moves\nBest      1 2\n");
        assert_eq!(best(Value::Loss, Some(1), false), "Distance  1 move\nBest      1 2\n");
        assert_eq!(best(Value::Draw, Some(9), false), "Best      1 2\n");
        assert_eq!(best(Value::Win, None, true), "So far    1 2\n");
    }

    #[test]
    fn moves_that_are_not_proven_to_be_best_are_a_guess() {
        let problem = problem((4, 4), 3, "");
        let cells = problem.game().legal_cells()[..1].to_vec();
        let found = Found::Best { verdict: Verdict::Estimate(7), cells, was_stopped: true };
        assert_eq!(told(&found, &problem), "Guess     a1\n");
    }

    #[test]
    fn a_line_that_is_not_known_is_not_told() {
        assert_eq!(told(&Found::Line(Vec::new()), &problem((3, 3), 3, "")), "");
    }

    #[test]
    fn progress_is_nodes_and_time() {
        assert_eq!(progress(12_000, Duration::from_millis(1_240)), "12000 nodes, 1.2 s; Ctrl-C stops");
    }
}
