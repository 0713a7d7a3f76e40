//! The search of the variants. Where marks fall there are few moves to choose from, and where a run loses a threat forces
//! nothing, so one alpha-beta search does everything: to the end of the game it is a proof, and less deep it finds a good
//! move.
//!
//! A score of a win or a loss is by the number of marks on the board at the end, so it is the same on every way there.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, and the arrays by number of marks and by cell have an element for every number"
)]

use std::cmp::Reverse;

use super::analysis::Prover;
use super::budget::{BudgetExhausted, NodeCounter};
use super::heuristic_search::{Bound, Entry, INFINITY, MAX_DEPTH, SCORE_KEY, WIN};
use super::position::{Grid, Position};
use super::winning_lines::WinningLines;
use super::{Resources, Value, Verdict, zobrist};
use crate::cell::{CellSet, Cells};
use crate::{Cell, Mark};

/// The depth of a search to the end of the game.
const TO_THE_END: u8 = MAX_DEPTH;

/// What it is worth to be to move, and at most to win by [`VariantSearch::zugzwang`].
const TEMPO: i32 = 8;
const ZUGZWANG: i32 = 60;

/// What a line with many marks is worth, so that no score is that of a win.
const MAX_WORTH: u32 = 243;

/// Searches one position on a board of at most 64 cells for each of the words.
#[derive(Debug)]
pub(super) struct VariantSearch<'a, const WORDS: usize> {
    pub(super) grid: Grid<'a, WORDS>,
    pub(super) root: Position<WORDS>,
    pub(super) lines: &'a WinningLines,
    pub(super) resources: Resources<'a>,
}

