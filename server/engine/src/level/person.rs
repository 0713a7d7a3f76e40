//! The levels without a search: a person who sees shapes, overlooks some of them, and does not look ahead.

use crate::lines::{Step, adjacent};
use crate::random::SplitMix64;
use crate::search::Search;
use crate::shapes::{Shape, ShapeBoard, ShapeTable, Threat};
use crate::{Cell, Game, Rules};

/// How a person plays.
pub(super) struct Person {
    own: Eye,
    theirs: Eye,
    /// What a cell is worth that completes its own run, overlooked or not.
    win: usize,
    /// The part of the worth of a cell that is left to chance, in percent.
    chance: usize,
}

/// What it sees of the marks of one side.
struct Eye {
    /// What a cell is worth with a shape, by [`Shape::grade`].
    worth: [usize; 9],
    /// How often it overlooks marks along a row or a column, in percent, and along a diagonal. Marks with a gap are
    /// overlooked twice as often; where a run of four or more wins, lines through the last mark a third as often, and
    /// never marks without a gap where one more completes a run: they strike the eye.
    overlooked: [usize; 2],
    /// Where a run of four or more wins: what a cell is worth to marks with a gap, in percent, by the number of sides on
    /// which it touches them. Between them it touches two.
    touching: [usize; 3],
}

pub(super) const CASUAL: Person = Person {
    own: Eye {
        worth: [0, 0, 10, 24, 40, 90, 60, 600, 20_000],
        overlooked: [3, 8],
        touching: [100, 100, 100],
    },
    theirs: Eye {
        worth: [0, 0, 10, 20, 40, 75, 60, 250, 5_000],
        overlooked: [7, 17],
        touching: [30, 100, 200],
    },
    win: 0,
    chance: 25,
};

/// Overlooks four times as much as casual, but never its own win.
pub(super) const EASY: Person = Person {
    own: Eye { overlooked: [12, 32], ..CASUAL.own },
    theirs: Eye { overlooked: [28, 68], ..CASUAL.theirs },
    win: 1_000_000,
    chance: 90,
};

const MOST_LUCK: usize = 99;

/// A position as a person sees it this time, with luck.
pub(super) struct View<'a> {
    person: &'a Person,
    game: &'a Game,
    table: &'a ShapeTable,
    board: ShapeBoard,
    /// By ray: how well the person looks, from 0 to [`MOST_LUCK`].
    attention: Vec<usize>,
}

impl Person {
    /// `None` when the game is over.
    pub(super) fn look_at<'a>(
        &'a self,
        game: &'a Game,
        random: &mut SplitMix64,
        search: &'a mut Search,
    ) -> Option<View<'a>> {
        let (table, board) = search.shapes(game)?;
        let attention = (0..table.rays()).filter_map(|_| random.below(MOST_LUCK + 1)).collect();
        Some(View { person: self, game, table, board, attention })
    }
}

