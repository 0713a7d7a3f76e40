//! The best address as a QR code, or why there is none.

use std::fmt;

use tictactoe_lan::qr::Code;

use super::screen::Screen;

/// What is shown where a QR code belongs.
#[derive(Debug)]
pub(super) enum Picture {
    /// The code.
    Code(Code),
    /// Why there is none.
    None(&'static str),
}

/// Columns in front of the code.
const INDENT: usize = 6;

impl Picture {
    /// The code of a web address, if it is seen whole on a screen on which some lines and the cursor follow.
    pub(super) fn new(url: &str, lines_below: usize, screen: Screen) -> Self {
        if let Err(why) = screen.draws {
            return Self::None(why);
        }
        let fits = |code: &Code| {
            INDENT + code.width() <= screen.columns.into()
                && code.rows().len() + lines_below < screen.rows.into()
        };
        Code::of_url(url).filter(fits).map_or(Self::None("the terminal is too small"), Self::Code)
    }
}

/// Black on white, of the part of the palette that no theme changes. Without colours (`NO_COLOR`) too: on a dark theme
/// the code would be inverted, which most readers do not read.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";

/// The colours end with each row: otherwise the terminal paints the rest of the line too.
const RESET: &str = "\x1b[0m";

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => code
                .rows()
                .iter()
                .try_for_each(|row| writeln!(f, "{:INDENT$}{BLACK_ON_WHITE}{row}{RESET}", "")),
            Self::None(why) => writeln!(f, "{:INDENT$}(no QR code: {why})", ""),
        }
    }
}
