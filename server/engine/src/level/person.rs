//! The levels that people can beat: a person that sees shapes, overlooks some of them, and does not look ahead.

use crate::lines::{Step, adjacent};
use crate::random::SplitMix64;
use crate::search::Search;
use crate::shapes::{Shape, Threat};
use crate::{Cell, Game};

/// How a person plays.
pub(super) struct Person {
    own: Eye,
    theirs: Eye,
    /// What every cell is worth, and how much more for each half cell that it is nearer to the centre.
    anywhere: usize,
    centre: usize,
    /// The part of the worth of a cell that is left to chance, in percent.
    chance: usize,
}

/// What it sees of the marks of one side.
struct Eye {
    /// What a cell is worth with a shape, by [`Shape::grade`].
    worth: [usize; 9],
    /// How often it overlooks marks along a row or a column, in percent, and along a diagonal. Marks with a gap are
    /// overlooked twice as often; where a run of four or more wins, lines through the last mark a third as often.
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
    anywhere: 0,
    centre: 1,
    chance: 25,
};

pub(super) const EASY: Person = Person {
    own: Eye { worth: [0, 0, 0, 0, 0, 0, 0, 0, 1_000_000], overlooked: [0, 0], touching: [100, 100, 100] },
    theirs: Eye { worth: [0; 9], overlooked: [0, 0], touching: [100, 100, 100] },
    anywhere: 100,
    centre: 0,
    chance: 100,
};

const MOST_LUCK: usize = 99;

impl Person {
    /// The cell that looks best; `None` when the game is over.
    pub(super) fn choose_move(
        &self,
        game: &Game,
        random: &mut SplitMix64,
        search: &mut Search,
    ) -> Option<Cell> {
        let (table, board) = search.shapes(game)?;
        let us = board.to_move();
        let rules = game.rules();
        let their_wins = board.threats(us.other(), Threat::Win);
        let last = game.cells().last();
        let wants_long_rows = rules.run() > 3 && !rules.is_misere();
        let attention: Vec<usize> = (0..table.rays()).filter_map(|_| random.below(MOST_LUCK + 1)).collect();
        let worth = |cell: Cell| -> usize {
            let mut worth = self.anywhere
                + self.centre * usize::from((2 * crate::Rules::MAX_SIDE).abs_diff(table.off_centre(cell)));
            for (eye, mark) in [(&self.own, us), (&self.theirs, us.other())] {
                let shapes = board.shapes(mark, cell).into_iter().zip(Step::FORWARD).enumerate();
                for (direction, (shape, step)) in shapes {
                    let beside =
                        [step, step.reversed()].map(|step| adjacent(game.board(), cell, mark, step).count());
                    let has_gap =
                        beside.iter().max() < Some(&usize::from(shape.marks(rules.run())).saturating_sub(1));
                    // Three marks or more in a row strike the eye when one more completes a run.
                    let is_striking = shape == Shape::RUN && !has_gap && rules.run() > 3;
                    let ray = table.ray(cell, direction);
                    let luck = attention.get(ray).filter(|_| !is_striking).copied().unwrap_or(MOST_LUCK);
                    let is_new =
                        wants_long_rows && last.is_some_and(|&last| table.ray(last, direction) == ray);
                    let luck = if is_new { 3 * luck } else { luck };
                    let is_broken = wants_long_rows && has_gap && shape < Shape::RUN;
                    let touched = beside.iter().filter(|&&marks| marks > 0).count();
                    let part = eye.touching.get(touched).filter(|_| is_broken).unwrap_or(&100);
                    worth += eye.worth(shape, direction >= 2, has_gap, luck) * part / 100;
                }
            }
            match rules.cell_above(cell) {
                Some(above) if their_wins.contains(above) => {
                    worth.saturating_sub(self.theirs.worth(Shape::RUN, false, false, MOST_LUCK))
                }
                _ => worth,
            }
        };
        let key = |&cell: &Cell| worth(cell) * (10_000 - random.below(100 * self.chance).unwrap_or(0));
        let cells = game.legal_cells().into_iter();
        // Where a run loses, the cells that look best to either side are left alone.
        if rules.is_misere() { cells.min_by_key(key) } else { cells.max_by_key(key) }
    }
}