impl View<'_> {
    /// The cell that looks best.
    pub(super) fn choose_move(&self, random: &mut SplitMix64) -> Option<Cell> {
        let mut luck = || 10_000 - random.below(100 * self.person.chance).unwrap_or(0);
        let key = |&cell: &Cell| self.worth(cell) * luck();
        let cells = self.game.legal_cells().into_iter();
        // Where a run loses, the cells that look best to either side are left alone.
        if self.game.rules().is_misere() { cells.min_by_key(key) } else { cells.max_by_key(key) }
    }

    /// Whether the best line through the cell is a diagonal, and overlooked. An own line is seen that is as good and lacks
    /// at most one mark after this one.
    pub(super) fn overlooks_diagonal(&self, cell: Cell) -> bool {
        let own = self.board.shapes(self.board.to_move(), cell).into_iter().max();
        let missed = self.lines(cell).max_by_key(|&(shape, ..)| shape).filter(|(.., worth)| worth.is_none());
        missed.is_some_and(|(shape, direction, _)| direction >= 2 && own < Some(shape.max(Shape::FOUR)))
    }

    /// What the cell is worth: less if a mark there lets the opponent win above it.
    fn worth(&self, cell: Cell) -> usize {
        let (us, rules) = (self.board.to_move(), self.game.rules());
        let wins = |mark, cell| self.board.threats(mark, Threat::Win).contains(cell);
        let near_centre = usize::from((2 * Rules::MAX_SIDE).abs_diff(self.table.off_centre(cell)));
        let win = if wins(us, cell) { self.person.win } else { 0 };
        let lines: usize = self.lines(cell).filter_map(|(_, _, worth)| worth).sum();
        let helps_opponent = rules.cell_above(cell).is_some_and(|above| wins(us.other(), above));
        let [.., their_win] = self.person.theirs.worth;
        (lines + near_centre + win).saturating_sub(if helps_opponent { their_win } else { 0 })
    }

    /// The shapes of both sides on an empty cell, with their directions, and their worth unless they are overlooked.
    fn lines(&self, cell: Cell) -> impl Iterator<Item = (Shape, usize, Option<usize>)> {
        let us = self.board.to_move();
        let eyes = [(&self.person.own, us), (&self.person.theirs, us.other())].into_iter();
        eyes.flat_map(move |(eye, mark)| {
            let shapes = self.board.shapes(mark, cell).into_iter().zip(Step::FORWARD).enumerate();
            shapes.map(move |(direction, (shape, step))| {
                let beside =
                    [step, step.reversed()].map(|step| adjacent(self.game.board(), cell, mark, step).count());
                let luck = self.luck(cell, direction);
                (shape, direction, self.worth_of(eye, shape, direction >= 2, beside, luck))
            })
        })
    }

    /// How well the person looks at a line: better where the last mark is new.
    fn luck(&self, cell: Cell, direction: usize) -> usize {
        let ray = self.table.ray(cell, direction);
        let last = self.game.cells().last().filter(|_| self.wants_long_rows());
        let is_new = last.is_some_and(|&last| self.table.ray(last, direction) == ray);
        self.attention.get(ray).copied().unwrap_or(MOST_LUCK) * if is_new { 3 } else { 1 }
    }

    /// What a shape is worth with this many marks on both sides of the cell; `None` if it is overlooked.
    fn worth_of(
        &self,
        eye: &Eye,
        shape: Shape,
        is_diagonal: bool,
        beside: [usize; 2],
        luck: usize,
    ) -> Option<usize> {
        let run = self.game.rules().run();
        let has_gap = beside.into_iter().max() < Some(usize::from(shape.marks(run)).saturating_sub(1));
        let [straight, diagonal] = eye.overlooked.map(|overlooked| overlooked * if has_gap { 2 } else { 1 });
        let overlooked = match is_diagonal {
            _ if shape == Shape::RUN && run > 3 && !has_gap => 0,
            true => diagonal,
            false => straight,
        };
        let touched = beside.into_iter().filter(|&marks| marks > 0).count();
        let is_broken = self.wants_long_rows() && has_gap && shape < Shape::RUN;
        let part = eye.touching.get(touched).filter(|_| is_broken).unwrap_or(&100);
        // Two marks apart do not look like the beginning of a row.
        let part = if has_gap && shape < Shape::THREE { part / 4 } else { *part };
        let worth = eye.worth.get(usize::from(shape.grade())).copied().unwrap_or_default();
        (luck >= overlooked).then_some(worth * part / 100)
    }

    fn wants_long_rows(&self) -> bool {
        self.game.rules().run() > 3 && !self.game.rules().is_misere()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;
    use crate::lines::is_winning_move;

    /// A game on 15x15 with five in a row, by columns and rows from 1.
    fn five(cells: &[(usize, usize)]) -> Game {
        let rules = Rules::new(15, 15, 5).unwrap();
        let cells = cells.iter().map(|&(column, row)| rules.cell_at(row - 1, column - 1).unwrap());
        Game::replay(rules, cells).unwrap()
    }

    /// How many of 1,000 moves of a person are one of these cells.
    fn times(person: &Person, game: &Game, cells: &[Cell]) -> usize {
        let mut search = Search::new(0);
        let play = |seed| {
            let mut random = SplitMix64::new(seed, 0);
            person.look_at(game, &mut random, &mut search)?.choose_move(&mut random)
        };
        (0..1_000).filter_map(play).filter(|cell| cells.contains(cell)).count()
    }

    /// How many complete a run of X.
    fn completed(person: &Person, game: &Game) -> usize {
        let wins = |cell: &Cell| is_winning_move(game.board(), *cell, Mark::X);
        times(person, game, &game.legal_cells().into_iter().filter(wins).collect::<Vec<_>>())
    }

    /// How often casual blocks these four marks of X, of which the last may be missing.
    fn blocked(marks: [(usize, usize); 4], count: usize) -> usize {
        let others = [(1, 1), (15, 1), (1, 15), (15, 15)];
        let moves: Vec<_> = marks.into_iter().zip(others).flat_map(|(x, o)| [x, o]).collect();
        let game = five(&moves[..2 * count - 1]);
        let cells = game.legal_cells().into_iter();
        let stops = |cell: &Cell| {
            let mut search = Search::new(0);
            let (_, board) = search.shapes(&game.after(*cell).unwrap()).unwrap();
            board.best_shape(Mark::X) < Shape::OPEN_FOUR
        };
        times(&CASUAL, &game, &cells.filter(stops).collect::<Vec<_>>())
    }

    #[test]
    fn casual_never_overlooks_four_in_a_row_without_a_gap() {
        for four in [[(1, 8), (2, 8), (3, 8), (4, 8)], [(4, 1), (5, 2), (6, 3), (7, 4)]] {
            assert_eq!(blocked(four, 4), 1_000);
        }
    }

    #[test]
    fn casual_overlooks_a_diagonal_sooner_than_a_row_and_marks_with_a_gap_sooner_than_without() {
        let [row, diagonal] = [[(4, 8), (5, 8), (6, 8), (9, 9)], [(4, 4), (5, 5), (6, 6), (9, 3)]]
            .map(|marks| blocked(marks, 3));
        let [broken_row, broken_diagonal] =
            [[(4, 8), (5, 8), (7, 8), (8, 8)], [(4, 4), (5, 5), (7, 7), (8, 8)]]
                .map(|marks| blocked(marks, 4));
        let all = [row, broken_row, diagonal, broken_diagonal];
        assert!(row > diagonal && row > broken_row && diagonal > broken_diagonal, "{all:?}");
        assert!(row > 900 && broken_diagonal > 600, "{all:?}");
    }

    #[test]
    fn casual_blocks_an_open_three_and_extends_its_own() {
        let blocks = five(&[(7, 8), (1, 1), (8, 8), (1, 3), (9, 8)]);
        let extends = five(&[(7, 8), (1, 1), (8, 8), (1, 3), (9, 8), (15, 15)]);
        for (game, least) in [(blocks, 850), (extends, 950)] {
            let ends = [5, 6, 10, 11].map(|column| game.rules().cell_at(7, column - 1).unwrap());
            let count = times(&CASUAL, &game, &ends);
            assert!(count >= least, "{count}\n{}", game.board());
        }
    }

    #[test]
    fn casual_blocks_beside_marks_or_between_them_and_not_at_a_distance() {
        // X has two marks; three with a gap after each.
        let pair = five(&[(7, 8), (1, 1), (8, 8)]);
        let broken = five(&[(6, 8), (1, 1), (8, 8), (1, 15), (10, 8)]);
        let count = |game: &Game, columns: [usize; 2]| {
            times(&CASUAL, game, &columns.map(|column| game.rules().cell_at(7, column - 1).unwrap()))
        };
        let [beside, apart] = [[6, 9], [5, 10]].map(|columns| count(&pair, columns));
        assert!(beside > 10 * apart.max(1), "{beside} beside, {apart} apart");
        let [between, outside] = [[7, 9], [5, 11]].map(|columns| count(&broken, columns));
        assert!(between > 10 * outside.max(1), "{between} between, {outside} outside");
    }

    #[test]
    fn casual_hardly_ever_overlooks_both_lines_through_the_last_mark() {
        // X has just made three in a column, one end of which is the end of three in a diagonal as well.
        let moves = "e6 e7 d6 f6 h4 d8 c9 e5 d4 d5 c5 b6 c7 c4 f5 c8 g4 h3 e4 f4 d3 c2 g3 e3 g5";
        let rules = Rules::new(10, 10, 5).unwrap();
        let cell = |name: &str| {
            let column = usize::from(name.as_bytes()[0] - b'a');
            rules.cell_at(name[1..].parse::<usize>().unwrap() - 1, column).unwrap()
        };
        let game = Game::replay(rules, moves.split(' ').map(cell)).unwrap();
        let count = times(&CASUAL, &game, &[cell("g2"), cell("g6")]);
        assert!(count > 960, "{count}");
    }

    #[test]
    fn people_begin_near_the_centre_and_stay_near_the_marks() {
        for (game, centre) in [(five(&[]), 8), (five(&[(4, 4)]), 4)] {
            let near = |cell: &Cell| {
                let (row, column) = game.rules().row_and_column(*cell);
                row.abs_diff(centre - 1).max(column.abs_diff(centre - 1)) <= 4
            };
            let cells: Vec<Cell> = game.legal_cells().into_iter().filter(near).collect();
            assert_eq!(times(&CASUAL, &game, &cells), 1_000, "{}", game.board());
            let count = times(&EASY, &game, &cells);
            assert!(count > 950, "{count}\n{}", game.board());
        }
    }

    #[test]
    fn easy_never_misses_a_win_or_four_in_a_row_and_overlooks_many_with_a_gap() {
        let four = five(&[(4, 8), (4, 9), (5, 8), (5, 9), (6, 8), (6, 9), (7, 8)]);
        let threat = five(&[(4, 8), (4, 9), (5, 8), (5, 9), (6, 8), (6, 9), (8, 8)]);
        let win = five(&[(4, 8), (4, 9), (5, 8), (5, 9), (6, 8), (6, 9), (7, 8), (7, 9)]);
        assert_eq!(completed(&EASY, &win), 1_000);
        assert_eq!(completed(&EASY, &four), 1_000);
        let blocked = completed(&EASY, &threat);
        assert!((700..950).contains(&blocked), "{blocked}");
    }
}
