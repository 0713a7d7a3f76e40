//! Pairings: a way to see that a side cannot win any more.

use super::position::Position;
use crate::cell::CellSet;
use crate::{Cell, Mark};

/// Whether the other side has a pairing against `mark`: pairs of empty cells, no cell in two of them, so that
/// every window that is open to `mark` contains a pair. Whenever `mark` takes one cell of a pair, the other side
/// takes the other, and `mark` never completes a window, whoever is to move (Hales and Jewett, "Regularity and
/// positional games", 1963).
///
/// `false` means that none was found: one pair is looked for that windows next to each other in a row, column or
/// diagonal can share, not every way to share.
pub(super) fn exists(position: &Position<'_>, mark: Mark) -> bool {
    let Some(groups) = groups(position, mark) else { return false };
    let mut pairing = Pairing { groups, owner: [None; CELLS] };
    (0..pairing.groups.len()).all(|group| pairing.find_pair(group))
}

/// For each group of windows that can share a pair, the cells that the pair can be of, the fewest first. `None` when
/// there are not enough cells.
fn groups(position: &Position<'_>, mark: Mark) -> Option<Vec<CellSet>> {
    let empty = position.empty_cells();
    let most = usize::from(position.left() / 2);
    let mut groups: Vec<CellSet> = Vec::with_capacity(most);
    for straight in position.windows().straights() {
        let mut shared = CellSet::default();
        for window in straight.clone().filter(|&window| position.is_open(window, mark)) {
            let cells = position.windows().set(window).and(empty);
            let both = shared.and(cells);
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
        if groups.len() > most {
            return None;
        }
    }
    groups.sort_by_key(|group| group.len());
    Some(groups)
}

/// There is a place for every number that a cell can have.
const CELLS: usize = 256;

/// Cells that are given to groups, two for each, by augmenting paths (Berge, "Two theorems in graph
/// theory", 1957).
struct Pairing {
    groups: Vec<CellSet>,
    /// By cell number: the group that has it.
    owner: [Option<u8>; CELLS],
}

impl Pairing {
    fn find_pair(&mut self, group: usize) -> bool {
        let mut seen = CellSet::default();
        let Some(first) = self.find(group, &mut seen) else { return false };
        // A cell that is the group's own already is no second one.
        let mut seen: CellSet = [first].into_iter().collect();
        self.find(group, &mut seen).is_some()
    }

    /// Gives the group one more of its cells that were not `seen` yet, for which other groups may have to change
    /// one of theirs.
    fn find(&mut self, group: usize, seen: &mut CellSet) -> Option<Cell> {
        let cells = *self.groups.get(group)?;
        loop {
            let unseen = cells.without(*seen);
            let free = unseen.iter().find(|&cell| self.owner_of(cell).is_none());
            let cell = free.or_else(|| unseen.first())?;
            seen.insert(cell);
            let is_free = match self.owner_of(cell) {
                None => true,
                Some(owner) if owner == group => false,
                Some(owner) => self.find(owner, seen).is_some(),
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
    use crate::search::windows::Windows;
    use crate::{Game, Rules};

    fn has_pairing(rules: (u8, u8, u8), cells: &[u8], mark: Mark) -> bool {
        let rules = Rules::new(rules.0, rules.1, rules.2).unwrap();
        let game = Game::replay(rules, cells.iter().map(|&cell| Cell(cell))).unwrap();
        let windows = Windows::new(rules);
        exists(&Position::new(&windows, game.board(), game.to_move().unwrap()), mark)
    }

    #[test]
    fn five_by_five_has_the_pairing_of_hales_and_jewett() {
        assert!(has_pairing((5, 5, 5), &[], Mark::X));
    }

    #[test]
    fn a_board_with_too_few_cells_for_its_lines_has_none() {
        assert!(!has_pairing((3, 3, 3), &[], Mark::X));
        assert!(!has_pairing((4, 4, 4), &[], Mark::X));
    }

    #[test]
    fn windows_in_one_row_share_a_pair() {
        assert!(has_pairing((6, 1, 4), &[], Mark::X));
        assert!(!has_pairing((6, 1, 3), &[1], Mark::X));
    }

    #[test]
    fn a_threat_leaves_no_pair() {
        assert!(!has_pairing((4, 1, 3), &[1, 3, 2], Mark::X));
        assert!(has_pairing((4, 1, 3), &[1, 3, 2], Mark::O));
    }
}
