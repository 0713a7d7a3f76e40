//! A Unix terminal: its modes, and its bytes and signals as events. Reads only a little ahead, so that no queue grows.

mod decoder;

use std::io::{self, PipeReader, PipeWriter, Stdin};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, retry_on_intr};
use rustix::process::{Signal as Number, kill_current_process_group};
use rustix::termios::{
    Action, LocalModes, OptionalActions, OutputModes, QueueSelector, SpecialCodeIndex, tcflow, tcflush,
    tcgetattr, tcsetattr,
};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::TtyEvent;
use decoder::Decoder;

const READ_BYTES: usize = 1024;

/// How many events are read ahead: keys that come at once need no frame each.
const MAX_QUEUED_EVENTS: usize = 64;

/// Turns raw mode on, also when other programs may have changed the modes. A process in the background is stopped here
/// until it comes to the foreground.
pub(super) fn set_modes() -> io::Result<()> {
    // crossterm believes that raw mode is on, and would not set it a second time.
    disable_raw_mode()?;
    enable_raw_mode()
}

/// `_POSIX_VDISABLE`: no key has this function.
const NO_KEY: u8 = if cfg!(target_os = "linux") { 0 } else { 0xff };

/// As [`set_modes`], but output keeps its line ends and Ctrl-C its signal.
pub(super) fn set_line_modes() -> io::Result<()> {
    set_modes()?;
    let mut modes = tcgetattr(io::stdin())?;
    modes.output_modes |= OutputModes::OPOST;
    modes.local_modes |= LocalModes::ISIG;
    // The terminal is restored before Ctrl-Z stops the process. Nothing is restored after SIGQUIT.
    modes.special_codes[SpecialCodeIndex::VSUSP] = NO_KEY;
    modes.special_codes[SpecialCodeIndex::VQUIT] = NO_KEY;
    Ok(tcsetattr(io::stdin(), OptionalActions::Now, &modes)?)
}

/// The terminal learns it by an escape sequence.
pub(super) const fn set_mouse(_is_on: bool) {}

/// Best effort: a terminal that is gone has no mode.
pub(super) fn restore_modes() {
    disable_raw_mode().ok();
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

pub(super) fn is_input_open() -> bool {
    tcgetattr(io::stdin()).is_ok()
}

/// The terminal was closed, or the connection to it.
pub(crate) fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || matches!(Errno::from_io_error(error), Some(Errno::IO | Errno::NXIO))
}

pub(super) struct RawInput {
    events: Receiver<io::Result<TtyEvent>>,
    resized: Signal,
    continued: Signal,
    /// Dropping it stops the thread; later input goes to the shell.
    _stop: PipeWriter,
}

impl RawInput {
    pub(super) fn open() -> io::Result<Self> {
        let (to, events) = channel(MAX_QUEUED_EVENTS);
        let (stopped, stop) = io::pipe()?;
        thread::Builder::new().name("keys".to_owned()).spawn(move || read_all(&stopped, &to))?;
        Ok(Self {
            events,
            resized: signal(SignalKind::window_change())?,
            continued: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
            _stop: stop,
        })
    }

    /// Cancel safe.
    pub(super) async fn next(&mut self) -> io::Result<TtyEvent> {
        tokio::select! {
            _ = self.resized.recv() => Ok(TtyEvent::Resized),
            _ = self.continued.recv() => Ok(TtyEvent::Continued),
            event = self.events.recv() => event.ok_or(Errno::IO)?,
        }
    }
}

/// Reads until `stopped` is closed or the terminal is gone.
fn read_all(stopped: &PipeReader, to: &Sender<io::Result<TtyEvent>>) {
    let mut decoder = Decoder::default();
    while let Some(bytes) = read_some(&io::stdin(), stopped, decoder.timeout()).transpose() {
        let is_gone = bytes.is_err();
        let events: Vec<_> = match bytes {
            Ok(bytes) if bytes.is_empty() => decoder.time_out().into_iter().map(Ok).collect(),
            Ok(bytes) => bytes.into_iter().filter_map(|byte| decoder.feed(byte)).map(Ok).collect(),
            Err(error) => vec![Err(error.into())],
        };
        if events.into_iter().any(|event| to.blocking_send(event).is_err()) || is_gone {
            return;
        }
    }
}

/// `None` when `stopped` is closed; no bytes when the time is over.
fn read_some(
    terminal: &Stdin,
    stopped: &PipeReader,
    timeout: Option<Duration>,
) -> Result<Option<Vec<u8>>, Errno> {
    let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
    let mut polled = [PollFd::new(terminal, PollFlags::IN), PollFd::new(stopped, PollFlags::IN)];
    let ready = retry_on_intr(|| poll(&mut polled, timeout.as_ref()))?;
    let [_, stopped] = polled;
    if !stopped.revents().is_empty() {
        return Ok(None);
    }
    if ready == 0 {
        return Ok(Some(Vec::new()));
    }
    let mut bytes = [0; READ_BYTES];
    match retry_on_intr(|| read(terminal, &mut bytes))? {
        // A terminal ends only when it is gone.
        0 => Err(Errno::IO),
        count => Ok(Some(bytes.into_iter().take(count).collect())),
    }
}
