//! Text that fits: by columns of the terminal, never through the middle of a character.

use ratatui::buffer::CellWidth;
use ratatui::style::Style;
use ratatui::text::Span;

use super::glyphs::Glyphs;

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    pieces(text).iter().map(|piece| columns(piece)).sum()
}

/// The text, or as much of its beginning as fits and a sign that something is left out.
pub(super) fn cut(text: &str, most: usize, glyphs: &Glyphs) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let (more, _) = split(glyphs.more, most);
    let (kept, _) = split(text, most.saturating_sub(width(&more)));
    format!("{}{more}", kept.trim_end())
}

/// The text in lines of at most so many columns, broken between words where that is possible.
pub(super) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            if width(&line) + 1 + width(word) > most {
                lines.push(std::mem::take(&mut line));
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
        while width(&line) > most {
            let (head, rest) = split(&line, most);
            if head.is_empty() {
                // Not even one character fits.
                return lines;
            }
            lines.push(head);
            line = rest;
        }
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// The text in signs that the terminal can show.
pub(super) fn shown(text: &str, glyphs: &Glyphs) -> String {
    let sign = |piece: String| match piece.as_str() {
        ascii if ascii.is_ascii() || !glyphs.is_ascii => piece,
        "\u{2026}" => glyphs.more.to_owned(),
        _ => "?".repeat(columns(&piece)),
    };
    pieces(text).into_iter().map(sign).collect()
}

/// What fits into so many columns, and the rest.
fn split(text: &str, most: usize) -> (String, String) {
    let mut used = 0;
    let (mut head, mut rest) = (String::new(), String::new());
    for piece in pieces(text) {
        used += columns(&piece);
        if used <= most { head.push_str(&piece) } else { rest.push_str(&piece) }
    }
    (head, rest)
}

/// The characters as their reader sees them: letters with all that sits on them. Only what can be drawn.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let span = Span::raw(text);
    let pieces = span.styled_graphemes(Style::new()).map(|piece| piece.symbol.to_owned());
    pieces.filter(|piece| columns(piece) > 0).collect()
}

pub(super) fn columns(piece: &str) -> usize {
    piece.cell_width().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::tui::display::{Display, Numbers};

    fn glyphs(ascii: bool) -> &'static Glyphs {
        Glyphs::of(Display { colour: false, ascii, numbers: Numbers::Reading, mouse: false })
    }

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        assert_eq!(cut("Bob", 3, glyphs(false)), "Bob");
        assert_eq!(cut("Robert", 4, glyphs(false)), "Rob\u{2026}");
        assert_eq!(cut("Robert", 5, glyphs(true)), "Ro...");
        assert_eq!(cut("Robert", 2, glyphs(true)), "..");
        assert_eq!(cut("Robert", 0, glyphs(false)), "");
        assert_eq!(cut("\u{5f20}\u{4e09}\u{4e30}", 4, glyphs(false)), "\u{5f20}\u{2026}");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2, glyphs(false)), "e\u{301}\u{2026}");
    }

    #[test]
    fn lines_break_between_words_where_that_is_possible() {
        assert_eq!(wrap("the computer joins", 12), ["the computer", "joins"]);
        assert_eq!(wrap("http://box/", 5), ["http:", "//box", "/"]);
        assert_eq!(wrap("a \u{5f20}", 1), ["a"]);
        assert_eq!(wrap("a b", 0), [""; 0]);
        assert_eq!(wrap("", 5), [""; 0]);
    }

    #[test]
    fn in_ascii_other_signs_take_their_columns_all_the_same() {
        assert_eq!(shown("J\u{fc}rgen \u{5f20}\u{2026}", glyphs(true)), "J?rgen ??...");
        assert_eq!(shown("J\u{fc}rgen", glyphs(false)), "J\u{fc}rgen");
    }
}
