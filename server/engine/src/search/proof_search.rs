//! Proof search: whether a side can force a win, yes or no.
//!
//! Forks, the potential and pairing strategies decide only in the plain game, where a mark does no harm and every empty cell
//! can be played. In the variants a run still needs a line without marks of the other side, and the moves are tried.

use super::budget::BudgetExhausted;
use super::pairing_strategy;
use super::position::Position;
use super::shape_search::{MAX_FORKS, ShapeSearch, Threats, best_first};
use super::transposition_table::ProofBounds;
use crate::cell::CellSet;
use crate::{Cell, Mark};

/// More moves than any game has: a win at any distance.
pub(super) const UNLIMITED: u8 = ProofBounds::UNLIMITED;

/// Answers any number of questions about one position, and keeps what it proves in the table.
#[derive(Debug)]
pub(super) struct ProofSearch<'a> {
    /// A search that exhausts its budget leaves the position as it was.
    pub(super) position: Position<'a>,
    /// The same position, but for the moves that this search tries.
    pub(super) shapes: ShapeSearch<'a>,
}

impl ProofSearch<'_> {
    /// Whether `mark` can force a win within this many moves, by both sides together.
    pub(super) fn can_win(&mut self, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        self.shapes.counter.count_node()?;
        let empty = self.position.empty_count();
        let moves = moves.min(empty);
        let Some(potential) = self.sufficient_potential(mark, moves) else { return Ok(false) };
        match threats(&self.position) {
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
        let answer = match self.position.rules().is_plain() {
            true => self.try_plain_moves(mark, moves, potential)?,
            false => self.try_moves(mark, moves, candidate_moves(&self.position))?,
        };
        self.shapes.table.insert_bound(key, limit, answer, self.shapes.counter.nodes() - nodes_before);
        Ok(answer)
    }

    /// Runs `search` on the position after a move, and undoes the move.
    pub(super) fn after<T>(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> T) -> T {
        self.position.play(cell);
        let result = search(self);
        self.position.undo(cell);
        result
    }

    /// The moves that win at once; where a run loses, those that lose at once if there are no others.
    pub(super) fn ending_moves(&self) -> CellSet {
        ending_moves(&self.position)
    }

    /// Every move that does not end the game, the most promising first when `mark` is to win.
    pub(super) fn ordered_moves(&self, mark: Mark) -> Vec<Cell> {
        let runs = self.position.completions(self.position.to_move());
        self.ordered(mark, self.position.playable_cells().difference(runs))
    }

    /// The potential of the lines that `mark` can complete within this many moves; `None` when it is too small for
    /// any of them to be completed.
    fn sufficient_potential(&self, mark: Mark, moves: u8) -> Option<u32> {
        let (position, rules) = (&self.position, self.position.rules());
        let makes_run = if rules.is_misere() { mark.other() } else { mark };
        let attacks = position.to_move() == makes_run;
        let own_moves = if attacks { moves.div_ceil(2) } else { moves / 2 };
        let potential = position.potential(makes_run, own_moves);
        // A move at most doubles the potential.
        let reachable = if attacks { 2 * potential } else { potential };
        let least = if rules.is_plain() { position.complete_line_weight() } else { 1 };
        (reachable >= least).then_some(potential)
    }

    /// The answer where the threats decide nothing, a run wins, and every empty cell can be played.
    fn try_plain_moves(&mut self, mark: Mark, moves: u8, potential: u32) -> Result<bool, BudgetExhausted> {
        let attacks = self.position.to_move() == mark;
        let soonest_win = if attacks { 5 } else { 4 };
        if moves < soonest_win {
            return Ok(false);
        }
        let cells = if attacks { self.attacking_moves(mark, potential) } else { self.defending_moves(mark) };
        if attacks && cells.is_empty() || pairing_strategy::exists_against(&self.position, mark) {
            return Ok(false);
        }
        self.try_moves(mark, moves, cells)
    }

    /// The answer where one of these moves is the best.
    fn try_moves(&mut self, mark: Mark, moves: u8, cells: CellSet) -> Result<bool, BudgetExhausted> {
        let attacks = self.position.to_move() == mark;
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
        candidate_moves(position).iter().filter(is_enough).collect()
    }

    /// The moves that are in an open line of either side: no others affect whether `mark` wins.
    fn defending_moves(&self, mark: Mark) -> CellSet {
        let position = &self.position;
        let matters = |&cell: &Cell| position.weight(mark, cell) + position.weight(mark.other(), cell) > 0;
        candidate_moves(position).iter().filter(matters).collect()
    }

    /// Puts the cells first that matter most to whether `mark` wins, whichever side takes them; where a run loses, last.
    pub(super) fn ordered(&self, mark: Mark, cells: CellSet) -> Vec<Cell> {
        let position = &self.position;
        let stake = |cell| 2 * position.weight(mark, cell) + position.weight(mark.other(), cell);
        let promise = |cell| if position.rules().is_misere() { u32::MAX - stake(cell) } else { stake(cell) };
        best_first(cells.iter().map(|cell| (promise(cell), 0, cell)), usize::MAX)
    }
}

