//! The tablebase of 3×3: value, distance and best moves of every position, computed once.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Analysis, Value, Verdict};
use crate::{Board, Game, Rules};

/// Whether every position of these rules is in a tablebase, so that nothing is searched: true for
/// [`Rules::CLASSIC`] only.
///
/// The first lookup of the program takes some milliseconds, each later one a fraction of a microsecond.
#[must_use]
pub fn has_tablebase(rules: Rules) -> bool {
    rules == Rules::CLASSIC
}

/// What is known of this game's position, and how many moves keep its value; `None` when its rules have no tablebase.
pub(crate) fn lookup(game: &Game) -> Option<&'static (Analysis, usize)> {
    static ENTRIES: OnceLock<HashMap<Board, (Analysis, usize)>> = OnceLock::new();
    if !has_tablebase(game.rules()) {
        return None;
    }
    let solve_all = || {
        let mut entries = HashMap::new();
        solve(&Game::new(game.rules()), &mut entries);
        entries
    };
    ENTRIES.get_or_init(solve_all).get(game.board())
}

/// Solves the position of a game and all that can follow.
fn solve(game: &Game, entries: &mut HashMap<Board, (Analysis, usize)>) -> Option<Verdict> {
    if let Some((known, _)) = entries.get(game.board()) {
        return known.verdict;
    }
    let mut moves = Vec::new();
    for cell in game.legal_cells() {
        let reply = game.after(cell).map(|next| solve(&next, entries));
        if let Ok(Some(Verdict { value, distance: Some(distance) })) = reply {
            moves.push((cell, (value.for_opponent(), distance + 1)));
        }
    }
    // Fast wins are better than slow ones, and slow losses than fast ones.
    let rank = |(value, distance): (Value, usize)| {
        (value, if value == Value::Win { usize::MAX - distance } else { distance })
    };
    let best = moves.iter().map(|&(_, worth)| worth).max_by_key(|&worth| rank(worth));
    let analysis = best.map_or_else(
        || Analysis::of_finished(game),
        |(value, distance)| Analysis {
            verdict: Some(Verdict { value, distance: Some(distance) }),
            best: moves.iter().filter(|(_, worth)| Some(*worth) == best).map(|&(cell, _)| cell).collect(),
            nodes: 1,
        },
    );
    let verdict = analysis.verdict;
    let safe_moves =
        moves.iter().filter(|(_, (value, _))| Some(*value) == best.map(|(value, _)| value)).count();
    entries.insert(*game.board(), (analysis, safe_moves));
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_rules_have_no_tablebase() {
        assert!(lookup(&Game::new(Rules::new(3, 3, 2).unwrap())).is_none());
        assert!(lookup(&Game::new(Rules::new(4, 3, 3).unwrap())).is_none());
    }
}
