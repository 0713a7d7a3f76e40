//! Styles. Neither colour nor an attribute is ever the only carrier of information.

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use tictactoe_protocol::values::Mark;

/// Black and white in every theme.
pub(super) const CODE: [Color; 2] = [Color::Indexed(16), Color::Indexed(231)];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TextStyle {
    #[default]
    Text,
    /// Must not stand out.
    Quiet,
    /// Headings, names and keys.
    Strong,
    /// The name of the player to move.
    Mover,
    Mark(Mark),
    /// A mark that is not in the winning line.
    Faded(Mark),
    /// On the colour of a side, or of none: whose turn it is, or who won.
    Filled(Option<Mark>),
    /// A mark in the winning line, on a ground that is tinted with its colour.
    Won(Mark),
    /// The same for the player who lost, where there is no room for a sign.
    Lost(Mark),
    Cursor,
    Better,
    Bad,
    /// Must not be missed.
    Alert,
    /// A QR code: it is read by a machine, so it has its own two colours whatever the theme is.
    Code,
}

impl TextStyle {
    /// Added to the style of what is there.
    pub(super) fn style(self) -> Style {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        match self {
            Self::Text => plain,
            Self::Quiet => plain.add_modifier(Modifier::DIM),
            Self::Strong => bold,
            Self::Mover => bold.add_modifier(Modifier::UNDERLINED),
            Self::Mark(mark) => bold.fg(colour(mark)),
            Self::Faded(mark) => plain.fg(colour(mark)).add_modifier(Modifier::DIM),
            // Without colours these and an alert are reversed: see `Canvas::adapt_to_display`.
            Self::Filled(Some(mark)) => bold.fg(Color::Black).bg(colour(mark)).remove_modifier(Modifier::DIM),
            Self::Won(mark) => bold.fg(colour(mark)).bg(tint(mark)).remove_modifier(Modifier::DIM),
            Self::Lost(mark) => bold.fg(colour(mark)).add_modifier(Modifier::UNDERLINED),
            Self::Filled(None) => bold.add_modifier(Modifier::REVERSED),
            Self::Cursor => bold.add_modifier(Modifier::REVERSED).remove_modifier(Modifier::DIM),
            Self::Better => bold.fg(Color::Green),
            Self::Bad => bold.fg(Color::Red),
            Self::Alert => plain.fg(Color::Black).bg(Color::Yellow),
            Self::Code => plain.fg(CODE[0]).bg(CODE[1]),
        }
    }
}

/// The light ones can be read on dark and on light grounds.
const fn colour(mark: Mark) -> Color {
    match mark {
        Mark::X => Color::LightBlue,
        Mark::O => Color::LightRed,
    }
}

/// A dark ground for a light mark, from the 256 colours.
const fn tint(mark: Mark) -> Color {
    match mark {
        Mark::X => Color::Indexed(17),
        Mark::O => Color::Indexed(52),
    }
}

/// This style, and nothing of what was there before.
impl From<TextStyle> for Style {
    fn from(style: TextStyle) -> Self {
        Self::reset().patch(style.style())
    }
}

/// A line of parts that look different.
pub(super) fn line<'a, T: Into<Cow<'a, str>>, const N: usize>(parts: [(T, TextStyle); N]) -> Line<'a> {
    parts.into_iter().map(|(text, style)| Span::styled(text, style)).collect()
}
