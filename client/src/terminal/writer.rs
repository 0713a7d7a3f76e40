//! A thread of its own writes to the terminal, so that a terminal that accepts no output blocks nothing else.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::Notify;

use super::failure;
use crate::failure::Failure;

/// How long [`Writer::finish`] waits for the output that is being written, and then for its own.
const FINISH_TIMEOUT: Duration = Duration::from_millis(250);

/// Output can be cancelled between chunks of this many bytes.
const CHUNK_BYTES: usize = 4096;

const BELL: u8 = 7;

/// Ends an escape sequence that was cut off.
const CANCEL: u8 = 0x18;

/// The thread ends with the process, or when the terminal is gone.
#[derive(Default)]
pub(super) struct Writer {
    state: Mutex<State>,
    changed: Condvar,
    notify: Notify,
}

#[derive(Default)]
struct State {
    pending: Vec<u8>,
    is_writing: bool,
    is_cancelled: bool,
    failure: Option<Failure>,
}

impl Writer {
    pub(super) fn start(to: impl Write + Send + 'static) -> io::Result<Arc<Self>> {
        let writer = Arc::new(Self::default());
        let for_thread = Arc::clone(&writer);
        thread::Builder::new().name("screen".to_owned()).spawn(move || for_thread.write_all(to))?;
        Ok(writer)
    }

    /// The pending output stays bounded if the caller awaits [`Writer::idle`] before each push.
    pub(super) fn push(&self, output: impl AsRef<[u8]>) {
        self.change(|state| state.pending.extend_from_slice(output.as_ref()));
    }

    /// May be called at any time: bells that follow each other are one.
    pub(super) fn push_bell(&self) {
        self.change(|state| {
            if !state.pending.ends_with(&[BELL]) {
                state.pending.push(BELL);
            }
        });
    }

    /// Replaces all pending output, and waits until this is written, but not for long: output that blocks is cancelled,
    /// and `unblock` has to make the terminal discard it.
    pub(super) fn finish(&self, output: &str, unblock: impl FnOnce()) {
        self.change(|state| state.pending = output.into());
        if !self.wait_until_idle(FINISH_TIMEOUT) {
            self.change(|state| {
                // Unless the blocked output is the final one itself.
                if !state.pending.is_empty() {
                    state.is_cancelled = true;
                    state.pending.insert(0, CANCEL);
                }
            });
            unblock();
            self.wait_until_idle(FINISH_TIMEOUT);
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.state().is_idle()
    }

    pub(super) async fn idle(&self) -> Result<(), Failure> {
        loop {
            // Created before the check, so that no change falls between the two.
            let changed = self.notify.notified();
            if let Some(failure) = self.state().failure.clone() {
                return Err(failure);
            }
            if self.is_idle() {
                return Ok(());
            }
            changed.await;
        }
    }

    fn write_all(&self, mut to: impl Write) {
        while self.state().failure.is_none() {
            let output = self.take_pending();
            let result = self.write(&mut to, &output);
            self.change(|state| {
                (state.is_writing, state.is_cancelled) = (false, false);
                state.failure = result.err().map(failure);
            });
        }
    }

    fn take_pending(&self) -> Vec<u8> {
        let waited = self.changed.wait_while(self.state(), |state| state.pending.is_empty());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.is_writing = true;
        std::mem::take(&mut state.pending)
    }

    fn write(&self, to: &mut impl Write, output: &[u8]) -> io::Result<()> {
        for chunk in output.chunks(CHUNK_BYTES) {
            if self.state().is_cancelled {
                break;
            }
            to.write_all(chunk)?;
        }
        to.flush()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
        self.notify.notify_waiters();
    }

    /// Returns whether everything was written, or cannot be, in time.
    fn wait_until_idle(&self, timeout: Duration) -> bool {
        let is_busy = |state: &mut State| state.failure.is_none() && !state.is_idle();
        let waited = self.changed.wait_timeout_while(self.state(), timeout, is_busy);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

impl State {
    fn is_idle(&self) -> bool {
        self.pending.is_empty() && !self.is_writing
    }
}

#[cfg(test)]
mod tests;
