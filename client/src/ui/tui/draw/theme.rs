//! How things look: with colours or without. Nothing is said by a colour alone, nor by an attribute alone.

use ratatui::style::{Color, Modifier, Style};
use tictactoe_protocol::values::Mark;

/// What something is, for its looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Ink {
    /// Plain text.
    #[default]
    Text,
    /// What must not stand out.
    Quiet,
    /// Headings and names.
    Strong,
    /// A key that can be pressed.
    Key,
    /// A mark on the board or beside a name.
    Mark(Mark),
    /// The square with the cursor; a server with it.
    Cursor,
    /// A square that the hint names.
    Hint,
    /// A winning square.
    Win(Mark),
    /// The viewer is to do something.
    Call,
    /// It went well; it went badly.
    Good,
    Bad,
    /// What must not be missed.
    Alert,
    /// A QR code: it is read by a machine, so it has its own two colours whatever the theme is.
    Code,
}

/// How it looks.
pub(super) fn style(ink: Ink, has_colour: bool) -> Style {
    if ink == Ink::Code {
        return Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(231));
    }
    let plain = without_colour(ink);
    match hue(ink).filter(|_| has_colour) {
        Some(_) if ink == Ink::Alert => Style::new().fg(Color::Black).bg(Color::Yellow),
        Some(colour) => plain.fg(colour),
        None => plain,
    }
    .remove_modifier(if ink == Ink::Cursor { Modifier::DIM } else { Modifier::empty() })
}

fn without_colour(ink: Ink) -> Style {
    Style::new().add_modifier(match ink {
        Ink::Text | Ink::Hint | Ink::Code => Modifier::empty(),
        Ink::Quiet => Modifier::DIM,
        Ink::Strong | Ink::Key | Ink::Mark(_) | Ink::Call | Ink::Good | Ink::Bad => Modifier::BOLD,
        Ink::Cursor | Ink::Alert => Modifier::BOLD.union(Modifier::REVERSED),
        Ink::Win(_) => Modifier::BOLD.union(Modifier::UNDERLINED),
    })
}

const fn hue(ink: Ink) -> Option<Color> {
    match ink {
        Ink::Mark(Mark::X) => Some(Color::Cyan),
        Ink::Mark(Mark::O) => Some(Color::Magenta),
        Ink::Hint | Ink::Win(_) | Ink::Call | Ink::Good => Some(Color::Green),
        Ink::Bad => Some(Color::Red),
        Ink::Alert => Some(Color::Yellow),
        Ink::Text | Ink::Quiet | Ink::Strong | Ink::Key | Ink::Cursor | Ink::Code => None,
    }
}
