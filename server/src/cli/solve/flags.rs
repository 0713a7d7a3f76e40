//! The command line of `tictactoe-server solve`.

use clap::Args;
use tictactoe_cli::parse_board;
use tictactoe_engine::{Rules, RulesError};

/// Finds out who wins on a board, and the best moves
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    /// Columns and rows
    #[arg(value_name = "CxR", default_value = "3x3", value_parser = parse_board)]
    pub(super) board: (u8, u8),

    /// How many in a row decide the game
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) run: u8,

    /// A player who completes a run loses
    #[arg(long)]
    pub(super) misere: bool,

    /// Marks fall to the lowest empty square of their column
    #[arg(long)]
    pub(super) gravity: bool,

    /// Start after these moves, X's first: squares by number, or by column and row like b2
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    pub(super) moves: String,

    /// Stop each step (value, best moves, line) after this many nodes [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,

    /// Memory for the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) table: u16,
}

impl Flags {
    pub(super) fn rules(&self) -> Result<Rules, RulesError> {
        let (columns, rows) = self.board;
        let plain = Rules::new(columns, rows, self.run)?;
        Ok(plain.with_misere(self.misere).with_gravity(self.gravity))
    }
}

const HELP: &str = "\
Examples:
  tictactoe-server solve 4x4 --run 4                    the empty board
  tictactoe-server solve --moves 5,1                    after X at 5 and O at 1
  tictactoe-server solve --misere                       a run loses
  tictactoe-server solve 15x15 --run 5 --nodes 100000   a limited search

The value comes first, with the nodes and the time that it took; then the best moves and a line of best play, as soon \
as they are known. Best moves without a proof are marked as a guess. On large boards the search may never end: \
Ctrl-C stops it, and it prints what it has found.

Exit codes: 0 when the search has ended, 2 for wrong usage, 130 after Ctrl-C, 143 after SIGTERM.";
