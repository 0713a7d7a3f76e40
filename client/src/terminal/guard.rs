//! Sets the terminal up, and restores it exactly once: at the end of the run, before a suspension, or in a panic.

use std::io;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::platform::{discard_output, restore_modes, set_modes};
use super::writer::Writer;

const SAVE_TITLE: &str = "\x1b[22;0t";

// Not crossterm's commands: its mouse mode reports every movement, and only clicks matter here.

/// The alternate screen, no cursor, bracketed paste and focus events. May be repeated.
const SET: &str = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h";

/// Undoes everything in reverse order, the mouse modes always. The title is emptied before it is popped: a terminal
/// without a stack of titles then shows its own.
const RESTORE: &str =
    "\x1b[m\x1b[?1006l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[?1049l\x1b]2;\x07\x1b[23;0t";

/// Reports of clicks, also beyond column 223.
pub(super) const fn mouse(is_on: bool) -> &'static str {
    if is_on { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" }
}

pub(super) fn title(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_control()).collect();
    format!("\x1b]2;{text}\x07")
}

pub(super) fn before_panic_messages(restore: impl Fn() + Send + Sync + 'static) {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        next(info);
    }));
}

pub(super) struct Guard {
    pub(super) writer: Arc<Writer>,
    is_active: AtomicBool,
}

impl Guard {
    /// Changes nothing on the terminal yet. From now on, a panic restores the terminal before it prints its message.
    pub(super) fn new() -> io::Result<Arc<Self>> {
        let writer = Writer::start(io::stdout())?;
        let guard = Arc::new(Self { writer, is_active: AtomicBool::new(false) });
        let weak = Arc::downgrade(&guard);
        before_panic_messages(move || {
            if let Some(guard) = weak.upgrade() {
                guard.restore();
            }
        });
        Ok(guard)
    }

    /// Sets the terminal up; again when other programs may have changed it, though it was never restored.
    pub(super) fn enter(&self) -> io::Result<()> {
        set_modes()?;
        // The title is restored once, so it is saved once.
        let was_active = self.is_active.swap(true, Ordering::SeqCst);
        self.writer.push(if was_active { SET.to_owned() } else { [SAVE_TITLE, SET].concat() });
        Ok(())
    }

    /// Takes half a second at most, even if the terminal accepts no output.
    pub(super) fn restore(&self) {
        if self.is_active.swap(false, Ordering::SeqCst) {
            self.writer.finish(RESTORE, discard_output);
            restore_modes();
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
        let set = [SAVE_TITLE, SET, mouse(true)].concat();
        assert_eq!(modes(&set), ["1049h", "25l", "2004h", "1004h", "1000h", "1006h"]);
        assert_eq!(modes(RESTORE), ["1006l", "1000l", "1004l", "2004l", "25h", "1049l"]);
        assert_eq!(modes(mouse(false)), ["1006l", "1000l"]);
        assert!(RESTORE.starts_with("\x1b[m") && RESTORE.ends_with("\x1b[?1049l\x1b]2;\x07\x1b[23;0t"));
    }

    #[test]
    fn a_title_cannot_break_out_of_its_sequence() {
        assert_eq!(title("Bob\x07\x1b[2J\u{9b}31m \u{e9}"), "\x1b]2;Bob[2J31m \u{e9}\x07");
    }
}
