//! What others have counted and proved about the game.

use tictactoe_engine::search::minimax;
use tictactoe_engine::{Game, Mark, Outcome, Rules};

use crate::reference::{Reference, after, letters, positions};

/// Ends and nodes of a game tree.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    won_by_x: u64,
    won_by_o: u64,
    drawn: u64,
    nodes: u64,
}

impl Count {
    fn of(game: &Game) -> Self {
        let mut count = Self::default();
        count.add(game);
        count
    }

    fn games(&self) -> u64 {
        self.won_by_x + self.won_by_o + self.drawn
    }

    fn add(&mut self, game: &Game) {
        self.nodes += 1;
        match game.outcome() {
            Some(Outcome::Win { mark: Mark::X, .. }) => self.won_by_x += 1,
            Some(Outcome::Win { mark: Mark::O, .. }) => self.won_by_o += 1,
            Some(Outcome::Draw) => self.drawn += 1,
            None => game.legal_cells().into_iter().for_each(|cell| self.add(&after(game, cell))),
        }
    }
}

fn square(side: u8) -> Game {
    Game::new(Rules::new(side, side, side).unwrap())
}

/// Steve Schaefer, "`MathRec` Solutions (Tic-Tac-Toe)", 2002.
#[test]
fn there_are_255168_games_of_3x3() {
    let count = Count::of(&square(3));
    let published = Count { won_by_x: 131_184, won_by_o: 77_904, drawn: 46_080, nodes: 549_946 };
    assert_eq!(count, published);
    assert_eq!(count.games(), 255_168);
}

/// <https://oeis.org/A061526>: complete games of n×n.
#[test]
fn the_smaller_squares_have_1_and_24_games() {
    assert_eq!(Count::of(&square(1)).games(), 1);
    assert_eq!(Count::of(&square(2)).games(), 24);
}

#[test]
fn there_are_5478_positions_of_3x3() {
    assert_eq!(positions().len(), 5_478);
}

#[test]
fn minimax_of_the_empty_3x3_is_a_draw_in_549946_nodes() {
    let analysis = minimax(&square(3));
    assert_eq!((analysis.value, analysis.distance, analysis.nodes), (0, 9, 549_946));
    assert_eq!(analysis.best, square(3).legal_cells());
}

#[test]
fn minimax_equals_the_reference_search_on_every_position_of_3x3() {
    let mut reference = Reference::default();
    for game in positions() {
        let analysis = minimax(&game);
        let board = letters(&game);
        assert_eq!((analysis.value, analysis.distance), reference.worth(&board), "{board}");
        let best: Vec<usize> = analysis.best.iter().map(|cell| cell.index()).collect();
        let expected = if game.outcome().is_some() { vec![] } else { reference.best(&board) };
        assert_eq!(best, expected, "{board}");
    }
}

#[test]
fn minimax_counts_what_a_walk_over_the_games_counts() {
    for (columns, rows, run) in [(1, 1, 1), (2, 2, 2), (3, 2, 3), (2, 4, 3), (7, 1, 3), (1, 7, 4), (3, 2, 1)]
    {
        let game = Game::new(Rules::new(columns, rows, run).unwrap());
        assert_eq!(minimax(&game).nodes, Count::of(&game).nodes, "{}", game.rules());
    }
}
