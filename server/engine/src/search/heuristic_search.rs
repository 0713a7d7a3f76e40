//! Finds a good move where nothing can be proven: minimax with alpha-beta pruning over the most promising moves, with
//! iterative deepening.

use std::cmp::Reverse;

use super::budget::BudgetExhausted;
use super::position::Position;
use super::proof_search::{ProofSearch, Threats, candidate_moves, threats};
use crate::{Cell, Mark};

/// More than any score: the full window of a search is `-INFINITY` to `INFINITY`.
const INFINITY: i32 = 1 << 30;

/// The lowest score of a win that was found. A sooner win has a higher score.
const WIN: i32 = INFINITY - 1_000;

/// The maximum number of moves that are searched in each position.
const MAX_MOVES: usize = 12;

/// The most promising moves, the best first, and the score of the best to the side to move, as far as the budget
/// allows. There is always at least one move.
pub(super) fn rank_moves(search: &mut ProofSearch<'_>) -> (Vec<Cell>, i32) {
    let mut ranked: Vec<(i32, Cell)> = root_moves(search).into_iter().map(|cell| (0, cell)).collect();
    for depth in 0..search.position.empty_count() {
        match search_root(search, &ranked, depth) {
            Ok(deeper) => ranked = deeper,
            Err(BudgetExhausted) => break,
        }
        let decided = ranked.first().is_none_or(|&(score, _)| score.abs() >= WIN);
        if decided || ranked.len() == 1 {
            break;
        }
    }
    let score = ranked.first().map_or(0, |&(score, _)| score);
    (ranked.into_iter().map(|(_, cell)| cell).collect(), score)
}

/// The moves to choose from. If there are wins in one, these; else if there are blocks in one, these.
fn root_moves(search: &ProofSearch<'_>) -> Vec<Cell> {
    let (position, us) = (&search.position, search.position.to_move());
    let cells = match threats(position) {
        Threats::Decided(winner, 1) if winner == us => position.winning_cells(us).iter().collect(),
        Threats::Decided(..) => position.winning_cells(us.other()).iter().collect(),
        Threats::Block(cell) => vec![cell],
        Threats::None => promising_moves(position),
    };
    if cells.is_empty() { search.ordered_moves(us) } else { cells }
}

/// The moves with their scores when `depth` more moves are searched, the best first.
fn search_root(
    search: &mut ProofSearch<'_>,
    moves: &[(i32, Cell)],
    depth: u8,
) -> Result<Vec<(i32, Cell)>, BudgetExhausted> {
    let mut ranked = Vec::with_capacity(moves.len());
    let mut alpha = -INFINITY;
    for &(_, cell) in moves {
        let score = -search.after(cell, |search| negamax(search, depth, -INFINITY, -alpha))?;
        alpha = alpha.max(score);
        ranked.push((score, cell));
    }
    // Scores that do not exceed an earlier one are only bounds, so the stable sort keeps their order.
    ranked.sort_by_key(|&(score, _)| Reverse(score));
    Ok(ranked)
}

/// The score of the position to the side to move. Outside of the window from `alpha` to `beta` it is a bound.
fn negamax(search: &mut ProofSearch<'_>, depth: u8, alpha: i32, beta: i32) -> Result<i32, BudgetExhausted> {
    search.counter.count_node()?;
    let us = search.position.to_move();
    match threats(&search.position) {
        Threats::Decided(winner, moves) => {
            let score = WIN + i32::from(depth) - i32::from(moves);
            return Ok(if winner == us { score } else { -score });
        }
        // A forced move does not count as depth.
        Threats::Block(cell) => {
            return Ok(-search.after(cell, |search| negamax(search, depth, -beta, -alpha))?);
        }
        Threats::None => {}
    }
    if depth == 0 {
        return Ok(evaluate(&search.position));
    }
    let (mut best, mut alpha) = (-INFINITY, alpha);
    for cell in promising_moves(&search.position) {
        best = best.max(-search.after(cell, |search| negamax(search, depth - 1, -beta, -alpha))?);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    if best > -INFINITY {
        return Ok(best);
    }
    // Without an empty cell the game is a draw. If every cell loses to a fork, it is lost in four moves.
    Ok(if search.position.empty_count() == 0 { 0 } else { 4 - WIN - i32::from(depth) })
}

/// The moves that matter most to either side, the most important first, and among equals the nearest to the centre.
fn promising_moves(position: &Position<'_>) -> Vec<Cell> {
    let us = position.to_move();
    let promise = |cell| {
        let [ours, theirs] = [us, us.other()].map(|mark| position.weight(mark, cell));
        (Reverse(4 * ours + 3 * theirs), distance_from_centre(position, cell))
    };
    let mut cells: Vec<_> = candidate_moves(position).iter().map(|cell| (promise(cell), cell)).collect();
    if cells.len() > MAX_MOVES {
        cells.select_nth_unstable(MAX_MOVES);
        cells.truncate(MAX_MOVES);
    }
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).collect()
}

