//! The Windows console.

use std::future::pending;
use std::io;
use std::sync::OnceLock;

use crossterm_winapi::{ConsoleMode, Handle};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use tokio::sync::mpsc::Sender;

use super::TtyEvent;

/// `ENABLE_VIRTUAL_TERMINAL_PROCESSING`: the console interprets escape sequences.
const INTERPRETS_ESCAPES: u32 = 0x4;

/// The output mode before the first change. crossterm never restores it.
static OUTPUT_MODE: OnceLock<u32> = OnceLock::new();

/// Keys come as events, Ctrl-C too, and escape sequences are interpreted.
pub(super) fn set_screen_modes() -> io::Result<()> {
    // A terminal that is no console, such as that of Git Bash, has no modes and interprets the sequences.
    if let Ok(output) = output()
        && let Ok(mode) = output.mode()
    {
        let before = OUTPUT_MODE.get_or_init(|| mode);
        output.set_mode(before | INTERPRETS_ESCAPES).ok();
    }
    enable_raw_mode()
}

pub(super) fn set_line_modes() -> io::Result<()> {
    set_screen_modes()
}

pub(super) fn restore_modes() -> io::Result<()> {
    if let (Ok(output), Some(&mode)) = (output(), OUTPUT_MODE.get()) {
        output.set_mode(mode).ok();
    }
    disable_raw_mode()
}

fn output() -> io::Result<ConsoleMode> {
    Ok(Handle::current_out_handle()?.into())
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

/// crossterm reports it.
#[expect(clippy::unnecessary_wraps, clippy::needless_pass_by_value, reason = "as on Unix")]
pub(super) fn report_end(_to: Sender<io::Result<TtyEvent>>) -> io::Result<()> {
    Ok(())
}

/// No process is stopped here, and crossterm reports each new size.
pub(super) struct Signals;

impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
    pub(super) const fn new() -> io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn next(&mut self) -> TtyEvent {
        pending().await
    }
}
