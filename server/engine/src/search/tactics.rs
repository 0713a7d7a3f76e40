//! What the threats of both sides decide without a search, on either board of the searches of the plain game.

use crate::cell::CellSet;
use crate::{Cell, Mark};

/// What the threats of both sides decide without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    /// This side wins within this many moves, whatever the opponent does.
    Decided(Mark, u8),
    /// The side to move must block here, or lose at once.
    Block(Cell),
    /// Neither side threatens to win at once, and the side to move has no fork.
    None,
}

/// More forks exclude hardly any more moves.
pub(super) const MAX_FORKS: usize = 4;

/// A position of a game that is not over.
pub(super) trait Tactics {
    fn to_move(&self) -> Mark;
    fn empty(&self) -> CellSet;

    /// The empty cells on which a mark completes a run.
    fn completions(&self, mark: Mark) -> CellSet;

    /// Where neither side can complete a run: the empty cells on which a mark threatens to.
    fn fours(&self, mark: Mark) -> CellSet;

    /// Where neither side can complete a run: moves that threaten to complete one on two cells, at most [`MAX_FORKS`]. Of
    /// each the cells of which the opponent must take one, unless it makes a threat.
    fn forks(&self, mark: Mark) -> Vec<CellSet>;

    fn threats(&self) -> Threats {
        let (us, them) = (self.to_move(), self.to_move().other());
        if !self.completions(us).is_empty() {
            return Threats::Decided(us, 1);
        }
        let wins = self.completions(them);
        match wins.first() {
            Some(cell) if wins.len() == 1 => Threats::Block(cell),
            Some(_) => Threats::Decided(them, 2),
            None if !self.forks(us).is_empty() => Threats::Decided(us, 3),
            None => Threats::None,
        }
    }

    /// The moves to choose from where the threats decide nothing: those that do not lose to a fork.
    fn candidate_moves(&self) -> CellSet {
        let us = self.to_move();
        let stops = self.forks(us.other()).into_iter().map(|fork| fork.union(self.fours(us)));
        stops.fold(self.empty(), CellSet::intersection)
    }
}

/// At most this many cells by their promise, the best first; among equals those nearest to the centre. The key of a cell
/// is one number, which sorts faster.
pub(super) fn best_first(cells: impl Iterator<Item = (u32, u8, Cell)>, most: usize) -> Vec<Cell> {
    let key = |(promise, off_centre, cell): (u32, u8, Cell)| {
        u64::from(!promise) << 16 | u64::from(off_centre) << 8 | u64::from(cell.0)
    };
    let mut keys: Vec<u64> = cells.map(key).collect();
    if keys.len() > most {
        keys.select_nth_unstable(most);
        keys.truncate(most);
    }
    keys.sort_unstable();
    keys.into_iter().map(|key| Cell(key.to_le_bytes()[0])).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Resources;
    use super::super::budget::{Budget, Control, NodeCounter};
    use super::super::position::Position;
    use super::super::shape_search::ShapeSearch;
    use super::super::transposition_table::TranspositionTable;
    use super::super::winning_lines::WinningLines;
    use super::super::zobrist::ZobristKeys;
    use super::*;
    use crate::shapes::ShapeTable;
    use crate::testing::{small_rules, unfinished};

    proptest! {
        #[test]
        fn lines_and_shapes_show_the_same_threats(
            game in unfinished(small_rules(7, 5), 49)
        ) {
            let (rules, us) = (game.rules(), game.to_move().unwrap());
            let (lines, zobrist) = (WinningLines::new(rules), ZobristKeys::new(rules));
            let (shapes, control) = (ShapeTable::new(rules), Control::new());
            let counter = NodeCounter::new(Budget { nodes: 0, control: &control });
            let mut resources = Resources { table: &mut TranspositionTable::new(1), counter };
            let by_shapes = ShapeSearch::new(&shapes, game.board(), us, &mut resources);
            let by_lines = Position::new(&lines, &zobrist, game.board(), us);
            prop_assert_eq!(by_lines.threats(), by_shapes.threats());
            if by_lines.threats() == Threats::None && by_lines.forks(us.other()).len() < MAX_FORKS {
                prop_assert_eq!(by_lines.candidate_moves(), by_shapes.candidate_moves());
            }
        }
    }
}
