//! A Unix terminal: its modes, and its bytes and signals as events. Reads only a little ahead, so that no queue grows.

mod decoder;

use std::io::{self, PipeReader, PipeWriter, Stdin};
use std::thread;

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read, retry_on_intr};
use rustix::process::{Signal as Number, kill_current_process_group};
use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::coop::consume_budget;
use tokio::time::{Instant, sleep_until};

use super::TtyEvent;
use decoder::Decoder;

const READ_BYTES: usize = 1024;

/// Turns raw mode on, also when other programs may have changed the modes. A process in the background is stopped here
/// until it comes to the foreground.
pub(super) fn set_modes() -> io::Result<()> {
    // crossterm believes that raw mode is on, and would not set it a second time.
    disable_raw_mode()?;
    enable_raw_mode()
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

/// Whether the terminal was closed, or the connection to it.
pub(super) fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || matches!(Errno::from_io_error(error), Some(Errno::IO | Errno::NXIO))
}

pub(super) struct Input {
    bytes: Receiver<io::Result<Vec<u8>>>,
    unread: std::vec::IntoIter<u8>,
    decoder: Decoder,
    last_read: Instant,
    resized: Signal,
    continued: Signal,
    /// Dropping it stops the thread; later input goes to the shell.
    _stop: PipeWriter,
}

impl Input {
    pub(super) fn open() -> io::Result<Self> {
        let (to, bytes) = channel(1);
        let (stopped, stop) = io::pipe()?;
        thread::Builder::new().name("keys".to_owned()).spawn(move || read_all(&stopped, &to))?;
        Ok(Self {
            bytes,
            unread: Vec::new().into_iter(),
            decoder: Decoder::default(),
            last_read: Instant::now(),
            resized: signal(SignalKind::window_change())?,
            continued: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
            _stop: stop,
        })
    }

    /// Cancel safe.
    pub(super) async fn next(&mut self) -> io::Result<TtyEvent> {
        loop {
            // Signals and frames get their turn, however many keys there are.
            consume_budget().await;
            if let Some(event) = self.unread.find_map(|byte| self.decoder.feed(byte)) {
                return Ok(event);
            }
            let timeout = self.decoder.timeout();
            tokio::select! {
                _ = self.resized.recv() => return Ok(TtyEvent::Resized),
                _ = self.continued.recv() => return Ok(TtyEvent::Continued),
                bytes = self.bytes.recv() => {
                    self.unread = bytes.ok_or(Errno::IO)??.into_iter();
                    self.last_read = Instant::now();
                }
                () = sleep_until(self.last_read + timeout.unwrap_or_default()), if timeout.is_some() => {
                    if let Some(event) = self.decoder.time_out() {
                        return Ok(event);
                    }
                }
            }
        }
    }
}

/// Reads until `stopped` is closed or the terminal is gone.
fn read_all(stopped: &PipeReader, to: &Sender<io::Result<Vec<u8>>>) {
    while let Some(bytes) = read_some(&io::stdin(), stopped).transpose() {
        let is_gone = bytes.is_err();
        if to.blocking_send(bytes.map_err(io::Error::from)).is_err() || is_gone {
            return;
        }
    }
}

/// `None` when `stopped` is closed.
fn read_some(terminal: &Stdin, stopped: &PipeReader) -> Result<Option<Vec<u8>>, Errno> {
    let mut polled = [PollFd::new(terminal, PollFlags::IN), PollFd::new(stopped, PollFlags::IN)];
    retry_on_intr(|| poll(&mut polled, None))?;
    let [_, stopped] = polled;
    if !stopped.revents().is_empty() {
        return Ok(None);
    }
    let mut bytes = [0; READ_BYTES];
    match retry_on_intr(|| read(terminal, &mut bytes))? {
        // A terminal ends only when it is gone.
        0 => Err(Errno::IO),
        count => Ok(Some(bytes.into_iter().take(count).collect())),
    }
}
