//! How a game ended.

use crate::{Board, Cell, Mark, lines};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who moved last has completed a run: it wins, or in a misère game the opponent does.
    Win {
        /// The winner.
        mark: Mark,
        /// The 1 to 4 lines that the last move completed, in this order: along the row, along the column, down
        /// to the right, down to the left.
        ///
        /// A line is the whole unbroken row of the last player's cells through the last move, in ascending order. It
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
            let winner = if board.rules().is_misere() { mark.other() } else { mark };
            return Some(Self::Win { mark: winner, lines });
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
    fn in_a_misere_game_a_run_loses() {
        let rules = Rules::CLASSIC.with_misere(true);
        let cells = [0, 3, 1, 4, 2].map(|index| rules.cell(index).unwrap());
        let lines = vec![[0, 1, 2].map(|index| rules.cell(index).unwrap()).to_vec()];
        let game = Game::replay(rules, cells).unwrap();
        assert_eq!(game.outcome(), Some(&Outcome::Win { mark: Mark::O, lines }));
    }

    #[test]
    fn an_overline_wins_and_is_one_line() {
        let line = vec![vec![0, 1, 2, 3, 4]];
        assert_eq!(won((7, 2, 3), &[0, 7, 1, 9, 3, 11, 4, 13, 2]), Some((Mark::X, line)));
    }
}
