//! The level that people can beat.

use super::forced;
use crate::random::SplitMix64;
use crate::{Cell, Game, Rules};

/// One move in so many is a slip.
const SLIPS: usize = 10;

/// Of so many moves that are free to be anywhere, one takes no heed of the corners.
const CORNERS: usize = 4;

/// Now and then any cell; else the move of someone who pays attention.
pub(super) fn choose(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    if random.below(SLIPS) == Some(0) {
        return random.pick(&game.legal_cells());
    }
    attentive(game, random)
}

/// Wins in one if it can, else blocks in one, else opens, else takes a random free corner more often than not,
/// else a random cell. It does not see a double threat coming.
fn attentive(game: &Game, random: &mut SplitMix64) -> Option<Cell> {
    let forced = forced::cells(game);
    if !forced.is_empty() {
        return random.pick(&forced);
    }
    if let Some(centre) = answer(game) {
        return Some(centre);
    }
    let heeds_corners = game.ply() < 2 || random.below(CORNERS) != Some(0);
    let corners = if heeds_corners { free_corners(game) } else { Vec::new() };
    random.pick(&corners).or_else(|| random.pick(&game.legal_cells()))
}

/// The centre, when it is free and all that has been played is one cell in a corner or on an edge.
fn answer(game: &Game) -> Option<Cell> {
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

/// The corners that can be played, each once, even where corners fall together.
fn free_corners(game: &Game) -> Vec<Cell> {
    let (rows, columns) = (game.rules().rows(), game.rules().columns());
    let is_end = |place: u8, places: u8| place == 0 || place + 1 == places;
    let is_corner = |&cell: &Cell| {
        let (row, column) = game.rules().row_and_column(cell);
        is_end(row, rows) && is_end(column, columns)
    };
    game.legal_cells().into_iter().filter(is_corner).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// A game by these rules that is not over: these cells, as far as each can be played without an end.
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

    /// Every cell that is played with attention, over many seeds.
    fn played(game: &Game) -> BTreeSet<u8> {
        let play = |seed| attentive(game, &mut SplitMix64::new(seed, 0)).unwrap().0;
        (0..200).map(play).collect()
    }

    proptest! {
        #[test]
        fn with_attention_it_never_misses_a_win_or_a_block_in_one(
            (columns, rows, run) in (1..=6_u8, 1..=6_u8, 1..=4_u8),
            cells in proptest::collection::vec(0..36_u8, 0..30),
            seed: u64,
        ) {
            let Ok(rules) = Rules::new(columns, rows, run) else { return Ok(()) };
            let game = unfinished(rules, cells);
            let forced = forced::cells(&game);
            let chosen = attentive(&game, &mut SplitMix64::new(seed, 0));
            prop_assert!(chosen.is_none_or(|chosen| forced.is_empty() || forced.contains(&chosen)));
            prop_assert_eq!(chosen.is_none(), game.outcome().is_some());
        }
    }

    #[test]
    fn one_move_in_ten_is_a_slip() {
        // Of eight cells one blocks: seven of eight slips are seen.
        let game = classic(&[0, 4, 1]);
        let is_missed = |seed: &u64| choose(&game, &mut SplitMix64::new(*seed, 0)) != Some(Cell(2));
        let missed = (0..24_000).filter(is_missed).count();
        assert!((1_850..2_150).contains(&missed), "{missed} of 24000 missed, not about 2000");
    }

    #[test]
    fn it_opens_in_any_corner() {
        assert_eq!(played(&classic(&[])), BTreeSet::from([0, 2, 6, 8]));
        assert_eq!(played(&Game::new(Rules::new(5, 4, 3).unwrap())), BTreeSet::from([0, 4, 15, 19]));
        assert_eq!(played(&Game::new(Rules::new(5, 1, 3).unwrap())), BTreeSet::from([0, 4]));
    }

    #[test]
    fn it_answers_a_corner_or_an_edge_in_the_centre() {
        for first in [0, 1, 2, 3, 5, 6, 7, 8] {
            assert_eq!(played(&classic(&[first])), BTreeSet::from([4]));
        }
        let game = Game::replay(Rules::new(4, 4, 4).unwrap(), [Cell(7)]).unwrap();
        assert_eq!(played(&game), BTreeSet::from([5]));
    }

    #[test]
    fn it_answers_the_centre_in_a_corner() {
        assert_eq!(played(&classic(&[4])), BTreeSet::from([0, 2, 6, 8]));
        let game = Game::replay(Rules::new(4, 1, 3).unwrap(), [Cell(1)]).unwrap();
        assert_eq!(played(&game), BTreeSet::from([0, 3]));
    }

    #[test]
    fn later_it_prefers_corners_and_does_not_always_take_them() {
        // X in opposite corners and O between them: every corner loses to a double threat, every edge draws.
        let game = classic(&[0, 4, 8]);
        assert_eq!(played(&game), BTreeSet::from([1, 2, 3, 5, 6, 7]));
        let corner = |seed: &u64| {
            let cell = attentive(&game, &mut SplitMix64::new(*seed, 0));
            [Some(Cell(2)), Some(Cell(6))].contains(&cell)
        };
        let corners = (0..1_000).filter(corner).count();
        assert!((700..950).contains(&corners), "{corners}");
    }

    #[test]
    fn it_takes_any_cell_when_no_corner_is_free() {
        let game = Game::replay(Rules::new(4, 3, 4).unwrap(), [0, 3, 8, 11].map(Cell)).unwrap();
        assert_eq!(played(&game), BTreeSet::from([1, 2, 4, 5, 6, 7, 9, 10]));
    }
}
