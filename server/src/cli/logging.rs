//! Logs go to standard error.

use std::io::IsTerminal;

use clap::ValueEnum;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

pub(crate) fn init(filter: &str, format: LogFormat) {
    let mut lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // By default it heeds `NO_COLOR` only.
    if !std::io::stderr().is_terminal() || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        lines.set_ansi(false);
    }
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.with_ansi(false).json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry()
        .with(EnvFilter::new(filter))
        .with(filter_fn(hides_frames))
        .with(lines)
        .init();
}

/// Whatever the filter says: at debug level other crates log whole frames, and the tickets in them.
fn hides_frames(event: &Metadata<'_>) -> bool {
    *event.level() <= Level::INFO || event.target().starts_with("tictactoe")
}
