//! What a move does to a row, compared with a scan of all lines of the board.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tictactoe_engine::search::Search;
use tictactoe_engine::{Cell, Game, Mark, Rules, ShapeEffect, shape_fact};

use crate::line_scan::{letter, runs_in_one};
use crate::minimax::winning_lines;
use crate::random_games::unfinished;

/// The marks by cell, and the winning lines.
#[derive(Clone)]
struct Scan {
    letters: Vec<char>,
    lines: Vec<Vec<usize>>,
}

impl Scan {
    fn new(game: &Game) -> Self {
        Self { letters: game.board().rows().concat().chars().collect(), lines: winning_lines(game.rules()) }
    }

    fn with(&self, cell: usize, mark: Mark) -> Self {
        let mut next = self.clone();
        next.letters[cell] = letter(mark);
        next
    }

    /// The empty cells that alone are missing in a line through all of these, with the direction of the line.
    fn missing(&self, mark: Mark, through: &[usize]) -> BTreeSet<(usize, usize)> {
        let lines = self.lines.iter().filter(|line| through.iter().all(|cell| line.contains(cell)));
        let missing = |line: &Vec<usize>| {
            let others = line.iter().filter(|&&cell| self.letters[cell] != letter(mark));
            match others.collect::<Vec<_>>().as_slice() {
                &[&cell] if self.letters[cell] == '_' => Some((line[1] - line[0], cell)),
                _ => None,
            }
        };
        lines.filter_map(missing).collect()
    }

    fn has_four(&self, mark: Mark, through: &[usize]) -> bool {
        !self.missing(mark, through).is_empty()
    }

    fn has_open_four(&self, mark: Mark, through: &[usize]) -> bool {
        let missing = self.missing(mark, through);
        missing.iter().any(|one| missing.iter().any(|other| one.0 == other.0 && one.1 != other.1))
    }

    fn has_open_three(&self, mark: Mark, through: &[usize]) -> bool {
        let mut empty = (0..self.letters.len()).filter(|&cell| self.letters[cell] == '_');
        empty.any(|cell| self.with(cell, mark).has_open_four(mark, &[through, &[cell]].concat()))
    }

    fn has_row(&self, mark: Mark, missing: u8, is_open: bool, through: &[usize]) -> bool {
        match (missing, is_open) {
            (1, false) => self.has_four(mark, through),
            (1, true) => self.has_open_four(mark, through),
            (2, true) => self.has_open_three(mark, through),
            row => panic!("{row:?}"),
        }
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    (prop::sample::select(&[(9, 8), (8, 9), (13, 5), (10, 10)]), 4..=6_u8)
        .prop_map(|((columns, rows), run)| Rules::new(columns, rows, run).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_fact_holds_on_the_board(game in unfinished(rules()), index: prop::sample::Index) {
        let (us, cell) = (game.to_move().unwrap(), *index.get(&game.legal_cells()));
        let (them, before) = (us.other(), Scan::new(&game));
        let after = before.with(cell.index(), us);
        let fact = shape_fact(&game, cell, &mut Search::new(0));
        if runs_in_one(&game, us).contains(&cell) {
            prop_assert_eq!(fact, None, "the move wins");
        } else if let Some(fact) = fact {
            let missing = game.rules().run() - fact.marks;
            let [ours, was_theirs, is_theirs] = [(&after, us, &[cell.index()][..]), (&before, them, &[]), (&after, them, &[])]
                .map(|(scan, mark, through)| scan.has_row(mark, missing, fact.is_open, through));
            prop_assert!(match fact.effect {
                ShapeEffect::Makes => ours,
                ShapeEffect::Blocks => was_theirs && !is_theirs,
                ShapeEffect::Leaves => was_theirs && is_theirs,
            }, "{:?} {:?}\n{}", cell, fact, game.board());
        } else {
            prop_assert!(!before.has_four(them, &[]) && !after.has_four(us, &[cell.index()]));
            prop_assert!(!before.has_open_three(them, &[]), "a threat is not passed over");
        }
    }
}

#[test]
fn small_boards_variants_and_cells_that_cannot_be_played_have_no_fact() {
    let fact = |rules: Rules, cells: &[usize]| {
        let cells: Vec<Cell> = cells.iter().map(|&index| rules.cell(index).unwrap()).collect();
        let (&last, before) = cells.split_last().unwrap();
        shape_fact(&Game::replay(rules, before.iter().copied()).unwrap(), last, &mut Search::new(0))
    };
    let [large, small] = [10, 8].map(|side| Rules::new(side, side, 5).unwrap());
    // X has three marks in the third row, and extends them.
    assert!(fact(large, &[22, 0, 23, 5, 24, 9, 25]).is_some());
    assert_eq!(fact(large, &[22, 0, 23, 5, 24, 9, 24]), None);
    assert_eq!(fact(large.with_misere(true), &[22, 0, 23, 5, 24, 9, 25]), None);
    assert_eq!(fact(small, &[18, 0, 19, 5, 20, 9, 21]), None);
}
