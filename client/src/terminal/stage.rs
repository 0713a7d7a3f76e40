//! The terminal while it is ours: taken over once, and given back exactly once, whoever comes first to do it: the end
//! of the run, a suspension, or a panic.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use super::modes;
use super::writer::Writer;

/// Whose terminal it is, and the way there. Gives it back when it is dropped.
pub(super) struct Stage {
    /// The way there.
    pub(super) writer: Writer,
    is_ours: AtomicBool,
}

/// The stage that a panic has to clear.
static STAGE: Mutex<Weak<Stage>> = Mutex::new(Weak::new());

impl Stage {
    /// Makes ready, and touches nothing yet.
    pub(super) fn new() -> io::Result<Arc<Self>> {
        let stage = Arc::new(Self { writer: Writer::start(io::stdout())?, is_ours: AtomicBool::new(false) });
        *STAGE.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&stage);
        leave_on_panic();
        Ok(stage)
    }

    /// Takes the terminal over. A process in the background is stopped here until it comes to the front.
    pub(super) fn enter(&self, has_mouse: bool) -> io::Result<()> {
        enable_raw_mode()?;
        self.is_ours.store(true, Ordering::SeqCst);
        self.writer.begin(&modes::enter(has_mouse));
        Ok(())
    }

    /// Takes it over again when somebody else may have had it, though it was never given back.
    pub(super) fn enter_again(&self, has_mouse: bool) -> io::Result<()> {
        // It takes this to be done, and would not do it twice.
        disable_raw_mode()?;
        enable_raw_mode()?;
        self.writer.begin(&modes::again(has_mouse));
        Ok(())
    }

    /// Gives it back, if that is not done yet. Takes half a second at most.
    pub(super) fn leave(&self) {
        if self.is_ours.swap(false, Ordering::SeqCst) {
            self.writer.end(&modes::leave(), forget_output);
            // A terminal that is gone has no mode.
            disable_raw_mode().ok();
        }
    }

    /// Whether the terminal is ours.
    pub(super) fn is_ours(&self) -> bool {
        self.is_ours.load(Ordering::SeqCst)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.leave();
    }
}

/// A panic gives the terminal back before it says anything.
fn leave_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let next = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let stage = STAGE.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
            if let Some(stage) = stage {
                stage.leave();
            }
            next(info);
        }));
    });
}

/// Makes the system forget what the terminal has not taken, so that there is room, and wakes up who waits for it:
/// forgetting alone does not.
fn forget_output() {
    #[cfg(unix)]
    {
        use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
        tcflush(io::stdout(), QueueSelector::OFlush).ok();
        tcflow(io::stdout(), Action::OOff).ok();
        tcflow(io::stdout(), Action::OOn).ok();
    }
}
