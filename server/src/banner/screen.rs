//! What the terminal can show.

use tictactoe_lan::locale;

/// What a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Screen {
    /// Its columns.
    pub(super) columns: u16,
    /// Its rows.
    pub(super) rows: u16,
    /// What points at an address.
    pub(super) arrow: &'static str,
    /// Whether it shows half blocks in colours; or why not.
    pub(super) draws: Result<(), &'static str>,
}

/// What a terminal is that does not tell its size.
const USUAL: (u16, u16) = (80, 24);

impl Screen {
    /// The terminal at standard output.
    pub(crate) fn of_output() -> Self {
        Self::new(|name| std::env::var(name).ok(), size())
    }

    /// The terminal that the variables describe, with these columns and rows.
    fn new(variable: impl Fn(&str) -> Option<String>, size: Option<(u16, u16)>) -> Self {
        let (columns, rows) = size.filter(|&(columns, rows)| columns > 0 && rows > 0).unwrap_or(USUAL);
        let term = variable("TERM").unwrap_or_default();
        let draws = match &*term {
            _ if !locale::is_utf8(&variable) => Err("the locale is not UTF-8"),
            "dumb" => Err("the terminal is dumb"),
            _ => Ok(()),
        };
        // The fonts of Linux's own console have blocks, but no arrow like this.
        let arrow = if draws.is_ok() && term != "linux" { "➜" } else { "->" };
        Self { columns, rows, arrow, draws }
    }
}

/// Columns and rows of the terminal at standard output, where that can be asked.
#[cfg(unix)]
fn size() -> Option<(u16, u16)> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| (size.ws_col, size.ws_row))
}

/// Columns and rows of the terminal at standard output, where that can be asked.
#[cfg(not(unix))]
const fn size() -> Option<(u16, u16)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(variables: &[(&str, &str)], size: Option<(u16, u16)>) -> Screen {
        let value =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Screen::new(value, size)
    }

    #[test]
    fn the_first_variable_that_is_set_says_whether_the_locale_is_utf_8() {
        for (variables, is_utf8) in [
            (&[("LANG", "en_US.UTF-8")][..], true),
            (&[("LANG", "C.utf8")], true),
            (&[("LANG", "de_DE@euro"), ("LC_CTYPE", "de_DE.UTF-8")], true),
            (&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")], false),
            (&[("LANG", "C.UTF-8"), ("LC_ALL", "")], true),
            (&[("LANG", "C")], false),
            (&[], false),
        ] {
            let (screen, is_utf8) = (screen(variables, None), is_utf8 || cfg!(windows));
            assert_eq!((screen.draws.is_ok(), screen.arrow == "➜"), (is_utf8, is_utf8), "{variables:?}");
        }
    }

    #[test]
    fn the_console_of_linux_draws_but_has_no_arrow_and_a_dumb_terminal_has_neither() {
        let linux = screen(&[("LANG", "C.UTF-8"), ("TERM", "linux")], None);
        assert_eq!((linux.arrow, linux.draws), ("->", Ok(())));
        let dumb = screen(&[("LANG", "C.UTF-8"), ("TERM", "dumb")], None);
        assert_eq!((dumb.arrow, dumb.draws.is_err()), ("->", true));
    }

    #[test]
    fn a_terminal_that_does_not_tell_its_size_is_a_usual_one() {
        for size in [None, Some((0, 0))] {
            assert_eq!((screen(&[], size).columns, screen(&[], size).rows), USUAL);
        }
        assert_eq!(screen(&[], Some((100, 50))).columns, 100);
    }
}
