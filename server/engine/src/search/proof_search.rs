//! Proof search: whether a side can force a win, yes or no.

use std::cmp::Reverse;

use super::analysis::{Moves, Prover};
use super::budget::{BudgetExhausted, NodeCounter};
use super::pairing_strategy;
use super::position::Position;
use super::shape_search::{ShapeSearch, Threats};
use super::transposition_table::ProofBounds;
use super::{Value, Verdict};
use crate::shapes::Threat;
use crate::{Cell, Mark};

/// More moves than any game has: a win at any distance.
pub(super) const UNLIMITED: u8 = ProofBounds::UNLIMITED;

/// Answers any number of questions about one position, and keeps what it proves in the table.
#[derive(Debug)]
pub(super) struct ProofSearch<'a> {
    /// A search that exhausts its budget leaves the position as it was.
    pub(super) position: Position<'a>,
    /// The same position: its threats.
    pub(super) shapes: ShapeSearch<'a>,
}

impl<'a> Prover<'a> for ProofSearch<'a> {
    fn position(&self) -> &Position<'a> {
        &self.position
    }

    fn counter(&mut self) -> &mut NodeCounter<'a> {
        &mut self.shapes.counter
    }

    fn can_win(&mut self, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        self.shapes.counter.count_node()?;
        let empty = self.position.empty_count();
        let moves = moves.min(empty);
        let Some(potential) = self.sufficient_potential(mark, moves) else { return Ok(false) };
        match self.shapes.threats() {
            Threats::Decided(winner, within) => return Ok(winner == mark && within <= moves),
            Threats::Block(cell) => return self.after(cell, |search| search.can_win(mark, moves - 1)),
            Threats::None => {}
        }
        let limit = if moves == empty { UNLIMITED } else { moves };
        let key = self.position.canonical_hash() ^ winner_key(mark);
        if let Some(answer) = self.shapes.table.bounds(key).and_then(|bounds| bounds.can_win(limit)) {
            return Ok(answer);
        }
        let nodes_before = self.shapes.counter.nodes();
        let answer = self.try_moves(mark, moves, potential)?;
        self.shapes.table.insert_bound(key, limit, answer, self.shapes.counter.nodes() - nodes_before);
        Ok(answer)
    }

    fn can_win_after(&mut self, cell: Cell, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        self.after(cell, |search| search.can_win(mark, moves))
    }

    fn moves(&self, mark: Mark) -> Moves<Vec<Cell>> {
        let wins = self.shapes.board.threats(self.position.to_move(), Threat::Win);
        if wins.is_empty() {
            Moves::GoOn(self.ordered(mark, self.position.empty_cells().iter()))
        } else {
            Moves::End(wins.iter().collect())
        }
    }

    /// A forced win if one is found; else the best move of the heuristic search, preferably one that leaves the opponent
    /// none.
    fn best_found(&mut self) -> (Verdict, Vec<Cell>) {
        let shapes = &mut self.shapes;
        shapes.counter.allow_fraction(3);
        if let Some(cell) = shapes.forced_win() {
            return (Verdict::Proven { value: Value::Win, distance: None }, vec![cell]);
        }
        shapes.counter.allow_all_but_fraction(4);
        let (cells, score) = shapes.rank_moves();
        let is_safe = |cell: &Cell| {
            shapes.counter.allow_fraction(2);
            shapes.after(*cell, ShapeSearch::forced_win).is_none()
        };
        let safe = cells.iter().copied().take(MAX_CHECKED).find(is_safe);
        (Verdict::Estimate(score), safe.or(cells.first().copied()).into_iter().collect())
    }
}

/// Where nothing is proven, the best-ranked moves are checked for a forced win of the opponent: this many of them.
const MAX_CHECKED: usize = 5;

impl ProofSearch<'_> {
    /// Runs `search` on the position after a move, and undoes the move.
    fn after<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.shapes.board.clone();
        self.shapes.board.play(self.shapes.shape_table, cell);
        self.position.play(cell);
        let result = search(self);
        self.position.undo(cell);
        self.shapes.board = before;
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
        if attacks && cells.is_empty() || pairing_strategy::exists_against(&self.position, mark) {
            return Ok(false);
        }
        for cell in cells {
            if self.after(cell, |search| search.can_win(mark, moves - 1))? == attacks {
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    /// The moves that leave `mark` enough potential to win.
    fn attacking_moves(&self, mark: Mark, potential: u32) -> Vec<Cell> {
        let position = &self.position;
        let is_enough =
            |&cell: &Cell| potential + position.weight(mark, cell) >= position.complete_line_weight();
        self.ordered(mark, self.shapes.candidate_moves().iter().filter(is_enough))
    }

    /// The moves that are in an open line of either side: no others affect whether `mark` wins.
    fn defending_moves(&self, mark: Mark) -> Vec<Cell> {
        let position = &self.position;
        let matters = |&cell: &Cell| position.weight(mark, cell) + position.weight(mark.other(), cell) > 0;
        self.ordered(mark, self.shapes.candidate_moves().iter().filter(matters))
    }

    /// Puts the cells first that matter most to whether `mark` wins, whichever side takes them.
    fn ordered(&self, mark: Mark, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let position = &self.position;
        let promise = |cell| 2 * position.weight(mark, cell) + position.weight(mark.other(), cell);
        let mut ordered: Vec<(Reverse<u32>, Cell)> =
            cells.map(|cell| (Reverse(promise(cell)), cell)).collect();
        ordered.sort_unstable();
        ordered.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// Distinguishes the two questions about a position in the table: whether X can win, and whether O can.
pub(super) fn winner_key(mark: Mark) -> u64 {
    match mark {
        Mark::X => 0x9E6D_62D0_6F6A_3A57,
        Mark::O => 0,
    }
}