impl<const WORDS: usize> VariantSearch<'_, WORDS> {
    /// The moves to choose from; else the score, where the threats decide.
    fn moves(&self, position: &Position<WORDS>) -> Result<Cells<WORDS>, i32> {
        let playable = self.grid.rules.playable(position.empty);
        let (us, them) = (position.to_move as usize, position.to_move.other() as usize);
        let win_within = |moves| INFINITY - i32::from(position.ply()) - moves;
        if playable.is_empty() {
            return Err(0);
        }
        if self.grid.rules.is_misere() {
            let safe = playable.difference(position.runs[us]);
            return if safe.is_empty() { Err(-win_within(1)) } else { Ok(safe) };
        }
        if !playable.intersection(position.runs[us]).is_empty() {
            return Err(win_within(1));
        }
        let blocks = playable.intersection(position.runs[them]);
        let cells = if blocks.is_empty() { playable } else { blocks };
        // Not below a cell on which the opponent wins.
        let cells = cells.difference(position.runs[them].moved_on(self.grid.rules.columns()));
        if blocks.len() > 1 || cells.is_empty() { Err(-win_within(2)) } else { Ok(cells) }
    }

    /// The score of the position to the side to move. Outside of the window from `alpha` to `beta` it is a bound.
    fn negamax(
        &mut self,
        position: &Position<WORDS>,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, BudgetExhausted> {
        self.resources.counter.count_node()?;
        let cells = match self.moves(position) {
            Ok(cells) => cells,
            Err(score) => return Ok(score),
        };
        let soonest = INFINITY - i32::from(position.ply()) - if self.grid.rules.is_misere() { 2 } else { 3 };
        if soonest <= alpha || 1 - soonest >= beta {
            return Ok(if soonest <= alpha { soonest } else { 1 - soonest });
        }
        let depth = if u32::from(depth) >= position.empty.len() { TO_THE_END } else { depth };
        if let (Some(cell), 1) = (cells.first(), cells.len()) {
            // A forced move does not count as depth.
            return Ok(-self.negamax(&self.grid.after(position, cell), depth, -beta, -alpha)?);
        }
        if depth == 0 {
            return Ok(self.evaluate(position));
        }
        let is_mirrored = position.hashes[1] < position.hashes[0];
        let rules = self.grid.rules;
        let image = |cell| if is_mirrored { zobrist::image(rules, cell, 1) } else { cell };
        let key = position.hashes[usize::from(is_mirrored)] ^ SCORE_KEY;
        let known = self.resources.table.get(key).map(Entry::unpack);
        if let Some(score) = known.and_then(|known| known.decides(depth, alpha, beta)) {
            return Ok(score);
        }
        let nodes_before = self.resources.counter.nodes();
        let children = self.children(position, cells, known.map(|known| image(known.best)));
        let depth_after = if depth == TO_THE_END { depth } else { depth - 1 };
        let mut best = Entry { score: -INFINITY, depth, bound: Bound::AtMost, best: Cell(0) };
        for (cell, next) in &children {
            let score = -self.negamax(next, depth_after, -beta, -alpha.max(best.score))?;
            if score > best.score {
                best = Entry { score, best: *cell, ..best };
            }
            if score >= beta {
                break;
            }
        }
        let entry = Entry { best: image(best.best), ..best }.with_bound(alpha, beta);
        self.resources.table.insert(key, entry.pack(), self.resources.counter.nodes() - nodes_before);
        Ok(best.score)
    }

    /// The positions after these moves: first after the one that was best before, then by the threats of the side that
    /// moved and the lines through the cell.
    fn children(
        &self,
        position: &Position<WORDS>,
        cells: Cells<WORDS>,
        best: Option<Cell>,
    ) -> Vec<(Cell, Position<WORDS>)> {
        let mut children: Vec<_> = cells.iter().map(|cell| (cell, self.grid.after(position, cell))).collect();
        children.sort_by_cached_key(|(cell, next)| {
            let promise =
                16 * next.runs[position.to_move as usize].len() as usize + self.lines.through[cell.index()];
            let order = if self.grid.rules.is_misere() { usize::MAX - promise } else { promise };
            Reverse((Some(*cell) == best, order))
        });
        children
    }

    fn evaluate(&self, position: &Position<WORDS>) -> i32 {
        let [ours, theirs] =
            [position.to_move, position.to_move.other()].map(|mark| self.line_worth(position, mark));
        if self.grid.rules.is_misere() {
            theirs - ours
        } else {
            ours - theirs + TEMPO + self.zugzwang(position)
        }
    }

    /// What the open lines of a side are worth: about three times as much with one more mark.
    fn line_worth(&self, position: &Position<WORDS>, mark: Mark) -> i32 {
        let mut total = 0;
        for lines in self.grid.open_lines(position, mark) {
            let mut worth = 1;
            for lines in &lines[1..usize::from(self.grid.rules.run())] {
                total += lines.len() * worth;
                worth = MAX_WORTH.min(3 * worth);
            }
        }
        total.cast_signed()
    }

    /// What comes of the threats if neither side plays below one while there are other moves. The side that must loses its
    /// own threat to a block, or the game; the fuller the board, the surer that is.
    fn zugzwang(&self, position: &Position<WORDS>) -> i32 {
        let (mut empty, mut to_move) = (position.empty, position.to_move);
        let below = |cells: Cells<WORDS>| cells.moved_on(self.grid.rules.columns());
        loop {
            let threats = position.runs[0].union(position.runs[1]).intersection(empty);
            let closed = (0..self.grid.rules.rows()).fold(below(threats).intersection(empty), |closed, _| {
                closed.union(closed.moved_back(self.grid.rules.columns()))
            });
            if empty.difference(closed).len() % 2 == 1 {
                to_move = to_move.other();
            }
            empty = empty.intersection(closed);
            let playable = self.grid.rules.playable(empty);
            let own = playable.difference(below(position.runs[to_move.other() as usize]));
            match own.first() {
                Some(cell) => {
                    empty.toggle(cell);
                    self.grid.rules.cell_above(cell).into_iter().for_each(|above| empty.toggle(above));
                }
                None if playable.is_empty() => return 0,
                None => break,
            }
        }
        let (ply, cells) = (i32::from(position.ply()), self.grid.all.len().cast_signed());
        let worth = ZUGZWANG * ply * ply / (cells * cells);
        if to_move == position.to_move { -worth } else { worth }
    }
}

