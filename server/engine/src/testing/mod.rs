//! Random games for the property tests of several modules.

use proptest::prelude::*;

use crate::{Cell, Game, Rules};

/// Rules with sides and a run of at most these numbers.
pub(crate) fn small_rules(side: u8, run: u8) -> impl Strategy<Value = Rules> {
    (1..=side, 1..=side, 1..=run)
        .prop_filter_map("a run that fits", |(columns, rows, run)| Rules::new(columns, rows, run).ok())
}

/// A game of at most `most` moves that is not over: random cells, without those that would end it.
pub(crate) fn unfinished(rules: impl Strategy<Value = Rules>, most: usize) -> impl Strategy<Value = Game> {
    let cells_in_order =
        |rules: Rules| (Just(rules), Just(rules.all_cells().collect::<Vec<Cell>>()).prop_shuffle());
    (rules.prop_flat_map(cells_in_order), 0..=most).prop_map(|((rules, cells), most)| {
        let mut game = Game::new(rules);
        for cell in cells {
            let mut next = game.clone();
            let cell = game.board().fall(cell).unwrap_or(cell);
            if game.ply() < most && next.play(cell).is_ok() && next.outcome().is_none() {
                game = next;
            }
        }
        game
    })
}
