//! Random rules and games for property tests.

use proptest::prelude::*;
use tictactoe_engine::{Cell, Game, Rules};

/// Rules with sides and runs up to these, in every variant.
pub(crate) fn variants(longest_side: u8, longest_run: u8) -> impl Strategy<Value = Rules> {
    (rules(longest_side, longest_run), any::<bool>(), any::<bool>())
        .prop_map(|(rules, misere, gravity)| rules.with_misere(misere).with_gravity(gravity))
}

/// Rules of the plain game with sides and runs up to these.
pub(crate) fn rules(longest_side: u8, longest_run: u8) -> impl Strategy<Value = Rules> {
    (1..=longest_side, 1..=longest_side)
        .prop_flat_map(move |(columns, rows)| {
            (Just(columns), Just(rows), 1..=columns.max(rows).min(longest_run))
        })
        .prop_map(|(columns, rows, run)| Rules::new(columns, rows, run).unwrap())
}

/// A game played at random to its end.
pub(crate) fn finished(rules: impl Strategy<Value = Rules>) -> impl Strategy<Value = Game> {
    rules
        .prop_flat_map(|rules| {
            let cells: Vec<Cell> = rules.all_cells().collect();
            (Just(rules), Just(cells).prop_shuffle())
        })
        .prop_map(|(rules, cells)| {
            let mut game = Game::new(rules);
            for cell in cells {
                let column = |cell: Cell| cell.index() % usize::from(game.rules().columns());
                let falls_to = |&lowest: &Cell| game.rules().has_gravity() && column(lowest) == column(cell);
                let lowest = game.legal_cells().into_iter().find(falls_to).unwrap_or(cell);
                if game.play(lowest).is_err() {
                    break;
                }
            }
            game
        })
}

/// The game without its last moves.
pub(crate) fn without_last(game: &Game, moves: usize) -> Game {
    let played = game.ply().saturating_sub(moves);
    Game::replay(game.rules(), game.cells()[..played].iter().copied()).unwrap()
}

/// A random game that is not over. Half of them are shortly before their end.
pub(crate) fn unfinished(rules: impl Strategy<Value = Rules>) -> impl Strategy<Value = Game> {
    (finished(rules), prop_oneof![1..=3_usize, 1..=225_usize])
        .prop_map(|(game, moves)| without_last(&game, moves))
}
