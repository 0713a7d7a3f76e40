//! `tictactoe-server export`: every finished game as a line of JSON.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use tictactoe_server::history_line;
use tictactoe_server::store::{HistoryEntry, HistoryReader, Key, Unavailable};

use super::storage::{DATABASE_ADVICE, DatabaseFlags};

/// Writes every finished game to standard output, one JSON object per line, oldest first
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    #[command(flatten)]
    database: DatabaseFlags,
}

const HELP: &str = "\
You can run it while the server runs, as root or as the server's user, and for the systemd service
with --data /var/lib/tictactoe.

Exit codes: 0 when every game was written, 1 when one could not be read, 2 for a usage error.";

pub(crate) fn export(flags: &Flags) -> anyhow::Result<ExitCode> {
    let history = HistoryReader::open(&flags.database.path()?)
        .map_err(|error| anyhow!("{error}\n{DATABASE_ADVICE}"))?;
    write_all(history, BufWriter::new(io::stdout().lock()))
}

fn write_all(mut history: HistoryReader, mut out: impl Write) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    let unreadable = |error: Unavailable| anyhow!("{error}\nThe games that were written are complete.");
    while let Some((key, entry)) = history.read_next().map_err(unreadable)? {
        match line(&key, &entry) {
            Ok(line) => writeln!(out, "{line}").context("cannot write")?,
            Err(reason) => {
                // The other games are still written if standard error is closed.
                let _ = writeln!(io::stderr(), "tictactoe-server: page {} of {key}: {reason}", entry.number);
                code = ExitCode::FAILURE;
            }
        }
    }
    out.flush().context("cannot write")?;
    Ok(code)
}

fn line(key: &Key, entry: &HistoryEntry) -> Result<String, String> {
    let name = key.as_str().strip_prefix("match.").ok_or("it belongs to no match")?;
    history_line(name, &entry.value).map_err(|error| error.to_string())
}
