//! `tictactoe-server export`: every finished game as a line of JSON.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Args;
use thiserror::Error;
use tictactoe_server::history_line;
use tictactoe_server::store::{HistoryEntry, HistoryReader, Key, OpenError, Unavailable};

use super::data_dir::{DataDirFlag, NoDataDir};

/// Writes every finished game to standard output, one JSON object per line, oldest first
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    #[command(flatten)]
    directory: DataDirFlag,
}

const HELP: &str = "\
It can run while the server runs. Run it as the same user.

Exit codes: 0 when every game was written, 1 when one could not be read, 2 for wrong usage.";

#[derive(Debug, Error)]
pub(crate) enum ExportError {
    #[error("{0}\nName the directory with --data DIR.")]
    NoDataDir(NoDataDir),
    #[error("{0}\nName the directory in which the server stores its matches with --data DIR.")]
    Open(OpenError),
    #[error("{0}\nThe games that were written are complete.")]
    Unavailable(Unavailable),
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

pub(crate) fn export(flags: &Flags) -> Result<ExitCode, ExportError> {
    let directory = flags.directory.path().map_err(ExportError::NoDataDir)?;
    let history = HistoryReader::open(&directory).map_err(ExportError::Open)?;
    match write_all(history, BufWriter::new(io::stdout().lock())) {
        // The reader may stop early, as `head` does.
        Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => result,
    }
}

fn write_all(mut history: HistoryReader, mut out: impl Write) -> Result<ExitCode, ExportError> {
    let mut code = ExitCode::SUCCESS;
    while let Some((key, entry)) = history.read_next().map_err(ExportError::Unavailable)? {
        match line(&key, &entry) {
            Ok(line) => writeln!(out, "{line}")?,
            Err(reason) => {
                // The other games are still written if standard error is closed.
                let _ = writeln!(io::stderr(), "tictactoe-server: page {} of {key}: {reason}", entry.number);
                code = ExitCode::FAILURE;
            }
        }
    }
    out.flush()?;
    Ok(code)
}

fn line(key: &Key, entry: &HistoryEntry) -> Result<String, String> {
    let name = key.as_str().strip_prefix("match.").ok_or("it belongs to no match")?;
    history_line(name, &entry.value).map_err(|error| error.to_string())
}
