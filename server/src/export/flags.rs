//! The command line of `tictactoe-server export`.

use clap::Args;

use crate::flags::DirectoryFlag;

/// Writes every game that is over to standard output, one JSON object a line, oldest first
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    #[command(flatten)]
    pub(super) directory: DirectoryFlag,
}

const HELP: &str = "\
It may run beside the server. Run it as the user of the server.

Exit codes: 0 when every game was written, 1 when one could not be read, 2 when the flags make no sense.";