impl Eye {
    /// What a cell is worth with this shape to a person with this much luck, from 0 to [`MOST_LUCK`].
    fn worth(&self, shape: Shape, is_diagonal: bool, has_gap: bool, luck: usize) -> usize {
        let [straight, diagonal] = self.overlooked;
        let overlooked = if is_diagonal { diagonal } else { straight };
        let worth = self.worth.get(shape.grade()).copied().unwrap_or_default();
        match has_gap {
            true if luck < 2 * overlooked => 0,
            // Two marks apart do not look like the beginning of a row.
            true if shape.grade() < Shape::THREE.grade() => worth / 4,
            false if luck < overlooked => 0,
            _ => worth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::is_winning_move;
    use crate::{Mark, Rules};

    /// A game on 15x15 with five in a row, by columns and rows from 1.
    fn five(cells: &[(usize, usize)]) -> Game {
        let rules = Rules::new(15, 15, 5).unwrap();
        let cells = cells.iter().map(|&(column, row)| rules.cell_at(row - 1, column - 1).unwrap());
        Game::replay(rules, cells).unwrap()
    }

    /// How many of 1,000 moves of a person are one of these cells.
    fn times(person: &Person, game: &Game, cells: &[Cell]) -> usize {
        let mut search = Search::new(0);
        let play = |seed| person.choose_move(game, &mut SplitMix64::new(seed, 0), &mut search);
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
        let game = five(
            &marks.into_iter().zip(others).flat_map(|(x, o)| [x, o]).collect::<Vec<_>>()[..2 * count - 1],
        );
        let cells = game.legal_cells().into_iter();
        let stops = |cell: &Cell| {
            let mut after = game.clone();
            after.play(*cell).unwrap();
            let mut search = Search::new(0);
            let (_, board) = search.shapes(&after).unwrap();
            board.best_shape(Mark::X) < Shape::OPEN_FOUR
        };
        times(&CASUAL, &game, &cells.filter(stops).collect::<Vec<_>>())
    }

    #[test]
    fn casual_never_overlooks_four_in_a_row_without_a_gap() {
        assert_eq!(blocked([(1, 8), (2, 8), (3, 8), (4, 8)], 4), 1_000);
        assert_eq!(
            blocked([(1, 1), (2, 2), (3, 3), (4, 4)].map(|(column, row)| (column + 3, row)), 4),
            1_000
        );
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
            let ends: Vec<Cell> =
                [5, 6, 10, 11].map(|column| game.rules().cell_at(7, column - 1).unwrap()).into();
            let count = times(&CASUAL, &game, &ends);
            assert!(count >= least, "{count}\n{}", game.board());
        }
    }

    #[test]
    fn casual_blocks_beside_marks_or_between_them_and_not_at_a_distance() {
        // X has two marks; three with a gap after each.
        let pair = five(&[(7, 8), (1, 1), (8, 8)]);
        let broken = five(&[(6, 8), (1, 1), (8, 8), (1, 15), (10, 8)]);
        let cells = |game: &Game, columns: &[usize]| -> Vec<Cell> {
            columns.iter().map(|column| game.rules().cell_at(7, column - 1).unwrap()).collect()
        };
        let count = |game: &Game, columns: &[usize]| times(&CASUAL, game, &cells(game, columns));
        let [beside, apart] = [[6, 9], [5, 10]].map(|columns| count(&pair, &columns));
        assert!(beside > 10 * apart.max(1), "{beside} beside, {apart} apart");
        let [between, outside] = [[7, 9], [5, 11]].map(|columns| count(&broken, &columns));
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
    fn casual_begins_near_the_centre_and_stays_near_the_marks() {
        for (game, centre) in [(five(&[]), 8), (five(&[(4, 4)]), 4)] {
            let near = |cell: &Cell| {
                let (row, column) = game.rules().row_and_column(*cell);
                row.abs_diff(centre - 1).max(column.abs_diff(centre - 1)) <= 4
            };
            let cells: Vec<Cell> = game.legal_cells().into_iter().filter(near).collect();
            assert_eq!(times(&CASUAL, &game, &cells), 1_000, "{}", game.board());
        }
    }

    #[test]
    fn easy_never_misses_a_win_and_blocks_only_by_chance() {
        let threat = five(&[(4, 8), (4, 9), (5, 8), (5, 9), (6, 8), (6, 9), (7, 8)]);
        let win = five(&[(4, 8), (4, 9), (5, 8), (5, 9), (6, 8), (6, 9), (7, 8), (7, 9)]);
        assert_eq!(completed(&EASY, &win), 1_000);
        assert!(completed(&EASY, &threat) < 50);
    }
}
