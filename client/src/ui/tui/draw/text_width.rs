//! Cuts and wraps text to a width in terminal columns.

use ratatui::text::{Line, Span};
use textwrap::{Options, WordSplitter};
use unicode_truncate::UnicodeTruncateStr;
use unicode_width::UnicodeWidthStr;

use super::theme::Ink;

/// The text, or as much of its beginning as fits with a sign that something is left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let Some(room) = most.checked_sub(1) else { return String::new() };
    let (kept, _) = text.unicode_truncate(room);
    format!("{}…", kept.trim_end())
}

/// The text in lines, broken between words where that is possible; none for an empty text.
pub(super) fn wrap(text: &str, width: u16, ink: Ink) -> Vec<Line<'static>> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let options = Options::new(width.into()).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options).into_iter();
    lines.map(|line| Line::from(Span::styled(line.into_owned(), ink))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        assert_eq!(cut("Bob", 3), "Bob");
        assert_eq!(cut("Robert", 4), "Rob\u{2026}");
        assert_eq!(cut("Robert", 1), "\u{2026}");
        assert_eq!(cut("Robert", 0), "");
        assert_eq!(cut("\u{5f20}\u{4e09}\u{4e30}", 4), "\u{5f20}\u{2026}");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}\u{2026}");
    }

    #[test]
    fn lines_break_between_words_where_that_is_possible() {
        let wrapped = |text, width| -> Vec<String> {
            wrap(text, width, Ink::Text).iter().map(Line::to_string).collect()
        };
        assert_eq!(wrapped("the computer joins", 12), ["the computer", "joins"]);
        assert_eq!(wrapped("http://box/", 5), ["http:", "//box", "/"]);
        assert_eq!(wrapped("run --room", 8), ["run", "--room"]);
        assert_eq!(wrapped("", 5), [""; 0]);
    }
}
