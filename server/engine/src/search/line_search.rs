//! Finds a good move of a variant where nothing can be proven: alpha-beta with iterative deepening, by the open lines of
//! both sides.

use std::cmp::Reverse;

use super::budget::BudgetExhausted;
use super::proof_search::{ProofSearch, candidate_moves, threats};
use super::shape_search::Threats;
use crate::Cell;

/// More than any score.
const INFINITY: i32 = 1 << 24;

/// About the score of a win. A sooner win has a higher score.
const WIN: i32 = 1 << 23;

/// Distinguishes best moves in the table from proofs.
const BEST_MOVE_KEY: u64 = 0x428A_2F98_D728_AE22;

impl ProofSearch<'_> {
    /// The best move that is found, and its score to the side to move.
    pub(super) fn best_by_lines(&mut self) -> (Option<Cell>, i32) {
        self.shapes.counter.allow_fraction(1);
        let cells = match self.ending_moves() {
            ends if ends.is_empty() => self.ordered_moves(self.position.to_move()),
            ends => return (ends.first(), 0),
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
        (ranked.first().map(|best| best.1), ranked.first().map_or(0, |best| best.0))
    }

    /// The score of the position to the side to move. Outside of the window from `alpha` to `beta` it is a bound.
    fn score(&mut self, depth: u8, alpha: i32, beta: i32) -> Result<i32, BudgetExhausted> {
        self.shapes.counter.count_node()?;
        match threats(&self.position) {
            Threats::Decided(winner, within) => {
                let score = WIN + i32::from(depth) - i32::from(within);
                return Ok(if winner == self.position.to_move() { score } else { -score });
            }
            // A forced move does not count as depth.
            Threats::Block(cell) => {
                return Ok(-self.after(cell, |search| search.score(depth, -beta, -alpha))?);
            }
            Threats::None if self.position.empty_cells().is_empty() => return Ok(0),
            Threats::None if depth == 0 => return Ok(self.evaluate()),
            Threats::None => {}
        }
        let key = self.position.canonical_hash() ^ BEST_MOVE_KEY;
        let known = self.shapes.table.get(key);
        let mut cells = self.ordered(self.position.to_move(), candidate_moves(&self.position));
        cells.sort_by_key(|cell| known != Some(cell.0.into()));
        let nodes_before = self.shapes.counter.nodes();
        let (mut best, mut best_cell) = (-INFINITY, None);
        for cell in cells {
            let score = -self.after(cell, |search| search.score(depth - 1, -beta, -alpha.max(best)))?;
            if score > best {
                (best, best_cell) = (score, Some(cell));
            }
            if score >= beta {
                break;
            }
        }
        if let Some(cell) = best_cell {
            self.shapes.table.insert(key, cell.0.into(), self.shapes.counter.nodes() - nodes_before);
        }
        Ok(best)
    }

    /// How much more the open lines of the side to move are worth than those of the opponent; where a run loses, less.
    fn evaluate(&self) -> i32 {
        let us = self.position.to_move();
        let [ours, theirs] =
            [us, us.other()].map(|mark| i32::try_from(self.position.potential(mark, u8::MAX)).unwrap_or(WIN));
        if self.position.rules().is_misere() { theirs - ours } else { ours - theirs }
    }
}
