//! Finds forced wins: every move of the winner makes a threat, which leaves the opponent few replies. With five in a
//! row the threats are fours and open threes.
//!
//! It is a depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002): it goes on where
//! the fewest positions are left to prove. A win that is found is one against every reply. That none is found does not
//! mean that there is none.

use super::budget::BudgetExhausted;
use super::proof_search::winner_key;
use super::shape_search::ShapeSearch;
use super::tactics::{Tactics, Threats};
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

    fn pack(self) -> u64 {
        self.reach << 20 | self.fail
    }

    fn unpack(packed: u64) -> Self {
        Self { reach: packed >> 20, fail: packed & Self::NEVER }
    }
}

impl ShapeSearch<'_, '_> {
    /// A move with which the side to move begins to win; `None` as well when the budget is exhausted.
    pub(super) fn forced_win(&mut self) -> Option<Cell> {
        let us = self.board.to_move();
        match self.threats() {
            Threats::Decided(winner, _) => self.root_moves().first().copied().filter(|_| winner == us),
            Threats::Block(_) | Threats::None => {
                let unlimited = Effort { reach: Effort::NEVER, fail: Effort::NEVER };
                self.prove(us, unlimited)
                    .ok()
                    .filter(|(effort, _)| effort.reach == 0)
                    .and_then(|(_, best)| best)
            }
        }
    }

    /// Searches whether `mark` has a forced win, until one of the limits is reached. Returns the best move too, if any.
    fn prove(&mut self, mark: Mark, limit: Effort) -> Result<(Effort, Option<Cell>), BudgetExhausted> {
        self.resources.counter.count_node()?;
        let attacks = self.board.to_move() == mark;
        let key = self.board.hash() ^ PROOF_KEY ^ winner_key(mark);
        let nodes_before = self.resources.counter.nodes();
        let cells = match self.threats() {
            Threats::Decided(winner, _) => {
                let is_reached = (winner == mark) == attacks;
                let effort = if is_reached { Effort::REACHED } else { Effort::FAILED };
                self.resources.table.insert(key, effort.pack(), 1);
                return Ok((effort, None));
            }
            Threats::Block(cell) => vec![cell],
            Threats::None if attacks => self.threatening_moves(mark),
            Threats::None if self.board.threats(mark, Threat::Fork).is_empty() => {
                self.resources.table.insert(key, Effort::REACHED.pack(), 1);
                return Ok((Effort::REACHED, None));
            }
            Threats::None => self.most_promising(self.candidate_moves(), usize::MAX),
        };
        // What is known of each move is kept here, because the table may forget it.
        let mut moves: Vec<_> =
            cells.into_iter().map(|cell| (cell, self.least_effort_after(mark, cell))).collect();
        loop {
            let mut effort = Effort { reach: Effort::NEVER, fail: 0 };
            let (mut best, mut second) = (None, Effort::NEVER);
            for (index, (cell, known)) in moves.iter_mut().enumerate() {
                let after = self.known_effort_after(mark, *cell).unwrap_or(*known);
                *known = after;
                effort.fail = (effort.fail + after.reach).min(Effort::NEVER);
                if after.fail < effort.reach {
                    second = effort.reach;
                    effort.reach = after.fail;
                    best = Some((index, *cell, after));
                } else {
                    second = second.min(after.fail);
                }
            }
            if effort.reach == 0 {
                effort.fail = Effort::NEVER;
            }
            let goes_on = effort.reach < limit.reach && effort.fail < limit.fail;
            let Some((index, cell, after)) = best.filter(|_| goes_on) else {
                self.resources.table.insert(
                    key,
                    effort.pack(),
                    self.resources.counter.nodes() - nodes_before,
                );
                return Ok((effort, best.map(|(_, cell, _)| cell)));
            };
            let limit_after = Effort {
                reach: limit.fail - (effort.fail - after.reach),
                fail: limit.reach.min(second.saturating_add(1)),
            };
            let (effort, _) = self.after(cell, |search| search.prove(mark, limit_after))?;
            if let Some((_, known)) = moves.get_mut(index) {
                *known = effort;
            }
        }
    }

    fn threatening_moves(&self, mark: Mark) -> Vec<Cell> {
        let [fours, threes] = [Threat::Four, Threat::Three].map(|threat| self.board.threats(mark, threat));
        self.most_promising(fours.union(threes).intersection(self.candidate_moves()), usize::MAX)
    }

    /// What the table has of the position after a move.
    fn known_effort_after(&self, mark: Mark, cell: Cell) -> Option<Effort> {
        let key = self.board.hash_after(self.shape_table, cell) ^ PROOF_KEY ^ winner_key(mark);
        self.resources.table.get(key).map(Effort::unpack)
    }

