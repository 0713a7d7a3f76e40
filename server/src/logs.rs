//! Logs go to standard error.

use std::io::IsTerminal;

use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Begins to log what the filter lets through.
pub(crate) fn begin(filter: &str) {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    tracing_subscriber::registry()
        .with(EnvFilter::new(filter))
        .with(filter_fn(tells_no_frames))
        .with(lines)
        .init();
}

/// Whether an event may be logged, whatever was asked for: at their lower levels the crates of others show whole
/// frames, and tickets in them.
fn tells_no_frames(of: &Metadata<'_>) -> bool {
    *of.level() <= Level::INFO || of.target().starts_with("tictactoe")
}
