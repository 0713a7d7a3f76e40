//! The escape sequences that set the terminal up and restore it.
//!
//! Not crossterm's commands: its mouse mode reports every movement, and only clicks matter here.

/// Pushes the window's title on the terminal's stack of titles.
pub(super) const SAVE_TITLE: &str = "\x1b[22;0t";

/// The alternate screen, no cursor, bracketed paste and focus events. May be repeated.
pub(super) const SET: &str = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h";

/// Undoes everything, the mouse in any case, in reverse order. The title is emptied before it is popped: a terminal
/// without a stack of titles then shows its own.
pub(super) const RESTORE: &str =
    "\x1b[m\x1b[?1006l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[?1049l\x1b]2;\x07\x1b[23;0t";

pub(super) const BELL: &str = "\x07";

/// Ends an escape sequence that was cut off.
pub(super) const CANCEL: &str = "\x18";

/// Reports of clicks, also beyond column 223.
pub(super) const fn mouse(is_on: bool) -> &'static str {
    if is_on { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" }
}

pub(super) fn title(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_control()).collect();
    format!("\x1b]2;{text}\x07")
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
