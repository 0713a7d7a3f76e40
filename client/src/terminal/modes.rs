//! What is asked of the terminal, and how it is taken back: one table, so that no way of leaving forgets a row.
//!
//! Plain sequences rather than the commands of crossterm: its mouse reports every movement, and only clicks matter.

/// Something that a terminal can be told to do, and no longer to do.
struct Mode {
    on: &'static str,
    off: &'static str,
}

/// The title, put on the stack of titles. Before it comes back it is emptied: a terminal without a stack then shows
/// its own again.
const TITLE: Mode = Mode { on: "\x1b[22;0t", off: "\x1b]2;\x07\x1b[23;0t" };

/// What is set between the title and the mouse, in this order: the alternate screen, a hidden cursor, pasted text
/// that can be told from keys, and word of the focus.
const SCREEN: [Mode; 4] = [
    Mode { on: "\x1b[?1049h", off: "\x1b[?1049l" },
    Mode { on: "\x1b[?25l", off: "\x1b[?25h" },
    Mode { on: "\x1b[?2004h", off: "\x1b[?2004l" },
    Mode { on: "\x1b[?1004h", off: "\x1b[?1004l" },
];

/// Clicks, with places beyond column 223.
const MOUSE: Mode = Mode { on: "\x1b[?1000h\x1b[?1006h", off: "\x1b[?1006l\x1b[?1000l" };

/// Plain characters.
const PLAIN: &str = "\x1b[m";

/// Takes the terminal over.
pub(super) fn enter(has_mouse: bool) -> String {
    format!("{}{}", TITLE.on, again(has_mouse))
}

/// Takes it over again when somebody else may have had it, though it was never left. All of it may be said twice.
pub(super) fn again(has_mouse: bool) -> String {
    SCREEN.iter().map(|mode| mode.on).chain([mouse(has_mouse)]).collect()
}

/// Gives it back, in the opposite order. The mouse is turned off in any case: that can do no harm.
pub(super) fn leave() -> String {
    let screen = SCREEN.iter().rev().map(|mode| mode.off);
    [PLAIN, MOUSE.off].into_iter().chain(screen).chain([TITLE.off]).collect()
}

/// Turns the reports of clicks on or off.
pub(super) const fn mouse(is_on: bool) -> &'static str {
    if is_on { MOUSE.on } else { MOUSE.off }
}

/// Sets the title. What is no character for a line is left out.
pub(super) fn title(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_control()).collect();
    format!("\x1b]2;{text}\x07")
}

/// Rings the bell.
pub(super) const BELL: &str = "\x07";

/// Ends a sequence that was cut off in the middle.
pub(super) const CANCEL: &str = "\x18";

#[cfg(test)]
mod tests {
    use super::*;

    /// The private modes that a text turns on or off, in its order.
    fn turned(text: &str, way: char) -> Vec<u32> {
        let sequences = text.split("\x1b[?").skip(1);
        sequences.filter_map(|sequence| sequence.split_once(way)?.0.parse().ok()).collect()
    }

    #[test]
    fn what_is_entered_is_left_in_the_opposite_order() {
        let mut entered = turned(&enter(true), 'h');
        // The cursor is the one that is hidden by turning it off.
        assert_eq!(turned(&enter(true), 'l'), [25]);
        entered.insert(1, 25);
        let left: Vec<_> = leave().split("\x1b[?").skip(1).map(str::to_owned).collect();
        let left: Vec<u32> =
            left.iter().filter_map(|mode| mode.split(['h', 'l']).next()?.parse().ok()).collect();
        entered.reverse();
        assert_eq!(left, entered);
        assert_eq!(turned(&leave(), 'h'), [25]);
    }

    #[test]
    fn the_title_is_pushed_first_and_popped_last() {
        assert!(enter(false).starts_with("\x1b[22;0t\x1b[?1049h"));
        assert!(leave().ends_with("\x1b[?1049l\x1b]2;\x07\x1b[23;0t"));
    }

    #[test]
    fn what_is_set_again_pushes_no_second_title() {
        assert!(!again(true).contains("\x1b[22;0t"));
        assert!(enter(true).ends_with(&again(true)));
    }

    #[test]
    fn movements_of_the_mouse_are_not_asked_for() {
        assert_eq!(turned(&enter(true), 'h'), [1049, 2004, 1004, 1000, 1006]);
        assert_eq!(turned(&enter(false), 'h'), [1049, 2004, 1004]);
    }

    #[test]
    fn a_title_cannot_break_out_of_its_sequence() {
        assert_eq!(title("Bob\x07\x1b[2J\u{9b}31m \u{e9}"), "\x1b]2;Bob[2J31m \u{e9}\x07");
    }
}
