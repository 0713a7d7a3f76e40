//! The log file.
//!
//! Invariants: no ticket is logged, in any form; text of a peer is escaped; a failure to write the log does not affect
//! the run.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;

use serde_json::Value;
use tictactoe_host::private_file;
use tictactoe_protocol::text::clean;
use tracing::{Level, Subscriber, debug, enabled, info};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::{Failure, cause};

const MAX_KIND_CHARS: usize = 40;

/// Starts the log of this process, if it has a file. Call it once.
pub(crate) fn init(file: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = file {
        subscriber(open(path)?).init();
    }
    info!(version = tictactoe_host::VERSION, "tictactoe");
    Ok(())
}

/// Logs the type of a frame. Any other field may have a ticket in it.
pub(crate) fn frame(word: &str, text: &str) {
    if enabled!(Level::DEBUG) {
        let frame: Value = serde_json::from_str(text).unwrap_or_default();
        let kind = frame.get("type").and_then(Value::as_str).unwrap_or_default();
        let is_of_word = |c: &char| c.is_ascii_lowercase() || *c == '_';
        let kind: String = kind.chars().take_while(is_of_word).take(MAX_KIND_CHARS).collect();
        debug!(%kind, "{word}");
    }
}

/// An error of the log itself is not reported: there may be a full screen.
fn subscriber<W>(writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_target(false)
        .log_internal_errors(false)
        .with_writer(writer);
    // Other crates log whole frames, with the tickets in them.
    let ours = Targets::new().with_target("tictactoe", LevelFilter::DEBUG);
    tracing_subscriber::registry().with(ours).with(lines)
}

/// Opens the file for appending. A new file is private to its owner. A pipe without a reader fails instead of blocking.
fn open(path: &Path) -> Result<File, Failure> {
    private_file().append(true).create(true).open(path).map_err(|error| {
        let path = clean(&path.display().to_string());
        Failure::usage(
            format!("The log file {path} cannot be opened: {}.", cause(&error)),
            "Name a file that can be written with --log-file, or leave it out.",
        )
    })
}