impl<'a, const WORDS: usize> Prover<'a> for VariantSearch<'a, WORDS> {
    fn can_win_after(&mut self, first: Option<Cell>, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        let position = first.map_or(self.root, |cell| self.grid.after(&self.root, cell));
        let moves = i32::from(moves).min(position.empty.len().cast_signed());
        let win = INFINITY - i32::from(position.ply()) - moves;
        let is_ours = mark == position.to_move;
        let beta = if is_ours { win } else { 1 - win };
        Ok((self.negamax(&position, TO_THE_END, beta - 1, beta)? >= beta) == is_ours)
    }

    fn ending_moves(&self) -> CellSet {
        let playable = self.grid.rules.playable(self.root.empty);
        let runs = playable.intersection(self.root.runs[self.root.to_move as usize]);
        if self.grid.rules.is_misere() && runs != playable {
            CellSet::default()
        } else {
            runs.iter().collect()
        }
    }

    fn ordered_moves(&self, _: Mark) -> Vec<Cell> {
        let root = &self.root;
        let cells = self.grid.rules.playable(root.empty).difference(root.runs[root.to_move as usize]);
        self.children(root, cells, None).into_iter().map(|(cell, _)| cell).collect()
    }

    /// The best move by iterative deepening.
    fn best_move(&mut self) -> (Verdict, Vec<Cell>) {
        self.resources.counter.allow_fraction(1, 1);
        let root = self.root;
        if let Some(cell) = self.ending_moves().first() {
            return (Verdict::Unproven, vec![cell]);
        }
        let cells = self.moves(&root).unwrap_or(self.grid.rules.playable(root.empty));
        let mut children = self.children(&root, cells, None);
        let mut value = None;
        'deepening: for depth in 0..TO_THE_END {
            let mut best = -INFINITY;
            for index in 0..children.len() {
                let next = children[index].1;
                let Ok(score) = self.negamax(&next, depth, -INFINITY, -best).map(|score| -score) else {
                    // What was not searched may be better than a loss.
                    children.rotate_left(if best <= -WIN { index } else { 0 });
                    break 'deepening;
                };
                if score > best {
                    best = score;
                    children[..=index].rotate_right(1);
                }
            }
            if best.abs() >= WIN {
                value = Some(if best > 0 { Value::Win } else { Value::Loss });
            }
            if value.is_some() || children.len() == 1 || u32::from(depth) >= root.empty.len() {
                break;
            }
        }
        let verdict = value.map_or(Verdict::Unproven, |value| Verdict::Proven { value, distance: None });
        (verdict, children.into_iter().take(1).map(|(cell, _)| cell).collect())
    }

    fn counter(&mut self) -> &mut NodeCounter<'a> {
        &mut self.resources.counter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::{Budget, Control};
    use crate::search::transposition_table::TranspositionTable;
    use crate::search::zobrist::ZobristKeys;
    use crate::{Game, Rules};

    fn with_search<T>(game: &Game, test: impl FnOnce(&VariantSearch<'_, 4>) -> T) -> T {
        let (lines, zobrist) = (WinningLines::new(game.rules()), ZobristKeys::new(game.rules()));
        let (mut table, control) = (TranspositionTable::new(1), Control::new());
        let counter = NodeCounter::new(Budget { nodes: 0, control: &control });
        let grid = Grid::new(game.rules(), &zobrist);
        let root = grid.position(game.board(), game.to_move().unwrap());
        test(&VariantSearch {
            grid,
            root,
            lines: &lines,
            resources: Resources { table: &mut table, counter },
        })
    }

    /// A game with seven columns, six rows and four in a row, after moves in these columns from 1.
    fn four(columns: &[usize]) -> Game {
        let mut game = Game::new(Rules::new(7, 6, 4).unwrap().with_gravity(true));
        for column in columns {
            let cells = game.legal_cells();
            game.play(*cells.iter().find(|cell| cell.index() % 7 == column - 1).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn an_odd_threat_wins_for_x_and_an_even_one_for_o() {
        // X has the third row of the columns 1 to 3.
        let odd = four(&[1, 2, 2, 1, 3, 3, 1, 5, 2, 5, 3, 5]);
        // O has the second row of the same columns.
        let even = four(&[1, 1, 2, 2, 5, 3, 5, 3]);
        for (game, winner) in [(odd, Mark::X), (even, Mark::O)] {
            let (to_move, worth) =
                with_search(&game, |search| (search.root.to_move, search.zugzwang(&search.root)));
            assert_eq!(worth > 0, to_move == winner, "{}", game.board());
            assert_ne!(worth, 0, "{}", game.board());
        }
    }
}
