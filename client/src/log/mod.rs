//! The log: to a file, or to standard error.
//!
//! Invariants: no ticket is logged, in any frame or form; text of a peer is escaped before it reaches a terminal;
//! a failure to write the log does not affect the run.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;

use serde_json::Value;
use tictactoe_host::private_file;
use tictactoe_protocol::text::clean;
use tracing::field::display;
use tracing::{Level, Subscriber, debug, enabled, info};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::{Failure, cause};

/// Starts the log of this process: to the file, or to standard error with `--verbose`. Call it once.
pub(crate) fn init(file: Option<&Path>, with_frames: bool) -> Result<(), Failure> {
    match file {
        Some(path) => subscriber(open(path)?, with_frames).init(),
        None if with_frames => subscriber(std::io::stderr, true).init(),
        None => {}
    }
    info!(version = tictactoe_host::VERSION, "tictactoe");
    Ok(())
}

/// Logs a frame's kind and id; with `--verbose` all of it but tickets.
pub(crate) fn frame(word: &str, text: &str) {
    if !enabled!(Level::DEBUG) {
        return;
    }
    let Ok(mut frame) = serde_json::from_str::<Value>(text) else {
        // A secret could be anywhere in it.
        return debug!(bytes = text.len(), "{word} text that is not JSON");
    };
    hide(&mut frame);
    let field = |name| frame.get(name).map(|value| display(brief(value)));
    let whole = enabled!(Level::TRACE).then(|| display(clean(&frame.to_string())));
    debug!(kind = field("type"), id = field("id"), frame = whole, "{word}");
}

const HIDDEN: &str = "(hidden)";

/// A run of this many hexadecimal digits counts as part of a secret. A ticket's secret has 64.
const SECRET_DIGITS: usize = 16;

/// Hides every value under the key `ticket`, and every other text that looks like a ticket.
fn hide(value: &mut Value) {
    match value {
        Value::String(text) if looks_secret(text) => HIDDEN.clone_into(text),
        Value::Array(values) => values.iter_mut().for_each(hide),
        Value::Object(fields) => {
            fields.retain(|name, _| !looks_secret(name));
            for (name, value) in fields {
                if name.to_lowercase().contains("ticket") { *value = HIDDEN.into() } else { hide(value) }
            }
        }
        _ => {}
    }
}

fn looks_secret(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_hexdigit()).any(|digits| digits.len() >= SECRET_DIGITS)
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

/// A peer's text, not too long for a line.
fn brief(value: &Value) -> String {
    const CHARS: usize = 40;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    clean(&text).chars().take(CHARS).collect()
}
