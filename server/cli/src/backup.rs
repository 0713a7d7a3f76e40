//! `tictactoe-server backup`: a copy of the database.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use tictactoe_server::store::{self, BackupError, OpenError};

use super::storage::{DATABASE_ADVICE, DatabaseFlags};

/// Writes a copy of all matches and finished games to a new file
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    /// The file to write; it must not exist
    file: PathBuf,

    #[command(flatten)]
    database: DatabaseFlags,
}

const HELP: &str = "\
You can run it while the server runs, as root or as the server's user, and for the systemd service
with --data /var/lib/tictactoe. To restore the copy, put it into an empty directory as matches.db,
and start a server with --data and that directory.

Exit codes: 0 when the copy is complete and on disk, 1 when there is none, 2 for a usage error.";

pub(crate) fn backup(flags: &Flags) -> anyhow::Result<ExitCode> {
    store::backup(&flags.database.path()?, &flags.file)
        .map_err(|error| anyhow!("{error}\n{}", advice(&error)))?;
    Ok(ExitCode::SUCCESS)
}

const fn advice(error: &BackupError) -> &'static str {
    match error {
        BackupError::Target(..) => "Name a new file, where this user can write and the disk has room.",
        BackupError::Source(OpenError::OtherFormat(..)) => "Use the version that wrote it.",
        BackupError::Source(OpenError::Damaged(..)) => "Keep what is there, and restore an earlier backup.",
        BackupError::Source(_) => DATABASE_ADVICE,
    }
}
