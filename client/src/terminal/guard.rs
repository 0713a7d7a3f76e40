//! Sets the terminal up, and restores it exactly once: at the end of the run, before a suspension, or in a panic.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{panic, thread};

use ratatui::crossterm::terminal::disable_raw_mode;

use super::platform::{discard_output, mouse, set_modes};

/// How long the terminal may take to accept its last output, before it is made to discard what came before.
const PATIENCE: Duration = Duration::from_millis(250);

/// Output is discarded this many times, with this pause, because one time frees only part.
const PAUSE: Duration = Duration::from_millis(50);
const DISCARDS: usize = 5;

/// The alternate screen, no cursor, bracketed paste and focus events. May be repeated.
pub(super) const SET: &str = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h";

/// Undoes everything in reverse order, after the mouse.
const RESTORE: &str = "\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[?1049l";

pub(super) fn before_panic_messages(restore: impl Fn() + Send + Sync + 'static) {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        next(info);
    }));
}

#[derive(Debug, Default)]
pub(super) struct Guard {
    is_active: AtomicBool,
}

impl Guard {
    /// Changes nothing on the terminal yet. From now on, a panic restores the terminal before it prints its message.
    pub(super) fn new() -> Arc<Self> {
        let guard = Arc::new(Self::default());
        let weak = Arc::downgrade(&guard);
        before_panic_messages(move || {
            if let Some(guard) = weak.upgrade() {
                guard.restore();
            }
        });
        guard
    }

    /// Turns raw mode on; again when other programs may have changed it, though it was never turned off. [`SET`] is to be
    /// written before the next frame.
    pub(super) fn enter(&self) -> io::Result<()> {
        set_modes(false)?;
        self.is_active.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// Writes a frame; none once the terminal is restored. Blocks while the terminal accepts no output.
    pub(super) fn write(&self, frame: &[u8]) -> io::Result<()> {
        // Locked while a frame is written: the terminal is restored after it.
        let mut output = io::stdout().lock();
        if self.is_active() {
            output.write_all(frame)?;
            output.flush()?;
        }
        Ok(())
    }

    /// Takes half a second at most, even if the terminal accepts no output.
    pub(super) fn restore(&self) {
        if !self.is_active.swap(false, Ordering::SeqCst) {
            return;
        }
        let (to_caller, done) = channel();
        // A thread of its own, because it waits for the frame that is being written.
        thread::spawn(move || {
            let mut output = io::stdout().lock();
            let restored = output.write_all(["\x1b[m", mouse(false), RESTORE].concat().as_bytes());
            to_caller.send(restored.and_then(|()| output.flush()).is_ok()).ok();
        });
        let mut waited = done.recv_timeout(PATIENCE);
        for _ in 0..DISCARDS {
            if waited != Err(RecvTimeoutError::Timeout) {
                break;
            }
            discard_output();
            waited = done.recv_timeout(PAUSE);
        }
        // Best effort: a terminal that is gone has no mode.
        disable_raw_mode().ok();
    }

    pub(super) fn is_active(&self) -> bool {
        self.is_active.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each private mode with whether it is turned on or off, in order.
    fn modes(text: &str) -> Vec<&str> {
        let parts = text.split("\x1b[?").skip(1);
        parts.filter_map(|part| part.get(..=part.find(['h', 'l'])?)).collect()
    }

    #[test]
    fn what_is_set_is_restored_in_reverse_order() {
        assert_eq!(modes(SET), ["1049h", "25l", "2004h", "1004h"]);
        assert_eq!(modes(RESTORE), ["1004l", "2004l", "25h", "1049l"]);
    }
}
