//! What is shown goes through a thread of its own: a terminal that takes nothing holds up nobody else. There is room
//! for one frame.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::Notify;

use super::{failure, modes};
use crate::exit::Failure;

/// How long the last words wait for what is being written, and then for the terminal.
const GRACE: Duration = Duration::from_millis(250);

/// A frame is written in pieces of this many bytes, between which it can be given up.
const PIECE: usize = 4096;

/// The way to the thread. It ends when this is dropped, or when the terminal is gone.
pub(super) struct Writer(Arc<Desk>);

struct Desk {
    tray: Mutex<Tray>,
    /// For the threads that wait for a change of the tray.
    changed: Condvar,
    /// For the tasks that do.
    told: Notify,
}

/// What is to be written, and how that stands.
#[derive(Default)]
struct Tray {
    /// What goes before everything else.
    urgent: String,
    wishes: Requests,
    frame: Vec<u8>,
    work: Work,
    is_closed: bool,
    failure: Option<Failure>,
}

/// What is asked for beside the frames. Of each only the newest counts, so that they need no room.
#[derive(Default)]
struct Requests {
    mouse: Option<bool>,
    title: Option<String>,
    rings: bool,
}

/// What the thread does.
#[derive(Default, PartialEq, Eq)]
enum Work {
    /// It waits.
    #[default]
    None,
    /// It writes.
    Writing {
        /// Whether a frame is among it.
        frame: bool,
    },
    /// It writes what nobody needs any more.
    GivenUp,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(to: impl Write + Send + 'static) -> io::Result<Self> {
        let desk = Arc::new(Desk { tray: Mutex::default(), changed: Condvar::new(), told: Notify::new() });
        let theirs = Arc::clone(&desk);
        thread::Builder::new().name("screen".to_owned()).spawn(move || theirs.work(to))?;
        Ok(Self(desk))
    }

    /// Shows a frame. One that has not been begun when the next one comes is never shown: see [`Writer::is_ready`].
    pub(super) fn show(&self, frame: Vec<u8>) {
        self.0.change(|tray| tray.frame = frame);
    }

    /// Turns the reports of clicks on or off.
    pub(super) fn mouse(&self, is_on: bool) {
        self.0.change(|tray| tray.wishes.mouse = Some(is_on));
    }

    /// Sets the title.
    pub(super) fn title(&self, text: &str) {
        self.0.change(|tray| tray.wishes.title = Some(text.to_owned()));
    }

    /// Rings the bell.
    pub(super) fn ring(&self) {
        self.0.change(|tray| tray.wishes.rings = true);
    }

    /// Writes this before everything else.
    pub(super) fn begin(&self, text: &str) {
        self.0.change(|tray| tray.urgent.push_str(text));
    }

    /// Writes this instead of everything that waits, and waits until it is written: not for long. What holds it up
    /// is broken off; `unblock` is then to make the terminal forget what it has not taken.
    pub(super) fn end(&self, text: &str, unblock: impl FnOnce()) {
        self.0.change(|tray| {
            text.clone_into(&mut tray.urgent);
            tray.wishes = Requests::default();
            tray.frame.clear();
        });
        if !self.0.wait(GRACE) {
            self.0.change(Tray::give_up);
            unblock();
            self.0.wait(GRACE);
        }
    }

    /// Whether the last frame has been written.
    pub(super) fn is_ready(&self) -> bool {
        self.0.tray().is_ready()
    }

    /// Comes when the last frame has been written, or will never be.
    pub(super) async fn ready(&self) {
        self.0.until(|tray| (tray.is_ready() || tray.failure.is_some()).then_some(())).await;
    }

    /// Why nothing can be written any more, if it is so.
    pub(super) fn failure(&self) -> Option<Failure> {
        self.0.tray().failure.clone()
    }

    /// Comes when nothing can be written any more.
    pub(super) async fn failed(&self) -> Failure {
        self.0.until(|tray| tray.failure.clone()).await
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.change(|tray| tray.is_closed = true);
    }
}

impl Desk {
    fn work(&self, mut to: impl Write) {
        while let Some(bytes) = self.take() {
            let result = self.write(&mut to, &bytes);
            self.change(|tray| {
                tray.work = Work::None;
                tray.failure = result.err().map(failure);
            });
        }
    }

    /// Waits for something to write; none when there will be nothing more.
    fn take(&self) -> Option<Vec<u8>> {
        let has_work = |tray: &mut Tray| !tray.is_empty() || tray.is_closed || tray.failure.is_some();
        let waited = self.changed.wait_while(self.tray(), |tray| !has_work(tray));
        let mut tray = waited.unwrap_or_else(PoisonError::into_inner);
        if tray.failure.is_some() || tray.is_empty() {
            return None;
        }
        tray.work = Work::Writing { frame: !tray.frame.is_empty() };
        Some(tray.take())
    }

    fn write(&self, to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(PIECE) {
            if self.tray().work == Work::GivenUp {
                break;
            }
            to.write_all(piece)?;
        }
        to.flush()
    }

    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Tray)) {
        change(&mut self.tray());
        self.changed.notify_all();
        self.told.notify_waiters();
    }

    /// Waits until everything is written, or cannot be; whether that came in time.
    fn wait(&self, time: Duration) -> bool {
        let is_busy =
            |tray: &mut Tray| tray.failure.is_none() && (!tray.is_empty() || tray.work != Work::None);
        let waited = self.changed.wait_timeout_while(self.tray(), time, is_busy);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    async fn until<T>(&self, found: impl Fn(&Tray) -> Option<T>) -> T {
        loop {
            // Made before the look, so that no change falls between the two.
            let told = self.told.notified();
            if let Some(found) = found(&self.tray()) {
                return found;
            }
            told.await;
        }
    }
}

impl Tray {
    fn is_ready(&self) -> bool {
        self.frame.is_empty() && matches!(self.work, Work::None | Work::Writing { frame: false })
    }

    fn is_empty(&self) -> bool {
        let Requests { mouse, title, rings } = &self.wishes;
        self.urgent.is_empty() && mouse.is_none() && title.is_none() && !rings && self.frame.is_empty()
    }

    /// Takes all that waits, in the order in which it is written.
    fn take(&mut self) -> Vec<u8> {
        let mut text = std::mem::take(&mut self.urgent);
        let Requests { mouse, title, rings } = std::mem::take(&mut self.wishes);
        text.push_str(mouse.map_or("", modes::mouse));
        text.push_str(&title.map_or_else(String::new, |title| modes::title(&title)));
        text.push_str(if rings { modes::BELL } else { "" });
        let mut bytes = text.into_bytes();
        bytes.append(&mut self.frame);
        bytes
    }

    /// Breaks off what is being written, unless it is the last words.
    fn give_up(&mut self) {
        if !self.urgent.is_empty() {
            self.work = Work::GivenUp;
            self.urgent.insert_str(0, modes::CANCEL);
        }
    }
}

#[cfg(test)]
mod tests;
