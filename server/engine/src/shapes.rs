//! Shapes: how far a mark on an empty cell takes its side along each line through the cell.

#![expect(
    clippy::indexing_slicing,
    reason = "sides are 0 and 1, directions 0 to 3, and the arrays by cell and by ray have an element for every number"
)]

use std::mem;

use crate::cell::CellSet;
use crate::cell_worth::{CellWorth, Combination};
use crate::lines;
use crate::random::SplitMix64;
use crate::{Board, Cell, Mark, Rules};

/// What a side has along one line once it marks a certain cell: the number of marks that then miss for a run, and
/// whether the line is open: two cells of it complete a run in the end, so that one block does not stop it. Better
/// shapes are greater.
///
/// With five in a row, a shape that misses one mark is a four, one that misses two a three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(u8);

impl Shape {
    /// No run fits into the space between the opponent's marks.
    const NONE: Self = Self(0);
    const TWO: Self = Self::new(3, false);
    pub(crate) const THREE: Self = Self::new(2, false);
    pub(crate) const OPEN_THREE: Self = Self::new(2, true);
    pub(crate) const FOUR: Self = Self::new(1, false);
    pub(crate) const OPEN_FOUR: Self = Self::new(1, true);
    pub(crate) const RUN: Self = Self::new(0, false);

    const fn new(missing: u8, is_open: bool) -> Self {
        Self(2 * (Rules::MAX_SIDE + 1 - missing) + is_open as u8)
    }

    /// The shape of a side that marks the cell between `left` and `right`: its marks on the cells on both sides, up to
    /// the opponent's nearest marks or the edge. Both start at the lowest of their cells; one more bit ends them.
    fn between(left: u32, right: u32, run: u32) -> Self {
        let before = left.ilog2();
        let length = before + 1 + right.ilog2();
        let marks = left | (right ^ (1 << right.ilog2())) << (before + 1);
        let windows = |span: u32| (0..(length + 1).saturating_sub(span)).map(move |first| marks >> first);
        let most = windows(run).map(|marks| (marks & ones(run)).count_ones()).max();
        let Some(missing) = most.map(|most| run - most) else { return Self::NONE };
        let is_open = match missing {
            0 => false,
            1 => {
                let gaps = (0..=length - run).map(|first| !(marks >> first) & ones(run)).zip(0..);
                let completing =
                    gaps.filter(|(gap, _)| gap.is_power_of_two()).map(|(gap, first)| gap << first);
                completing.fold(0, |all: u32, cell| all | cell).count_ones() >= 2
            }
            // One more cell than a run, both ends of which are empty.
            _ => windows(run + 1).any(|marks| {
                marks & (1 | 1 << run) == 0 && (marks & ones(run)).count_ones() + missing == run
            }),
        };
        Self::new(u8::try_from(missing).unwrap_or(Rules::MAX_SIDE), is_open)
    }

    pub(crate) fn is_open(self) -> bool {
        self.0 % 2 == 1
    }

    /// From 0 to 8: a line that misses more marks than a two is of no interest, a run is the best.
    pub(crate) fn grade(self) -> u16 {
        self.0.saturating_sub(Self::TWO.0 - 2).into()
    }

    /// How many marks of a run it has, the one on the cell included.
    pub(crate) fn marks(self, run: u8) -> u8 {
        (run + self.0 / 2).saturating_sub(Rules::MAX_SIDE + 1)
    }
}

const fn ones(count: u32) -> u32 {
    (1 << count) - 1
}

/// What marking a cell does for a side, by the shapes along all lines through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Threat {
    /// It threatens to make a fork: an open three.
    Three,
    /// It threatens to complete a run.
    Four,
    /// It threatens to complete a run on either of two cells.
    Fork,
    /// It completes a run.
    Win,
}

/// The lines of a board, and every shape that fits on them, computed once for the rules.
#[derive(Debug)]
pub(crate) struct ShapeTable {
    rules: Rules,
    rays: Vec<Vec<Cell>>,
    /// By cell number, then direction: the ray through the cell, and the place of the cell on it.
    places: Vec<[(u8, u8); 4]>,
    /// By the two numbers that [`Shape::between`] takes. Empty for a long run, which needs too many.
    shapes: Vec<Shape>,
    /// By index of the [`Combination`].
    worths: &'static [CellWorth],
    /// By cell number: how far from the centre, in half cells.
    off_centre: Vec<u8>,
    /// By cell number, then side: Zobrist keys.
    keys: Vec<[u64; 2]>,
}

