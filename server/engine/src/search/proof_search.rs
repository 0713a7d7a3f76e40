//! Proof search in the plain game: whether a side can force a win, yes or no.

use super::analysis::{Prover, UNLIMITED};
use super::budget::{BudgetExhausted, NodeCounter};
use super::position::Position;
use super::shape_search::ShapeSearch;
use super::tactics::{Tactics, Threats, best_first};
use super::{Resources, Value, Verdict};
use crate::cell::CellSet;
use crate::shapes::ShapeTable;
use crate::{Board, Cell, Mark};

/// Answers any number of questions about one position, and keeps what it proves in the table.
#[derive(Debug)]
pub(super) struct ProofSearch<'a> {
    /// A search that exhausts its budget leaves the position as it was.
    pub(super) position: Position<'a>,
    /// For the searches by shapes, where nothing is proven.
    pub(super) board: &'a Board,
    pub(super) shape_table: &'a ShapeTable,
    pub(super) resources: Resources<'a>,
}

impl<'a> Prover<'a> for ProofSearch<'a> {
    fn can_win_after(&mut self, first: Option<Cell>, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        match first {
            Some(cell) => self.after(cell, |search| search.can_win(mark, moves)),
            None => self.can_win(mark, moves),
        }
    }

    fn ending_moves(&self) -> CellSet {
        self.position.completions(self.position.to_move())
    }

    fn ordered_moves(&self, mark: Mark) -> Vec<Cell> {
        let runs = self.position.completions(self.position.to_move());
        self.ordered(mark, self.position.empty().difference(runs))
    }

    /// A forced win if one is found; else the best move of the heuristic search.
    fn best_move(&mut self, _: &[Cell]) -> (Option<Verdict>, Vec<Cell>) {
        self.resources.counter.allow_fraction(1, 6);
        let to_move = self.position.to_move();
        let mut search = ShapeSearch::new(self.shape_table, self.board, to_move, &mut self.resources);
        if let Some(cell) = search.forced_win() {
            return (Some(Verdict { value: Value::Win, distance: None }), vec![cell]);
        }
        let best = search.rank_moves().into_iter().map(|(_, cell)| cell).take(1).collect();
        (None, best)
    }

    fn counter(&mut self) -> &mut NodeCounter<'a> {
        &mut self.resources.counter
    }
}

impl ProofSearch<'_> {
    /// Whether `mark` can force a win within this many moves, by both sides together.
    fn can_win(&mut self, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        self.resources.counter.count_node()?;
        let empty = self.position.empty_count();
        let moves = moves.min(empty);
        let Some(potential) = self.sufficient_potential(mark, moves) else { return Ok(false) };
        match self.position.threats() {
            Threats::Decided(winner, within) => return Ok(winner == mark && within <= moves),
            Threats::Block(cell) => return self.after(cell, |search| search.can_win(mark, moves - 1)),
            Threats::None => {}
        }
        let limit = if moves == empty { UNLIMITED } else { moves };
        let key = self.position.canonical_hash() ^ winner_key(mark);
        if let Some(answer) = self.resources.table.bounds(key).and_then(|bounds| bounds.can_win(limit)) {
            return Ok(answer);
        }
        let nodes_before = self.resources.counter.nodes();
        let answer = self.try_moves(mark, moves, potential)?;
        self.resources.table.insert_bound(key, limit, answer, self.resources.counter.nodes() - nodes_before);
        Ok(answer)
    }

    /// Runs `search` on the position after a move, and undoes the move.
    fn after<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.position.play(cell);
        let result = search(self);
        self.position.undo(cell);
        result
    }

    /// The potential of the lines that `mark` can complete within this many moves; `None` when it is too small for
    /// any of them to be completed.
    fn sufficient_potential(&self, mark: Mark, moves: u8) -> Option<u32> {
        let position = &self.position;
        let attacks = position.to_move() == mark;
        let own_moves = if attacks { moves.div_ceil(2) } else { moves / 2 };
        let potential = position.potential(mark, own_moves);
        // A move at most doubles the potential.
        let reachable = if attacks { 2 * potential } else { potential };
        (reachable >= position.complete_line_weight()).then_some(potential)
    }

    /// The answer where the threats decide nothing.
    fn try_moves(&mut self, mark: Mark, moves: u8, potential: u32) -> Result<bool, BudgetExhausted> {
        let attacks = self.position.to_move() == mark;
        let soonest_win = if attacks { 5 } else { 4 };
        if moves < soonest_win {
            return Ok(false);
        }
        let cells = if attacks { self.attacking_moves(mark, potential) } else { self.defending_moves(mark) };
        if attacks && cells.is_empty() {
            return Ok(false);
        }
        for cell in self.ordered(mark, cells) {
            if self.after(cell, |search| search.can_win(mark, moves - 1))? == attacks {
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    /// The moves that leave `mark` enough potential to win.
    fn attacking_moves(&self, mark: Mark, potential: u32) -> CellSet {
        let position = &self.position;
        let is_enough =
            |&cell: &Cell| potential + position.weight(mark, cell) >= position.complete_line_weight();
        position.candidate_moves().iter().filter(is_enough).collect()
    }

    /// The moves that are in an open line of either side: no others affect whether `mark` wins.
    fn defending_moves(&self, mark: Mark) -> CellSet {
        let position = &self.position;
        let matters = |&cell: &Cell| position.weight(mark, cell) + position.weight(mark.other(), cell) > 0;
        position.candidate_moves().iter().filter(matters).collect()
    }

    /// Puts the cells first that matter most to whether `mark` wins, whichever side takes them.
    fn ordered(&self, mark: Mark, cells: CellSet) -> Vec<Cell> {
        let position = &self.position;
        let stake = |cell| 2 * position.weight(mark, cell) + position.weight(mark.other(), cell);
        best_first(cells.iter().map(|cell| (stake(cell), 0, cell)), usize::MAX)
    }
}

/// Distinguishes the two questions about a position in the table: whether X can win, and whether O can.
pub(super) fn winner_key(mark: Mark) -> u64 {
    match mark {
        Mark::X => 0x9E6D_62D0_6F6A_3A57,
        Mark::O => 0,
    }
}
