//! Logs go to standard error.

use std::ffi::OsString;
use std::io::IsTerminal;

use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Begins to log what the filter lets through.
pub(crate) fn begin(filter: &str) {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal() && is_colourful(|name| std::env::var_os(name)))
        .with_writer(std::io::stderr);
    tracing_subscriber::registry()
        .with(EnvFilter::new(filter))
        .with(filter_fn(tells_no_frames))
        .with(lines)
        .init();
}

/// Whether the environment lets a terminal be coloured.
fn is_colourful(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("NO_COLOR").is_none_or(|value| value.is_empty())
        && variable("TERM").is_none_or(|term| term != "dumb")
}

/// Whether an event may be logged, whatever was asked for: at their lower levels the crates of others show whole
/// frames, and tickets in them.
fn tells_no_frames(of: &Metadata<'_>) -> bool {
    *of.level() <= Level::INFO || of.target().starts_with("tictactoe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_have_no_colours_where_none_are_wanted_or_can_be_shown() {
        for (name, value, expected) in [
            ("NO_COLOR", "1", false),
            ("NO_COLOR", "", true),
            ("TERM", "dumb", false),
            ("TERM", "xterm-256color", true),
        ] {
            assert_eq!(
                is_colourful(|asked| (asked == name).then(|| value.into())),
                expected,
                "{name}={value}"
            );
        }
    }
}
