//! Sets the terminal up, and restores it exactly once: at the end of the run, before a suspension, or in a panic.

use std::io;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use super::modes;
use super::writer::Writer;

/// Restores the terminal when it is dropped.
pub(super) struct Guard {
    pub(super) writer: Writer,
    is_active: AtomicBool,
}

impl Guard {
    /// Changes nothing on the terminal yet. From now on, a panic restores the terminal before it prints its message.
    pub(super) fn new() -> io::Result<Arc<Self>> {
        let writer = Writer::start(io::stdout())?;
        let guard = Arc::new(Self { writer, is_active: AtomicBool::new(false) });
        let (weak, next) = (Arc::downgrade(&guard), panic::take_hook());
        panic::set_hook(Box::new(move |info| {
            if let Some(guard) = weak.upgrade() {
                guard.restore();
            }
            next(info);
        }));
        Ok(guard)
    }

    /// A process in the background is stopped here until it comes to the foreground.
    pub(super) fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.is_active.store(true, Ordering::SeqCst);
        self.writer.push([modes::SAVE_TITLE, modes::SET].concat());
        Ok(())
    }

    /// Sets the terminal up again when other programs may have changed it, though it was never restored.
    pub(super) fn reenter(&self) -> io::Result<()> {
        // crossterm believes that raw mode is on, and would not set it a second time.
        disable_raw_mode()?;
        enable_raw_mode()?;
        self.writer.push(modes::SET);
        Ok(())
    }

    /// Takes half a second at most, even if the terminal accepts no output.
    pub(super) fn restore(&self) {
        if self.is_active.swap(false, Ordering::SeqCst) {
            self.writer.finish(modes::RESTORE, discard_output);
            // Best effort: a terminal that is gone has no mode.
            disable_raw_mode().ok();
        }
    }

    pub(super) fn is_active(&self) -> bool {
        self.is_active.load(Ordering::SeqCst)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.restore();
    }
}

/// Discards what the terminal has not accepted, so that there is room, and wakes the blocked write: the flush alone does
/// not.
fn discard_output() {
    #[cfg(unix)]
    {
        use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
        tcflush(io::stdout(), QueueSelector::OFlush).ok();
        tcflow(io::stdout(), Action::OOff).ok();
        tcflow(io::stdout(), Action::OOn).ok();
    }
}
