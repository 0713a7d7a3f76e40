//! Finds forced wins: every move of the winner makes a threat, which leaves the opponent few replies. With five in a
//! row the threats are fours and open threes.
//!
//! It is a depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002): it goes on where
//! the fewest positions are left to prove. A win that is found is one against every reply. That none is found does not
//! mean that there is none.

use super::budget::BudgetExhausted;
use super::proof_search::{Threats, winner_key};
use super::shape_search::ShapeSearch;
use crate::shapes::Threat;
use crate::{Cell, Mark};

/// Distinguishes proof numbers in the table from other results.
const PROOF_KEY: u64 = 0x5BE0_CD19_137E_2179;

/// About how many replies there are to an open three.
const REPLIES_TO_THREE: u64 = 3;

/// At least how many positions must be decided before the side to move reaches its aim (`reach`) or fails (`fail`).
/// The aim of one side is the forced win, that of the other is to stop it.
#[derive(Clone, Copy)]
struct Effort {
    reach: u64,
    fail: u64,
}

impl Effort {
    /// More than any number of positions.
    const NEVER: u64 = (1 << 20) - 1;
    const REACHED: Self = Self { reach: 0, fail: Self::NEVER };
    const FAILED: Self = Self { reach: Self::NEVER, fail: 0 };

    fn decided(is_reached: bool) -> Self {
        if is_reached { Self::REACHED } else { Self::FAILED }
    }

    fn exceeds(self, limit: Self) -> bool {
        self.reach >= limit.reach || self.fail >= limit.fail
    }
}

impl ShapeSearch<'_, '_> {
    /// A move with which the side to move begins to win; `None` as well when the budget is exhausted.
    pub(super) fn forced_win(&mut self) -> Option<Cell> {
        let us = self.board.to_move();
        match self.threats() {
            Threats::Decided(winner, _) if winner != us => None,
            Threats::Decided(..) => {
                let [wins, forks] = [Threat::Win, Threat::Fork].map(|threat| self.board.threats(us, threat));
                wins.first().or_else(|| forks.first())
            }
            Threats::Block(cell) => self.first_that_wins(&[cell]),
            Threats::None => self.first_that_wins(&self.threatening_moves(us)),
        }
    }

    fn first_that_wins(&mut self, cells: &[Cell]) -> Option<Cell> {
        let us = self.board.to_move();
        let unlimited = Effort { reach: Effort::NEVER, fail: Effort::NEVER };
        let is_won = self.prove(us, unlimited).is_ok_and(|effort| effort.reach == 0);
        cells.iter().copied().find(|&cell| is_won && self.effort_after(us, cell).fail == 0)
    }

    /// Searches whether `mark` has a forced win, until one of the limits is reached.
    fn prove(&mut self, mark: Mark, limit: Effort) -> Result<Effort, BudgetExhausted> {
        self.counter.count_node()?;
        let attacks = self.board.to_move() == mark;
        let key = self.board.hash() ^ PROOF_KEY ^ winner_key(mark);
        let nodes_before = self.counter.nodes();
        let cells = match self.threats() {
            Threats::Decided(winner, _) => {
                let effort = Effort::decided((winner == mark) == attacks);
                self.table.insert(key, effort.pack(), 1);
                return Ok(effort);
            }
            Threats::Block(cell) => vec![cell],
            Threats::None if attacks => self.threatening_moves(mark),
            Threats::None if self.board.threats(mark, Threat::Fork).is_empty() => {
                self.table.insert(key, Effort::REACHED.pack(), 1);
                return Ok(Effort::REACHED);
            }
            Threats::None => self.most_promising(self.candidate_moves(), usize::MAX),
        };
        loop {
            let mut effort = Effort { reach: Effort::NEVER, fail: 0 };
            let (mut best, mut second) = (None, Effort::NEVER);
            for &cell in &cells {
                let after = self.effort_after(mark, cell);
                effort.fail = (effort.fail + after.reach).min(Effort::NEVER);
                if after.fail < effort.reach {
                    second = effort.reach;
                    effort.reach = after.fail;
                    best = Some((cell, after));
                } else {
                    second = second.min(after.fail);
                }
            }
            if effort.reach == 0 {
                effort.fail = Effort::NEVER;
            }
            let Some((cell, after)) = best.filter(|_| !effort.exceeds(limit)) else {
                self.table.insert(key, effort.pack(), self.counter.nodes() - nodes_before);
                return Ok(effort);
            };
            let limit_after = Effort {
                reach: limit.fail - (effort.fail - after.reach),
                fail: limit.reach.min(second.saturating_add(1)),
            };
            self.after(cell, |search| search.prove(mark, limit_after))?;
        }
    }

    fn threatening_moves(&self, mark: Mark) -> Vec<Cell> {
        let [fours, threes] = [Threat::Four, Threat::Three].map(|threat| self.board.threats(mark, threat));
        self.most_promising(fours.union(threes).intersection(self.candidate_moves()), usize::MAX)
    }

    /// What is known of the position after a move.
    fn effort_after(&self, mark: Mark, cell: Cell) -> Effort {
        let key = self.board.hash_after(self.shapes, cell) ^ PROOF_KEY ^ winner_key(mark);
        let is_three = self.board.threats(mark, Threat::Three).contains(cell);
        let unknown = Effort { reach: 1, fail: if is_three && self.board.to_move() == mark { REPLIES_TO_THREE } else { 1 } };
        self.table.get(key).map_or(unknown, Effort::unpack)
    }
}

impl Effort {
    fn pack(self) -> u64 {
        self.reach << 20 | self.fail
    }

    fn unpack(packed: u64) -> Self {
        Self { reach: packed >> 20, fail: packed & Self::NEVER }
    }
}
