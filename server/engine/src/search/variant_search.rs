//! The search of the variants, where an additional mark can do harm. One alpha-beta search does everything: to the end of
//! the game it is a proof, and less deep it finds a good move. A position is a few words of bits, cheap to copy.
//!
//! A score of a win or a loss is by the number of marks on the board at the end, so it is the same on every way there.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, and a run is shorter than the arrays by number of marks"
)]

use std::cmp::Reverse;

use super::analysis::Prover;
use super::budget::{BudgetExhausted, NodeCounter};
use super::heuristic_search::{Bound, Entry, INFINITY, MAX_DEPTH, SCORE_KEY, WIN};
use super::winning_lines::WinningLines;
use super::zobrist::{self, MAX_SYMMETRIES, ZobristKeys};
use super::{Resources, Value, Verdict};
use crate::cell::{CellSet, Cells};
use crate::{Cell, Game, Mark, Rules};

/// The depth of a search to the end of the game.
const TO_THE_END: u8 = MAX_DEPTH;

/// What it is worth to be to move, and at most to win by [`VariantSearch::zugzwang`].
const TEMPO: i32 = 8;
const ZUGZWANG: i32 = 60;

/// What a line with many marks is worth, so that no score is that of a win.
const MAX_WORTH: u32 = 243;

/// The most moves of a position that are searched, but to the end of the game.
const MAX_MOVES: u32 = 16;

/// One more than the longest run.
const RUNS: usize = 16;

/// A game that is not over.
#[derive(Clone, Copy)]
struct Position<const WORDS: usize> {
    /// By side.
    marks: [Cells<WORDS>; 2],
    /// By side: the empty cells on which a mark completes a run.
    runs: [Cells<WORDS>; 2],
    empty: Cells<WORDS>,
    to_move: Mark,
    /// By symmetry of the board.
    hashes: [u64; MAX_SYMMETRIES],
}

impl<const WORDS: usize> Position<WORDS> {
    /// The number of marks on the board.
    fn ply(&self) -> i32 {
        self.marks[0].union(self.marks[1]).len().cast_signed()
    }
}

/// Searches one position on a board of at most 64 cells for each of the words.
pub(super) struct VariantSearch<'a, const WORDS: usize> {
    rules: Rules,
    lines: &'a WinningLines,
    zobrist: &'a ZobristKeys,
    /// By number of the line.
    line_cells: Vec<Cells<WORDS>>,
    /// By direction of a line: how much higher the number of its next cell is, and the cells that have one.
    steps: [(u8, Cells<WORDS>); 4],
    /// All cells, those in the fewest lines first.
    fewest_lines: Vec<Cell>,
    root: Position<WORDS>,
    resources: Resources<'a>,
}

impl<'a, const WORDS: usize> VariantSearch<'a, WORDS> {
    pub(super) fn new(
        game: &Game,
        lines: &'a WinningLines,
        zobrist: &'a ZobristKeys,
        resources: Resources<'a>,
    ) -> Self {
        let rules = game.rules();
        let all: Cells<WORDS> = rules.all_cells().collect();
        let without = |excluded: u8| {
            rules
                .all_cells()
                .filter(|&cell| rules.row_and_column(cell).1 != excluded)
                .collect::<Cells<WORDS>>()
        };
        let (not_first, not_last) = (without(0), without(rules.columns() - 1));
        let steps = [
            (1, not_last),
            (rules.columns(), all),
            (rules.columns() + 1, not_last),
            (rules.columns() - 1, not_first),
        ];
        let none = [Cells::default(); 2];
        let root =
            Position { marks: none, runs: none, empty: all, to_move: Mark::X, hashes: [0; MAX_SYMMETRIES] };
        let line_cells: Vec<Cells<WORDS>> =
            (0..lines.len()).map(|line| lines.cells(line).iter().copied().collect()).collect();
        let mut fewest_lines: Vec<Cell> = rules.all_cells().collect();
        fewest_lines.sort_by_key(|&cell| lines.through(cell).count());
        let mut search = Self { rules, lines, zobrist, line_cells, steps, fewest_lines, root, resources };
        // With a run of 1 every mark completes one.
        search.root.runs = [if rules.run() == 1 { all } else { Cells::default() }; 2];
        search.root = game.cells().iter().fold(search.root, |position, &cell| search.after(&position, cell));
        search
    }

    fn after(&self, position: &Position<WORDS>, cell: Cell) -> Position<WORDS> {
        let (mut next, us) = (*position, position.to_move as usize);
        next.marks[us].insert(cell);
        next.empty.toggle(cell);
        for line in self.lines.through(cell) {
            let missing = self.line_cells[line].difference(next.marks[us]);
            if missing.len() == 1 {
                next.runs[us] = next.runs[us].union(missing);
            }
        }
        next.runs = next.runs.map(|runs| runs.intersection(next.empty));
        for (hash, key) in next.hashes.iter_mut().zip(self.zobrist.keys(cell, position.to_move)) {
            *hash ^= key;
        }
        next.to_move = position.to_move.other();
        next
    }

