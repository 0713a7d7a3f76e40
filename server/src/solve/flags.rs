//! The command line of `tictactoe-server solve`.

use clap::Args;

use super::problem::{Problem, Unplayable};

/// Works out what a board is worth and how it is played best
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    /// Columns and rows
    #[arg(value_name = "CxR", default_value = "3x3", value_parser = sides)]
    board: (u8, u8),

    /// How many in a row win
    #[arg(long, value_name = "N", default_value_t = 3)]
    run: u8,

    /// Begin after these moves, X's first: squares by number, or by column and row like b2
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Stop each step (value, best moves, line) after so many positions [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// How much memory the table of what is proven may take
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=4096))]
    table: u16,
}

const HELP: &str = "\
Examples:
  tictactoe-server solve 4x4 --run 4                    the empty board
  tictactoe-server solve --moves 5,1                    after X at 5 and O at 1
  tictactoe-server solve 15x15 --run 5 --nodes 100000   not for ever

The value comes first, with the nodes and the time that it took; the best moves and a line of best play follow \
when they are known. What is not proven to be best is called a guess. On large boards all this can take for ever: \
Ctrl-C stops it, and it tells what it knows.

Exit codes: 0 when it has come to its end, 2 when the flags make no sense, 130 after Ctrl-C, 143 after SIGTERM.";

/// What to do.
#[derive(Debug)]
pub(crate) struct Task {
    /// The position to solve.
    pub(crate) problem: Problem,
    /// How many positions each step may look at.
    pub(crate) nodes: u64,
    /// The most memory that the table takes.
    pub(crate) table_bytes: usize,
}

impl Flags {
    /// What the flags ask for.
    ///
    /// # Errors
    /// When there is no such position.
    pub(crate) fn task(&self) -> Result<Task, Unplayable> {
        let problem = Problem::new(self.board, self.run, &self.moves)?;
        let table_bytes = usize::from(self.table) << 20;
        Ok(Task { problem, nodes: self.nodes.unwrap_or(u64::MAX), table_bytes })
    }
}

fn sides(text: &str) -> Result<(u8, u8), String> {
    text.split_once(['x', 'X'])
        .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)))
        .ok_or_else(|| "write columns and rows like 3x3, up to 15x15".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_two_numbers() {
        assert_eq!(sides("5x4"), Ok((5, 4)));
        assert_eq!(sides("15X15"), Ok((15, 15)));
        for wrong in ["", "5", "x", "5x", "x4", "5x4x4", "300x3", "-1x3", "5*4"] {
            assert!(sides(wrong).is_err(), "{wrong}");
        }
    }
}
