//! The search of the variants, where a run loses or marks fall.
//!
//! What the searches of the plain game rely on does not hold here: a mark may do harm, and a cell that is needed may be
//! out of reach. So there are no forks, pairings or potentials that decide a position. All that is used is that a run
//! needs a line without marks of the other side, and that a player who can end the game with a win does so.

use std::cmp::Reverse;

use super::Verdict;
use super::analysis::{Moves, Prover};
use super::budget::{BudgetExhausted, NodeCounter};
use super::position::Position;
use super::proof_search::{UNLIMITED, winner_key};
use super::transposition_table::TranspositionTable;
use crate::cell::CellSet;
use crate::{Cell, Mark};

/// Answers any number of questions about one position, and keeps what it proves in the table.
pub(super) struct VariantSearch<'a> {
    /// A search that exhausts its budget leaves the position as it was.
    pub(super) position: Position<'a>,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) counter: NodeCounter<'a>,
}

/// More than any score.
const INFINITY: i32 = 1 << 24;

/// The lowest score of a win. A sooner win has a higher score.
const WIN: i32 = 1 << 23;

impl<'a> Prover<'a> for VariantSearch<'a> {
    fn position(&self) -> &Position<'a> {
        &self.position
    }

    fn counter(&mut self) -> &mut NodeCounter<'a> {
        &mut self.counter
    }

    fn can_win(&mut self, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        self.counter.count_node()?;
        let (us, empty) = (self.position.to_move(), self.position.empty_count());
        let moves = moves.min(empty);
        let makes_run = if self.is_misere() { mark.other() } else { mark };
        let own_moves = if us == makes_run { moves.div_ceil(2) } else { moves / 2 };
        if self.position.potential(makes_run, own_moves) == 0 {
            return Ok(false);
        }
        let cells = match self.next_moves() {
            Moves::End(_) => return Ok(us == makes_run),
            Moves::GoOn(cells) => self.without_gifts(cells),
        };
        let key = self.position.canonical_hash() ^ winner_key(mark);
        let limit = if moves == empty { UNLIMITED } else { moves };
        if let Some(answer) = self.table.bounds(key).and_then(|bounds| bounds.can_win(limit)) {
            return Ok(answer);
        }
        let nodes_before = self.counter.nodes();
        let attacks = us == mark;
        let mut answer = !attacks;
        for cell in self.ordered(cells) {
            if self.can_win_after(cell, mark, moves - 1)? == attacks {
                answer = attacks;
                break;
            }
        }
        self.table.insert_bound(key, limit, answer, self.counter.nodes() - nodes_before);
        Ok(answer)
    }

    fn can_win_after(&mut self, cell: Cell, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        self.after(cell, |search| search.can_win(mark, moves))
    }

    fn moves(&self, _: Mark) -> Moves<Vec<Cell>> {
        match self.next_moves() {
            Moves::End(cells) => Moves::End(cells.iter().collect()),
            Moves::GoOn(cells) => Moves::GoOn(self.ordered(cells)),
        }
    }

    /// The best move by alpha-beta with iterative deepening.
    fn best_found(&mut self) -> (Verdict, Vec<Cell>) {
        self.counter.allow_fraction(1);
        let cells = match self.moves(self.position.to_move()) {
            Moves::End(cells) => return (Verdict::Estimate(0), cells),
            Moves::GoOn(cells) => cells,
        };
        let mut ranked: Vec<(i32, Cell)> = cells.into_iter().map(|cell| (0, cell)).collect();
        for depth in 0..self.position.empty_count() {
            let mut alpha = -INFINITY;
            let searched = ranked.iter_mut().try_for_each(|(score, cell)| {
                *score = -self.after(*cell, |search| search.score(depth, -INFINITY, -alpha))?;
                alpha = alpha.max(*score);
                Ok::<_, BudgetExhausted>(())
            });
            if searched.is_err() {
                break;
            }
            // Scores that do not exceed an earlier one are only bounds, so the stable sort keeps their order.
            ranked.sort_by_key(|&(score, _)| Reverse(score));
        }
        let best = ranked.first();
        (Verdict::Estimate(best.map_or(0, |best| best.0)), best.map(|best| best.1).into_iter().collect())
    }
}

impl VariantSearch<'_> {
    fn is_misere(&self) -> bool {
        self.position.lines().rules().is_misere()
    }

    /// The moves of the side to move: those that complete a run win, or are not made while there are others.
    fn next_moves(&self) -> Moves<CellSet> {
        let playable = self.position.playable_cells();
        let runs = self.runs(self.position.to_move(), playable);
        let others = playable.difference(runs);
        match self.is_misere() {
            true if others.is_empty() && !runs.is_empty() => Moves::End(runs),
            true => Moves::GoOn(others),
            false if runs.is_empty() => Moves::GoOn(others),
            false => Moves::End(runs),
        }
    }

    /// Those of the cells on which this side completes a run.
    fn runs(&self, mark: Mark, cells: CellSet) -> CellSet {
        cells.iter().filter(|&cell| self.position.completes_run(mark, cell)).collect()
    }

    /// Where a run wins: the moves after which the opponent does not win at once, if there are any.
    fn without_gifts(&self, cells: CellSet) -> CellSet {
        if self.is_misere() {
            return cells;
        }
        let them = self.position.to_move().other();
        let threats = self.runs(them, cells);
        let kept = match threats.len() {
            0 => cells,
            1 => threats,
            _ => return threats.first().into_iter().collect(),
        };
        let rules = self.position.lines().rules();
        let is_gift = |&cell: &Cell| {
            rules.cell_above(cell).is_some_and(|above| self.position.completes_run(them, above))
        };
        let gifts: CellSet = kept.iter().filter(is_gift).collect();
        if gifts == kept { kept.first().into_iter().collect() } else { kept.difference(gifts) }
    }

    /// Puts the cells first in which both sides have most at stake; where a run loses, last.
    fn ordered(&self, cells: CellSet) -> Vec<Cell> {
        let us = self.position.to_move();
        let stake = |cell| {
            let stake = self.position.weight(us, cell) + self.position.weight(us.other(), cell);
            if self.is_misere() { i64::from(stake) } else { -i64::from(stake) }
        };
        let mut ordered: Vec<(i64, Cell)> = cells.iter().map(|cell| (stake(cell), cell)).collect();
        ordered.sort_unstable();
        ordered.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Runs `search` on the position after a move that does not end the game, and undoes the move.
    fn after<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.position.play(cell);
        let result = search(self);
        self.position.undo(cell);
        result
    }

    /// The score of the position to the side to move. Outside of the window from `alpha` to `beta` it is a bound.
    fn score(&mut self, depth: u8, alpha: i32, beta: i32) -> Result<i32, BudgetExhausted> {
        self.counter.count_node()?;
        let for_run = if self.is_misere() { -1 } else { 1 };
        let cells = match self.next_moves() {
            Moves::End(_) => return Ok(for_run * (WIN + i32::from(depth))),
            Moves::GoOn(cells) if cells.is_empty() => return Ok(0),
            Moves::GoOn(cells) => self.without_gifts(cells),
        };
        if depth == 0 {
            let us = self.position.to_move();
            let [ours, theirs] = [us, us.other()]
                .map(|mark| i32::try_from(self.position.potential(mark, u8::MAX)).unwrap_or(WIN));
            return Ok(for_run * (ours - theirs));
        }
        let mut best = -INFINITY;
        for cell in self.ordered(cells) {
            let score = -self.after(cell, |search| search.score(depth - 1, -beta, -best.max(alpha)))?;
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }
}
