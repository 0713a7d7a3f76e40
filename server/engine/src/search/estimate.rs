//! A good move where nothing can be proven: alpha-beta over the promising moves, one move deeper each time.

use std::cmp::Reverse;

use super::budget::Spent;
use super::position::Position;
use super::prover::{Prover, Threats, candidates, threats};
use crate::{Cell, Mark};

/// More than any estimate: the open window of a search is `-LIMIT` to `LIMIT`.
const LIMIT: i32 = 1 << 30;

/// What a win within sight is worth, more or less: sooner is better.
const WIN: i32 = LIMIT - 1_000;

/// How many moves of a position are looked at.
const PROMISING: usize = 12;

/// The moves that seem good, the best first, and what the first is worth to the side to move, as far as the
/// budget reaches. There is always at least one move.
pub(super) fn estimate(prover: &mut Prover<'_>) -> (Vec<Cell>, i32) {
    let mut ranked: Vec<(i32, Cell)> = sensible(prover).into_iter().map(|cell| (0, cell)).collect();
    for depth in 0..prover.position.left() {
        match rank(prover, &ranked, depth) {
            Ok(better) => ranked = better,
            Err(Spent) => break,
        }
        let decided = ranked.first().is_none_or(|&(score, _)| score.abs() >= WIN);
        if decided || ranked.len() == 1 {
            break;
        }
    }
    let score = ranked.first().map_or(0, |&(score, _)| score);
    (ranked.into_iter().map(|(_, cell)| cell).collect(), score)
}

/// The moves to choose from: those that win, or else block, at once if there are any.
fn sensible(prover: &Prover<'_>) -> Vec<Cell> {
    let (position, us) = (&prover.position, prover.position.to_move());
    let cells = match threats(position) {
        Threats::Decided(winner, 1) if winner == us => position.wins(us).iter().collect(),
        Threats::Decided(..) => position.wins(us.other()).iter().collect(),
        Threats::Block(cell) => vec![cell],
        Threats::None => promising(position),
    };
    if cells.is_empty() { prover.by_promise(us) } else { cells }
}

/// The moves by their scores when `depth` more are looked at, the best first.
fn rank(prover: &mut Prover<'_>, moves: &[(i32, Cell)], depth: u8) -> Result<Vec<(i32, Cell)>, Spent> {
    let mut ranked = Vec::with_capacity(moves.len());
    let mut alpha = -LIMIT;
    for &(_, cell) in moves {
        let score = -prover.with(cell, |prover| score(prover, depth, -LIMIT, -alpha))?;
        alpha = alpha.max(score);
        ranked.push((score, cell));
    }
    // Scores that are no better than one before are bounds: the order among them stays.
    ranked.sort_by_key(|&(score, _)| Reverse(score));
    Ok(ranked)
}

/// The worth of the position to the side to move. Outside of the window it is a bound.
fn score(prover: &mut Prover<'_>, depth: u8, alpha: i32, beta: i32) -> Result<i32, Spent> {
    prover.meter.spend()?;
    let us = prover.position.to_move();
    match threats(&prover.position) {
        Threats::Decided(winner, moves) => {
            let worth = WIN + i32::from(depth) - i32::from(moves);
            return Ok(if winner == us { worth } else { -worth });
        }
        // A forced move is no choice: it does not count.
        Threats::Block(cell) => return Ok(-prover.with(cell, |prover| score(prover, depth, -beta, -alpha))?),
        Threats::None => {}
    }
    if depth == 0 {
        return Ok(standing(&prover.position));
    }
    let (mut best, mut alpha) = (-LIMIT, alpha);
    for cell in promising(&prover.position) {
        best = best.max(-prover.with(cell, |prover| score(prover, depth - 1, -beta, -alpha))?);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    if best > -LIMIT {
        return Ok(best);
    }
    // With no cell left the game is a draw. Where every cell loses to a fork, it is lost in four moves.
    Ok(if prover.position.left() == 0 { 0 } else { 4 - WIN - i32::from(depth) })
}

/// The moves that seem best, the best first: those that matter most to either side, and of these the nearest
/// to the centre.
fn promising(position: &Position<'_>) -> Vec<Cell> {
    let us = position.to_move();
    let promise = |cell| {
        let [ours, theirs] = [us, us.other()].map(|mark| position.weight(mark, cell));
        (Reverse(4 * ours + 3 * theirs), from_centre(position, cell))
    };
    let mut cells: Vec<_> = candidates(position).iter().map(|cell| (promise(cell), cell)).collect();
    if cells.len() > PROMISING {
        cells.select_nth_unstable(PROMISING);
        cells.truncate(PROMISING);
    }
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).collect()
}

/// How far a cell is from the middle of the board, in half cells.
fn from_centre(position: &Position<'_>, cell: Cell) -> u8 {
    let rules = position.windows().rules();
    let (row, column) = rules.row_and_column(cell);
    let down = (2 * row + 1).abs_diff(rules.rows());
    let right = (2 * column + 1).abs_diff(rules.columns());
    down.max(right)
}

/// How much better the side to move stands, roughly: who has more in windows that are still open. A window with one
/// mark more is worth four times as much, and to be on move is worth something too.
fn standing(position: &Position<'_>) -> i32 {
    let run = position.windows().rules().run();
    let of = |mark: Mark| -> i32 {
        let lacking =
            |marks: u8| i32::from(position.lacking(mark, marks)) << (2 * 8_u8.saturating_sub(marks));
        (2..run).map(lacking).sum()
    };
    let us = position.to_move();
    5 * of(us) / 4 - of(us.other())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::{Budget, Control, Meter};
    use crate::search::table::Table;
    use crate::search::windows::Windows;
    use crate::{Game, Rules};

    /// The moves on 15x15 with five in a row, after these by row and column, and the estimate.
    fn estimated(cells: &[(usize, usize)]) -> (Vec<(u8, u8)>, i32) {
        let rules = Rules::new(15, 15, 5).unwrap();
        let cells = cells.iter().map(|&(row, column)| rules.cell_at(row, column).unwrap());
        let game = Game::replay(rules, cells).unwrap();
        let (windows, control, mut table) = (Windows::new(rules), Control::new(), Table::new(1));
        let position = Position::new(&windows, game.board(), game.to_move().unwrap());
        let meter = Meter::new(Budget { nodes: 20_000, control: &control });
        let (cells, score) = estimate(&mut Prover::new(position, &mut table, meter));
        (cells.into_iter().map(|cell| rules.row_and_column(cell)).collect(), score)
    }

    #[test]
    fn the_first_move_is_near_the_centre() {
        let (row, column) = estimated(&[]).0[0];
        assert!(row.abs_diff(7) <= 2 && column.abs_diff(7) <= 2);
    }

    #[test]
    fn an_open_three_is_answered_at_one_of_its_ends() {
        let (cells, score) = estimated(&[(7, 6), (0, 0), (7, 7), (0, 7), (7, 8)]);
        let (row, column) = cells[0];
        assert!(row == 7 && [4, 5, 9, 10].contains(&column), "{cells:?}");
        assert!(score < 0);
    }

    #[test]
    fn two_in_the_open_are_better_than_two_apart() {
        let (_, together) = estimated(&[(7, 7), (0, 0), (7, 8), (14, 14)]);
        let (_, apart) = estimated(&[(7, 7), (0, 0), (1, 2), (14, 14)]);
        assert!(together > apart && apart > 0);
    }
}