    /// The moves to choose from; else the score, where the threats decide.
    fn moves(&self, position: &Position<WORDS>) -> Result<Cells<WORDS>, i32> {
        let playable = self.rules.playable(position.empty);
        let (us, them) = (position.to_move as usize, position.to_move.other() as usize);
        let win_within = |moves| INFINITY - position.ply() - moves;
        if playable.is_empty() {
            return Err(0);
        }
        if self.rules.is_misere() {
            let safe = playable.difference(position.runs[us]);
            return if safe.is_empty() { Err(-win_within(1)) } else { Ok(safe) };
        }
        if !playable.intersection(position.runs[us]).is_empty() {
            return Err(win_within(1));
        }
        let blocks = playable.intersection(position.runs[them]);
        let cells = if blocks.is_empty() { playable } else { blocks };
        // Not below a cell on which the opponent wins.
        let cells = cells.difference(position.runs[them].moved_on(self.rules.columns()));
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
        let soonest = INFINITY - position.ply() - if self.rules.is_misere() { 2 } else { 3 };
        if soonest <= alpha || 1 - soonest >= beta {
            return Ok(if soonest <= alpha { soonest } else { 1 - soonest });
        }
        let depth = if u32::from(depth) >= position.empty.len() { TO_THE_END } else { depth };
        if let (Some(cell), 1) = (cells.first(), cells.len()) {
            // A forced move does not count as depth.
            return Ok(-self.negamax(&self.after(position, cell), depth, -beta, -alpha)?);
        }
        if depth == 0 {
            return Ok(self.evaluate(position));
        }
        let (hash, symmetry) = self.zobrist.canonical(&position.hashes);
        let (key, rules) = (hash ^ SCORE_KEY, self.rules);
        let image = |cell| zobrist::image(rules, cell, symmetry);
        let cells = if depth == TO_THE_END { cells } else { self.likely(cells) };
        let known = self.resources.table.get(key).map(Entry::unpack);
        if let Some(score) = known.and_then(|known| known.decides(depth, alpha, beta)) {
            return Ok(score);
        }
        let nodes_before = self.resources.counter.nodes();
        let children = self.children(
            position,
            cells,
            known.and_then(|known| cells.iter().find(|&cell| image(cell) == known.best)),
        );
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

    /// Those of the moves that are searched less deep than to the end: where there are many, these have the fewest lines.
    fn likely(&self, cells: Cells<WORDS>) -> Cells<WORDS> {
        if cells.len() <= MAX_MOVES {
            return cells;
        }
        let few = self.fewest_lines.iter().copied().filter(|&cell| cells.contains(cell));
        few.take(MAX_MOVES as usize).collect()
    }

    /// The positions after these moves: first after the one that was best before, then by the threats of the side that
    /// moved and the lines through the cell.
    fn children(
        &self,
        position: &Position<WORDS>,
        cells: Cells<WORDS>,
        best: Option<Cell>,
    ) -> Vec<(Cell, Position<WORDS>)> {
        let mut children: Vec<_> = cells.iter().map(|cell| (cell, self.after(position, cell))).collect();
        children.sort_by_cached_key(|(cell, next)| {
            let promise =
                16 * next.runs[position.to_move as usize].len() as usize + self.lines.through(*cell).count();
            let order = if self.rules.is_misere() { usize::MAX - promise } else { promise };
            Reverse((Some(*cell) == best, order))
        });
        children
    }

    fn evaluate(&self, position: &Position<WORDS>) -> i32 {
        let [ours, theirs] = [position.to_move, position.to_move.other()]
            .map(|side| self.potential(position.marks[side as usize], position.empty));
        if self.rules.is_misere() { theirs - ours } else { ours - theirs + TEMPO + self.zugzwang(position) }
    }

    /// What the lines without marks of the opponent are worth: about three times as much with one more mark.
    fn potential(&self, marks: Cells<WORDS>, empty: Cells<WORDS>) -> i32 {
        let run = usize::from(self.rules.run());
        let mut total = 0;
        for (by, with_next) in self.steps {
            let after = |cells: Cells<WORDS>| cells.moved_back(by).intersection(with_next);
            // By number: the first cells of the lines with at least that many marks.
            let mut lines = [Cells::default(); RUNS];
            let free = marks.union(empty);
            lines[0] = (1..run).fold(free, |starts, _| after(starts).intersection(free));
            let mut next = marks;
            for _ in 0..run {
                for count in (1..run).rev() {
                    lines[count] = lines[count].union(lines[count - 1].intersection(next));
                }
                next = after(next);
            }
            let mut worth = 1;
            for lines in &lines[1..run] {
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
        let below = |cells: Cells<WORDS>| cells.moved_on(self.rules.columns());
        loop {
            let threats = position.runs[0].union(position.runs[1]).intersection(empty);
            let closed = (0..self.rules.rows()).fold(below(threats).intersection(empty), |closed, _| {
                closed.union(closed.moved_back(self.rules.columns()))
            });
            if empty.difference(closed).len() % 2 == 1 {
                to_move = to_move.other();
            }
            empty = empty.intersection(closed);
            let playable = self.rules.playable(empty);
            let own = playable.difference(below(position.runs[to_move.other() as usize]));
            match own.first() {
                Some(cell) => {
                    empty.toggle(cell);
                    self.rules.cell_above(cell).into_iter().for_each(|above| empty.toggle(above));
                }
                None if playable.is_empty() => return 0,
                None => break,
            }
        }
        let ply = position.ply();
        let cells = ply + position.empty.len().cast_signed();
        let worth = ZUGZWANG * ply * ply / (cells * cells);
        if to_move == position.to_move { -worth } else { worth }
    }
}

impl<'a, const WORDS: usize> Prover<'a> for VariantSearch<'a, WORDS> {
    fn can_win_after(&mut self, first: Option<Cell>, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted> {
        let position = first.map_or(self.root, |cell| self.after(&self.root, cell));
        let moves = i32::from(moves).min(position.empty.len().cast_signed());
        let win = INFINITY - position.ply() - moves;
        let is_ours = mark == position.to_move;
        let beta = if is_ours { win } else { 1 - win };
        Ok((self.negamax(&position, TO_THE_END, beta - 1, beta)? >= beta) == is_ours)
    }

    fn ending_moves(&self) -> CellSet {
        let playable = self.rules.playable(self.root.empty);
        let runs = playable.intersection(self.root.runs[self.root.to_move as usize]);
        if self.rules.is_misere() && runs != playable { CellSet::default() } else { runs.iter().collect() }
    }

    fn ordered_moves(&self, _: Mark) -> Vec<Cell> {
        let root = &self.root;
        let cells = self.rules.playable(root.empty).difference(root.runs[root.to_move as usize]);
        self.children(root, cells, None).into_iter().map(|(cell, _)| cell).collect()
    }

    /// The best move by iterative deepening.
    fn best_move(&mut self, holding: &[Cell]) -> (Option<Verdict>, Vec<Cell>) {
        self.resources.counter.allow_fraction(1, 1);
        let root = self.root;
        if let Some(cell) = self.ending_moves().first() {
            return (None, vec![cell]);
        }
        let playable = self.rules.playable(root.empty);
        let (cells, is_exact) = (self.moves(&root).unwrap_or(playable), playable.len() <= MAX_MOVES);
        let cells = match holding {
            [] => self.likely(cells),
            _ => cells.intersection(holding.iter().copied().collect()),
        };
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
            if best.abs() >= WIN && is_exact {
                value = Some(if best > 0 { Value::Win } else { Value::Loss });
            }
            if value.is_some() || children.len() == 1 || u32::from(depth) >= root.empty.len() {
                break;
            }
        }
        let verdict = value.map(|value| Verdict { value, distance: None });
        (verdict, children.into_iter().take(1).map(|(cell, _)| cell).collect())
    }

    fn counter(&mut self) -> &mut NodeCounter<'a> {
        &mut self.resources.counter
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lines::is_winning_move;
    use crate::search::budget::{Budget, Control};
    use crate::search::transposition_table::TranspositionTable;
    use crate::testing::{small_rules, unfinished};

    fn with_search<T>(game: &Game, test: impl FnOnce(&mut VariantSearch<'_, 4>) -> T) -> T {
        let (lines, zobrist) = (WinningLines::new(game.rules()), ZobristKeys::new(game.rules()));
        let (mut table, control) = (TranspositionTable::new(1), Control::new());
        let counter = NodeCounter::new(Budget { nodes: 0, control: &control });
        test(&mut VariantSearch::new(game, &lines, &zobrist, Resources { table: &mut table, counter }))
    }

    proptest! {
        #[test]
        fn a_position_knows_the_cells_that_complete_a_run(game in unfinished(falling(15, 6), 225)) {
            let runs = with_search(&game, |search| search.root.runs);
            for (mark, runs) in [Mark::X, Mark::O].into_iter().zip(runs) {
                let expected: CellSet =
                    game.board().empty_cells().filter(|&cell| is_winning_move(game.board(), cell, mark)).collect();
                prop_assert_eq!(runs, expected, "{:?}\n{}", mark, game.board());
            }
        }

        #[test]
        fn a_position_and_its_mirror_image_have_the_same_hashes(game in unfinished(falling(7, 4), 42)) {
            let image = |cell: &Cell| zobrist::image(game.rules(), *cell, 1);
            let mirrored = Game::replay(game.rules(), game.cells().iter().map(image)).unwrap();
            let [one, other] =
                [&game, &mirrored].map(|game| with_search(game, |search| search.root.hashes));
            prop_assert_eq!([one[0], one[1]], [other[1], other[0]]);
        }
    }

    fn falling(side: u8, run: u8) -> impl Strategy<Value = Rules> {
        small_rules(side, run).prop_map(|rules| rules.with_gravity(true))
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
    fn the_best_move_is_one_that_holds_even_if_few_lines_go_through_it() {
        let game = Game::new(Rules::new(5, 5, 4).unwrap().with_misere(true));
        let corner = game.rules().cell(0).unwrap();
        let (_, best) = with_search(&game, |search| search.best_move(&[corner]));
        assert_eq!(best, [corner]);
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
