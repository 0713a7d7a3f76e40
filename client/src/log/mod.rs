//! The log: to a file, or to standard error.
//!
//! What must not happen here: a ticket in the log, in whatever frame and form; text of a peer that reaches a terminal
//! as it came; a log that cannot be written and disturbs the run.
//!
//! * `secrets`: hides tickets.

mod secrets;
#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::path::Path;

use serde_json::Value;
use tictactoe_protocol::text::clean;
use tracing::field::display;
use tracing::{Level, Subscriber, debug, enabled, info, trace, warn};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::address::Address;
use crate::cli::LogFlags;
use crate::exit::{Failure, cause};
use crate::ui::Ui;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Sent,
    Received,
}

/// Starts the log of this process. To be called once.
pub(crate) fn init(flags: &LogFlags, face: Ui) -> Result<(), Failure> {
    match &flags.log_file {
        Some(path) => subscriber(open(path)?, flags.verbose).init(),
        None if flags.verbose => subscriber(std::io::stderr, true).init(),
        None => {}
    }
    info!(version = env!("CARGO_PKG_VERSION"), ?face, "tictactoe");
    Ok(())
}

pub(crate) fn connecting(address: &Address) {
    info!(%address, "calling");
}

pub(crate) fn connected() {
    info!("connected");
}

pub(crate) fn disconnected(failure: &Failure) {
    warn!(cause = failure.why(), "no connection");
}

/// Logs a frame's kind and id; with `--verbose` all of it but tickets.
pub(crate) fn frame(direction: Direction, text: &str) {
    if !enabled!(Level::DEBUG) {
        return;
    }
    let word = match direction {
        Direction::Sent => "sent",
        Direction::Received => "received",
    };
    let Ok(mut frame) = serde_json::from_str::<Value>(text) else {
        // A secret could be anywhere in it.
        return debug!(bytes = text.len(), "{word} what is no JSON");
    };
    secrets::hide(&mut frame);
    let (kind, id) = (short(frame.get("type")).map(display), short(frame.get("id")).map(display));
    if enabled!(Level::TRACE) {
        trace!(kind, id, frame = %clean(&frame.to_string()), "{word}");
    } else {
        debug!(kind, id, "{word}");
    }
}

pub(crate) fn end(failure: Option<&Failure>) {
    match failure {
        None => info!(code = 0, "the end"),
        Some(failure) => info!(code = failure.code(), why = failure.why(), "the end"),
    }
}

/// An error of the log itself is not reported: there may be a full screen.
fn subscriber<W>(writer: W, with_frames: bool) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // Other crates log whole frames, with the tickets in them.
    let ours = if with_frames { LevelFilter::TRACE } else { LevelFilter::DEBUG };
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_target(false)
        .log_internal_errors(false)
        .with_writer(writer);
    tracing_subscriber::registry().with(Targets::new().with_target("tictactoe", ours)).with(lines)
}

/// Opens the file to append to it. A new one is for its owner only.
fn open(path: &Path) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let why = match is_file_or_device(path).then(|| options.open(path)) {
        Some(Ok(file)) => return Ok(file),
        Some(Err(error)) => cause(&error),
        None => "it is no file".to_owned(),
    };
    Err(Failure::usage(
        format!("The log file {} cannot be opened: {why}.", clean(&path.display().to_string())),
        "Name a file that can be written with --log-file, or leave it out.",
    ))
}

/// Whether it is a file, a device like a terminal, or does not exist yet. Opening a pipe would block until it has a
/// reader.
fn is_file_or_device(path: &Path) -> bool {
    let Ok(there) = path.metadata() else { return true };
    #[cfg(unix)]
    let is_device = std::os::unix::fs::FileTypeExt::is_char_device(&there.file_type());
    #[cfg(not(unix))]
    let is_device = false;
    there.is_file() || is_device
}

fn short(value: Option<&Value>) -> Option<String> {
    Some(match value? {
        Value::String(text) => brief(text),
        other => brief(&other.to_string()),
    })
}

/// A peer's text, not too long for a line.
fn brief(text: &str) -> String {
    const CHARS: usize = 40;
    clean(text).chars().take(CHARS).collect()
}
