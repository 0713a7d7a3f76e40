//! `tictactoe-server export`: every game that is over, one JSON object a line.

mod flags;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use thiserror::Error;
use tictactoe_server::history_line;
use tictactoe_server::store::{HistoryEntry, HistoryReader, Key, OpenError, Unavailable};

use crate::flags::NoHome;

pub(crate) use flags::Flags;

/// Why not everything was exported.
#[derive(Debug, Error)]
pub(crate) enum ExportError {
    /// It is not known where games are kept.
    #[error("{0}\nName the directory with --data DIR.")]
    NoHome(NoHome),
    /// There is no history, or it cannot be read.
    #[error("{0}\nName the directory in which the server keeps its matches with --data DIR.")]
    Open(OpenError),
    /// The history could be read no further.
    #[error("{0}\nWhat was written until here is whole.")]
    Unavailable(Unavailable),
    /// Standard output does not take more.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// Writes all games, and says how to exit. That nobody reads the output to its end is no error.
///
/// # Errors
/// [`ExportError`].
pub(crate) fn export(flags: &Flags) -> Result<ExitCode, ExportError> {
    let directory = flags.directory.path().map_err(ExportError::NoHome)?;
    let history = HistoryReader::open(&directory).map_err(ExportError::Open)?;
    match write_all(history, BufWriter::new(io::stdout().lock())) {
        Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        ended => ended,
    }
}

fn write_all(mut history: HistoryReader, mut out: impl Write) -> Result<ExitCode, ExportError> {
    let mut code = ExitCode::SUCCESS;
    while let Some((key, entry)) = history.read_next().map_err(ExportError::Unavailable)? {
        match line(&key, &entry) {
            Ok(line) => writeln!(out, "{line}")?,
            Err(reason) => {
                // Whoever does not read the complaints still gets the games.
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
