//! Finds a good move where nothing can be proven: principal variation search over the most promising moves, with
//! iterative deepening.

use std::cmp::Reverse;

use super::budget::BudgetExhausted;
use super::shape_search::ShapeSearch;
use super::tactics::{Tactics, Threats};
use crate::Cell;
use crate::shapes::Threat;

/// More than any score: the full window of a search is `-INFINITY` to `INFINITY`.
pub(super) const INFINITY: i32 = 1 << 23;

/// The lowest score of a win that was found. A sooner win has a higher score.
pub(super) const WIN: i32 = INFINITY - 1_000;

/// The maximum number of moves that are searched in the position itself, and in those after it.
const MAX_ROOT_MOVES: usize = 24;
const MAX_MOVES: usize = 14;

/// This many moves of each position are searched to the full depth first; the others only if a shallower search finds
/// them better. Each time as many more moves are searched one move less deep.
const FULL_DEPTH_MOVES: usize = 4;

/// How many more moves are searched at the end of a line of play, but only fours and replies to an open three.
const EXTENSION: u8 = 4;

/// Reverse futility pruning: a position that is better than its bound, by this for each move that is left before the
/// extension, is not searched.
const MARGIN: i32 = 600;

/// Distinguishes scores in the table from proofs.
pub(super) const SCORE_KEY: u64 = 0x1F83_D9AB_FB41_BD6B;

/// A score in the table, and whether it is exact.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) score: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Cell,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    AtMost,
    AtLeast,
    Exact,
}

impl Entry {
    pub(super) fn pack(self) -> u64 {
        let [.., high, middle, low] = (self.score + INFINITY).to_be_bytes();
        u64::from_be_bytes([0, 0, 0, high, middle, low, self.best.0, self.depth << 2 | self.bound as u8])
    }

    pub(super) fn unpack(packed: u64) -> Self {
        let [_, _, _, high, middle, low, best, rest] = packed.to_be_bytes();
        let bound = match rest & 3 {
            0 => Bound::AtMost,
            1 => Bound::AtLeast,
            _ => Bound::Exact,
        };
        let score = i32::from_be_bytes([0, high, middle, low]) - INFINITY;
        Self { score, depth: rest >> 2, bound, best: Cell(best) }
    }

    /// The score, if it decides a search of this depth and window.
    pub(super) fn decides(self, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= beta,
            Bound::AtMost => self.score <= alpha,
        };
        (decides && self.depth >= depth).then_some(self.score)
    }

    /// Whether the score, which was found with this window, is exact.
    pub(super) fn with_bound(self, alpha: i32, beta: i32) -> Self {
        let bound = match self.score {
            score if score >= beta => Bound::AtLeast,
            score if score > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        Self { bound, ..self }
    }
}

/// The score of a position to the side that moved there, by its score to the other side. A win is one move later.
fn for_mover(score: i32) -> i32 {
    -(score - score.signum() * i32::from(score.abs() > WIN))
}

impl ShapeSearch<'_, '_> {
    /// The most promising moves with their scores to the side to move, the best first, as far as the budget allows. There is
    /// always at least one move.
    pub(super) fn rank_moves(&mut self) -> Vec<(i32, Cell)> {
        let mut ranked: Vec<(i32, Cell)> = self.root_moves().into_iter().map(|cell| (0, cell)).collect();
        self.resources.counter.allow_fraction(1, 1);
        for depth in EXTENSION..MAX_DEPTH {
            let is_complete = self.search_root(&mut ranked, depth);
            let is_decided = ranked.first().is_none_or(|&(score, _)| score.abs() >= WIN);
            if !is_complete || is_decided || ranked.len() == 1 {
                break;
            }
        }
        ranked
    }

    /// The moves to choose from. If there are wins in one, these; else if there are blocks in one, these.
    pub(super) fn root_moves(&self) -> Vec<Cell> {
        let us = self.board.to_move();
        let cells = match self.threats() {
            Threats::Decided(_, 1) => self.completions(us),
            Threats::Decided(winner, _) if winner == us => self.board.threats(us, Threat::Fork),
            Threats::Decided(..) => self.completions(us.other()),
            Threats::Block(cell) => [cell].into_iter().collect(),
            Threats::None => self.candidate_moves(),
        };
        let cells = if cells.is_empty() { self.empty() } else { cells };
        self.most_promising(cells, MAX_ROOT_MOVES)
    }

    /// Ranks the moves by their scores when `depth` more moves are searched, the best first; `false` when the budget is
    /// exhausted: then only those that were searched are ranked anew.
    fn search_root(&mut self, ranked: &mut [(i32, Cell)], depth: u8) -> bool {
        let mut searched = 0;
        let mut alpha = -INFINITY;
        for (score, cell) in ranked.iter_mut() {
            let Ok(found) =
                self.after(*cell, |search| search.score_after(depth, 0, alpha, INFINITY, searched > 0))
            else {
                break;
            };
            *score = found;
            alpha = alpha.max(found);
            searched += 1;
        }
        let is_complete = searched == ranked.len();
        let (anew, rest) = ranked.split_at_mut(searched);
        // Scores that do not exceed an earlier one are only bounds, so the stable sort keeps their order.
        anew.sort_by_key(|&(score, _)| Reverse(score));
        let loses = anew.first().is_some_and(|&(score, _)| score <= -WIN);
        if loses && !rest.is_empty() {
            ranked.rotate_left(searched);
        }
        is_complete
    }