/// In half cells.
fn distance_from_centre(position: &Position<'_>, cell: Cell) -> u8 {
    let rules = position.lines().rules();
    let (row, column) = rules.row_and_column(cell);
    let down = (2 * row + 1).abs_diff(rules.rows());
    let right = (2 * column + 1).abs_diff(rules.columns());
    down.max(right)
}

/// The static evaluation: how much better the open lines of the side to move are than those of the opponent. One more
/// mark makes a line worth four times as much, and being to move adds a quarter.
fn evaluate(position: &Position<'_>) -> i32 {
    let run = position.lines().rules().run();
    let open_lines = |mark: Mark| -> i32 {
        let missing =
            |marks: u8| i32::from(position.lines_missing(mark, marks)) << (2 * 8_u8.saturating_sub(marks));
        (2..run).map(missing).sum()
    };
    let us = position.to_move();
    5 * open_lines(us) / 4 - open_lines(us.other())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::{Budget, Control, NodeCounter};
    use crate::search::transposition_table::TranspositionTable;
    use crate::search::winning_lines::WinningLines;
    use crate::search::zobrist::ZobristKeys;
    use crate::{Game, Rules};

    /// The ranked moves on 15x15 with five in a row, by row and column, and the score, after these moves.
    fn ranked(cells: &[(usize, usize)]) -> (Vec<(u8, u8)>, i32) {
        let rules = Rules::new(15, 15, 5).unwrap();
        let cells = cells.iter().map(|&(row, column)| rules.cell_at(row, column).unwrap());
        let game = Game::replay(rules, cells).unwrap();
        let (lines, zobrist) = (WinningLines::new(rules), ZobristKeys::new(rules));
        let (control, mut table) = (Control::new(), TranspositionTable::new(1));
        let position = Position::new(&lines, &zobrist, game.board(), game.to_move().unwrap());
        let counter = NodeCounter::new(Budget { nodes: 20_000, control: &control });
        let (cells, score) = rank_moves(&mut ProofSearch::new(position, &mut table, counter));
        (cells.into_iter().map(|cell| rules.row_and_column(cell)).collect(), score)
    }

    #[test]
    fn the_first_move_is_near_the_centre() {
        let (row, column) = ranked(&[]).0[0];
        assert!(row.abs_diff(7) <= 2 && column.abs_diff(7) <= 2);
    }

    #[test]
    fn an_open_three_is_blocked_at_one_of_its_ends() {
        let (cells, score) = ranked(&[(7, 6), (0, 0), (7, 7), (0, 7), (7, 8)]);
        let (row, column) = cells[0];
        assert!(row == 7 && [4, 5, 9, 10].contains(&column), "{cells:?}");
        assert!(score < 0);
    }

    #[test]
    fn two_open_marks_together_are_better_than_two_apart() {
        let (_, together) = ranked(&[(7, 7), (0, 0), (7, 8), (14, 14)]);
        let (_, apart) = ranked(&[(7, 7), (0, 0), (1, 2), (14, 14)]);
        assert!(together > apart && apart > 0);
    }
}
