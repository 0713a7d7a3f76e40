//! The board of the searches by shapes, and what its threats decide.

use super::budget::NodeCounter;
use super::transposition_table::TranspositionTable;
use crate::cell::CellSet;
use crate::shapes::{ShapeBoard, ShapeTable, Threat};
use crate::{Cell, Mark};

/// Searches one position by the shapes on its board.
#[derive(Debug)]
pub(super) struct ShapeSearch<'a> {
    pub(super) shape_table: &'a ShapeTable,
    pub(super) board: ShapeBoard,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) counter: NodeCounter<'a>,
}

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

impl ShapeSearch<'_> {
    /// Runs `search` on the position after a move, and undoes the move.
    pub(super) fn after<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.board.play(self.shape_table, cell);
        let result = search(self);
        self.board.undo(self.shape_table);
        result
    }

    pub(super) fn threats(&self) -> Threats {
        let (us, them) = (self.board.to_move(), self.board.to_move().other());
        let cells = |mark, threat| self.board.threats(mark, threat);
        if !cells(us, Threat::Win).is_empty() {
            return Threats::Decided(us, 1);
        }
        match cells(them, Threat::Win) {
            wins if wins.len() > 1 => Threats::Decided(them, 2),
            wins => match wins.first() {
                Some(cell) => Threats::Block(cell),
                None if cells(us, Threat::Fork).is_empty() => Threats::None,
                None => Threats::Decided(us, 3),
            },
        }
    }

    /// The moves that do not lose to a fork of the opponent, where the threats decide nothing: they take its cell or
    /// one of the two that it leaves to win on, or they make a threat.
    pub(super) fn candidate_moves(&self) -> CellSet {
        let (us, them) = (self.board.to_move(), self.board.to_move().other());
        let fours = self.board.threats(us, Threat::Four);
        let mut cells = self.board.empty();
        for fork in self.board.threats(them, Threat::Fork).iter().take(MAX_FORKS) {
            let mut stops = self.board.completions(self.shape_table, them, fork);
            if stops.len() > 2 {
                stops = CellSet::default();
            }
            stops.insert(fork);
            cells = cells.intersection(stops.union(fours));
        }
        cells
    }

    /// What a move is worth at first sight: it makes shapes, and takes cells from the opponent's.
    pub(super) fn promise(&self, cell: Cell) -> u32 {
        let us = self.board.to_move();
        4 * self.board.worth(us, cell) + 3 * self.board.worth(us.other(), cell)
    }

    /// The best of these cells at first sight, the best first.
    pub(super) fn most_promising(&self, cells: CellSet, most: usize) -> Vec<Cell> {
        best_first(
            cells.iter().map(|cell| (self.promise(cell), self.shape_table.off_centre(cell), cell)),
            most,
        )
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

/// More forks exclude hardly any more moves.
pub(super) const MAX_FORKS: usize = 4;
