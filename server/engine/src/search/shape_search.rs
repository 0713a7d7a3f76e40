//! The board of the searches by shapes.

use std::mem;

use super::Resources;
use super::tactics::{MAX_FORKS, Tactics, best_first};
use crate::cell::CellSet;
use crate::shapes::{ShapeBoard, ShapeTable, Threat};
use crate::{Board, Cell, Mark};

/// Searches one position by the shapes on its board.
#[derive(Debug)]
pub(super) struct ShapeSearch<'s, 'a> {
    pub(super) shape_table: &'s ShapeTable,
    pub(super) board: Box<ShapeBoard>,
    pub(super) resources: &'s mut Resources<'a>,
}

impl<'s, 'a> ShapeSearch<'s, 'a> {
    pub(super) fn new(
        shape_table: &'s ShapeTable,
        board: &Board,
        to_move: Mark,
        resources: &'s mut Resources<'a>,
    ) -> Self {
        Self { shape_table, board: Box::new(ShapeBoard::new(shape_table, board, to_move)), resources }
    }

    /// Runs `search` on the position after a move.
    pub(super) fn after<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        let mut next = self.board.clone();
        next.play(self.shape_table, cell);
        let before = mem::replace(&mut self.board, next);
        let result = search(self);
        self.board = before;
        result
    }

    /// The best of these cells at first sight, the best first.
    pub(super) fn most_promising(&self, cells: CellSet, most: usize) -> Vec<Cell> {
        let (board, table) = (&self.board, self.shape_table);
        best_first(cells.iter().map(|cell| (board.promise(table, cell), table.off_centre(cell), cell)), most)
    }
}

impl Tactics for ShapeSearch<'_, '_> {
    fn to_move(&self) -> Mark {
        self.board.to_move()
    }

    fn empty(&self) -> CellSet {
        self.board.empty()
    }

    fn completions(&self, mark: Mark) -> CellSet {
        self.board.threats(mark, Threat::Win)
    }

    fn fours(&self, mark: Mark) -> CellSet {
        self.board.threats(mark, Threat::Four)
    }

    fn forks(&self, mark: Mark) -> Vec<CellSet> {
        let stops = |fork| {
            let completions = self.board.completions(self.shape_table, mark, fork);
            let mut stops = if completions.len() == 2 { completions } else { CellSet::default() };
            stops.insert(fork);
            stops
        };
        self.board.threats(mark, Threat::Fork).iter().take(MAX_FORKS).map(stops).collect()
    }
}
