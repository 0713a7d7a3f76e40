//! The positions of small boards.

use std::collections::HashSet;

use tictactoe_engine::{Cell, Game, Rules};

/// One game for each of the reachable positions of 3×3.
pub(crate) fn positions() -> Vec<Game> {
    positions_of(Rules::CLASSIC)
}

/// One game for each of the reachable positions.
pub(crate) fn positions_of(rules: Rules) -> Vec<Game> {
    let mut found = vec![Game::new(rules)];
    let mut seen = HashSet::from([*found[0].board()]);
    let mut next = 0;
    while let Some(game) = found.get(next).cloned() {
        let games = game.legal_cells().into_iter().map(|cell| after(&game, cell));
        found.extend(games.filter(|game| seen.insert(*game.board())));
        next += 1;
    }
    found
}

/// The game with one more move.
pub(crate) fn after(game: &Game, cell: Cell) -> Game {
    let mut game = game.clone();
    game.play(cell).unwrap();
    game
}
