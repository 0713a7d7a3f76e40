//! The steps of solving, one after the other: what each finds is told at once.

use std::time::Instant;

use tictactoe_engine::Game;
use tictactoe_engine::search::{Budget, Control, Search};

use super::flags::Task;
use super::report::Found;

/// Finds the value, the best moves and a line of best play, until it is done, is stopped, or nobody listens.
pub(crate) fn solve(task: &Task, control: &Control, mut tell: impl FnMut(Found) -> bool) {
    let game = task.problem.game();
    let mut search = Search::new(task.table_bytes);
    let budget = Budget { nodes: task.nodes, control };

    let began = Instant::now();
    let (value, nodes) = search.value(game, budget);
    if !tell(Found::Value { value, nodes, time: began.elapsed() }) {
        return;
    }
    let analysis = search.analyse(game, budget);
    let (verdict, cells) = (analysis.verdict, analysis.best);
    let after_best = cells.first().and_then(|&cell| after(game, cell));
    let was_stopped = control.is_stopped();
    if !tell(Found::Best { verdict, cells: cells.clone(), was_stopped }) {
        return;
    }
    if let (Some(after_best), Some(_), false) = (after_best, verdict.value(), was_stopped) {
        let mut line = cells;
        line.truncate(1);
        line.extend(search.principal_variation(&after_best, budget));
        tell(Found::Line(line));
    }
}

fn after(game: &Game, cell: tictactoe_engine::Cell) -> Option<Game> {
    let mut next = game.clone();
    next.play(cell).ok()?;
    Some(next)
}

#[cfg(test)]
mod tests {
    use tictactoe_engine::search::{Value, Verdict};

    use super::super::problem::Problem;
    use super::*;

    fn task(sides: (u8, u8), run: u8, moves: &str, nodes: u64) -> Task {
        Task { problem: Problem::new(sides, run, moves).unwrap(), nodes, table_bytes: 1 << 20 }
    }

    fn solved(task: &Task, control: &Control) -> Vec<Found> {
        let mut told = Vec::new();
        solve(task, control, |found| {
            told.push(found);
            true
        });
        told
    }

    #[test]
    fn value_best_moves_and_line_come_in_this_order() {
        let found = solved(&task((4, 3), 3, "", u64::MAX), &Control::new());
        let [
            Found::Value { value, .. },
            Found::Best { verdict, cells, was_stopped: false },
            Found::Line(line),
        ] = found.as_slice()
        else {
            panic!("{found:?}")
        };
        assert_eq!(*value, Some(Value::Win));
        assert_eq!(*verdict, Verdict::Proven { value: Value::Win, distance: Some(7) });
        assert_eq!((line.len(), line.first()), (7, cells.first()));
    }

    #[test]
    fn a_game_that_is_over_has_a_value_and_no_moves() {
        let found = solved(&task((3, 3), 3, "1,4,2,5,3", u64::MAX), &Control::new());
        assert!(
            matches!(&*found, [Found::Value { value: Some(Value::Loss), .. }, Found::Best { cells, .. }] if cells.is_empty())
        );
    }

    #[test]
    fn a_budget_that_does_not_suffice_leaves_a_guess() {
        let found = solved(&task((15, 15), 5, "", 2_000), &Control::new());
        let guess = |found: &[Found]| matches!(found, [Found::Value { value: None, nodes: ..=2_000, .. }, Found::Best { verdict: Verdict::Estimate(_), cells, .. }] if cells.len() == 1);
        assert!(guess(&found), "{found:?}");
    }

    #[test]
    fn a_search_that_is_stopped_tells_what_it_has() {
        let control = Control::new();
        control.stop();
        let found = solved(&task((6, 6), 4, "", u64::MAX), &control);
        assert!(matches!(&*found, [Found::Value { value: None, .. }, Found::Best { was_stopped: true, .. }]));
    }

    #[test]
    fn nothing_is_looked_for_when_nobody_listens() {
        let mut told = 0;
        solve(&task((4, 4), 4, "", u64::MAX), &Control::new(), |_| {
            told += 1;
            false
        });
        assert_eq!(told, 1);
    }
}