    /// The score of the move that led here, to the side that made it. A move that is not expected to exceed `alpha` is
    /// first searched only for whether it does, `reduction` less deep.
    fn score_after(
        &mut self,
        depth: u8,
        reduction: u8,
        alpha: i32,
        beta: i32,
        is_scout: bool,
    ) -> Result<i32, BudgetExhausted> {
        if is_scout {
            let scouted = for_mover(self.negamax(depth.saturating_sub(reduction), -alpha - 1, -alpha)?);
            if scouted <= alpha || scouted >= beta && reduction == 0 {
                return Ok(scouted);
            }
        }
        Ok(for_mover(self.negamax(depth, -beta, -alpha)?))
    }

    /// The score of the position to the side to move. Outside of the window from `alpha` to `beta` it is a bound.
    fn negamax(&mut self, depth: u8, alpha: i32, beta: i32) -> Result<i32, BudgetExhausted> {
        self.resources.counter.count_node()?;
        match self.threats() {
            Threats::Decided(winner, moves) => {
                let score = INFINITY - i32::from(moves);
                return Ok(if winner == self.board.to_move() { score } else { -score });
            }
            // A forced move does not count as depth.
            Threats::Block(cell) => {
                return self.after(cell, |search| search.score_after(depth, 0, alpha, beta, false));
            }
            Threats::None => {}
        }
        if depth == 0 {
            return Ok(self.board.value());
        }
        let (us, them) = (self.board.to_move(), self.board.to_move().other());
        let is_unthreatened = self.board.threats(them, Threat::Fork).is_empty();
        let before_extension = depth.saturating_sub(EXTENSION);
        let is_quiet = is_unthreatened && before_extension == 0;
        let key = self.board.hash() ^ SCORE_KEY;
        let known = self.resources.table.get(key).map(Entry::unpack);
        if let Some(score) = known.and_then(|known| known.decides(depth, alpha, beta)) {
            return Ok(score);
        }
        let least = if is_unthreatened {
            self.board.value() - MARGIN * i32::from(before_extension)
        } else {
            -INFINITY
        };
        if least >= beta {
            return Ok(least);
        }
        let nodes_before = self.resources.counter.nodes();
        let cells = if is_quiet { self.fours(us) } else { self.empty() };
        let mut cells = self.most_promising(cells.intersection(self.candidate_moves()), MAX_MOVES);
        if let Some(known) = known {
            cells.sort_by_key(|&cell| cell != known.best);
        }
        // In a quiet position the side to move may do without a four. Else, without an empty cell the game is a draw, and
        // if every cell loses to a fork, it is lost in four moves.
        let least = match cells.first() {
            _ if is_quiet => least,
            None if self.empty().is_empty() => 0,
            None => 4 - INFINITY,
            Some(_) => -INFINITY,
        };
        let Some(&first) = cells.first() else { return Ok(least) };
        let mut best = Entry { score: least, depth, bound: Bound::AtMost, best: first };
        for (index, cell) in cells.into_iter().enumerate() {
            let reduction =
                u8::try_from(index / FULL_DEPTH_MOVES).unwrap_or(u8::MAX).min(before_extension / 2);
            let alpha = alpha.max(best.score);
            let score =
                self.after(cell, |search| search.score_after(depth - 1, reduction, alpha, beta, index > 0))?;
            if score > best.score {
                best = Entry { score, best: cell, ..best };
            }
            if score >= beta {
                break;
            }
        }
        let packed = best.with_bound(alpha, beta).pack();
        self.resources.table.insert(key, packed, self.resources.counter.nodes() - nodes_before);
        Ok(best.score)
    }
}

/// No search gets deeper.
pub(super) const MAX_DEPTH: u8 = 63;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Resources;
    use crate::search::budget::{Budget, Control, NodeCounter};
    use crate::search::transposition_table::TranspositionTable;
    use crate::shapes::ShapeTable;
    use crate::{Game, Rules};

    /// The ranked moves on 15x15 with five in a row, by row and column, and the score of the best, after these moves.
    fn ranked(cells: &[(usize, usize)]) -> (Vec<(u8, u8)>, i32) {
        let rules = Rules::new(15, 15, 5).unwrap();
        let cells = cells.iter().map(|&(row, column)| rules.cell_at(row, column).unwrap());
        let game = Game::replay(rules, cells).unwrap();
        let (control, shapes) = (Control::new(), ShapeTable::new(rules));
        let counter = NodeCounter::new(Budget { nodes: 20_000, control: &control });
        let mut resources = Resources { table: &mut TranspositionTable::new(1 << 16), counter };
        let to_move = game.to_move().unwrap();
        let ranked = ShapeSearch::new(&shapes, game.board(), to_move, &mut resources).rank_moves();
        (ranked.iter().map(|&(_, cell)| rules.row_and_column(cell)).collect(), ranked[0].0)
    }

    #[test]
    fn the_first_move_is_near_the_centre() {
        let (row, column) = ranked(&[]).0[0];
        assert!(row.abs_diff(7) <= 2 && column.abs_diff(7) <= 2);
    }

    #[test]
    fn an_open_three_is_blocked_at_one_of_its_ends() {
        let (cells, score) = ranked(&[(7, 6), (0, 0), (7, 7), (0, 7), (7, 8)]);
        let (row, column) = cells[0];
        assert!(row == 7 && [4, 5, 9, 10].contains(&column), "{cells:?}");
        assert!(score < 0);
    }

    #[test]
    fn two_open_marks_together_are_better_than_two_apart() {
        let (_, together) = ranked(&[(7, 7), (0, 0), (7, 8), (14, 14)]);
        let (_, apart) = ranked(&[(7, 7), (0, 0), (1, 2), (14, 14)]);
        assert!(together > apart && apart > 0);
    }
}
