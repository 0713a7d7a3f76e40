//! A Unix terminal: the modes of the line editor, suspension, and the end of the terminal.

use std::{io, thread};

use ratatui::crossterm::event::Event;
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Signal as Number, kill_current_process_group};
use rustix::termios::{
    Action, LocalModes, OptionalActions, OutputModes, QueueSelector, SpecialCodeIndex, tcflow, tcflush,
    tcgetattr, tcsetattr,
};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::Sender;

/// `_POSIX_VDISABLE`: no key has this function.
const NO_KEY: u8 = if cfg!(target_os = "linux") { 0 } else { 0xff };

/// Turns raw mode on, but output keeps its line ends and Ctrl-C its signal.
pub(super) fn set_line_modes() -> io::Result<()> {
    // crossterm believes that raw mode is on, and would not set it a second time.
    disable_raw_mode()?;
    enable_raw_mode()?;
    let mut modes = tcgetattr(io::stdin())?;
    modes.output_modes |= OutputModes::OPOST;
    modes.local_modes |= LocalModes::ISIG;
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

/// Reports when the terminal is gone: crossterm does not.
pub(super) fn report_end(to: Sender<io::Result<Event>>) -> io::Result<()> {
    let wait = move || {
        // No flags: only the end of the terminal is waited for.
        let terminal = io::stdin();
        let mut polled = [PollFd::new(&terminal, PollFlags::empty())];
        retry_on_intr(|| poll(&mut polled, None)).ok();
        to.blocking_send(Err(Errno::IO.into())).ok();
    };
    thread::Builder::new().name("terminal".to_owned()).spawn(wait).map(drop)
}

/// The process continues after a stop.
pub(super) struct Continued(Signal);

impl Continued {
    pub(super) fn new() -> io::Result<Self> {
        signal(SignalKind::from_raw(Number::CONT.as_raw())).map(Self)
    }

    /// Cancel safe.
    pub(super) async fn next(&mut self) {
        self.0.recv().await;
    }
}
