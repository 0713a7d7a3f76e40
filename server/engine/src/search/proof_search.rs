//! Proof search: whether a side can force a win, yes or no.

#![expect(clippy::indexing_slicing, reason = "sides are 0 and 1")]

use super::analysis::{Prover, UNLIMITED};
use super::budget::{BudgetExhausted, NodeCounter};
use super::position::{Grid, LinePosition, Position};
use super::shape_search::ShapeSearch;
use super::tactics::{Tactics, Threats, best_first};
use super::transposition_table::TranspositionTable;
use super::winning_lines::WinningLines;
use super::{Resources, Value, Verdict, pairing_strategy};
use crate::cell::CellSet;
use crate::shapes::ShapeTable;
use crate::{Board, Cell, Mark};

/// Where nothing is proven, the best-ranked moves are checked for a forced win of the opponent: this many of them.
const MAX_CHECKED: usize = 5;

/// Answers any number of questions about one position, and keeps what it proves in the table.
#[derive(Debug)]
pub(super) struct ProofSearch<'a, const WORDS: usize> {
    pub(super) grid: Grid<'a, WORDS>,
    pub(super) root: Position<WORDS>,
    pub(super) lines: &'a WinningLines,
    /// For the searches by shapes, where nothing is proven.
    pub(super) board: &'a Board,
    pub(super) shape_table: &'a ShapeTable,
    pub(super) resources: Resources<'a>,
}

impl<'a, const WORDS: usize> Prover<'a> for ProofSearch<'a, WORDS> {
    fn can_win_after(&mut self, first: Option<Cell>, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        let position = first.map_or(self.root, |cell| self.grid.after(&self.root, cell));
        self.can_win(&position, mark, moves)
    }

    fn ending_moves(&self) -> CellSet {
        LinePosition::new(&self.grid, &self.root).completions(self.root.to_move)
    }

    fn ordered_moves(&self, mark: Mark) -> Vec<Cell> {
        let root = &self.root;
        let cells = root.empty.difference(root.runs[root.to_move as usize]).resized();
        ordered(mark, cells, &LinePosition::new(&self.grid, root))
    }

    /// A forced win if one is found; else the best move of the heuristic search, preferably one that leaves the opponent
    /// none.
    fn best_move(&mut self) -> (Verdict, Vec<Cell>) {
        self.resources.counter.allow_fraction(1, 3);
        let to_move = self.root.to_move;
        let mut search = ShapeSearch::new(self.shape_table, self.board, to_move, &mut self.resources);
        if let Some(cell) = search.forced_win() {
            return (Verdict::Proven { value: Value::Win, distance: None }, vec![cell]);
        }
        let cells: Vec<Cell> = search.rank_moves().into_iter().map(|(_, cell)| cell).collect();
        let safe = cells.iter().take(MAX_CHECKED).find(|&&cell| search.is_safe(cell, 2));
        (Verdict::Unproven, safe.or(cells.first()).copied().into_iter().collect())
    }

    fn counter(&mut self) -> &mut NodeCounter<'a> {
        &mut self.resources.counter
    }
}

impl<const WORDS: usize> ProofSearch<'_, WORDS> {
    /// Whether `mark` can force a win within this many moves, by both sides together.
    fn can_win(
        &mut self,
        position: &Position<WORDS>,
        mark: Mark,
        moves: u8,
    ) -> Result<bool, BudgetExhausted> {
        self.resources.counter.count_node()?;
        let empty = position.empty_count();
        let moves = moves.min(empty);
        let limit = if moves == empty { UNLIMITED } else { moves };
        let key = self.grid.canonical_hash(position) ^ winner_key(mark);
        let known = |table: &TranspositionTable| table.bounds(key).and_then(|bounds| bounds.can_win(limit));
        let cells = match self.moves_to_try(position, mark, moves, known) {
            Ok(cells) => cells,
            Err(answer) => return Ok(answer),
        };
        if let [forced] = *cells {
            return self.can_win(&self.grid.after(position, forced), mark, moves - 1);
        }
        let nodes_before = self.resources.counter.nodes();
        let attacks = position.to_move == mark;
        let mut answer = !attacks;
        for cell in cells {
            if self.can_win(&self.grid.after(position, cell), mark, moves - 1)? == attacks {
                answer = attacks;
                break;
            }
        }
        self.resources.table.insert_bound(key, limit, answer, self.resources.counter.nodes() - nodes_before);
        Ok(answer)
    }

    /// The moves that can change the answer, the most important first; else the answer. A function of its own, so that the
    /// lines take no space on the stack while the moves are searched.
    #[inline(never)]
    fn moves_to_try(
        &self,
        position: &Position<WORDS>,
        mark: Mark,
        moves: u8,
        known: impl Fn(&TranspositionTable) -> Option<bool>,
    ) -> Result<Vec<Cell>, bool> {
        let view = LinePosition::new(&self.grid, position);
        let potential = sufficient_potential(&view, mark, moves).ok_or(false)?;
        match view.threats() {
            Threats::Decided(winner, within) => return Err(winner == mark && within <= moves),
            Threats::Block(cell) => return Ok(vec![cell]),
            Threats::None => known(self.resources.table).map_or(Ok(()), Err)?,
        }
        let attacks = view.to_move() == mark;
        let soonest_win = if attacks { 5 } else { 4 };
        if moves < soonest_win {
            return Err(false);
        }
        let matters = |&cell: &Cell| {
            let [own, other] = [mark, mark.other()].map(|mark| view.weight(mark, cell));
            // The attacker must keep enough potential to win; the defender's move must be in an open line of either side.
            if attacks { potential + own >= view.complete_line_weight() } else { own + other > 0 }
        };
        let cells: CellSet = view.candidate_moves().iter().filter(matters).collect();
        let is_stopped =
            attacks && cells.is_empty() || pairing_strategy::exists_against(self.lines, position, mark);
        if is_stopped { Err(false) } else { Ok(ordered(mark, cells, &view)) }
    }
}

/// The potential of the lines that `mark` can complete within this many moves; `None` when it is too small for any of them
/// to be completed.
fn sufficient_potential<const WORDS: usize>(
    view: &LinePosition<'_, WORDS>,
    mark: Mark,
    moves: u8,
) -> Option<u32> {
    let attacks = view.to_move() == mark;
    let own_moves = if attacks { moves.div_ceil(2) } else { moves / 2 };
    let potential = view.potential(mark, own_moves);
    // A move at most doubles the potential.
    let reachable = if attacks { 2 * potential } else { potential };
    (reachable >= view.complete_line_weight()).then_some(potential)
}

/// Puts the cells first that matter most to whether `mark` wins, whichever side takes them.
fn ordered<const WORDS: usize>(mark: Mark, cells: CellSet, view: &LinePosition<'_, WORDS>) -> Vec<Cell> {
    let stake = |cell| 2 * view.weight(mark, cell) + view.weight(mark.other(), cell);
    best_first(cells.iter().map(|cell| (stake(cell), 0, cell)), usize::MAX)
}

/// Distinguishes the two questions about a position in the table: whether X can win, and whether O can.
pub(super) fn winner_key(mark: Mark) -> u64 {
    match mark {
        Mark::X => 0x9E6D_62D0_6F6A_3A57,
        Mark::O => 0,
    }
}
