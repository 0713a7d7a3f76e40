//! Finds forced wins: every move of the winner makes a threat, which leaves the opponent few replies.
//!
//! With five in a row the threats are fours and open threes. A win that is found is one against every reply. That none
//! is found does not mean that there is none.

use super::budget::BudgetExhausted;
use super::proof_search::{Threats, winner_key};
use super::shape_search::ShapeSearch;
use super::transposition_table::ProofBounds;
use crate::cell::CellSet;
use crate::shapes::Threat;
use crate::{Cell, Mark, Rules};

/// The threats to win by. Each number distinguishes its answers in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Attack {
    /// Threats to complete a run, which have one reply each: the search gets far.
    Fours = 0x5BE0_CD19_137E_2179,
    /// Also threats to make a fork.
    Threes = 0x3C6E_F372_FE94_F82B,
}

impl ShapeSearch<'_, '_> {
    /// A move with which the side to move begins to win, found by ever longer attacks; `None` as well when the budget
    /// is exhausted.
    pub(super) fn forced_win(&mut self, attack: Attack) -> Option<Cell> {
        let us = self.board.to_move();
        let cells = match self.threats() {
            Threats::Decided(winner, _) if winner != us => return None,
            Threats::Decided(..) => {
                let [forks, wins] = [Threat::Fork, Threat::Win].map(|threat| self.board.threats(us, threat));
                return wins.first().or_else(|| forks.first());
            }
            Threats::Block(cell) => vec![cell],
            Threats::None => self.attacking_moves(us, attack),
        };
        for within in (4..=Rules::MAX_SIDE * Rules::MAX_SIDE).step_by(2) {
            let mut is_cut = false;
            for &cell in &cells {
                match self.after(cell, |search| search.can_force(us, attack, within, &mut is_cut)) {
                    Ok(true) => return Some(cell),
                    Ok(false) => {}
                    Err(BudgetExhausted) => return None,
                }
            }
            if !is_cut {
                return None;
            }
        }
        None
    }

    /// Whether `mark` wins by an attack within this many moves. Sets `is_cut` if the answer could be another one with
    /// more moves.
    fn can_force(
        &mut self,
        mark: Mark,
        attack: Attack,
        moves: u8,
        is_cut: &mut bool,
    ) -> Result<bool, BudgetExhausted> {
        self.counter.count_node()?;
        let attacks = self.board.to_move() == mark;
        match self.threats() {
            Threats::Decided(winner, _) => return Ok(winner == mark),
            Threats::Block(_) if moves == 0 => {
                *is_cut = true;
                return Ok(false);
            }
            Threats::Block(cell) => {
                return self.after(cell, |search| search.can_force(mark, attack, moves - 1, is_cut));
            }
            Threats::None => {}
        }
        let threatens = attack == Attack::Threes && !self.board.threats(mark, Threat::Fork).is_empty();
        if !attacks && !threatens {
            return Ok(false);
        }
        if moves == 0 {
            *is_cut = true;
            return Ok(false);
        }
        let key = self.board.hash() ^ attack as u64 ^ winner_key(mark);
        if let Some(bounds) = self.table.bounds(key) {
            match bounds.can_win(moves) {
                Some(true) => return Ok(true),
                Some(false) => {
                    *is_cut |= !bounds.never_wins();
                    return Ok(false);
                }
                None => {}
            }
        }
        let nodes_before = self.counter.nodes();
        let cells = if attacks {
            self.attacking_moves(mark, attack)
        } else {
            self.most_promising(self.candidate_moves(), usize::MAX)
        };
        let mut is_cut_below = false;
        let mut answer = !attacks;
        for cell in cells {
            if self.after(cell, |search| search.can_force(mark, attack, moves - 1, &mut is_cut_below))?
                == attacks
            {
                answer = attacks;
                break;
            }
        }
        let limit = if answer || is_cut_below { moves } else { ProofBounds::UNLIMITED };
        self.table.insert_bound(key, limit, answer, self.counter.nodes() - nodes_before);
        *is_cut |= is_cut_below && !answer;
        Ok(answer)
    }

    fn attacking_moves(&self, mark: Mark, attack: Attack) -> Vec<Cell> {
        let fours = self.board.threats(mark, Threat::Four);
        let threes = match attack {
            Attack::Fours => CellSet::default(),
            Attack::Threes => self.board.threats(mark, Threat::Three),
        };
        self.most_promising(fours.union(threes).intersection(self.candidate_moves()), usize::MAX)
    }
}
