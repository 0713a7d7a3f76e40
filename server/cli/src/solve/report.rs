//! The output: lines of a label and a fact, for people and scripts.

use std::time::Duration;

use tictactoe_engine::search::{Analysis, Value, Verdict};
use tictactoe_engine::{Cell, Game, Mark, Rules};

use super::position::square_names;

/// The rules, the side to move, and the board if it is not empty.
pub(crate) fn header(game: &Game) -> String {
    let turn = game.to_move().map_or_else(|| "the game is over".to_owned(), |mark| format!("{mark} to move"));
    let mut text = line("Board", &format!("{}, {turn}", game.rules()));
    if game.ply() > 0 {
        text.extend(game.board().rows().iter().map(|row| line("", row)));
    }
    text
}

/// The value for the side to move, unless the budget was exhausted.
pub(crate) fn value(value: Option<Value>, nodes: u64, time: Duration, game: &Game) -> String {
    let mut text = line("Value", result(value, side(game)));
    text += &line("Nodes", &nodes.to_string());
    text += &line("Time", &format!("{:.6} s", time.as_secs_f64()));
    text + &speed(nodes, time)
}

pub(crate) fn best(Analysis { verdict, best, .. }: &Analysis, was_stopped: bool, rules: Rules) -> String {
    let label = match (verdict, was_stopped) {
        (Verdict::Unproven, _) => "Guess",
        (Verdict::Proven { .. }, true) => "So far",
        (Verdict::Proven { .. }, false) => "Best",
    };
    distance(*verdict) + &cells(label, best, rules)
}

pub(crate) fn progress(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes, {:.1} s; Ctrl-C stops", time.as_secs_f64())
}

/// Whose turn it is, or would be if the game were not over.
fn side(game: &Game) -> Mark {
    if game.ply().is_multiple_of(2) { Mark::X } else { Mark::O }
}

fn result(value: Option<Value>, side: Mark) -> &'static str {
    match (value, side) {
        (Some(Value::Win), Mark::X) | (Some(Value::Loss), Mark::O) => "X wins",
        (Some(Value::Win), Mark::O) | (Some(Value::Loss), Mark::X) => "O wins",
        (Some(Value::Draw), _) => "draw",
        (None, _) => "unknown",
    }
}

/// The moves until a win. For a draw it would be the number of empty cells, which says nothing.
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

pub(crate) fn cells(label: &str, cells: &[Cell], rules: Rules) -> String {
    if cells.is_empty() { String::new() } else { line(label, &square_names(cells, rules)) }
}

fn line(label: &str, fact: &str) -> String {
    format!("{label:<8}  {fact}\n")
}

#[cfg(test)]
mod tests {
    use super::super::position::parse;
    use super::*;

    fn game(board: (u8, u8), run: u8, moves: &str) -> Game {
        parse(Rules::new(board.0, board.1, run), moves).unwrap()
    }

    fn proven(value: Value, distance: Option<usize>, was_stopped: bool) -> String {
        let game = game((3, 3), 3, "");
        let best = game.legal_cells()[..2].to_vec();
        let verdict = Verdict::Proven { value, distance };
        super::best(&Analysis { verdict, best, nodes: 0 }, was_stopped, game.rules())
    }

    #[test]
    fn the_header_shows_rules_turn_and_board() {
        assert_eq!(header(&game((4, 4), 4, "")), "Board     4x4, 4 in a row, X to move\n");
        let position = "Board     3x2, 3 in a row, O to move\n          __X\n          ___\n";
        assert_eq!(header(&game((3, 2), 3, "c1")), position);
        assert!(header(&game((3, 3), 3, "1,4,2,5,3")).contains("the game is over"));
    }

    #[test]
    fn the_value_comes_with_nodes_time_and_speed() {
        let (position, time) = (game((3, 3), 3, "5"), Duration::from_micros(1_500));
        assert_eq!(
            value(Some(Value::Loss), 3_000, time, &position),
            "Value     X wins\nNodes     3000\nTime      0.001500 s\nSpeed     2000000 nodes/s\n"
        );
        assert_eq!(
            value(None, 9, Duration::ZERO, &position),
            "Value     unknown\nNodes     9\nTime      0.000000 s\n"
        );
    }

    #[test]
    fn the_side_is_the_one_to_move_or_the_one_that_would_be() {
        assert_eq!(side(&game((3, 3), 3, "5")), Mark::O);
        let over = game((3, 3), 3, "1,4,2,5,3");
        assert_eq!((over.to_move(), side(&over)), (None, Mark::O));
    }

    #[test]
    fn a_result_names_the_winner() {
        let of = |value| [Mark::X, Mark::O].map(|side| result(value, side));
        assert_eq!(of(Some(Value::Win)), ["X wins", "O wins"]);
        assert_eq!(of(Some(Value::Loss)), ["O wins", "X wins"]);
        assert_eq!(of(Some(Value::Draw)), ["draw"; 2]);
    }

    #[test]
    fn the_best_moves_come_with_the_distance_of_a_win() {
        assert_eq!(proven(Value::Win, Some(7), false), "Distance  7 moves\nBest      1 2\n");
        assert_eq!(proven(Value::Loss, Some(1), false), "Distance  1 move\nBest      1 2\n");
        assert_eq!(proven(Value::Draw, Some(9), false), "Best      1 2\n");
        assert_eq!(proven(Value::Win, None, true), "So far    1 2\n");
    }

    #[test]
    fn an_unknown_line_is_not_printed() {
        assert_eq!(cells("Line", &[], Rules::CLASSIC), "");
    }

    #[test]
    fn progress_is_nodes_and_time() {
        assert_eq!(progress(12_000, Duration::from_millis(1_240)), "12000 nodes, 1.2 s; Ctrl-C stops");
    }
}
