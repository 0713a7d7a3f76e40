//! A frame as one line.

use std::fmt::Write as _;

/// A frame as one line, whatever its reader takes for the end of one. JSON means the same with its control
/// characters gone: outside of strings they are white space, and inside they can be written as escapes.
pub(super) fn one_line(frame: &str) -> String {
    let mut line = String::with_capacity(frame.len() + 1);
    for c in frame.trim().chars() {
        match c {
            '\n' | '\r' | '\t' => line.push(' '),
            c if needs_escape(c) => {
                // Writing to a string cannot fail.
                write!(line, "\\u{:04x}", u32::from(c)).ok();
            }
            c => line.push(c),
        }
    }
    line.push('\n');
    line
}

/// Control characters, the line ends of Unicode, and what turns the direction of a line around.
fn needs_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_becomes_one_line_that_means_the_same() {
        assert_eq!(one_line("{\"type\":\"pong\"}\n"), "{\"type\":\"pong\"}\n");
        let spread = "{\r\n\t\"type\": \"closing\", \"message\": \"a\u{9b}2Jb\u{7f}\u{2028}c\u{2029}\u{202e}d\u{2066}\u{61c}\"\n}";
        let line = one_line(spread);
        assert_eq!(line.lines().count(), 1);
        assert!(line.trim_end().is_ascii());
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&line), value(spread));
    }
}
