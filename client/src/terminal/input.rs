//! What comes from the terminal: its bytes, and the signals that tell of it. Little is read before it is wanted, so
//! that nothing piles up here.

use std::io::{self, PipeReader, PipeWriter, Stdin};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read};
use rustix::process::Signal as Number;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::coop::consume_budget;
use tokio::time::{Instant, sleep_until};

use super::Pressed;
use super::decoder::Decoder;

/// How many bytes are read at once.
const PIECE: usize = 1024;

/// The terminal's side of a conversation.
pub(super) struct Input {
    bytes: Receiver<io::Result<Vec<u8>>>,
    unread: std::vec::IntoIter<u8>,
    decoder: Decoder,
    /// When the last bytes came.
    since: Instant,
    resized: Signal,
    continued: Signal,
    /// When it is dropped the thread reads no more: what is typed then is for the shell.
    _wants_more: PipeWriter,
}

impl Input {
    /// Begins to listen.
    pub(super) fn open() -> io::Result<Self> {
        let (to, bytes) = channel(1);
        let (is_over, wants_more) = io::pipe()?;
        thread::Builder::new().name("keys".to_owned()).spawn(move || listen(&is_over, &to))?;
        Ok(Self {
            bytes,
            unread: Vec::new().into_iter(),
            decoder: Decoder::default(),
            since: Instant::now(),
            resized: signal(SignalKind::window_change())?,
            continued: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
            _wants_more: wants_more,
        })
    }

    /// Waits for the next thing. Nothing is lost when it is dropped.
    pub(super) async fn next(&mut self) -> io::Result<Pressed> {
        loop {
            // However many keys there are, signals and frames come in between.
            consume_budget().await;
            if let Some(pressed) = self.unread.find_map(|byte| self.decoder.feed(byte)) {
                return Ok(pressed);
            }
            tokio::select! {
                _ = self.resized.recv() => return Ok(Pressed::Resized),
                _ = self.continued.recv() => return Ok(Pressed::Continued),
                bytes = self.bytes.recv() => {
                    self.unread = bytes.ok_or(Errno::IO)??.into_iter();
                    self.since = Instant::now();
                }
                () = elapsed(self.since, self.decoder.patience()) => {
                    if let Some(pressed) = self.decoder.give_up() {
                        return Ok(pressed);
                    }
                }
            }
        }
    }
}

/// Reads until the other side is gone, or the terminal is.
fn listen(is_over: &PipeReader, to: &Sender<io::Result<Vec<u8>>>) {
    while let Some(bytes) = more(&io::stdin(), is_over).transpose() {
        let is_gone = bytes.is_err();
        if to.blocking_send(bytes.map_err(io::Error::from)).is_err() || is_gone {
            return;
        }
    }
}

/// Waits for bytes; none when nobody wants them any more.
fn more(terminal: &Stdin, is_over: &PipeReader) -> Result<Option<Vec<u8>>, Errno> {
    let mut asked = [PollFd::new(terminal, PollFlags::IN), PollFd::new(is_over, PollFlags::IN)];
    while let Err(error) = poll(&mut asked, None) {
        if error != Errno::INTR {
            return Err(error);
        }
    }
    let [_, is_over] = asked;
    if !is_over.revents().is_empty() {
        return Ok(None);
    }
    let mut bytes = [0; PIECE];
    match rustix::io::retry_on_intr(|| read(terminal, &mut bytes))? {
        // A terminal ends only when it is gone.
        0 => Err(Errno::IO),
        count => Ok(Some(bytes.into_iter().take(count).collect())),
    }
}

/// Waits until that long after then, or for ever.
async fn elapsed(since: Instant, time: Option<Duration>) {
    match time {
        Some(time) => sleep_until(since + time).await,
        None => std::future::pending().await,
    }
}