/// The longest run with a table of shapes: a longer one is rarely played.
const MAX_TABLE_RUN: u32 = 6;

impl ShapeTable {
    pub(crate) fn new(rules: Rules) -> Self {
        let run = u32::from(rules.run());
        let entries = if run > MAX_TABLE_RUN { 0 } else { 1 << (2 * run) };
        let entry = |index: u32| Shape::between((index >> run).max(1), (index & ones(run)).max(1), run);
        let mut random = SplitMix64::new(0, 0);
        let mut table = Self {
            rules,
            rays: Vec::new(),
            places: vec![[(0, 0); 4]; rules.cell_count()],
            shapes: (0..entries).map(entry).collect(),
            worths: Combination::all_worths(),
            off_centre: rules.all_cells().map(|cell| off_centre(rules, cell)).collect(),
            keys: rules.all_cells().map(|_| [random.next(), random.next()]).collect(),
        };
        for (direction, cells) in lines::rays(rules) {
            for (cell, place) in cells.iter().zip(0..) {
                table.places[cell.index()][direction] =
                    (u8::try_from(table.rays.len()).unwrap_or(u8::MAX), place);
            }
            table.rays.push(cells);
        }
        table
    }

    /// The number of rows, columns and diagonals.
    pub(crate) fn rays(&self) -> usize {
        self.rays.len()
    }

    /// The number of the ray through a cell in a direction, in the order of [`lines::Step::FORWARD`].
    pub(crate) fn ray(&self, cell: Cell, direction: usize) -> usize {
        self.places[cell.index()][direction].0.into()
    }

    pub(crate) fn off_centre(&self, cell: Cell) -> u8 {
        self.off_centre[cell.index()]
    }

    /// The shape of a side that marks this place of a ray, where these marks are: of the side, and of the opponent.
    fn shape(&self, place: u32, ours: u32, theirs: u32) -> Shape {
        let run = u32::from(self.rules.run());
        let after_nearest = ((theirs << 1 | 1) & ones(place + 1)).ilog2();
        let first = after_nearest.max((place + 1).saturating_sub(run));
        let after = (theirs >> (place + 1)).trailing_zeros().min(run - 1);
        let left = ours >> first & ones(place - first) | 1 << (place - first);
        let right = ours >> (place + 1) & ones(after) | 1 << after;
        let entry = self.shapes.get((left << run | right) as usize);
        entry.copied().unwrap_or_else(|| Shape::between(left, right, run))
    }
}

fn off_centre(rules: Rules, cell: Cell) -> u8 {
    let (row, column) = rules.row_and_column(cell);
    let down = (2 * row + 1).abs_diff(rules.rows());
    let right = (2 * column + 1).abs_diff(rules.columns());
    down.max(right)
}

/// No move promises less than minus this.
const PROMISE_BASE: u32 = 1 << 14;

/// One more than the highest number of a cell of any board.
const CELLS: usize = 256;

/// The rays of the largest board: its rows, columns and diagonals.
const RAYS: usize = 88;

/// The marks of a game that is not over, with the shapes of both sides on every empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShapeBoard {
    /// By side, then ray: a bit for each mark.
    marks: [[u16; RAYS]; 2],
    /// By side, then cell, then direction.
    shapes: [[[Shape; 4]; CELLS]; 2],
    /// By side, then cell.
    combinations: [[Combination; CELLS]; 2],
    /// By side: what its cells add to the value of the position, if it is to move and if the opponent is.
    values: [[i32; 2]; 2],
    /// By side, then [`Threat`].
    threats: [[CellSet; 4]; 2],
    empty: CellSet,
    to_move: Mark,
    hash: u64,
}

