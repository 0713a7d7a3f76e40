//! The rules once more, as plainly as they can be said, to hold the engine against; and random games.

use std::iter::successors;

use proptest::prelude::*;
use tictactoe_engine::{Cell, Game, Mark, Rules};

/// A row and a column.
type Place = (usize, usize);

/// Every straight row of `letter` on the board, whole, at least `run` long, sorted, as cell numbers. The board
/// is told as its rows.
pub(crate) fn lines(rows: &[String], letter: char, run: usize) -> Vec<Vec<usize>> {
    let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let columns = grid[0].len();
    let ours = |&(row, column): &Place| grid.get(row).and_then(|row| row.get(column)) == Some(&letter);
    let mut lines = Vec::new();
    for index in 0..grid.len() * columns {
        let place = (index / columns, index % columns);
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            if step(place, -down, -right).as_ref().is_none_or(|before| !ours(before)) {
                let next = |&place: &Place| step(place, down, right).filter(ours);
                let line = successors(Some(place).filter(ours), next);
                lines.push(line.map(|(row, column)| row * columns + column).collect::<Vec<usize>>());
            }
        }
    }
    lines.retain(|line| line.len() >= run);
    lines.sort();
    lines.dedup();
    lines
}

fn step((row, column): Place, down: isize, right: isize) -> Option<Place> {
    Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
}

/// The cells on which `mark` would win at once.
pub(crate) fn wins_in_one(game: &Game, mark: Mark) -> Vec<Cell> {
    let wins = |cell: &Cell| {
        let mut letters: Vec<char> = game.board().rows().concat().chars().collect();
        letters[cell.index()] = letter(mark);
        let rows: Vec<String> =
            letters.chunks(game.rules().columns().into()).map(|row| row.iter().collect()).collect();
        !lines(&rows, letter(mark), game.rules().run().into()).is_empty()
    };
    game.legal_cells().into_iter().filter(wins).collect()
}

pub(crate) fn letter(mark: Mark) -> char {
    match mark {
        Mark::X => 'X',
        Mark::O => 'O',
    }
}

/// Rules with sides and runs up to these.
pub(crate) fn rules(longest_side: u8, longest_run: u8) -> impl Strategy<Value = Rules> {
    (1..=longest_side, 1..=longest_side)
        .prop_flat_map(move |(columns, rows)| {
            (Just(columns), Just(rows), 1..=columns.max(rows).min(longest_run))
        })
        .prop_map(|(columns, rows, run)| Rules::new(columns, rows, run).unwrap())
}

/// A game by these rules, played at random to its end.
pub(crate) fn finished(rules: impl Strategy<Value = Rules>) -> impl Strategy<Value = Game> {
    rules
        .prop_flat_map(|rules| {
            let cells: Vec<Cell> = (0..rules.cells()).filter_map(|index| rules.cell(index)).collect();
            (Just(rules), Just(cells).prop_shuffle())
        })
        .prop_map(|(rules, cells)| {
            let mut game = Game::new(rules);
            cells.into_iter().take_while(|&cell| game.play(cell).is_ok()).for_each(drop);
            game
        })
}

/// A game as it was so many moves before its present end.
pub(crate) fn before_the_end(game: &Game, moves: usize) -> Game {
    let played = game.ply().saturating_sub(moves);
    Game::replay(game.rules(), game.cells()[..played].iter().copied()).unwrap()
}

/// A game that is not over: a random one, in half of the cases shortly before its end.
pub(crate) fn unfinished(rules: impl Strategy<Value = Rules>) -> impl Strategy<Value = Game> {
    (finished(rules), prop_oneof![1..=3_usize, 1..=225_usize])
        .prop_map(|(game, moves)| before_the_end(&game, moves))
}

#[test]
fn the_naive_scan_sees_each_kind_of_line_once() {
    let rows = |text: &str| text.split('/').map(String::from).collect::<Vec<_>>();
    assert_eq!(lines(&rows("XXX/___/___"), 'X', 3), [vec![0, 1, 2]]);
    assert_eq!(lines(&rows("O__/O__/O__"), 'O', 2), [vec![0, 3, 6]]);
    assert_eq!(lines(&rows("X_X/_X_/X_X"), 'X', 3), [vec![0, 4, 8], vec![2, 4, 6]]);
    assert_eq!(lines(&rows("XX/X_"), 'X', 3), Vec::<Vec<usize>>::new());
}

proptest! {
    #[test]
    fn random_games_end(game in finished(rules(15, 15))) {
        prop_assert!(game.outcome().is_some());
    }
}
