//! How a game ended.

use crate::{Board, Cell, Mark, lines};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who moved last has completed a run.
    Win {
        /// The winner.
        mark: Mark,
        /// The 1 to 4 lines that the last move completed, in this order: along the row, along the column, down
        /// to the right, down to the left.
        ///
        /// A line is the whole unbroken row of the winner's cells through the last move, in ascending order. It
        /// can be longer than the run. With a run of 1 there is one line, of the one cell.
        lines: Vec<Vec<Cell>>,
    },
    /// The board is full without a winner.
    Draw,
}

impl Outcome {
    /// The outcome once `mark` was put on `cell` as the last move; `None` when the game goes on.
    pub(crate) fn after_move(board: &Board, cell: Cell, mark: Mark) -> Option<Outcome> {
        let lines = lines::completed_lines(board, cell, mark);
        if !lines.is_empty() {
            return Some(Self::Win { mark, lines });
        }
        board.empty_cells().next().is_none().then_some(Self::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Rules};

    fn play((columns, rows, run): (u8, u8, u8), indices: &[usize]) -> Game {
        let rules = Rules::new(columns, rows, run).unwrap();
        Game::replay(rules, indices.iter().map(|&index| rules.cell(index).unwrap())).unwrap()
    }

    /// The winner and the winning lines, by cell numbers.
    fn won(size: (u8, u8, u8), indices: &[usize]) -> Option<(Mark, Vec<Vec<usize>>)> {
        let game = play(size, indices);
        let Some(Outcome::Win { mark, lines }) = game.outcome() else { return None };
        Some((*mark, lines.iter().map(|line| line.iter().map(|cell| cell.index()).collect()).collect()))
    }

    #[test]
    fn three_in_a_row_win_for_either_mark() {
        assert_eq!(won((3, 3, 3), &[0, 3, 1, 4, 2]), Some((Mark::X, vec![vec![0, 1, 2]])));
        assert_eq!(won((3, 3, 3), &[1, 6, 3, 4, 5, 2]), Some((Mark::O, vec![vec![2, 4, 6]])));
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        assert_eq!(play((3, 3, 3), &[0, 1, 2, 4, 3, 5, 7, 6, 8]).outcome(), Some(&Outcome::Draw));
        assert_eq!(play((3, 3, 3), &[0, 1, 2, 4, 3, 5, 7, 6]).outcome(), None);
    }

    #[test]
    fn the_ninth_move_can_complete_two_lines_at_once() {
        let lines = vec![vec![0, 4, 8], vec![2, 4, 6]];
        assert_eq!(won((3, 3, 3), &[0, 1, 2, 3, 6, 5, 8, 7, 4]), Some((Mark::X, lines)));
    }

    #[test]
    fn four_lines_at_once_are_listed_along_the_row_the_column_and_both_diagonals() {
        let arms = [25, 26, 27, 31, 38, 45, 32, 40, 48, 30, 36, 42];
        let elsewhere = [0, 1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 13];
        let mut indices: Vec<usize> = arms.into_iter().zip(elsewhere).flat_map(|(x, o)| [x, o]).collect();
        assert_eq!(won((7, 7, 4), &indices), None);
        indices.push(24);
        let lines =
            vec![vec![24, 25, 26, 27], vec![24, 31, 38, 45], vec![24, 32, 40, 48], vec![24, 30, 36, 42]];
        assert_eq!(won((7, 7, 4), &indices), Some((Mark::X, lines)));
    }

    #[test]
    fn an_overline_wins_and_is_one_line() {
        let line = vec![vec![0, 1, 2, 3, 4]];
        assert_eq!(won((7, 2, 3), &[0, 7, 1, 9, 3, 11, 4, 13, 2]), Some((Mark::X, line)));
    }

    #[test]
    fn with_a_run_of_one_the_first_move_wins_with_one_line_of_one_cell() {
        assert_eq!(won((3, 3, 1), &[4]), Some((Mark::X, vec![vec![4]])));
        assert_eq!(won((1, 1, 1), &[0]), Some((Mark::X, vec![vec![0]])));
    }

    #[test]
    fn lines_do_not_wrap_around_the_edges() {
        assert_eq!(won((3, 3, 3), &[1, 0, 2, 4, 3]), None);
        assert_eq!(won((4, 3, 3), &[2, 0, 3, 1, 4]), None);
        assert_eq!(won((4, 3, 3), &[3, 0, 4, 1, 9]), None);
    }

    #[test]
    fn a_run_longer_than_one_side_is_won_along_the_other() {
        assert_eq!(won((5, 1, 3), &[0, 4, 1, 3, 2]), Some((Mark::X, vec![vec![0, 1, 2]])));
        assert_eq!(won((1, 5, 3), &[0, 4, 1, 3, 2]), Some((Mark::X, vec![vec![0, 1, 2]])));
        assert_eq!(won((2, 4, 4), &[0, 1, 2, 3, 4, 5, 6]), Some((Mark::X, vec![vec![0, 2, 4, 6]])));
    }

    #[test]
    fn the_biggest_board_is_won_into_its_last_corner() {
        let row = vec![vec![220, 221, 222, 223, 224]];
        assert_eq!(won((15, 15, 5), &[224, 0, 223, 1, 222, 2, 221, 3, 220]), Some((Mark::X, row)));
        let diagonal = vec![vec![154, 168, 182, 196, 210]];
        assert_eq!(won((15, 15, 5), &[210, 0, 196, 1, 182, 2, 168, 3, 154]), Some((Mark::X, diagonal)));
    }
}
