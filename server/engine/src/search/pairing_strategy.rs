//! Pairing strategies: a proof without search that a side cannot win any more.

use super::position::Position;
use super::tactics::Tactics;
use crate::cell::CellSet;
use crate::{Cell, Mark};

/// Whether the opponent has a pairing strategy against `mark`: disjoint pairs of empty cells, such that every line
/// that is open to `mark` contains a pair. Whenever `mark` takes one cell of a pair, the opponent takes the other. So
/// `mark` never completes a line, whichever side is to move (Hales and Jewett, "Regularity and positional games",
/// 1963).
///
/// `false` means only that none was found: neighbouring lines of a ray are grouped greedily to share a pair.
pub(super) fn exists_against(position: &Position<'_>, mark: Mark) -> bool {
    let Some(groups) = line_groups(position, mark) else { return false };
    let mut matching = Matching { groups, owner: [None; CELLS] };
    (0..matching.groups.len()).all(|group| matching.assign_pair(group))
}

/// For each group of lines that share a pair, the cells that the pair can be chosen from, the smallest set first.
/// `None` when there are too few cells.
fn line_groups(position: &Position<'_>, mark: Mark) -> Option<Vec<CellSet>> {
    let empty = position.empty();
    let max_pairs = usize::from(position.empty_count() / 2);
    let mut groups: Vec<CellSet> = Vec::with_capacity(max_pairs);
    for ray in position.lines().rays() {
        let mut shared = CellSet::default();
        for line in ray.clone().filter(|&line| position.is_open(line, mark)) {
            let cells = position.lines().cell_set(line).intersection(empty);
            let both = shared.intersection(cells);
            if both.len() >= 2 {
                shared = both;
                continue;
            }
            if cells.len() < 2 {
                return None;
            }
            groups.extend(Some(shared).filter(|shared| !shared.is_empty()));
            shared = cells;
        }
        groups.extend(Some(shared).filter(|shared| !shared.is_empty()));
        if groups.len() > max_pairs {
            return None;
        }
    }
    groups.sort_by_key(|group| group.len());
    Some(groups)
}

/// One more than the highest number of a cell of any board.
const CELLS: usize = 256;

/// A bipartite matching of groups with cells, two cells for each group, found by augmenting paths (Berge, "Two
/// theorems in graph theory", 1957).
struct Matching {
    groups: Vec<CellSet>,
    /// By cell number: the group that the cell is assigned to.
    owner: [Option<u8>; CELLS],
}

impl Matching {
    fn assign_pair(&mut self, group: usize) -> bool {
        let Some(first) = self.augment(group, &mut CellSet::default()) else { return false };
        // Counts as visited, because the second cell must be another one.
        let mut visited: CellSet = [first].into_iter().collect();
        self.augment(group, &mut visited).is_some()
    }

    /// Assigns the group one more of its cells that are not `visited`. Other groups may have to exchange a cell for
    /// another one.
    fn augment(&mut self, group: usize, visited: &mut CellSet) -> Option<Cell> {
        let cells = *self.groups.get(group)?;
        loop {
            let unvisited = cells.difference(*visited);
            let free = unvisited.iter().find(|&cell| self.owner_of(cell).is_none());
            let cell = free.or_else(|| unvisited.first())?;
            visited.insert(cell);
            let is_free = match self.owner_of(cell) {
                None => true,
                Some(owner) if owner == group => false,
                Some(owner) => self.augment(owner, visited).is_some(),
            };
            if is_free {
                if let Some(owner) = self.owner.get_mut(cell.index()) {
                    *owner = u8::try_from(group).ok();
                }
                return Some(cell);
            }
        }
    }

    fn owner_of(&self, cell: Cell) -> Option<usize> {
        self.owner.get(cell.index()).copied().flatten().map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::winning_lines::WinningLines;
    use crate::search::zobrist::ZobristKeys;
    use crate::{Game, Rules};

    fn is_blocked(rules: (u8, u8, u8), cells: &[u8], mark: Mark) -> bool {
        let rules = Rules::new(rules.0, rules.1, rules.2).unwrap();
        let game = Game::replay(rules, cells.iter().map(|&cell| Cell(cell))).unwrap();
        let (lines, zobrist) = (WinningLines::new(rules), ZobristKeys::new(rules));
        exists_against(&Position::new(&lines, &zobrist, game.board(), game.to_move().unwrap()), mark)
    }

    #[test]
    fn five_by_five_has_the_pairing_strategy_of_hales_and_jewett() {
        assert!(is_blocked((5, 5, 5), &[], Mark::X));
    }

    #[test]
    fn a_board_with_too_few_cells_for_its_lines_has_no_pairing_strategy() {
        assert!(!is_blocked((3, 3, 3), &[], Mark::X));
        assert!(!is_blocked((4, 4, 4), &[], Mark::X));
    }

    #[test]
    fn lines_of_one_row_share_a_pair() {
        assert!(is_blocked((6, 1, 4), &[], Mark::X));
        assert!(!is_blocked((6, 1, 3), &[1], Mark::X));
    }

    #[test]
    fn there_is_no_pairing_strategy_against_a_threat() {
        assert!(!is_blocked((4, 1, 3), &[1, 3, 2], Mark::X));
        assert!(is_blocked((4, 1, 3), &[1, 3, 2], Mark::O));
    }
}