impl ShapeBoard {
    pub(crate) fn new(table: &ShapeTable, board: &Board, to_move: Mark) -> Self {
        let rules = table.rules;
        let mut new = Self {
            marks: [[0; RAYS]; 2],
            shapes: [[[Shape::NONE; 4]; CELLS]; 2],
            combinations: [[Combination::default(); CELLS]; 2],
            values: [[0; 2]; 2],
            threats: [[CellSet::default(); 4]; 2],
            empty: rules.all_cells().filter(|&cell| board.get(cell).is_none()).collect(),
            to_move,
            hash: 0,
        };
        for mark in [Mark::X, Mark::O] {
            for cell in board.cells_with(mark).iter() {
                new.hash ^= table.keys[cell.index()][mark as usize];
                for (ray, place) in table.places[cell.index()] {
                    new.marks[mark as usize][usize::from(ray)] |= 1 << place;
                }
            }
        }
        for cell in new.empty.iter() {
            for (direction, (ray, place)) in table.places[cell.index()].into_iter().enumerate() {
                for (side, mark) in [Mark::X, Mark::O].into_iter().enumerate() {
                    let [ours, theirs] = new.marks_on(table, ray, mark);
                    let shape = table.shape(place.into(), ours, theirs);
                    new.set(table, side, cell, direction, shape);
                }
            }
        }
        new
    }

    /// Plays an empty cell that does not end the game.
    pub(crate) fn play(&mut self, table: &ShapeTable, cell: Cell) {
        self.empty.toggle(cell);
        self.hash = self.hash_after(table, cell);
        for (direction, (ray, place)) in table.places[cell.index()].into_iter().enumerate() {
            for side in 0..2 {
                self.set(table, side, cell, direction, Shape::NONE);
            }
            self.marks[self.to_move as usize][usize::from(ray)] |= 1 << place;
            self.update(table, direction, ray, place);
        }
        self.to_move = self.to_move.other();
    }

