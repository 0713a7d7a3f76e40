//! A Unix terminal: its modes, suspension, what signals say of it, and its end.

use std::{io, thread};

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Signal as Number, kill_current_process_group};
use rustix::termios::{
    Action, LocalModes, OptionalActions, OutputModes, QueueSelector, SpecialCodeIndex, tcflow, tcflush,
    tcgetattr, tcsetattr,
};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::TtyEvent;

/// `_POSIX_VDISABLE`: no key has this function.
const NO_KEY: u8 = if cfg!(target_os = "linux") { 0 } else { 0xff };

/// Turns raw mode on, but Ctrl-C keeps its signal: no unfinished sequence can swallow it. A process in the background is
/// stopped here until it comes to the foreground.
pub(super) fn set_modes(keeps_line_ends: bool) -> io::Result<()> {
    // crossterm believes that raw mode is on, and would not set it a second time.
    disable_raw_mode()?;
    enable_raw_mode()?;
    let mut modes = tcgetattr(io::stdin())?;
    modes.output_modes.set(OutputModes::OPOST, keeps_line_ends);
    // Ctrl-C leaves a frame that is being written whole.
    modes.local_modes |= LocalModes::ISIG | LocalModes::NOFLSH;
    // The terminal is restored before Ctrl-Z stops the process. Nothing is restored after SIGQUIT.
    modes.special_codes[SpecialCodeIndex::VSUSP] = NO_KEY;
    modes.special_codes[SpecialCodeIndex::VQUIT] = NO_KEY;
    Ok(tcsetattr(io::stdin(), OptionalActions::Now, &modes)?)
}

/// Reports of clicks, also beyond column 223. crossterm's command would report every movement too.
pub(super) const fn mouse(is_on: bool) -> &'static str {
    if is_on { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" }
}

/// Stops the whole process group, as Ctrl-Z would: a shell waits for the first process of a job.
pub(super) fn suspend() {
    kill_current_process_group(Number::TSTP).ok();
}

/// Discards what the terminal has not accepted, so that there is room, and wakes the blocked write: the flush alone does
/// not.
pub(super) fn discard_output() {
    tcflush(io::stdout(), QueueSelector::OFlush).ok();
    tcflow(io::stdout(), Action::OOff).ok();
    tcflow(io::stdout(), Action::OOn).ok();
}

/// The terminal was closed, or the connection to it.
pub(crate) fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || matches!(Errno::from_io_error(error), Some(Errno::IO | Errno::NXIO))
}

/// What happens to the terminal without input.
pub(super) struct Signals {
    continued: Signal,
    /// The terminal is gone: crossterm does not report it.
    ended: CancellationToken,
}

impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        let ended = CancellationToken::new();
        let is_gone = ended.clone();
        let wait = move || {
            // No flags: only the end of the terminal is waited for.
            let terminal = io::stdin();
            retry_on_intr(|| poll(&mut [PollFd::new(&terminal, PollFlags::empty())], None)).ok();
            is_gone.cancel();
        };
        thread::Builder::new().name("terminal".to_owned()).spawn(wait)?;
        Ok(Self { continued: signal(SignalKind::from_raw(Number::CONT.as_raw()))?, ended })
    }

    /// Cancel safe.
    pub(super) async fn next(&mut self) -> io::Result<TtyEvent> {
        tokio::select! {
            _ = self.continued.recv() => Ok(TtyEvent::Continued),
            () = self.ended.cancelled() => Err(Errno::IO.into()),
        }
    }
}
