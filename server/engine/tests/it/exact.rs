//! The search is exact where it says so: value, distance and every best move, on random positions.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Rules};

use crate::naive::{before_the_end, finished};
use crate::reference::{Reference, told};

/// Random positions of a board with at most so many empty cells, or of a game that ended before there were so
/// few.
fn positions((columns, rows, run): (u8, u8, u8), most_empty: usize) -> impl Strategy<Value = Game> {
    let rules = Rules::new(columns, rows, run).unwrap();
    let most_moves = move |game: &Game| game.ply().saturating_sub(rules.cells() - most_empty);
    finished(Just(rules))
        .prop_flat_map(move |game| (0..=most_moves(&game), Just(game)))
        .prop_map(|(moves, game)| before_the_end(&game, moves))
}

fn equals_the_reference(game: &Game) -> Result<(), TestCaseError> {
    let control = Control::new();
    let budget = Budget { nodes: 50_000_000, control: &control };
    let analysis = Search::new(1 << 20).analyse(game, budget);
    let mut reference = Reference::new(game.rules());
    prop_assert_eq!(told(&analysis), Some(reference.worth(game)), "{}", game.board());
    let best: Vec<usize> = analysis.best.iter().copied().map(Cell::index).collect();
    prop_assert_eq!(best, reference.best(game), "{}", game.board());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn on_3x3_with_two_in_a_row(game in positions((3, 3, 2), 9)) {
        equals_the_reference(&game)?;
    }

    #[test]
    fn on_4x3_with_three_in_a_row(game in positions((4, 3, 3), 12)) {
        equals_the_reference(&game)?;
    }

    #[test]
    fn on_4x4_with_three_in_a_row(game in positions((4, 4, 3), 12)) {
        equals_the_reference(&game)?;
    }

    #[test]
    fn on_4x4_with_four_in_a_row(game in positions((4, 4, 4), 12)) {
        equals_the_reference(&game)?;
    }

    #[test]
    fn on_5x3_with_three_in_a_row(game in positions((5, 3, 3), 12)) {
        equals_the_reference(&game)?;
    }

    #[test]
    fn on_5x4_with_four_in_a_row(game in positions((5, 4, 4), 12)) {
        equals_the_reference(&game)?;
    }
}