    pub(crate) fn to_move(&self) -> Mark {
        self.to_move
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn hash_after(&self, table: &ShapeTable, cell: Cell) -> u64 {
        self.hash ^ table.keys[cell.index()][self.to_move as usize]
    }

    pub(crate) fn empty(&self) -> CellSet {
        self.empty
    }

    /// The shapes of `mark` on an empty cell, in the order of [`lines::Step::FORWARD`].
    pub(crate) fn shapes(&self, mark: Mark, cell: Cell) -> [Shape; 4] {
        self.shapes[mark as usize][cell.index()]
    }

    /// The best shape that a mark on an empty cell makes.
    pub(crate) fn best_shape(&self, mark: Mark) -> Shape {
        self.empty.iter().flat_map(|cell| self.shapes(mark, cell)).max().unwrap_or_default()
    }

    /// The empty cells on which `mark` makes this threat and none that is greater.
    pub(crate) fn threats(&self, mark: Mark, threat: Threat) -> CellSet {
        self.threats[mark as usize][threat as usize]
    }

    /// What a move is worth at first sight: it makes shapes, and takes cells from the opponent's. Where a run loses, that
    /// does harm.
    pub(crate) fn promise(&self, table: &ShapeTable, cell: Cell) -> u32 {
        let sides = [self.to_move, self.to_move.other()].into_iter().zip(0..2);
        let worth = |mark| table.worths[self.combinations[mark as usize][cell.index()].index()];
        let promise: i32 = sides.map(|(mark, role)| i32::from(worth(mark).promise[role])).sum();
        let promise = promise.saturating_add_unsigned(PROMISE_BASE).unsigned_abs();
        if table.rules.is_misere() { u32::MAX - promise } else { promise }
    }

    /// The static evaluation: how much better the position is for the side to move than for the opponent.
    pub(crate) fn value(&self) -> i32 {
        let [ours, theirs] = [self.to_move, self.to_move.other()].map(|mark| self.values[mark as usize]);
        ours[0] - theirs[1]
    }

    /// The cells on which `mark` completes a run once it has this one too.
    pub(crate) fn completions(&self, table: &ShapeTable, mark: Mark, cell: Cell) -> CellSet {
        let mut found = CellSet::default();
        for (direction, (ray, place)) in table.places[cell.index()].into_iter().enumerate() {
            if self.shapes(mark, cell)[direction] < Shape::FOUR {
                continue;
            }
            let cells = &table.rays[usize::from(ray)];
            let [ours, theirs] = self.marks_on(table, ray, mark);
            let completes = |&(other, at): &(&Cell, u32)| {
                let is_other = at != u32::from(place) && self.empty.contains(*other);
                is_other && table.shape(at, ours | 1 << place, theirs) == Shape::RUN
            };
            found = found.union(cells.iter().zip(0..).filter(completes).map(|(&cell, _)| cell).collect());
        }
        found
    }

    /// The marks of a side on a ray, and those of its opponent with the edge after them.
    fn marks_on(&self, table: &ShapeTable, ray: u8, mark: Mark) -> [u32; 2] {
        let [ours, theirs] =
            [mark, mark.other()].map(|mark| u32::from(self.marks[mark as usize][usize::from(ray)]));
        [ours, theirs | 1 << table.rays[usize::from(ray)].len()]
    }

    /// Looks up the shapes on a ray which a new mark at this place can change: those on the empty cells near it, up to
    /// the nearest marks that block them.
    fn update(&mut self, table: &ShapeTable, direction: usize, ray: u8, place: u8) {
        let (cells, run) = (&table.rays[usize::from(ray)], u32::from(table.rules.run()));
        let marks = self.marks.map(|marks| u32::from(marks[usize::from(ray)]));
        let (edge, place) = (1 << cells.len(), u32::from(place));
        for (side, ours, theirs) in [(0, marks[0], marks[1] | edge), (1, marks[1], marks[0] | edge)] {
            let walls = theirs & !(1 << place);
            let first = ((walls << 1 | 1) & ones(place + 1)).ilog2();
            let end = place + 1 + (walls >> (place + 1)).trailing_zeros();
            if end - first < run {
                continue;
            }
            let near = ones(end.min(place + run)) & !ones(first.max((place + 1).saturating_sub(run)));
            let mut empty = near & !(marks[0] | marks[1]);
            while empty != 0 {
                let place = empty.trailing_zeros();
                empty &= empty - 1;
                self.set(table, side, cells[place as usize], direction, table.shape(place, ours, theirs));
            }
        }
    }

    fn set(&mut self, table: &ShapeTable, side: usize, cell: Cell, direction: usize, shape: Shape) {
        let old = mem::replace(&mut self.shapes[side][cell.index()][direction], shape);
        if old.grade() == shape.grade() {
            return;
        }
        let combination = &mut self.combinations[side][cell.index()];
        let before = &table.worths[combination.index()];
        combination.replace(direction, old, shape);
        let after = &table.worths[combination.index()];
        for (role, value) in self.values[side].iter_mut().enumerate() {
            *value += i32::from(after.value[role]) - i32::from(before.value[role]);
        }
        if before.threat != after.threat {
            for threat in [before, after].into_iter().filter_map(|worth| worth.threat) {
                self.threats[side][threat as usize].toggle(cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Game;
    use crate::testing::{small_rules, unfinished};

    /// The empty cells on which `mark` would win, once it has these as well.
    fn wins(game: &Game, mark: Mark, extra: &[Cell]) -> CellSet {
        let mut board = *game.board();
        for &cell in extra {
            board.place(cell, mark);
        }
        board.empty_cells().filter(|&cell| lines::is_winning_move(&board, cell, mark)).collect()
    }

    proptest! {
        #[test]
        fn moves_update_a_board_to_what_a_new_one_would_be(game in unfinished(small_rules(9, 8), 81)) {
            let table = ShapeTable::new(game.rules());
            let mut played = ShapeBoard::new(&table, Game::new(game.rules()).board(), Mark::X);
            game.cells().iter().for_each(|&cell| played.play(&table, cell));
            prop_assert_eq!(played, ShapeBoard::new(&table, game.board(), game.to_move().unwrap()));
        }

        #[test]
        fn threats_are_the_moves_that_lead_to_wins_in_one(game in unfinished(small_rules(9, 8), 81)) {
            let table = ShapeTable::new(game.rules());
            let board = ShapeBoard::new(&table, game.board(), game.to_move().unwrap());
            for mark in [Mark::X, Mark::O] {
                let won = wins(&game, mark, &[]);
                prop_assert_eq!(board.threats(mark, Threat::Win), won);
                for cell in board.empty().iter().filter(|_| won.is_empty()) {
                    let completions = wins(&game, mark, &[cell]);
                    prop_assert_eq!(board.completions(&table, mark, cell), completions);
                    let is_threat = |threat| board.threats(mark, threat).contains(cell);
                    prop_assert_eq!(is_threat(Threat::Fork), completions.len() >= 2);
                    prop_assert_eq!(is_threat(Threat::Four), completions.len() == 1);
                }
            }
        }
    }
}