fn ending_moves(position: &Position<'_>) -> CellSet {
    let playable = position.playable_cells();
    let runs = position.completions(position.to_move()).intersection(playable);
    if position.rules().is_misere() && runs != playable { CellSet::default() } else { runs }
}

/// What is decided without a search.
pub(super) fn threats(position: &Position<'_>) -> Threats {
    let (us, them, rules) = (position.to_move(), position.to_move().other(), position.rules());
    if !ending_moves(position).is_empty() {
        return Threats::Decided(if rules.is_misere() { them } else { us }, 1);
    }
    if rules.is_misere() {
        return Threats::None;
    }
    let wins = position.completions(them).intersection(position.playable_cells());
    match wins.first() {
        Some(cell) if wins.len() == 1 => Threats::Block(cell),
        Some(_) => Threats::Decided(them, 2),
        None if !rules.is_plain() => Threats::None,
        None if forks(&position.lines_missing(us, 2).collect::<Vec<_>>()).next().is_some() => {
            Threats::Decided(us, 3)
        }
        None => Threats::None,
    }
}

/// The moves to choose from where the threats decide nothing. In the plain game as in [`ShapeSearch::candidate_moves`], by
/// the lines that miss two marks; where a run loses, those that make none; where marks fall, those that do not lift the
/// opponent to a cell that wins.
pub(super) fn candidate_moves(position: &Position<'_>) -> CellSet {
    let (us, rules) = (position.to_move(), position.rules());
    if rules.is_misere() {
        return position.playable_cells().difference(position.completions(us));
    }
    if rules.has_gravity() {
        let wins = position.completions(us.other());
        let is_gift = |&cell: &Cell| rules.cell_above(cell).is_some_and(|above| wins.contains(above));
        let playable = position.playable_cells();
        let others = playable.difference(playable.iter().filter(is_gift).collect());
        return if others.is_empty() { playable } else { others };
    }
    let pairs: Vec<CellSet> = position.lines_missing(us.other(), 2).collect();
    let threats = || union(position.lines_missing(us, 2));
    let stops = forks(&pairs).take(MAX_FORKS).map(|fork| fork.union(threats()));
    stops.fold(position.empty_cells(), CellSet::intersection)
}

/// The moves that make two threats at once, where neither side can win at once, by the pairs of cells that lines miss:
/// each with the two cells on which it wins then. The opponent must take one of the three, or make a threat.
fn forks(pairs: &[CellSet]) -> impl Iterator<Item = CellSet> {
    let cross = |one: CellSet, other: CellSet| one != other && !one.intersection(other).is_empty();
    pairs.iter().enumerate().flat_map(move |(index, &one)| {
        let others = pairs.iter().take(index).filter(move |&&other| cross(one, other));
        others.map(move |&other| one.union(other))
    })
}

fn union(sets: impl Iterator<Item = CellSet>) -> CellSet {
    sets.fold(CellSet::default(), CellSet::union)
}

/// Distinguishes the two questions about a position in the table: whether X can win, and whether O can.
pub(super) fn winner_key(mark: Mark) -> u64 {
    match mark {
        Mark::X => 0x9E6D_62D0_6F6A_3A57,
        Mark::O => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::budget::{Budget, Control, NodeCounter};
    use super::super::transposition_table::TranspositionTable;
    use super::super::winning_lines::WinningLines;
    use super::super::zobrist::ZobristKeys;
    use super::*;
    use crate::shapes::{ShapeBoard, ShapeTable};
    use crate::testing::{small_rules, unfinished};

    proptest! {
        #[test]
        fn lines_and_shapes_show_the_same_threats(game in unfinished(small_rules(7, 5), 49)) {
            let (rules, us) = (game.rules(), game.to_move().unwrap());
            let (lines, zobrist) = (WinningLines::new(rules), ZobristKeys::new(rules));
            let (shape_table, control) = (ShapeTable::new(rules), Control::new());
            let table = &mut TranspositionTable::new(1);
            let counter = NodeCounter::new(Budget { nodes: 0, control: &control });
            let board = ShapeBoard::new(&shape_table, game.board(), us);
            let shapes = ShapeSearch { shape_table: &shape_table, board, table, counter };
            prop_assert_eq!(threats(&Position::new(&lines, &zobrist, game.board(), us)), shapes.threats());
        }
    }
}
