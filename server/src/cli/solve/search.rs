//! The steps of a search: value, best moves, line of best play. Each result is reported at once.

use std::time::Instant;

use tictactoe_engine::search::{Budget, Control, Search};

use super::flags::Task;
use super::report::Found;

/// Searches until it is done, is stopped, or `report` returns false.
pub(crate) fn solve(task: &Task, control: &Control, mut report: impl FnMut(Found) -> bool) {
    let game = &task.game;
    let mut search = Search::new(task.table_bytes);
    let budget = Budget { nodes: task.max_nodes, control };

    let started = Instant::now();
    let (value, nodes) = search.value(game, budget);
    if !report(Found::Value { value, nodes, time: started.elapsed() }) {
        return;
    }
    let analysis = search.analyse(game, budget);
    let (verdict, cells) = (analysis.verdict, analysis.best);
    let first = cells.first().copied();
    let was_stopped = control.is_stopped();
    if !report(Found::Best { verdict, cells, was_stopped }) || was_stopped || verdict.value().is_none() {
        return;
    }
    if let Some(first) = first {
        let mut next = game.clone();
        if next.play(first).is_ok() {
            let mut line = vec![first];
            line.extend(search.principal_variation(&next, budget));
            report(Found::Line(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_engine::search::{Value, Verdict};

    use super::super::position::parse;
    use super::*;

    fn task(board: (u8, u8), run: u8, moves: &str, max_nodes: u64) -> Task {
        Task { game: parse(board, run, moves).unwrap(), max_nodes, table_bytes: 1 << 20 }
    }

    fn solved(task: &Task, control: &Control) -> Vec<Found> {
        let mut found = Vec::new();
        solve(task, control, |result| {
            found.push(result);
            true
        });
        found
    }

    #[test]
    fn value_best_moves_and_line_are_reported_in_this_order() {
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
    fn an_exhausted_budget_gives_an_unproven_move() {
        let found = solved(&task((15, 15), 5, "", 2_000), &Control::new());
        let guess = |found: &[Found]| matches!(found, [Found::Value { value: None, nodes: ..=2_000, .. }, Found::Best { verdict: Verdict::Estimate(_), cells, .. }] if cells.len() == 1);
        assert!(guess(&found), "{found:?}");
    }

    #[test]
    fn a_stopped_search_reports_what_it_has_found() {
        let control = Control::new();
        control.stop();
        let found = solved(&task((6, 6), 4, "", u64::MAX), &control);
        assert!(matches!(&*found, [Found::Value { value: None, .. }, Found::Best { was_stopped: true, .. }]));
    }

    #[test]
    fn the_search_ends_when_its_reports_are_not_wanted() {
        let mut reports = 0;
        solve(&task((4, 4), 4, "", u64::MAX), &Control::new(), |_| {
            reports += 1;
            false
        });
        assert_eq!(reports, 1);
    }
}
