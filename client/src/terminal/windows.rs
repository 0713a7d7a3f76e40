//! The Windows console.

use std::future::pending;
use std::io;

use ratatui::crossterm::ansi_support::supports_ansi;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::enable_raw_mode;

use super::TtyEvent;

/// Keys come as events, Ctrl-C too, and escape sequences are interpreted.
pub(super) fn set_modes(_keeps_line_ends: bool) -> io::Result<()> {
    // Asking turns the interpretation on.
    supports_ansi();
    enable_raw_mode()
}

/// Clicks are no matter of escape sequences here: without them the mouse selects text. Best effort: the keys work too.
pub(super) fn mouse(is_on: bool) -> &'static str {
    let output = &mut io::stdout();
    if is_on { execute!(output, EnableMouseCapture) } else { execute!(output, DisableMouseCapture) }.ok();
    ""
}

/// There is no such thing here.
pub(super) const fn suspend() {}

/// A console accepts all output.
pub(super) const fn discard_output() {}

pub(crate) fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// No process is stopped here, and crossterm reports each new size.
pub(super) struct Signals;

impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
    pub(super) const fn new() -> io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn next(&mut self) -> io::Result<TtyEvent> {
        pending().await
    }
}
