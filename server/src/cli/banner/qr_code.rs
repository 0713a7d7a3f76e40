//! The best address as a QR code.

use std::fmt;

use tictactoe_lan::qr::Code;

use super::terminal::Terminal;

#[derive(Debug)]
pub(super) enum BannerCode {
    Shown(Code),
    /// For this reason.
    Omitted(&'static str),
}

const INDENT: usize = 6;

impl BannerCode {
    /// The code is shown only if it fits the terminal together with the lines below it and the cursor.
    pub(super) fn new(url: &str, rows_below: usize, terminal: Terminal) -> Self {
        if let Err(reason) = terminal.half_blocks {
            return Self::Omitted(reason);
        }
        let fits = |code: &Code| {
            INDENT + code.width() <= terminal.columns.into()
                && code.rows().len() + rows_below < terminal.rows.into()
        };
        Code::for_url(url).filter(fits).map_or(Self::Omitted("the terminal is too small"), Self::Shown)
    }
}

/// Palette entries that no theme changes, also with `NO_COLOR`: on a dark theme the code would be inverted, which most
/// readers cannot scan.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";

/// At the end of each row, because a terminal would paint the rest of the line too.
const RESET: &str = "\x1b[0m";

impl fmt::Display for BannerCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown(code) => code
                .rows()
                .iter()
                .try_for_each(|row| writeln!(f, "{:INDENT$}{BLACK_ON_WHITE}{row}{RESET}", "")),
            Self::Omitted(reason) => writeln!(f, "{:INDENT$}(no QR code: {reason})", ""),
        }
    }
}
