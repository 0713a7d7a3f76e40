//! The level that people can beat.

use super::forced_moves::forced_moves;
use crate::random::SplitMix64;
use crate::{Cell, Game, Rules};

/// One move in this many is a slip.
const SLIP_ONE_IN: usize = 10;

/// One move in this many, of those that are neither forced nor in the opening, does not prefer corners.
const IGNORE_CORNERS_ONE_IN: usize = 4;

/// Sometimes a slip, which is any legal cell; else the move of an attentive player.
pub(super) fn choose_move(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    if random.below(SLIP_ONE_IN) == Some(0) {
        return random.pick(&game.legal_cells());
    }
    attentive_move(game, random)
}

/// Wins in one if it can, else blocks in one, else plays an opening move, else mostly takes a random free corner,
/// else a random cell. It does not see forks coming.
fn attentive_move(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    let forced = forced_moves(game);
    if !forced.is_empty() {
        return random.pick(&forced);
    }
    if let Some(centre) = centre_reply(game) {
        return Some(centre);
    }
    let prefers_corners = game.ply() < 2 || random.below(IGNORE_CORNERS_ONE_IN) != Some(0);
    let corners = if prefers_corners { free_corners(game) } else { Vec::new() };
    random.pick(&corners).or_else(|| random.pick(&game.legal_cells()))
}

/// The centre, when it is free and the only move so far is in a corner or on an edge.
fn centre_reply(game: &Game) -> Option<Cell> {
    let &[first] = game.cells() else { return None };
    let rules = game.rules();
    let (row, column) = rules.row_and_column(first);
    let at_border = row == 0 || column == 0 || row + 1 == rules.rows() || column + 1 == rules.columns();
    centre(rules).filter(|&centre| at_border && centre != first)
}

/// The middle cell; with an even number of rows or columns, the one above or to the left of the middle.
fn centre(rules: Rules) -> Option<Cell> {
    rules.cell_at(usize::from((rules.rows() - 1) / 2), usize::from((rules.columns() - 1) / 2))
}

/// The empty corners, each once, even on a board so narrow that two corners are the same cell.
fn free_corners(game: &Game) -> Vec<Cell> {
    let (rows, columns) = (game.rules().rows(), game.rules().columns());
    let is_first_or_last = |index: u8, count: u8| index == 0 || index + 1 == count;
    let is_corner = |&cell: &Cell| {
        let (row, column) = game.rules().row_and_column(cell);
        is_first_or_last(row, rows) && is_first_or_last(column, columns)
    };
    game.legal_cells().into_iter().filter(is_corner).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// A game that is not over: these cells, without those that are illegal or would end it.
    fn unfinished(rules: Rules, cells: Vec<u8>) -> Game {
        let mut game = Game::new(rules);
        for cell in cells {
            let mut next = game.clone();
            if next.play(Cell(cell)).is_ok() && next.outcome().is_none() {
                game = next;
            }
        }
        game
    }

    fn classic(cells: &[u8]) -> Game {
        Game::replay(Rules::CLASSIC, cells.iter().copied().map(Cell)).unwrap()
    }

    /// Every cell that an attentive player chooses, over many seeds.
    fn chosen_cells(game: &Game) -> BTreeSet<u8> {
        let play = |seed| attentive_move(game, &mut SplitMix64::new(seed, 0)).unwrap().0;
        (0..200).map(play).collect()
    }

    proptest! {
        #[test]
        fn an_attentive_move_never_misses_a_win_or_a_block_in_one(
            (columns, rows, run) in (1..=6_u8, 1..=6_u8, 1..=4_u8),
            cells in proptest::collection::vec(0..36_u8, 0..30),
            seed: u64,
        ) {
            let Ok(rules) = Rules::new(columns, rows, run) else { return Ok(()) };
            let game = unfinished(rules, cells);
            let forced = forced_moves(&game);
            let chosen = attentive_move(&game, &mut SplitMix64::new(seed, 0));
            prop_assert!(chosen.is_none_or(|chosen| forced.is_empty() || forced.contains(&chosen)));
            prop_assert_eq!(chosen.is_none(), game.outcome().is_some());
        }
    }

    #[test]
    fn one_move_in_ten_is_a_slip() {
        // Of six cells one blocks: five of six slips miss it.
        let game = classic(&[0, 4, 1]);
        let is_missed = |seed: &u64| choose_move(&game, &mut SplitMix64::new(*seed, 0)) != Some(Cell(2));
        let missed = (0..24_000).filter(is_missed).count();
        assert!((1_850..2_150).contains(&missed), "{missed} of 24000 missed, not about 2000");
    }

    #[test]
    fn it_opens_in_any_corner() {
        assert_eq!(chosen_cells(&classic(&[])), BTreeSet::from([0, 2, 6, 8]));
        assert_eq!(chosen_cells(&Game::new(Rules::new(5, 4, 3).unwrap())), BTreeSet::from([0, 4, 15, 19]));
        assert_eq!(chosen_cells(&Game::new(Rules::new(5, 1, 3).unwrap())), BTreeSet::from([0, 4]));
    }

    #[test]
    fn it_replies_to_a_corner_or_an_edge_in_the_centre() {
        for first in [0, 1, 2, 3, 5, 6, 7, 8] {
            assert_eq!(chosen_cells(&classic(&[first])), BTreeSet::from([4]));
        }
        let game = Game::replay(Rules::new(4, 4, 4).unwrap(), [Cell(7)]).unwrap();
        assert_eq!(chosen_cells(&game), BTreeSet::from([5]));
    }

    #[test]
    fn it_replies_to_the_centre_in_a_corner() {
        assert_eq!(chosen_cells(&classic(&[4])), BTreeSet::from([0, 2, 6, 8]));
        let game = Game::replay(Rules::new(4, 1, 3).unwrap(), [Cell(1)]).unwrap();
        assert_eq!(chosen_cells(&game), BTreeSet::from([0, 3]));
    }

    #[test]
    fn after_the_opening_it_mostly_takes_corners() {
        // X in opposite corners and O between them: every corner loses to a fork, every edge draws.
        let game = classic(&[0, 4, 8]);
        assert_eq!(chosen_cells(&game), BTreeSet::from([1, 2, 3, 5, 6, 7]));
        let corner = |seed: &u64| {
            let cell = attentive_move(&game, &mut SplitMix64::new(*seed, 0));
            [Some(Cell(2)), Some(Cell(6))].contains(&cell)
        };
        let corners = (0..1_000).filter(corner).count();
        assert!((700..950).contains(&corners), "{corners}");
    }

    #[test]
    fn it_takes_any_cell_when_no_corner_is_empty() {
        let game = Game::replay(Rules::new(4, 3, 4).unwrap(), [0, 3, 8, 11].map(Cell)).unwrap();
        assert_eq!(chosen_cells(&game), BTreeSet::from([1, 2, 4, 5, 6, 7, 9, 10]));
    }
}
