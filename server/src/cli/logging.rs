//! Logs go to standard error.

use std::ffi::OsString;
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
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal() && allows_colors(|name| std::env::var_os(name)))
        .with_writer(std::io::stderr);
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

fn allows_colors(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("NO_COLOR").is_none_or(|value| value.is_empty())
        && variable("TERM").is_none_or(|term| term != "dumb")
}

/// Whatever the filter says: at debug level other crates log whole frames, and the tickets in them.
fn hides_frames(event: &Metadata<'_>) -> bool {
    *event.level() <= Level::INFO || event.target().starts_with("tictactoe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_have_no_colors_with_no_color_or_on_a_dumb_terminal() {
        for (name, value, expected) in [
            ("NO_COLOR", "1", false),
            ("NO_COLOR", "", true),
            ("TERM", "dumb", false),
            ("TERM", "xterm-256color", true),
        ] {
            let allowed = allows_colors(|asked| (asked == name).then(|| value.into()));
            assert_eq!(allowed, expected, "{name}={value}");
        }
    }
}
