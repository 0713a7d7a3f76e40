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
    use super::super::position::parse;
    use super::*;

    #[test]
    fn the_search_ends_when_its_reports_are_not_wanted() {
        let mut reports = 0;
        let game = parse((4, 4), 4, "").unwrap();
        solve(&Task { game, max_nodes: u64::MAX, table_bytes: 1 << 20 }, &Control::new(), |_| {
            reports += 1;
            false
        });
        assert_eq!(reports, 1);
    }
}
