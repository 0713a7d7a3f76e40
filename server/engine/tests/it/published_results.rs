//! Published counts and results of the game.

use tictactoe_engine::search::{Budget, Control, Search, Value};
use tictactoe_engine::{Game, Mark, Outcome, Rules};

use crate::positions::{after, positions};

/// The number of finished games and of nodes of a game tree.
#[derive(Debug, Default, PartialEq, Eq)]
struct TreeSize {
    won_by_x: u64,
    won_by_o: u64,
    drawn: u64,
    nodes: u64,
}

impl TreeSize {
    fn of(game: &Game) -> Self {
        let mut size = Self::default();
        size.add(game);
        size
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

fn empty((columns, rows, run): (u8, u8, u8)) -> Game {
    Game::new(Rules::new(columns, rows, run).unwrap())
}

/// Steve Schaefer, "`MathRec` Solutions (Tic-Tac-Toe)", 2002.
#[test]
fn there_are_255168_games_of_3x3() {
    let size = TreeSize::of(&empty((3, 3, 3)));
    let published = TreeSize { won_by_x: 131_184, won_by_o: 77_904, drawn: 46_080, nodes: 549_946 };
    assert_eq!(size, published);
    assert_eq!(size.games(), 255_168);
}

/// <https://oeis.org/A061526>: the number of complete games of n×n.
#[test]
fn the_smaller_squares_have_1_and_24_games() {
    assert_eq!(TreeSize::of(&empty((1, 1, 1))).games(), 1);
    assert_eq!(TreeSize::of(&empty((2, 2, 2))).games(), 24);
}

#[test]
fn there_are_5478_positions_of_3x3() {
    assert_eq!(positions().len(), 5_478);
}

/// The value of the empty board to the first player, by the search.
fn value(size: (u8, u8, u8)) -> Option<Value> {
    let control = Control::new();
    let budget = Budget { nodes: 3_000_000, control: &control };
    Search::new(1 << 24).analyse(&empty(size), budget).verdict.map(|verdict| verdict.value)
}

/// * Three in a row is won on every board of at least 4×3: Eric Weisstein, "Tic-Tac-Toe", `MathWorld`, after Martin
///   Gardner, "Mathematical Carnival", 1979.
/// * Four in a row: Jos Uiterwijk, "Solving Strong and Weak 4-in-a-Row", IEEE Conference on Games, 2019, table I; 6x5 is
///   the smallest board on which it is won. 5x5 before it: C. Y. Lee, in Berlekamp, Conway and Guy, "Winning Ways", 1982.
/// * Five in a row, by a pairing strategy: Hales and Jewett, "Regularity and positional games", 1963.
#[test]
fn boards_have_their_published_values() {
    for (size, published) in [
        ((3, 3, 3), Value::Draw),
        ((4, 3, 3), Value::Win),
        ((4, 4, 3), Value::Win),
        ((4, 4, 4), Value::Draw),
        ((5, 4, 4), Value::Draw),
        ((5, 5, 4), Value::Draw),
        ((6, 5, 4), Value::Win),
        ((5, 5, 5), Value::Draw),
    ] {
        assert_eq!(value(size), Some(published), "{size:?}");
    }
}

/// The values in the README, with the nodes of one move of the server.
#[test]
fn the_readme_shows_what_the_search_proves() {
    let mut checked = 0;
    for line in include_str!("../../README.md")
        .lines()
        .filter(|line| line.contains("| draw |") || line.contains("| X wins |"))
    {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        for size in cells[1].split(", ") {
            let (columns, rows) = size.split_once('x').unwrap();
            let game = empty((columns.parse().unwrap(), rows.parse().unwrap(), cells[2].parse().unwrap()));
            let control = Control::new();
            let found = Search::new(32 << 20).analyse(&game, Budget { nodes: 100_000, control: &control });
            let value =
                found.verdict.map(|verdict| if verdict.value == Value::Draw { "draw" } else { "X wins" });
            assert_eq!(value, Some(cells[3]), "{size}");
            checked += 1;
        }
    }
    assert_eq!(checked, 12);
}