    fn least_effort_after(&self, mark: Mark, cell: Cell) -> Effort {
        let is_three = self.board.threats(mark, Threat::Three).contains(cell);
        Effort { reach: 1, fail: if is_three && self.board.to_move() == mark { REPLIES_TO_THREE } else { 1 } }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::search::Resources;
    use crate::search::budget::{Budget, Control, NodeCounter};
    use crate::search::transposition_table::TranspositionTable;
    use crate::shapes::ShapeTable;
    use crate::{Game, Outcome, Rules, testing};

    fn forced_win(game: &Game, nodes: u64) -> Option<Cell> {
        let (control, shapes) = (Control::new(), ShapeTable::new(game.rules()));
        let counter = NodeCounter::new(Budget { nodes, control: &control });
        let mut resources = Resources { table: &mut TranspositionTable::new(1 << 20), counter };
        ShapeSearch::new(&shapes, game.board(), game.to_move()?, &mut resources).forced_win()
    }

    fn after(game: &Game, cell: Cell) -> Game {
        game.after(cell).unwrap()
    }

    /// Whether `mark` wins, by trying all moves.
    fn wins(game: &Game, mark: Mark) -> bool {
        match (game.outcome(), game.to_move()) {
            (Some(Outcome::Win { mark: winner, .. }), _) => *winner == mark,
            (Some(Outcome::Draw), _) | (_, None) => false,
            (None, Some(us)) => {
                let mut replies = game.legal_cells().into_iter().map(|cell| wins(&after(game, cell), mark));
                if us == mark { replies.any(|wins| wins) } else { replies.all(|wins| wins) }
            }
        }
    }

    fn unfinished((columns, rows, run): (u8, u8, u8), most: usize) -> impl Strategy<Value = Game> {
        testing::unfinished(Just(Rules::new(columns, rows, run).unwrap()), most)
    }

    proptest! {
        #[test]
        fn a_forced_win_is_one_by_plain_minimax(
            game in prop_oneof![unfinished((4, 3, 3), 12), unfinished((3, 5, 3), 15), unfinished((4, 4, 4), 16)]
        ) {
            prop_assume!(game.legal_cells().len() <= 9);
            if let Some(cell) = forced_win(&game, 50_000) {
                prop_assert!(wins(&after(&game, cell), game.to_move().unwrap()), "{:?}\n{}", cell, game.board());
            }
        }

        #[test]
        fn a_forced_win_is_found_again_after_every_reply_until_the_game_is_won(
            start in prop_oneof![
                unfinished((6, 6, 4), 10), unfinished((7, 7, 4), 10), unfinished((8, 8, 5), 24), unfinished((9, 7, 6), 40),
            ],
            replies in proptest::collection::vec(any::<Index>(), 40),
        ) {
            let (mut game, mark) = (start.clone(), start.to_move().unwrap());
            let Some(mut cell) = forced_win(&game, 2_000) else { return Ok(()) };
            for reply in replies {
                game.play(cell).unwrap();
                let cells = game.legal_cells();
                if cells.is_empty() {
                    break;
                }
                let lost = cells.iter().find(|&&reply| forced_win(&after(&game, reply), 50_000).is_none());
                prop_assert_eq!(lost, None, "{:?}\n{}", cell, game.board());
                game.play(*reply.get(&cells)).unwrap();
                cell = forced_win(&game, 50_000).unwrap();
            }
            let is_won = matches!(game.outcome(), Some(Outcome::Win { mark: winner, .. }) if *winner == mark);
            prop_assert!(is_won, "{}", game.board());
        }
    }

    #[test]
    fn two_moves_with_one_place_in_the_table_do_not_keep_the_search_busy() {
        let rules = Rules::new(7, 7, 4).unwrap();
        let cells = [(1, 2), (4, 5), (3, 2), (4, 2)].map(|(row, column)| rules.cell_at(row, column).unwrap());
        assert!(forced_win(&Game::replay(rules, cells).unwrap(), 50_000).is_some());
    }

    #[test]
    fn a_win_by_a_long_chain_of_threats_is_found() {
        // Three open twos of X that cross, far from the two marks of O that matter.
        let rules = Rules::new(15, 15, 5).unwrap();
        let [x, o] = [[(7, 6), (7, 7), (8, 9), (9, 9), (5, 8)], [(0, 0), (0, 14), (14, 0), (14, 14), (0, 7)]];
        let cells = x.into_iter().zip(o).flat_map(|(x, o)| [x, o]);
        let game =
            Game::replay(rules, cells.map(|(row, column)| rules.cell_at(row, column).unwrap())).unwrap();
        assert!(forced_win(&game, 50_000).is_some());
    }
}
