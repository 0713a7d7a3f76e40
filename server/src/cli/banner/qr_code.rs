//! The best address as a QR code.

use std::fmt::Write as _;

use tictactoe_lan::qr::Code;

use super::terminal::Terminal;

const INDENT: usize = 6;

/// The code of a URL, if it fits the terminal together with the lines below it and the cursor; otherwise the reason.
pub(super) fn fitting_code(url: &str, rows_below: usize, terminal: Terminal) -> Result<Code, &'static str> {
    terminal.half_blocks?;
    let fits = |code: &Code| {
        INDENT + code.width() <= terminal.columns.into()
            && code.rows().len() + rows_below < terminal.rows.into()
    };
    Code::for_url(url).filter(fits).ok_or("the terminal is too small")
}

/// Palette entries that no theme changes, also with `NO_COLOR`: on a dark theme the code would be inverted, which most
/// readers cannot scan.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";

/// At the end of each row, because a terminal would paint the rest of the line too.
const RESET: &str = "\x1b[0m";

pub(super) fn rendered(code: Result<Code, &'static str>) -> String {
    let code = match code {
        Ok(code) => code,
        Err(reason) => return format!("{:INDENT$}(no QR code: {reason})\n", ""),
    };
    let mut text = String::new();
    for row in code.rows() {
        let _ = writeln!(text, "{:INDENT$}{BLACK_ON_WHITE}{row}{RESET}", "");
    }
    text
}
