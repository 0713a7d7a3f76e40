//! Styles. Neither colour nor an attribute is ever the only carrier of information.

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use tictactoe_protocol::values::Mark;

/// What something is, for its looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Ink {
    #[default]
    Text,
    /// Must not stand out.
    Quiet,
    /// Headings, names and keys.
    Strong,
    Mark(Mark),
    Cursor,
    Hint,
    Win(Mark),
    /// The viewer is to do something, or has won.
    Call,
    Bad,
    /// Must not be missed.
    Alert,
    /// A QR code: it is read by a machine, so it has its own two colours whatever the theme is.
    Code,
}

impl Ink {
    /// What it adds to the style of what is there.
    pub(super) fn style(self) -> Style {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        match self {
            Self::Text => plain,
            Self::Quiet => plain.add_modifier(Modifier::DIM),
            Self::Strong => bold,
            Self::Mark(Mark::X) => bold.fg(Color::Cyan),
            Self::Mark(Mark::O) => bold.fg(Color::Magenta),
            Self::Cursor => bold.add_modifier(Modifier::REVERSED).remove_modifier(Modifier::DIM),
            Self::Hint => plain.fg(Color::Green),
            Self::Win(_) => bold.fg(Color::Green).add_modifier(Modifier::UNDERLINED),
            Self::Call => bold.fg(Color::Green),
            Self::Bad => bold.fg(Color::Red),
            // Without colours it is bold and reversed: see `Canvas::adapt_to_display`.
            Self::Alert => plain.fg(Color::Black).bg(Color::Yellow),
            Self::Code => plain.fg(Color::Indexed(16)).bg(Color::Indexed(231)),
        }
    }
}

/// This style, and nothing of what was there before.
impl From<Ink> for Style {
    fn from(ink: Ink) -> Self {
        Self::reset().patch(ink.style())
    }
}

/// A line of parts that look different.
pub(super) fn line<'a, T: Into<Cow<'a, str>>, const N: usize>(parts: [(T, Ink); N]) -> Line<'a> {
    parts.into_iter().map(|(text, ink)| Span::styled(text, ink)).collect()
}
